//! The first screen: drop, pick, or try a sample.

use super::state::App;
use super::words::{fetch_text, t};
use super::{host, intake};
use crate::json::{self, readable};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::address::Target;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// `static/samples/samples.json`.
#[derive(Clone, Debug, Default)]
struct Samples {
    samples: Vec<Sample>,
}
readable!(Samples { samples });

/// A sample; its texts are the messages `sample-<id>` and `sample-<id>-why`.
#[derive(Clone, Debug, Default)]
struct Sample {
    id: String,
    files: Vec<String>,
    target: Option<String>,
}
readable!(Sample { id, files, target });

/// Buttons that pick files or a folder.
pub fn pickers(small: bool) -> Node {
    let app = App::get();
    let files = NodeRef::new();
    let folder = NodeRef::new();
    let take = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
        if let Some(list) = input.files() {
            intake::picked(app, &list);
        }
        // Picking the same file again must count as a change.
        input.set_value("");
    };
    let press = |input: NodeRef| {
        move |_| {
            if let Some(input) = input.get_untracked::<HtmlInputElement>() {
                input.click();
            }
        }
    };
    html! {
        <span class="pickers" class:small=small>
            <button class=if small { "file drop" } else { "primary" } on:click=press(files)>
                {t(if small { "open-more" } else { "open-files" })}
            </button>
            <button class=if small { "file drop" } else { "" } on:click=press(folder)>{t("open-folder")}</button>
            <input id="pick-files" type="file" multiple hidden tabindex="-1" aria-label=t("open-files") node_ref=files on:change=take/>
            <input id="pick-folder" type="file" webkitdirectory hidden tabindex="-1" aria-label=t("open-folder") node_ref=folder on:change=take/>
        </span>
    }
}

/// The first screen.
pub fn welcome() -> Node {
    let app = App::get();
    let samples = RwSignal::new(Vec::new());
    leptos::task::spawn_local(async move {
        let text = fetch_text("static/samples/samples.json").await.unwrap_or_default();
        // The screen may be closed by now.
        samples.try_set(json::read::<Samples>(&text).unwrap_or_default().samples);
    });
    let open = move |sample: &Sample| {
        if let Some(target) = sample.target.as_deref().and_then(Target::read) {
            app.target.set(Some(target));
        }
        intake::fetch(app, sample.files.iter().map(|f| host::file(&format!("static/samples/{f}"))).collect());
    };
    html! {
        <section class="welcome">
            <h1>{t("welcome-title")}</h1>
            <p class="lead">{t("welcome-lead")}</p>
            <div class="zone">
                <svg viewBox="0 0 48 36" width="48" height="36" aria-hidden="true">
                    <path d="M4 14v16a2 2 0 0 0 2 2h36a2 2 0 0 0 2-2V14" class="tray"/>
                    <path d="M24 3v19m-8-8 8 8 8-8" class="arrow"/>
                </svg>
                <p class="say">{t("welcome-drop")}</p>
                <p class="soft">{t("welcome-kinds")}</p>
                {pickers(false)}
                <p class="private">
                    <svg viewBox="0 0 12 14" width="12" height="14" aria-hidden="true"><path d="M3 6V4a3 3 0 0 1 6 0v2M1.5 6h9v7h-9z" class="lock"/></svg>
                    {t("private")}
                </p>
            </div>
            <h2>{t("samples")}</h2>
            <ul class="samples">
                {move || samples.get().into_iter().map(|sample| {
                    let title = t(&format!("sample-{}", sample.id));
                    let why = t(&format!("sample-{}-why", sample.id));
                    html! {
                        <li><button on:click=move |_| open(&sample)><b>{title}</b><span class="soft">{why}</span></button></li>
                    }
                }).collect::<Node>()}
            </ul>
        </section>
    }
}
