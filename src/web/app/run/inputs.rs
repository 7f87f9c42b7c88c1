//! The form with the source of each input's values.

use super::camera::{camera, has_camera};
use super::clipboard::{can_paste, paste};
use super::entry::{Choice, Entry, Picked, image_size};
use super::state::Run;
use crate::services::run::schema::Port;
use crate::web::app::words::t;
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, FileList, HtmlInputElement};

/// Files that hold arrays.
const ARRAYS: &str = ".npy,.npz,.csv,.tsv,.json,.txt";

/// Shape as the page writes it.
pub fn shape(shape: &[usize]) -> String {
    format!("{shape:?}")
}

/// One row per input.
pub fn inputs(run: Run) -> Node {
    let rows = move || {
        let ports = run.ports.get();
        if ports.is_empty() {
            return None;
        }
        let rows = ports.iter().enumerate().map(|(index, port)| row(run, index, port)).collect::<Node>();
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

/// The file of a drop, if it is of a `wanted` kind; the event is then handled, and otherwise the page opens the file.
pub fn taken(event: &web_sys::Event, wanted: impl Fn(&File) -> bool) -> Option<File> {
    let transfer = event.dyn_ref::<DragEvent>()?.data_transfer()?;
    let file = transfer.files()?.get(0).filter(wanted)?;
    event.prevent_default();
    Some(file)
}

/// The files of a drop, if all are of a `wanted` kind; see [`taken`].
pub fn taken_all(event: &web_sys::Event, wanted: impl Fn(&File) -> bool) -> Vec<File> {
    let transfer = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
    let files = list(transfer.and_then(|transfer| transfer.files()));
    if !files.iter().all(wanted) {
        return Vec::new();
    }
    if !files.is_empty() {
        event.prevent_default();
    }
    files
}

/// The files that were chosen in a field.
pub fn chosen_all(event: &web_sys::Event) -> Vec<File> {
    let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    list(field.and_then(|field| field.files()))
}

fn list(files: Option<FileList>) -> Vec<File> {
    files.into_iter().flat_map(|files| (0..files.length()).filter_map(move |index| files.get(index))).collect()
}

/// Whether a name has one of the extensions.
pub fn ends(name: &str, endings: &str) -> bool {
    let name = name.to_lowercase();
    endings.split(',').any(|ending| name.ends_with(ending))
}

/// The file that was chosen in a field.
pub fn chosen(event: &web_sys::Event) -> Option<File> {
    event.target()?.dyn_into::<HtmlInputElement>().ok()?.files()?.get(0)
}

/// One input of the form, by its index.
#[derive(Clone, Copy)]
struct Field {
    run: Run,
    index: usize,
}

impl Field {
    fn now(self) -> Entry {
        self.run.entries.with(|all| all.get(self.index).cloned().unwrap_or_default())
    }

    fn change(self, change: impl FnOnce(&mut Entry)) {
        self.run.entries.update(|all| {
            if let Some(entry) = all.get_mut(self.index) {
                change(entry);
            }
        });
    }
}

fn row(run: Run, index: usize, port: &Port) -> Node {
    let field = Field { run, index };
    let image = image_size(port).is_some();
    let is_text = port.dtype == "string";
    let label = format!("{} {}", t("run-col-values"), port.name);
    let hint = match (is_text, port.shape.iter().product::<usize>()) {
        (false, _) => "run-text-numbers",
        (true, 1) => "run-text-one",
        (true, _) => "run-text-lines",
    };
    let mut choices = vec![("zeros", Choice::Zeros, t("run-zeros"))];
    if !is_text {
        choices.push(("random", Choice::Random, t("run-random")));
    }
    choices.push(("file", Choice::File, t(if image { "run-image-or-file" } else { "run-data-file" })));
    choices.push(("text", Choice::Text, t(if is_text { "run-text" } else { "run-typed" })));
    let known = choices.clone();
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some((_, choice, _)) = known.iter().find(|(id, ..)| *id == chosen) {
            field.change(|entry| entry.choice = choice.clone());
        }
    };
    let options = choices.into_iter().map(|(id, choice, words)| {
        html! { <option value=id selected=move || field.now().choice == choice>{words}</option> }
    });
    let over = RwSignal::new(false);
    let dropped = move |event: web_sys::Event| {
        over.set(false);
        if let Some(file) = taken(&event, |file| file.type_().starts_with("image/") || ends(&file.name(), ARRAYS)) {
            run.give(index, Picked::from(file));
        }
    };
    html! {
        <tr class:over=move || over.get() on:drop=dropped
            on:dragover=move |_| over.set(true) on:dragleave=move |_| over.set(false)>
            <th scope="row"><code>{port.name.clone()}</code></th>
            <td><code>{port.dtype.clone()}</code></td>
            <td><code>{shape(&port.shape)}</code></td>
            <td class="run-fill">
                <select aria-label=label.clone() on:change=choose>{options.collect::<Node>()}</select>
                {move || match field.now().choice {
                    Choice::Zeros => Node::Nothing,
                    Choice::Random => seed(field),
                    Choice::Text => typed(field, label.clone(), hint),
                    Choice::File => file(field, image),
                }}
            </td>
        </tr>
    }
}

fn seed(field: Field) -> Node {
    html! {
        <label>{t("run-seed")}" "<input type="number" min="0" step="1" class="run-number"
            prop:value=move || field.now().seed.to_string()
            on:change=move |event| if let Ok(seed) = event_target_value(&event).parse() {
                field.change(|entry| entry.seed = seed);
            }/></label>
    }
}

fn typed(field: Field, label: String, hint: &str) -> Node {
    html! {
        <textarea class="run-typed" rows="2" aria-label=label placeholder=t(hint) dir="auto"
            prop:value=field.now().text
            on:change=move |event| {
                let text = event_target_value(&event);
                field.change(|entry| entry.text = text);
            }></textarea>
    }
}

fn file(field: Field, image: bool) -> Node {
    let pick = move |event: web_sys::Event| {
        field.change(|entry| entry.file = chosen(&event).map(Picked::from));
    };
    let Entry { file, .. } = field.now();
    let is_picture = file.as_ref().is_none_or(|file| file.blob.type_().starts_with("image/"));
    let accept = if image { format!("image/*,{ARRAYS}") } else { ARRAYS.to_owned() };
    html! {
        <label class="run-file"><span class="run-pick">{t("run-choose-file")}</span>
            <input type="file" class="sr" accept=accept aria-label=t("run-file") on:change=pick/></label>
        <span class="run-name" role="status">{match file {
            Some(file) => html! { <code>{file.name}</code> },
            None => html! { <span class="soft">{t(if image { "run-drop-image" } else { "run-drop-file" })}</span> },
        }}</span>
        {(image && can_paste()).then(|| html! {
            <button on:click=move |_| paste(field.run, field.index)>{t("run-paste")}</button>
        })}
        {(image && has_camera()).then(|| camera(field.run, field.index))}
        // The model's pixel normalization is known once it is loaded.
        {move || (image && is_picture && !field.now().mean.is_empty()).then(|| picture(field))}
    }
}

/// How a picture becomes values.
fn picture(field: Field) -> Node {
    let choose = move |event| {
        let crop = event_target_value(&event) == "crop";
        field.change(|entry| entry.crop = crop);
    };
    let written = |values: &[f32]| values.iter().map(f32::to_string).collect::<Vec<_>>().join(", ");
    html! {
        <select aria-label=t("run-proportions") on:change=choose>
            <option value="stretch" selected=move || !field.now().crop>{t("run-stretch")}</option>
            <option value="crop" selected=move || field.now().crop>{t("run-crop")}</option>
        </select>
        <label class="run-formula" title=t("run-normalisation")>"(x − "<input type="text" size="8" class="run-number"
            aria-label=t("run-mean") prop:value=move || written(&field.now().mean)
            on:change=move |event| match numbers(&event_target_value(&event)) {
                Some(mean) => field.change(|entry| entry.mean = mean),
                None => field.run.complain("run-normalisation-numbers", field.index),
            }/>") / "<input type="text" size="8" class="run-number"
            aria-label=t("run-std") prop:value=move || written(&field.now().std)
            on:change=move |event| match numbers(&event_target_value(&event)).filter(|std| !std.contains(&0.0)) {
                Some(std) => field.change(|entry| entry.std = std),
                None => field.run.complain("run-normalisation-numbers", field.index),
            }/></label>
        {field.run.hints.with(|hints| hints.inputs.get(field.index).is_some_and(|hint| !hint.mean.is_empty())).then(|| html! {
            <span class="soft">{t("run-from-metadata")}</span>
        })}
    }
}

/// One number for all channels, or one per channel.
fn numbers(text: &str) -> Option<Vec<f32>> {
    let parts = text.split([',', ' ', ';']).filter(|part| !part.is_empty());
    let numbers: Vec<f32> =
        parts.map(|part| part.parse().ok().filter(|n: &f32| n.is_finite())).collect::<Option<_>>()?;
    matches!(numbers.len(), 1 | 3 | 4).then_some(numbers)
}
