//! The scales of a quantized tensor: the formula of one, a chart of several.

use crate::services::tensors::schema::Scales;
use crate::web::app::chart_table::chart_table;
use crate::web::app::statistics::real_text;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html};

/// Height of a chart in units of its view box.
const HEIGHT: f64 = 64.0;

/// `0.5 * (q - 3)`; `None` for several scales.
pub(super) fn formula(scales: &Scales) -> Option<String> {
    let [scale] = scales.scales[..] else { return None };
    Some(format!("{} * (q - {})", real_text(scale), scales.zero_points.first().unwrap_or(&0)))
}

/// Charts of several scales, and of the zero points if they differ, with the numbers as a table.
pub(super) fn chart(scales: &Scales) -> Node {
    if scales.scales.len() < 2 {
        return Node::Nothing;
    }
    let zero = |channel: usize| scales.zero_points.get(channel).or(scales.zero_points.first()).copied().unwrap_or(0);
    let zeros: Vec<f64> = (0..scales.scales.len()).map(|channel| zero(channel) as f64).collect();
    let differ = zeros.iter().any(|zero| *zero != zeros[0]);
    let rows = scales.scales.iter().enumerate();
    let rows = rows.map(|(channel, scale)| vec![channel.to_string(), real_text(*scale), zero(channel).to_string()]);
    let axis = Arg::Plain(f64::from(scales.axis));
    html! {
        <h4>{tr("scales", &[("axis", axis)])}</h4>
        {bars("scales-said", &scales.scales)}
        {if differ { bars("zero-points-said", &zeros) } else { html! { <p class="soft">{t("zero-point")}" "<code>{zero(0).to_string()}</code></p> } }}
        {chart_table(&["scale-channel", "scale", "zero-point"], rows)}
    }
}

/// Bars from zero, one for each channel.
fn bars(id: &str, numbers: &[f64]) -> Node {
    let low = numbers.iter().copied().fold(0.0, f64::min);
    let high = numbers.iter().copied().fold(0.0, f64::max);
    let unit = if high > low { HEIGHT / (high - low) } else { 0.0 };
    let extreme = |start: f64, pick: fn(f64, f64) -> f64| numbers.iter().copied().fold(start, pick);
    let (least, most) = (extreme(f64::INFINITY, f64::min), extreme(f64::NEG_INFINITY, f64::max));
    let text = tr(
        id,
        &[("n", numbers.len().into()), ("low", Arg::Text(real_text(least))), ("high", Arg::Text(real_text(most)))],
    );
    let path: String = numbers
        .iter()
        .enumerate()
        .map(|(channel, number)| {
            let (top, bottom) = ((high - number.max(0.0)) * unit, (high - number.min(0.0)) * unit);
            format!("M{} {bottom:.2}V{:.2}h.9V{bottom:.2}z", channel, top.min(bottom - 0.5))
        })
        .collect();
    html! {
        <figure class="bars" dir="ltr">
            <svg viewBox=format!("0 0 {} {HEIGHT}", numbers.len()) preserveAspectRatio="none" role="img" aria-label=text.clone()>
                <title>{text}</title><path d=path/>
            </svg>
            <figcaption class="soft"><span>{real_text(least)}</span><span>{real_text(most)}</span></figcaption>
        </figure>
    }
}
