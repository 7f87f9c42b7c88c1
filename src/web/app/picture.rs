//! The drawing of the file in view as the text of an SVG, for the document around the element and for reports.

use super::state::{App, Shown};
use super::worker;
use crate::chunks::cut;
use crate::graph::export::svg;
use crate::graph::{Drawing, Options};
use crate::report::schema::Kind;
use crate::web::protocol::Question;
use js_sys::Function;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// Asks for the drawing of an artifact's first graph, or of its objects; `then` gets nothing if it has neither.
pub fn drawing(app: App, artifact: &Shown, then: impl FnOnce(Option<Drawing>) + 'static) {
    let graph = artifact.graphs.iter().any(|graph| graph.nodes > 0).then_some(0);
    if graph.is_none() && artifact.lists.objects == 0 {
        return then(None);
    }
    let group = artifact.kind != Kind::Tflite && graph.is_some();
    let options = Options { group, blocks: graph.is_some(), ..Options::default() };
    let question =
        Question::Graph { artifact: app.current.get_untracked(), graph, options, reveal: None, pieces: false };
    worker::request(app, question, move |reply| then(reply.and_then(Result::ok).and_then(|answer| answer.read())));
}

cut!(
    "split-app",
    views,
    load_picture,
    /// Calls `done` with the complete report, or with the SVG of the file in view, or with nothing.
    fn picture(app: App, report: bool, done: Function) -> () {
        let give = move |text: Option<String>| {
            let _ = done.call1(&JsValue::NULL, &text.map_or(JsValue::NULL, JsValue::from));
        };
        if report {
            return worker::request(app, Question::Report, move |reply| {
                give(reply.and_then(Result::ok).map(worker::Answer::text));
            });
        }
        match app.artifact.get_untracked() {
            Some(artifact) => drawing(app, &artifact, move |drawing| give(drawing.map(|drawing| svg(&drawing, None)))),
            None => give(None),
        }
    }
);

/// Calls `done` with the complete report, or with the SVG of the file in view, or with nothing.
pub async fn give(app: App, report: bool, done: Function) {
    #[cfg(feature = "split-app")]
    if load_picture().await.is_err() {
        let _ = done.call0(&JsValue::NULL);
        return;
    }
    let _ = picture(app, report, done);
}
