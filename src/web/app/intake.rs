//! Incoming files: dropped (folders too), picked, pasted, fetched by URL.

use super::state::{App, Busy, PageFile};
use super::{host, opening};
use crate::message::Message;
use js_sys::{Array, Function, Promise};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry, Response};

/// Maximum number of files in a drop; a folder with more is probably the wrong one.
const MOST_FILES: usize = 20_000;

/// Takes a drop. Entries must be requested before the event handler returns; only reading them may wait.
pub fn dropped(app: App, transfer: &DataTransfer) {
    let items = transfer.items();
    let mut entries = Vec::new();
    for i in 0..items.length() {
        let Some(item) = items.get(i).filter(|item| item.kind() == "file") else { continue };
        match item.webkit_get_as_entry() {
            Ok(Some(entry)) => entries.push(entry),
            // Some browsers provide files without entries.
            _ => {
                if let Ok(Some(file)) = item.get_as_file() {
                    opening::add(app, vec![page_file(file)]);
                }
            }
        }
    }
    let text = transfer.get_data("text/plain").unwrap_or_default();
    if entries.is_empty() {
        if items.length() == 0 || !text.is_empty() {
            text_given(app, &text);
        }
        return;
    }
    app.sources.set(Vec::new());
    collect(app, entries, Vec::new());
}

/// Opens `files` and everything below the entries.
fn collect(app: App, entries: Vec<FileSystemEntry>, mut files: Vec<PageFile>) {
    app.busy.set(Some(Busy { stage: "collecting".into(), ..Busy::default() }));
    spawn_local(async move {
        for entry in entries {
            walk(app, entry, &mut files).await;
        }
        app.busy.set(None);
        opening::add(app, files);
    });
}

/// Takes the files of a picker or of the clipboard.
pub fn picked(app: App, list: &FileList) {
    taken(app, (0..list.length()).filter_map(|i| list.get(i)).map(page_file).collect());
}

/// Takes files and entries of folders.
pub fn given(app: App, items: Vec<JsValue>) {
    let mut entries = Vec::new();
    let mut files = Vec::new();
    for item in items {
        match item.dyn_into() {
            Ok(file) => files.push(page_file(file)),
            Err(entry) => entries.push(entry.unchecked_into()),
        }
    }
    if entries.is_empty() {
        return taken(app, files);
    }
    app.sources.set(Vec::new());
    collect(app, entries, files);
}

fn taken(app: App, files: Vec<PageFile>) {
    if !files.is_empty() {
        app.sources.set(Vec::new());
        opening::add(app, files);
    }
}

/// Pasted or dropped text: opens it when it is a URL.
pub fn text_given(app: App, text: &str) {
    let text = text.trim();
    if text.starts_with("https://") || text.starts_with("http://") {
        fetch(app, text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect());
    }
}

fn page_file(file: File) -> PageFile {
    // A folder picker has the path within the folder; a plain picker has none.
    let relative = js_sys::Reflect::get(&file, &"webkitRelativePath".into()).ok().and_then(|p| p.as_string());
    let path = relative.filter(|p| !p.is_empty()).unwrap_or_else(|| file.name());
    PageFile { path, blob: file.into() }
}

/// Everything below an entry, folders first to last, with an explicit stack: a folder may be deep.
async fn walk(app: App, root: FileSystemEntry, files: &mut Vec<PageFile>) {
    let mut stack = vec![root];
    while let Some(entry) = stack.pop() {
        if files.len() >= MOST_FILES {
            app.notice(Message::new("too-many-files").with("limit", MOST_FILES));
            return;
        }
        let path = entry.full_path().trim_start_matches('/').to_owned();
        if entry.is_file() {
            let entry: FileSystemFileEntry = entry.unchecked_into();
            let got = promised(|resolve, reject| {
                entry.file_with_callback_and_callback(resolve, reject);
                Ok(())
            })
            .await;
            match got.map(JsCast::dyn_into::<File>) {
                Ok(Ok(file)) => files.push(PageFile { path, blob: file.into() }),
                _ => app.notice(Message::new("page-file-unreadable").with("file", path)),
            }
        } else {
            let reader = entry.unchecked_into::<FileSystemDirectoryEntry>().create_reader();
            let mut below = Vec::new();
            // A reader returns a hundred entries at a time; an empty batch is the end.
            loop {
                let batch =
                    promised(|resolve, reject| reader.read_entries_with_callback_and_callback(resolve, reject)).await;
                let Ok(batch) = batch else {
                    app.notice(Message::new("page-folder-unreadable").with("file", &path));
                    break;
                };
                let batch: Array = batch.unchecked_into();
                if batch.length() == 0 {
                    break;
                }
                below.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
            }
            app.busy.update(|busy| {
                if let Some(busy) = busy {
                    busy.subject = path;
                    busy.done = files.len() as u64;
                }
            });
            stack.extend(below.into_iter().rev());
        }
    }
}

/// A call with two callbacks as a future.
async fn promised(call: impl FnOnce(&Function, &Function) -> Result<(), JsValue>) -> Result<JsValue, JsValue> {
    let mut call = Some(call);
    let promise = Promise::new(&mut |resolve, reject| {
        if let Some(call) = call.take()
            && let Err(error) = call(&resolve, &reject)
        {
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    JsFuture::from(promise).await
}

/// Fetches URLs (relative ones from the page) and opens the files; reports each failure.
pub fn fetch(app: App, urls: Vec<String>) {
    spawn_local(async move {
        let names = host::paths(&urls);
        let total = urls.len() as u64;
        let mut files = Vec::new();
        for (done, (url, path)) in urls.iter().zip(names).enumerate() {
            app.busy.set(Some(Busy { stage: "fetching".into(), subject: path.clone(), done: done as u64, total }));
            match fetch_one(url).await {
                Ok(blob) => files.push(PageFile { path, blob }),
                Err(Some(status)) => app.notice(Message::new("fetch-status").with("url", url).with("status", status)),
                Err(None) => app.notice(Message::new("fetch-failed").with("url", url)),
            }
        }
        app.busy.set(None);
        if !files.is_empty() {
            app.sources
                .update(|known| known.extend(urls.into_iter().filter(|u| !known.contains(u)).collect::<Vec<_>>()));
            opening::add(app, files);
        }
    });
}

/// The blob, or the status when the server answered with an error.
async fn fetch_one(url: &str) -> Result<web_sys::Blob, Option<u16>> {
    let response: Response = host::source(url).await.map_err(|_| None)?.dyn_into().map_err(|_| None)?;
    if !response.ok() {
        return Err(Some(response.status()));
    }
    let blob = JsFuture::from(response.blob().map_err(|_| None)?).await.map_err(|_| None)?;
    blob.dyn_into().map_err(|_| None)
}
