//! What a run gave: the greatest values, the first ones, the range; and the whole of it as a file.

use super::inputs::shape;
use super::state::{Run, save};
use crate::report::run::schema::Summary;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// A number short enough for a table and long enough to compare.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-4..1e7).contains(&size) {
        let text = format!("{value:.6}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{value:.4e}")
    }
}

/// Milliseconds.
pub fn ms(value: f64) -> String {
    if value < 10.0 { format!("{value:.3}") } else { format!("{value:.1}") }
}

/// One block an output.
pub fn results(run: Run) -> Node {
    let blocks = move || {
        let ran = run.ran.get()?;
        Some(ran.outputs.iter().enumerate().map(|(index, summary)| block(run, index, summary)).collect::<Node>())
    };
    blocks.into_node()
}

fn block(run: Run, index: usize, summary: &Summary) -> Node {
    let file_name = format!("{}.npy", index);
    let has_file = run.files.with_untracked(|files| files.get(index).is_some_and(|file| file.length() > 0));
    let download = move |_| {
        run.files.with_untracked(|files| {
            if let Some(file) = files.get(index) {
                save(&file_name, file);
            }
        });
    };
    let greatest = summary.top.first().map_or(0.0, |(_, value)| *value);
    let least = summary.top.last().map_or(0.0, |(_, value)| *value).min(0.0);
    let width = move |value: f64| {
        let span = greatest - least;
        if span > 0.0 { ((value - least) / span * 100.0).clamp(0.0, 100.0) } else { 100.0 }
    };
    let range = [("run-min", summary.min), ("run-max", summary.max), ("run-mean-value", summary.mean)];
    let range = range.into_iter().filter_map(|(name, value)| Some((name, number(value?)))).collect::<Vec<_>>();
    let first = summary.first.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ");
    let many = summary.shape.iter().product::<usize>() > 8;
    html! {
        <section class="run-output">
            <h3><code>{summary.name.clone()}</code>" "<code class="soft">{summary.dtype.clone()}" "{shape(&summary.shape)}</code>
                {has_file.then(|| html! { <button on:click=download>{t("run-save-npy")}</button> })}</h3>
            <p class="soft">{range.into_iter().map(|(name, value)| html! {
                <span class="run-fact">{t(name)}" "<code>{value}</code></span>
            }).collect::<Node>()}
            {(summary.not_finite > 0).then(|| html! {
                <span class="warns">"▲ "{tr("run-not-finite", &[("count", summary.not_finite.into())])}</span>
            })}</p>
            {(!many).then(|| html! { <p><code>{first.clone()}</code></p> })}
            {many.then(|| html! {
                <table class="run-top">
                    <thead><tr><th scope="col" class="n">{t("run-col-index")}</th><th scope="col" class="n">{t("run-col-value")}</th><th></th></tr></thead>
                    <tbody>{summary.top.iter().map(|(index, value)| {
                        let bar = format!("{:.1}%", width(*value));
                        html! {
                            <tr><td class="n"><code>{*index}</code></td><td class="n"><code>{number(*value)}</code></td>
                                <td class="run-bar"><span style:inline-size=bar></span></td></tr>
                        }
                    }).collect::<Node>()}</tbody>
                </table>
                <p class="soft">{t("run-first-values")}" "<code>{first}</code></p>
            })}
        </section>
    }
}
