//! Persistent run views: the form and the results survive a change of tab, and runs continue meanwhile.
//!
//! One state per model, as long as the page has its files. Owned here and not by the view, which ends with its tab.

use super::modules;
use super::phase::Phase;
use super::state::Run;
use crate::web::app::state::{App, Shown, holds};
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use web_sys::Blob;

struct Kept {
    /// The model and its files: with other files it is another model.
    path: String,
    files: Vec<(String, Blob)>,
    run: Run,
    /// Drops the signals and ends the workers when it is dropped.
    _owner: Owner,
}

thread_local! {
    static KEPT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// The state of a model's view, kept or new.
pub fn kept(app: App, artifact: &Shown) -> Run {
    let path = artifact.files.first().cloned().unwrap_or_default();
    let files = files(app, &artifact.files);
    let known = KEPT.with_borrow(|all| {
        let known = all.iter().find(|kept| kept.path == path && kept.files == files);
        known.map(|kept| kept.run)
    });
    known.unwrap_or_else(|| {
        forget(|kept| kept.path == path);
        let owner = detached();
        let run = owner.with(|| {
            // Not from within the effect, which is disposed with the rest.
            Effect::new(move |_| {
                app.files.track();
                set_timeout(move || forget(|kept| !is_there(app, kept)), Duration::ZERO);
            });
            let run = Run::new(app, artifact, &files);
            Effect::new(move |_| {
                if run.phase.get() == Phase::Loading {
                    rest_others(&run.model_name());
                }
            });
            modules::watch(run);
            run
        });
        KEPT.with_borrow_mut(|all| all.push(Kept { path, files, run, _owner: owner }));
        run
    })
}

/// Ends idle workers of other models: each holds a model and its memory.
fn rest_others(path: &str) {
    let others: Vec<Run> = KEPT.with_borrow(|all| {
        let others = all.iter().filter(|kept| kept.path != path);
        others.map(|kept| kept.run).collect()
    });
    for run in others {
        if run.phase.get_untracked() == Phase::Ready {
            run.rest();
        }
    }
}

/// The page's files that contain these paths.
fn files(app: App, paths: &[String]) -> Vec<(String, Blob)> {
    app.files.with_untracked(|all| {
        let own = all.iter().filter(|file| holds(paths, &file.path));
        own.map(|file| (file.path.clone(), file.blob.clone())).collect()
    })
}

fn is_there(app: App, kept: &Kept) -> bool {
    app.files.with_untracked(|all| {
        let same = |(path, blob): &(String, Blob)| all.iter().any(|file| file.path == *path && file.blob == *blob);
        kept.files.iter().all(same)
    })
}

fn forget(gone: impl Fn(&Kept) -> bool) {
    let gone: Vec<Kept> = KEPT.with_borrow_mut(|all| {
        let (gone, rest) = std::mem::take(all).into_iter().partition(gone);
        *all = rest;
        gone
    });
    // Cleanup code of these states may access this one.
    drop(gone);
}

/// An owner that no view takes with it.
fn detached() -> Owner {
    let current = Owner::current();
    let owner = Owner::new_root(None);
    if let Some(current) = current {
        // A new root becomes the current one.
        current.set();
    }
    owner
}
