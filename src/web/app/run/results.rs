//! Results of a run: the greatest values, the first ones, the range; and all values as a file.

use super::inputs::{chosen, ends, shape, taken};
use super::numbers::digits;
use super::pictures::picture;
use super::state::{Run, save};
use crate::services::run::schema::{OutputHint, Summary};
use crate::services::run::{Number, label, parse_labels};
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

/// Files of labels.
const LABELS: &str = ".txt,.csv,.labels,text/plain";

/// A number of a result. JSON has neither NaN nor infinities; the counts show which it may be.
fn shown(value: Number, summary: &Summary) -> String {
    match value {
        value if value.is_finite() => digits(value),
        _ if summary.nan == 0 => "±∞".to_owned(),
        _ if summary.nan == summary.not_finite => "NaN".to_owned(),
        _ => "NaN | ±∞".to_owned(),
    }
}

/// One block per output.
pub fn results(run: Run) -> Node {
    let blocks = move || {
        let ran = run.ran.get()?;
        Some(ran.outputs.iter().enumerate().map(|(index, summary)| block(run, index, summary)).collect::<Node>())
    };
    blocks.into_node()
}

fn block(run: Run, index: usize, summary: &Summary) -> Node {
    let is_text = summary.dtype == "string";
    let file_name = format!("{index}.{}", if is_text { "json" } else { "npy" });
    let has_file = run.files.with_untracked(|files| files.get(index).is_some_and(|file| file.length() > 0));
    let download = move |_| {
        run.files.with_untracked(|files| {
            if let Some(file) = files.get(index) {
                save(&file_name, file);
            }
        });
    };
    let greatest = summary.top.first().map_or(0.0, |(_, value)| value.real());
    let least = summary.top.last().map_or(0.0, |(_, value)| value.real()).min(0.0);
    let width = move |value: f64| {
        let span = greatest - least;
        if span > 0.0 { ((value - least) / span * 100.0).clamp(0.0, 100.0) } else { 100.0 }
    };
    let range =
        [("run-min", summary.min), ("run-max", summary.max), ("run-mean-value", summary.mean.map(Number::Real))];
    let range = range.into_iter().filter_map(|(name, value)| Some((name, digits(value?)))).collect::<Vec<_>>();
    let first = if is_text {
        summary.strings.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ")
    } else {
        summary.first.iter().map(|value| shown(*value, summary)).collect::<Vec<_>>().join(", ")
    };
    let many = summary.shape.iter().product::<usize>() > 8;
    let drop_labels = move |event: web_sys::Event| {
        if let Some(file) = taken(&event, |file| file.type_().starts_with("text/") || ends(&file.name(), LABELS)) {
            take_labels(run, index, file.into());
        }
    };
    let pick_labels = move |event: web_sys::Event| {
        if let Some(file) = chosen(&event) {
            take_labels(run, index, file.into());
        }
    };
    let named = move || run.names(index);
    let classes = summary.shape.last().copied().unwrap_or(1);
    let is_mismatch = move || {
        let named = named();
        !named.by_value && !named.labels.is_empty() && named.labels.len() != classes
    };
    let dims = summary.shape.clone();
    let greatest_values = summary.top.clone();
    let rows = move || {
        let named = named();
        let row = |(index, value): &(usize, Number)| {
            let bar = format!("{:.1}%", width(value.real()));
            html! {
                <tr><td class="n"><code>{*index}</code></td>
                    {(!named.labels.is_empty()).then(|| html! {
                        <td class="run-label" dir="auto">{label(&named, &dims, *index, value.real()).unwrap_or_default().to_owned()}</td>
                    })}
                    <td class="n"><code>{digits(*value)}</code></td>
                    <td class="run-bar"><span style:inline-size=bar></span></td></tr>
            }
        };
        html! {
            {table_export_here("top")}<table class="run-top">
                <thead><tr><th scope="col" class="n">{t("run-col-index")}</th>
                    {(!named.labels.is_empty()).then(|| html! { <th scope="col">{t("run-col-label")}</th> })}
                    <th scope="col" class="n">{t("run-col-value")}</th><th></th></tr></thead>
                <tbody>{greatest_values.iter().map(row).collect::<Node>()}</tbody>
            </table>
        }
    };
    let drawn = picture(run, index, summary);
    html! {
        <section class="run-output" on:drop=drop_labels>
            <h3><code>{summary.name.clone()}</code>" "<code class="soft">{summary.dtype.clone()}" "{shape(&summary.shape)}</code>
                {has_file.then(|| html! { <button on:click=download>{t(if is_text { "run-save-json" } else { "run-save-npy" })}</button> })}
                {(many && !is_text).then(|| html! {
                    <label class="run-file"><span class="run-pick">{t("run-labels")}</span>
                        <input type="file" class="sr" accept=LABELS aria-label=t("run-labels-file") on:change=pick_labels/></label>
                })}</h3>
            {move || is_mismatch().then(|| html! {
                <p class="warns">"▲ "{tr("run-labels-differ", &[("labels", named().labels.len().into()), ("classes", classes.into())])}</p>
            })}
            <p class="soft">{range.into_iter().map(|(name, value)| html! {
                <span class="run-fact">{t(name)}" "<code>{value}</code></span>
            }).collect::<Node>()}
            {(summary.not_finite > 0).then(|| html! {
                <span class="warns">"▲ "{tr("run-not-finite", &[("count", summary.not_finite.into()), ("nan", summary.nan.into())])}</span>
            })}</p>
            {(!many).then(|| html! { <p><code>{first.clone()}</code></p> })}
            {drawn}
            {many.then(|| html! {
                {(!is_text).then_some(rows)}
                <p class="soft">{t(if is_text { "run-first-strings" } else { "run-first-values" })}" "<code>{first}</code></p>
            })}
        </section>
    }
}

/// Reads a file of labels for an output.
fn take_labels(run: Run, output: usize, file: Blob) {
    spawn_local(async move {
        let bytes = match JsFuture::from(file.array_buffer()).await {
            Ok(buffer) => Uint8Array::new(&buffer).to_vec(),
            Err(_) => Vec::new(),
        };
        match parse_labels(&bytes) {
            Some(labels) => {
                // The model's labels are either for values or for positions.
                let by_value = run.names(output).by_value;
                run.labels.update(|all| drop(all.insert(output, Arc::new(OutputHint { labels, by_value }))));
                run.failed.set(None);
            }
            None => run.complain("run-labels-no-text", usize::MAX),
        }
    });
}
