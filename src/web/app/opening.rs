//! Files that join the open ones: the worker reads all of them again.

use super::state::{App, Busy, PageFile};
use super::worker;
use leptos::prelude::*;

/// Adds files to the open ones and reads all of them, so that late parts join their group.
pub fn add(app: App, fresh: Vec<PageFile>) {
    if fresh.is_empty() {
        return;
    }
    app.files.update(|files| {
        for file in fresh {
            match files.iter_mut().find(|f| f.path == file.path) {
                Some(known) => *known = file,
                None => files.push(file),
            }
        }
    });
    app.busy.set(Some(Busy { stage: "reading".into(), ..Busy::default() }));
    worker::open(app, app.files.get_untracked());
}
