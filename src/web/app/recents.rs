//! Files of earlier visits: copies by content hash, in the browser's own storage.
//!
//! Owns: the cache `vintage-recent` and the list of its sets. The oldest sets make room for new ones. Where a browser
//! refuses storage, or the page is embedded, there are none.

use super::state::{App, PageFile};
use super::storage::{save, saved};
use super::words::{Arg, language, t, tr};
use super::{format, host, opening};
use crate::json::{self, readable};
use crate::web::dom::{Node, html};
use js_sys::{ArrayBuffer, Date, Uint8Array};
use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Cache, Request, Response};

/// Name of the cache.
const CACHE: &str = "vintage-recent";

/// Name of the list in the storage of choices.
pub const LIST: &str = "recent";

/// Bytes of the largest set that is kept: hashing it holds its largest file in memory.
const LARGEST: u64 = 64_000_000;

/// Bytes of all sets together.
pub const MOST: u64 = 256_000_000;

/// Sets that are kept.
const SETS: usize = 12;

/// Files that were opened together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Recent {
    /// SHA-256 of their paths and contents.
    pub hash: String,
    paths: Vec<String>,
    bytes: u64,
    /// Milliseconds since 1970.
    time: f64,
}
readable!(Recent { hash, paths, bytes, time });

impl Recent {
    /// Name of the folder of all files, or of the first file with the number of others.
    pub fn title(&self) -> String {
        let folder = |path: &String| path.split_once('/').map(|(folder, _)| folder.to_owned());
        if let Some(folder) = self.paths.first().and_then(folder)
            && self.paths.iter().all(|path| path.strip_prefix(&folder).is_some_and(|rest| rest.starts_with('/')))
        {
            return folder;
        }
        let first = self.paths.first().map_or("", |path| path.rsplit('/').next().unwrap_or(path));
        match self.paths.len() {
            0 | 1 => first.to_owned(),
            all => tr("recent-more", &[("name", Arg::Text(first.to_owned())), ("n", (all - 1).into())]),
        }
    }

    /// Size and day.
    fn about(&self) -> String {
        let day = Date::new(&self.time.into()).to_locale_date_string(&language(), &JsValue::UNDEFINED);
        format!("{} · {}", format::bytes(self.bytes), String::from(day))
    }
}

/// The sets, the last one first.
pub fn list() -> Vec<Recent> {
    saved(LIST).and_then(|text| json::read(&text)).unwrap_or_default()
}

fn write(list: &[Recent]) {
    save(LIST, &serde_json::to_string(list).unwrap_or_default());
}

async fn cache() -> Option<Cache> {
    let caches = web_sys::window().filter(|_| host::is_page())?.caches().ok()?;
    JsFuture::from(caches.open(CACHE)).await.ok()?.dyn_into().ok()
}

fn address(hash: &str, path: &str) -> String {
    format!("recent/{hash}/{}", js_sys::encode_uri_component(path))
}

/// Keeps files that were opened; a set that is there already becomes the last one.
pub async fn keep(files: &[PageFile]) -> Option<()> {
    let bytes = files.iter().map(|file| file.blob.size() as u64).sum();
    if files.is_empty() || bytes > LARGEST {
        return None;
    }
    let hash = hash(files).await?;
    let cache = cache().await?;
    if !list().iter().any(|recent| recent.hash == hash) {
        for file in files {
            let copy = Response::new_with_opt_blob(Some(&file.blob)).ok()?;
            JsFuture::from(cache.put_with_str(&address(&hash, &file.path), &copy)).await.ok()?;
        }
    }
    let mut all = list();
    all.retain(|recent| recent.hash != hash);
    let paths = files.iter().map(|file| file.path.clone()).collect();
    all.insert(0, Recent { hash, paths, bytes, time: Date::now() });
    let mut total = 0;
    let kept = all.iter().take(SETS).take_while(|recent| {
        total += recent.bytes;
        total <= MOST
    });
    let kept = kept.count();
    let gone = all.split_off(kept);
    write(&all);
    for recent in gone {
        delete(&cache, &recent).await;
    }
    Some(())
}

/// SHA-256 of the files' paths and contents. Browsers offer it to pages with https only.
async fn hash(files: &[PageFile]) -> Option<String> {
    let subtle = web_sys::window()?.crypto().ok()?.subtle();
    let digest = async |data: &Uint8Array| -> Option<String> {
        let digest = subtle.digest_with_str_and_js_u8_array("SHA-256", data).ok()?;
        let digest: ArrayBuffer = JsFuture::from(digest).await.ok()?.dyn_into().ok()?;
        Some(Uint8Array::new(&digest).to_vec().iter().map(|byte| format!("{byte:02x}")).collect())
    };
    let mut lines = Vec::new();
    for file in files {
        let content: ArrayBuffer = JsFuture::from(file.blob.array_buffer()).await.ok()?.dyn_into().ok()?;
        lines.push(format!("{} {}\n", digest(&Uint8Array::new(&content)).await?, file.path));
    }
    // In whatever order they were dropped.
    lines.sort();
    digest(&Uint8Array::from(lines.concat().as_bytes())).await
}

async fn delete(cache: &Cache, recent: &Recent) {
    for path in &recent.paths {
        if let Ok(request) = Request::new_with_str(&address(&recent.hash, path)) {
            let _ = JsFuture::from(cache.delete_with_request(&request)).await;
        }
    }
}

async fn files(recent: &Recent) -> Option<Vec<PageFile>> {
    let cache = cache().await?;
    let mut files = Vec::new();
    for path in &recent.paths {
        let copy: Response =
            JsFuture::from(cache.match_with_str(&address(&recent.hash, path))).await.ok()?.dyn_into().ok()?;
        let blob: Blob = JsFuture::from(copy.blob().ok()?).await.ok()?.dyn_into().ok()?;
        files.push(PageFile { path: path.clone(), blob });
    }
    Some(files)
}

/// Opens the files of a set. If the browser has removed them, the set leaves the list, with a notice, and `gone` is
/// called.
pub fn open(app: App, recent: Recent, gone: impl FnOnce() + 'static) {
    spawn_local(async move {
        match files(&recent).await {
            Some(files) => opening::add(app, files),
            None => {
                write(&list().into_iter().filter(|other| other.hash != recent.hash).collect::<Vec<_>>());
                app.notice(crate::report::schema::Message::new("recent-gone").with("name", recent.title()));
                gone();
            }
        }
    });
}

/// Removes one set, or all.
fn remove(hash: Option<&str>) {
    let (gone, kept): (Vec<Recent>, Vec<Recent>) =
        list().into_iter().partition(|recent| hash.is_none_or(|hash| recent.hash == hash));
    write(&kept);
    spawn_local(async move {
        if let Some(cache) = cache().await {
            for recent in gone {
                delete(&cache, &recent).await;
            }
        }
    });
}

/// Removes all sets.
pub fn clear() {
    remove(None);
}

/// The sets, to open and to remove them.
pub fn recents() -> Node {
    let app = App::get();
    let all = RwSignal::new(list());
    let row = move |recent: Recent| {
        let (title, about) = (recent.title(), recent.about());
        let label = tr("recent-remove", &[("name", Arg::Text(title.clone()))]);
        let hash = recent.hash.clone();
        let away = move |_| {
            remove(Some(&hash));
            all.set(list());
        };
        html! {
            <li>
                <button on:click=move |_| open(app, recent.clone(), move || drop(all.try_set(list())))><b>{title}</b><span class="soft">{about}</span></button>
                <button class="x" aria-label=label.clone() title=label on:click=away>"×"</button>
            </li>
        }
    };
    html! {
        {move || (!all.with(Vec::is_empty)).then(|| html! {
            <h2>{t("recent")}</h2>
            <ul class="samples recents">{all.get().into_iter().map(row).collect::<Node>()}</ul>
            <p class="soft">{tr("recent-about", &[("size", format::bytes(MOST).into())])}" "
                <button type="button" on:click=move |_| { clear(); all.set(list()); }>{t("recent-clear")}</button></p>
        })}
    }
}
