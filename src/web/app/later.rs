//! Views that the first display does not need: their code is fetched when they first open.
//!
//! With feature `split-app` the build cuts each group of them out of the module into a separate file (`graph`, `run`,
//! `views`); without it everything is in the module.

use super::state::{App, Shown};
use super::words::t;
use super::{
    ahead, answer_line as line_view, bytes_view, compare as compare_view, contents, delegates as delegates_view,
    details, evolution as evolution_view, files_view, graph_view, help as help_view, objects, palette as palette_view,
    recents as recents_view, requirements as table, restore as restore_view, run as run_view, targets as targets_view,
    variables,
};
#[cfg(feature = "split-app")]
use crate::chunks::NotLoaded;
#[cfg(feature = "split-app")]
use crate::web::dom::IntoNode;
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// Cuts `VIEW` out into `CHUNK`: `NAME` returns an element that fetches the chunk and then shows the view.
macro_rules! later {
    ($(#[$doc:meta])* $name:ident, $chunk:ident, $load:ident, $build:ident, || $view:expr) => {
        // The attribute declares both sides of the cut as external functions; it makes both from this one signature.
        #[cfg(feature = "split-app")]
        #[allow(unsafe_code)]
        #[wasm_split_helpers::wasm_split($chunk, preload($load), fallible)]
        fn $build() -> Result<Node, NotLoaded> {
            Ok($view)
        }

        $(#[$doc])*
        #[cfg(feature = "split-app")]
        pub fn $name() -> Node {
            fetched(Box::pin(async { $load().await.map_err(NotLoaded::from) }), Box::pin($build()), is_drawing(stringify!($chunk)))
        }

        $(#[$doc])*
        #[cfg(not(feature = "split-app"))]
        pub fn $name() -> Node {
            $view
        }
    };
    ($(#[$doc:meta])* $name:ident, $chunk:ident, $load:ident, $build:ident, |$artifact:ident: $type:ty| $view:expr) => {
        // The attribute declares both sides of the cut as external functions; it makes both from this one signature.
        #[cfg(feature = "split-app")]
        #[allow(unsafe_code)]
        #[wasm_split_helpers::wasm_split($chunk, preload($load), fallible)]
        fn $build($artifact: $type) -> Result<Node, NotLoaded> {
            Ok($view)
        }

        $(#[$doc])*
        #[cfg(feature = "split-app")]
        pub fn $name($artifact: $type) -> Node {
            fetched(Box::pin(async { $load().await.map_err(NotLoaded::from) }), Box::pin($build($artifact)), is_drawing(stringify!($chunk)))
        }

        $(#[$doc])*
        #[cfg(not(feature = "split-app"))]
        pub fn $name($artifact: $type) -> Node {
            $view
        }
    };
}

later!(
    /// The plan for changing an op.
    evolution, views, load_evolution, build_evolution, || evolution_view::evolution()
);
later!(
    /// Requirements of the file.
    requirements, views, load_requirements, build_requirements, |artifact: Shown| {
        // After the advice, which is read before any drawing.
        let drawn = artifact.clone();
        let view = table::requirements(artifact);
        if ahead::draws(&drawn) {
            draw_ahead(App::get(), drawn);
        }
        view
    }
);
later!(
    /// Further targets with their verdicts.
    targets, views, load_targets, build_targets, || targets_view::targets()
);
later!(
    /// The graph of a model.
    graph, graph, load_graph, build_graph, |artifact: Shown| graph_view::graph(artifact)
);
/// Fetches what follows most answers, before there is one: the code of the requirements and of the drawing, and their words.
#[cfg(feature = "split-app")]
pub async fn rehearse() {
    // What cannot be fetched now is fetched with its view, which reports why there is none.
    let _ = load_requirements().await;
    let _ = load_graph().await;
    super::words::rest().await;
    ahead::rehearsed();
}
/// In this build everything is there.
#[cfg(not(feature = "split-app"))]
pub async fn rehearse() {}
later!(
    /// Two graphs side by side, of two files.
    together, graph, load_together, build_together, |files: (usize, usize)| graph_view::together(files)
);
/// Requests what the view of the graph will show first.
#[cfg(not(feature = "split-app"))]
fn draw_ahead(app: App, artifact: Shown) {
    graph_view::request_ahead(app, &artifact);
}

// The attribute declares both sides of the cut as external functions; it makes both from this one signature.
#[cfg(feature = "split-app")]
#[allow(unsafe_code)]
#[wasm_split_helpers::wasm_split(graph, preload(load_ahead), fallible)]
fn request_ahead(app: App, artifact: Shown) -> Result<(), NotLoaded> {
    graph_view::request_ahead(app, &artifact);
    Ok(())
}

/// Requests what the view of the graph will show first, once its code is there.
#[cfg(feature = "split-app")]
fn draw_ahead(app: App, artifact: Shown) {
    leptos::task::spawn_local(async move {
        // Without the code the view asks again, and reports why there is none.
        let is_loaded = load_ahead().await.is_ok();
        // The file may have been removed meanwhile, or the page.
        let is_in_view = || app.artifact.try_get_untracked().flatten().as_ref() == Some(&artifact);
        if is_loaded && is_in_view() {
            let _ = request_ahead(app, artifact).await;
        }
    });
}

later!(
    /// The object graph of a checkpoint, which is drawn as well.
    objects, graph, load_objects, build_objects, |artifact: Shown| objects::objects(artifact)
);
later!(
    /// The engine's view.
    run, run, load_run, build_run, |artifact: Shown| run_view::run_view(artifact)
);

/// A view with the style sheet of its own, which is requested with its code and awaited. Without it the view can be read, below
/// a sentence that reports it.
pub fn styled(sheet: &'static str, view: Node) -> Node {
    let is_plain = RwSignal::new(false);
    leptos::task::spawn_local(async move {
        if !super::host::style(sheet).await {
            super::words::rest().await;
            is_plain.try_set(true);
        }
    });
    html! { {move || is_plain.get().then(not_loaded)} {view} }
}

/// Reports that a part of the page could not be fetched.
fn not_loaded() -> Node {
    html! { <p class="soft" role="alert">{t("error-part-not-loaded")}" "{t("error-part-not-loaded-advice")}</p> }
}

later!(
    /// Graphs, signatures, facts.
    contents, views, load_contents, build_contents, |artifact: Shown| contents::contents(artifact)
);
later!(
    /// Further details of a file: tensors, operators, functions, collections, the author's metadata.
    details, views, load_details, build_details, |artifact: Shown| details::details(artifact)
);
later!(
    /// Variables with values.
    variables, views, load_variables, build_variables, |artifact: Shown| variables::variables(artifact)
);
later!(
    /// Simulated restore.
    restore, views, load_restore, build_restore, |artifact: Shown| restore_view::restore(artifact)
);
later!(
    /// This file against another one.
    compare, views, load_compare, build_compare, |artifact: Shown| compare_view::compare(artifact, |pair| styled("graph", together(pair)))
);
later!(
    /// Delegates and other engines.
    delegates, views, load_delegates, build_delegates, |artifact: Shown| delegates_view::delegates(artifact)
);
later!(
    /// All open files.
    files, views, load_files, build_files, || files_view::files()
);
later!(
    /// The answer as one line. The requirements of the window view, which most visits begin with, are in the same chunk.
    answer_line, views, load_answer_line, build_answer_line, |artifact: Shown| line_view::answer_line(&artifact)
);
later!(
    /// Files of earlier visits.
    recents, views, load_recents, build_recents, || recents_view::recents()
);
/// Whether there may be some: their code is not fetched for an empty list.
pub fn has_recents() -> bool {
    super::storage::saved(recents_view::LIST).is_some_and(|list| list.len() > 2)
}
later!(
    /// The help.
    help, views, load_help, build_help, || help_view::help()
);
later!(
    /// The command palette.
    palette, views, load_palette, build_palette, || palette_view::palette()
);
later!(
    /// Raw bytes.
    bytes, views, load_bytes, build_bytes, |artifact: Shown| bytes_view::bytes(artifact)
);

#[cfg(feature = "split-app")]
thread_local! {
    /// Whether no view was fetched yet. The first one is the rest of the answer: its code must not delay the answer.
    static FIRST: std::cell::Cell<bool> = const { std::cell::Cell::new(true) };
}

/// The view that a chunk will provide.
#[cfg(feature = "split-app")]
type Fetched<T> = std::pin::Pin<Box<dyn Future<Output = Result<T, NotLoaded>>>>;

/// Whether a chunk's views are drawings. They take a while to build, so the event that opens one ends before; fields of other
/// views must be there for what is typed next.
#[cfg(feature = "split-app")]
fn is_drawing(chunk: &str) -> bool {
    chunk == "graph"
}

/// An element that waits for `chunk`, then shows the view that `view` builds from it; with `apart` in a task of its own.
#[cfg(feature = "split-app")]
fn fetched(chunk: Fetched<()>, view: Fetched<Node>, apart: bool) -> Node {
    let shown = RwSignal::new_local(None::<Node>);
    // In the reactive scope of the element, so that the view finds its context and is cleaned up with it.
    let build = leptos::reactive::computed::ScopedFuture::new_untracked(async move {
        if FIRST.replace(false) {
            super::host::pause(super::host::DISPLAYED).await;
        } else if apart {
            super::host::pause(0).await;
        }
        let loaded = chunk.await;
        super::words::rest().await;
        // Another view was opened meanwhile.
        if shown.is_disposed() {
            return;
        }
        let view = match loaded {
            // The chunk is loaded, so this does not wait again.
            Ok(()) => view.await,
            Err(error) => Err(error),
        };
        let view = view.unwrap_or_else(|NotLoaded| not_loaded());
        shown.try_set(Some(view));
    });
    leptos::task::spawn_local(build);
    (move || {
        shown.track();
        let view = shown.try_update_untracked(Option::take).flatten();
        view.unwrap_or_else(super::progress::pending)
    })
    .into_node()
}
