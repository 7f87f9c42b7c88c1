//! The form: where each input's values come from.

use super::state::{Choice, Entry, Run};
use crate::report::run::schema::Port;
use crate::web::app::words::t;
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// Width and height of an input that can be an image: `[batch, height, width, 1 | 3 | 4]` with a batch of one.
pub fn image_size(port: &Port) -> Option<(u32, u32)> {
    match port.shape[..] {
        [1, height, width, 1 | 3 | 4] if height > 1 && width > 1 => Some((width as u32, height as u32)),
        _ => None,
    }
}

/// Shape as the page writes it.
pub fn shape(shape: &[usize]) -> String {
    format!("{shape:?}")
}

/// One row an input.
pub fn inputs(run: Run) -> Node {
    let rows = move || {
        let prepared = run.prepared.get()?;
        let rows = prepared.inputs.iter().enumerate().map(|(index, port)| row(run, index, port)).collect::<Node>();
        Some(html! {
            <div class="scroll-x">
            <table class="run-inputs">
                <thead><tr>
                    <th scope="col">{t("run-col-input")}</th><th scope="col">{t("col-dtype")}</th>
                    <th scope="col">{t("col-shape")}</th><th scope="col">{t("run-col-values")}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
            </div>
        })
    };
    rows.into_node()
}

fn row(run: Run, index: usize, port: &Port) -> Node {
    let image = image_size(port).is_some();
    let update = move |change: &dyn Fn(&mut Entry)| {
        run.entries.update(|all| {
            if let Some(entry) = all.get_mut(index) {
                change(entry);
            }
        });
    };
    let now = move || run.entries.with(|all| all.get(index).cloned().unwrap_or_default());
    let choose = move |event| {
        let choice = match event_target_value(&event).as_str() {
            "random" => Choice::Random,
            "file" => Choice::File,
            "text" => Choice::Text,
            _ => Choice::Zeros,
        };
        update(&move |entry| entry.choice = choice.clone());
    };
    let pick = move |event: web_sys::Event| {
        let input = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()).and_then(|files| files.get(0));
        update(&move |entry| entry.file.clone_from(&file));
    };
    let number = |event: &web_sys::Event| event_target_value(event).parse::<f32>().ok();
    let label = format!("{} {}", t("run-col-values"), port.name);
    let is_text = port.dtype == "string";
    let accept = if image { "image/*,.npy,.npz,.csv,.tsv,.json,.txt" } else { ".npy,.npz,.csv,.tsv,.json,.txt" };
    let hint = if !is_text {
        "run-text-numbers"
    } else if port.shape.iter().product::<usize>() == 1 {
        "run-text-one"
    } else {
        "run-text-lines"
    };
    html! {
        <tr>
            <th scope="row"><code>{port.name.clone()}</code></th>
            <td><code>{port.dtype.clone()}</code></td>
            <td><code>{shape(&port.shape)}</code></td>
            <td class="run-fill">
                <select aria-label=label.clone() on:change=choose>
                    <option value="zeros" selected=move || now().choice == Choice::Zeros>{t("run-zeros")}</option>
                    {(!is_text).then(|| html! {
                        <option value="random" selected=move || now().choice == Choice::Random>{t("run-random")}</option>
                    })}
                    <option value="file" selected=move || now().choice == Choice::File>
                        {t(if image { "run-image-or-file" } else { "run-data-file" })}
                    </option>
                    <option value="text" selected=move || now().choice == Choice::Text>
                        {t(if is_text { "run-text" } else { "run-typed" })}
                    </option>
                </select>
                {move || match now().choice {
                    Choice::Zeros => Node::Nothing,
                    Choice::Random => html! {
                        <label>{t("run-seed")}" "<input type="number" min="0" step="1" class="run-number"
                            prop:value=move || now().seed.to_string()
                            on:change=move |event| if let Ok(seed) = event_target_value(&event).parse() {
                                update(&move |entry| entry.seed = seed);
                            }/></label>
                    },
                    Choice::Text => html! {
                        <textarea class="run-typed" rows="2" aria-label=label.clone() placeholder=t(hint) dir="auto"
                            prop:value=now().text
                            on:change=move |event| {
                                let text = event_target_value(&event);
                                update(&move |entry| entry.text.clone_from(&text));
                            }></textarea>
                    },
                    Choice::File => html! {
                        <input type="file" accept=accept aria-label=t("run-file") on:change=pick/>
                        {image.then(|| html! {
                            <label title=t("run-normalisation")>"(x − "<input type="number" step="any" class="run-number"
                                aria-label=t("run-mean") prop:value=move || now().mean.to_string()
                                on:change=move |event| if let Some(mean) = number(&event) {
                                    update(&move |entry| entry.mean = mean);
                                }/>") / "<input type="number" step="any" class="run-number"
                                aria-label=t("run-std") prop:value=move || now().std.to_string()
                                on:change=move |event| if let Some(std) = number(&event).filter(|std| *std != 0.0) {
                                    update(&move |entry| entry.std = std);
                                }/></label>
                        })}
                    },
                }}
            </td>
        </tr>
    }
}
