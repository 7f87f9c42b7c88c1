//! Files that a reload brings back: copies of the local files of this tab, in the browser's own storage.
//!
//! Owns: the cache `vintage-files` and the tab's key in it. Copies are removed with the file, by the user, and when they
//! are a day old (a closed tab leaves them behind). Where a browser refuses storage, nothing is kept.

use super::state::{App, PageFile};
use super::{host, opening, recents};
use crate::chunks::cut;
use crate::message::Message;
use js_sys::{Array, Date, Math};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Cache, Headers, Request, Response, ResponseInit, Storage};

/// Name of the cache.
const CACHE: &str = "vintage-files";

/// Bytes of all files together that are kept; larger sets are not, because copying them takes seconds and space.
pub const MOST: f64 = 256e6;

/// Milliseconds after which copies are removed.
const OLD: f64 = 24.0 * 3600e3;

/// Header with the time of a copy.
const TIME: &str = "vintage-time";

fn session() -> Option<Storage> {
    web_sys::window().filter(|_| host::is_page())?.session_storage().ok().flatten()
}

/// Whether this tab has kept files.
pub fn some() -> bool {
    session().is_some_and(|session| session.get_item("vintage-files").ok().flatten().is_some())
}

/// Name of the list of files that a reload has to bring back, by path and in their order: it is there before the copies.
const LIST: &str = "vintage-files-list";

/// The tab's folder in the cache, made when `fresh` asks for it.
fn folder(fresh: bool) -> Option<String> {
    let session = session()?;
    let known = session.get_item("vintage-files").ok().flatten();
    if known.is_some() || !fresh {
        return known;
    }
    let made = format!("kept/{:x}", (Math::random() * 1e15) as u64);
    session.set_item("vintage-files", &made).ok()?;
    Some(made)
}

async fn cache() -> Option<Cache> {
    // A page of another origin in a frame, or one without https, has no caches.
    let caches = web_sys::window()?.caches().ok()?;
    JsFuture::from(caches.open(CACHE)).await.ok()?.dyn_into().ok()
}

fn address(folder: &str, path: &str) -> String {
    format!("{folder}/{}", js_sys::encode_uri_component(path))
}

/// Keeps `files`, and only those, for a reload of this tab; copies of `before` are there already.
async fn keep(files: Vec<PageFile>, before: &[PageFile]) -> Option<()> {
    let total: f64 = files.iter().map(|file| file.blob.size()).sum();
    let files = if total > MOST { Vec::new() } else { files };
    let folder = folder(!files.is_empty())?;
    let cache = cache().await?;
    let paths: Array = files.iter().map(|file| JsValue::from_str(&file.path)).collect();
    session()?.set_item(LIST, &String::from(js_sys::JSON::stringify(&paths).ok()?)).ok()?;
    let now = Date::now();
    let kept = keys(&cache, &folder).await?;
    for (request, path) in &kept {
        if !files.iter().any(|file| file.path == *path) {
            JsFuture::from(cache.delete_with_request(request)).await.ok()?;
        }
    }
    for file in files {
        let same = |other: &PageFile| other.path == file.path && other.blob == file.blob;
        if before.iter().any(same) && kept.iter().any(|(_, path)| *path == file.path) {
            continue;
        }
        let headers = Headers::new().ok()?;
        headers.set(TIME, &now.to_string()).ok()?;
        let options = ResponseInit::new();
        options.set_headers(&headers);
        let copy = Response::new_with_opt_blob_and_init(Some(&file.blob), &options).ok()?;
        JsFuture::from(cache.put_with_str(&address(&folder, &file.path), &copy)).await.ok()?;
    }
    Some(())
}

/// Requests of a folder's copies, with the paths of the files.
async fn keys(cache: &Cache, folder: &str) -> Option<Vec<(Request, String)>> {
    let keys: Array = JsFuture::from(cache.keys()).await.ok()?.dyn_into().ok()?;
    let mark = format!("/{folder}/");
    let path = |request: Request| {
        let url = request.url();
        let (_, path) = url.split_once(&mark)?;
        let path = js_sys::decode_uri_component(path).ok()?.as_string()?;
        Some((request, path))
    };
    Some(keys.iter().filter_map(|request| path(request.dyn_into().ok()?)).collect())
}

/// Paths of the files that were open before the reload.
fn listed() -> Option<Vec<String>> {
    let list = session()?.get_item(LIST).ok().flatten()?;
    let list: Array = js_sys::JSON::parse(&list).ok()?.dyn_into().ok()?;
    Some(list.iter().filter_map(|path| path.as_string()).collect())
}

/// The files that were open before the reload and whose copies were finished, in their order; the cache has another one.
async fn files(listed: &[String]) -> Option<Vec<PageFile>> {
    let folder = folder(false)?;
    let cache = cache().await?;
    let mut files = Vec::new();
    for (request, path) in keys(&cache, &folder).await? {
        let copy: Response = JsFuture::from(cache.match_with_request(&request)).await.ok()?.dyn_into().ok()?;
        let blob: Blob = JsFuture::from(copy.blob().ok()?).await.ok()?.dyn_into().ok()?;
        files.push(PageFile { path, blob });
    }
    files.sort_by_key(|file| listed.iter().position(|path| *path == file.path));
    Some(files)
}

/// Opens the files that were open before the reload, and reports those whose copies it interrupted.
fn bring_back(app: App, listed: &[String], copies: Vec<PageFile>) {
    let is_copied = |path: &String| copies.iter().any(|copy| copy.path == *path);
    let missing: Vec<String> = listed.iter().filter(|path| !is_copied(path)).cloned().collect();
    if !missing.is_empty() {
        report_missing(app, missing, listed.len());
    }
    opening::add(app, copies);
}

/// Reports missing copies until their files are open again.
fn report_missing(app: App, missing: Vec<String>, total: usize) {
    const ID: &str = "copies-incomplete";
    let is_first = StoredValue::new(true);
    Effect::new(move |_| {
        // A folder may be dropped again file by file.
        let is_open = |path: &str| app.files.with(|files| files.iter().any(|file| name(&file.path) == name(path)));
        let left: Vec<&String> = missing.iter().filter(|path| !is_open(path)).collect();
        let is_shown = app.notices.with_untracked(|all| all.iter().any(|notice| notice.message.id == ID));
        // The user may have closed it.
        if !is_first.get_value() && !is_shown {
            return;
        }
        is_first.set_value(false);
        app.notices.update(|all| all.retain(|notice| notice.message.id != ID));
        if let Some(first) = left.first() {
            app.notice(Message::new(ID).with("file", first).with("n", left.len()).with("total", total));
        }
    });
}

/// The last part of a path.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Removes old copies of tabs that are closed.
async fn sweep() -> Option<()> {
    let cache = cache().await?;
    let keys: Array = JsFuture::from(cache.keys()).await.ok()?.dyn_into().ok()?;
    for request in keys.iter().filter_map(|request| request.dyn_into::<Request>().ok()) {
        let copy: Response = JsFuture::from(cache.match_with_request(&request)).await.ok()?.dyn_into().ok()?;
        let time = copy.headers().get(TIME).ok().flatten().and_then(|time| time.parse::<f64>().ok());
        if time.is_none_or(|time| Date::now() - time > OLD) {
            JsFuture::from(cache.delete_with_request(&request)).await.ok()?;
        }
    }
    Some(())
}

cut!(
    "split-app",
    views,
    load_follow,
    /// Opens the files that were open before the reload, and keeps those of the page from now on.
    fn follow(app: App) -> () {
        spawn_local(async move {
            let listed = listed().unwrap_or_default();
            let before = files(&listed).await.unwrap_or_default();
            if app.files.with_untracked(Vec::is_empty) {
                bring_back(app, &listed, before.clone());
            }
            // The files of the last copies.
            let copied = StoredValue::new_local(before);
            // The last set wins; copying one takes a while.
            let working = StoredValue::new(false);
            let again = StoredValue::new(false);
            Effect::new(move |_| {
                let files = local(app);
                if working.get_value() {
                    return again.set_value(true);
                }
                working.set_value(true);
                spawn_local(async move {
                    let mut files = files;
                    loop {
                        let done = keep(files.clone(), &copied.get_value()).await;
                        recents::keep(&files).await;
                        // After a failure, the next copies are made anew.
                        copied.set_value(done.map_or_else(Vec::new, |()| files));
                        if !again.get_value() {
                            break;
                        }
                        again.set_value(false);
                        files = untrack(|| local(app));
                    }
                    working.set_value(false);
                });
            });
            sweep().await;
        });
    }
);

/// The open files that no address of a link brings back.
fn local(app: App) -> Vec<PageFile> {
    let linked: Vec<String> =
        app.sources.with(|sources| sources.iter().map(|source| name(source).to_owned()).collect());
    app.files.get().into_iter().filter(|file| !linked.iter().any(|linked| linked == name(&file.path))).collect()
}

/// Starts keeping files once the first have their answer, and brings back those of before a reload. Until then it costs
/// nothing.
pub fn begin(app: App) {
    if !host::is_page() {
        return;
    }
    let begun = StoredValue::new(false);
    Effect::new(move |_| {
        if begun.get_value() || app.artifacts.with(Vec::is_empty) && !some() {
            return;
        }
        begun.set_value(true);
        spawn_local(async move {
            #[cfg(feature = "split-app")]
            {
                host::pause(host::DISPLAYED).await;
                if load_follow().await.is_err() {
                    return;
                }
            }
            // In the reactive scope of the page, which outlives the effect.
            let _ = follow(app);
        });
    });
}

/// Removes all copies, also those of other tabs and of earlier visits.
pub fn clear() {
    recents::clear();
    if let Some(session) = session() {
        let _ = session.remove_item("vintage-files");
        let _ = session.remove_item(LIST);
    }
    if let Some(caches) = web_sys::window().and_then(|window| window.caches().ok()) {
        let _ = caches.delete(CACHE);
    }
}
