//! The first screen: drop, pick, or try a sample.

use super::pickers::pickers;
use super::state::App;
use super::words::{fetch_text, t};
use super::{host, intake, later};
use crate::json::{self, readable};
use crate::web::dom::{Node, html};
use crate::web::model::address::Target;
use leptos::prelude::*;

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
            {later::has_recents().then(|| later::styled("views", later::recents()))}
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
