//! All text on the page: Fluent messages of the chosen language, English if it lacks one.
//!
//! Owns: loading `static/locales/`, the chosen language, the direction of the page. Must not know: how a message is formatted, which [`fluent`] does.

use super::host;
use crate::json::{self, readable};
use crate::message::Message;
use crate::report::CHOICES;
use crate::report::schema::Report;
use crate::web::fluent::{self, Texts};
use js_sys::Promise;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

pub use crate::web::fluent::{Arg, CODE};

/// `static/locales/languages.json`: a new language is a folder and an entry here.
#[derive(Clone, Debug, Default)]
pub struct Languages {
    /// Languages, in the order to offer.
    pub languages: Vec<Language>,
}
readable!(Languages { languages });

/// A language of the page.
#[derive(Clone, Debug, Default)]
pub struct Language {
    /// BCP 47 tag and name of the folder.
    pub tag: String,
    /// Its name in the language itself.
    pub name: String,
    /// `ltr` or `rtl`.
    pub dir: String,
}
readable!(Language { tag, name, dir });

thread_local! {
    static TEXTS: RefCell<Vec<Texts>> = const { RefCell::new(Vec::new()) };
    static LANGUAGES: RefCell<Languages> = RefCell::default();
    static CHOSEN: RefCell<String> = RefCell::new("en".to_owned());
    /// Whether [`rest`] is done.
    static WHOLE: Cell<bool> = const { Cell::new(false) };
    /// The end of the fetch that [`rest`] waits for: several views are opened at once.
    static COMING: RefCell<Option<Promise>> = const { RefCell::new(None) };
}

/// Fetches a text of the build; `None` when it is missing.
pub async fn fetch_text(path: &str) -> Option<String> {
    let response: web_sys::Response =
        JsFuture::from(web_sys::window()?.fetch_with_str(&host::file(path))).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

/// Loads the list of languages and the texts of `wanted` (or of the browser's first language that is on the list).
pub async fn load(wanted: Option<String>) {
    if let Some(list) = fetch_text("static/locales/languages.json").await.and_then(|t| json::read(&t)) {
        LANGUAGES.set(list);
    }
    let list = languages();
    let known = |tag: &str| {
        let short = tag.split('-').next().unwrap_or(tag);
        list.languages.iter().find(|l| l.tag == tag || l.tag == short).cloned()
    };
    let chosen = wanted
        .into_iter()
        .chain(browser_languages())
        .find_map(|tag| known(&tag))
        .unwrap_or_else(|| Language { tag: "en".into(), name: "English".into(), dir: "ltr".into() });
    let mut all = Vec::new();
    for tag in [chosen.tag.as_str(), "en"] {
        if all.len() == 1 && chosen.tag == "en" {
            break;
        }
        let texts = Texts::new(tag, chosen.dir == "rtl");
        // The build joins the files of a language into one.
        if let Some(text) = fetch_text(&format!("static/locales/{tag}.ftl")).await {
            texts.add(&text);
        }
        all.push(texts);
    }
    TEXTS.set(all);
    host::language(&chosen.tag, &chosen.dir);
    CHOSEN.set(chosen.tag);
    // Nothing waits for texts of views that are not fetched, or for texts that another language already has.
    if WHOLE.replace(false) || cfg!(not(feature = "split-app")) {
        rest().await;
    }
}

/// Loads the texts of a report that a usual verdict does not need: errors, other formats.
pub async fn rest_for(report: &Report) {
    let unknown = |prefix: &str, id: &str| !has(&format!("{prefix}{id}"));
    let wanted = report.artifacts.iter().any(|artifact| {
        artifact.error.is_some()
            || !artifact.problems.is_empty()
            || artifact.findings.iter().any(|finding| unknown("finding-", &finding.message.id))
            || artifact
                .requirements
                .iter()
                .any(|need| unknown("requirement-", &need.id) || need.subject_term().is_some())
    });
    if wanted {
        rest().await;
    }
}

/// Loads the texts of views, errors and formats that a usual verdict does not need, once.
pub async fn rest() {
    if WHOLE.get() {
        return;
    }
    let fetch = || {
        future_to_promise(async {
            WHOLE.set(fetch_rest().await);
            COMING.set(None);
            Ok(JsValue::UNDEFINED)
        })
    };
    let coming = COMING.with_borrow_mut(|coming| coming.get_or_insert_with(fetch).clone());
    // It cannot fail.
    let _ = JsFuture::from(coming).await;
}

/// Fetches the texts for [`rest`]; false if some are missing, which may be there the next time.
async fn fetch_rest() -> bool {
    let mut all = true;
    let mut tags = vec![CHOSEN.with_borrow(Clone::clone)];
    if TEXTS.with_borrow(Vec::len) > 1 {
        tags.push("en".into());
    }
    for (index, tag) in tags.into_iter().enumerate() {
        let text = fetch_text(&format!("static/locales/{tag}.later.ftl")).await;
        all &= text.is_some();
        TEXTS.with_borrow(|texts| {
            if let (Some(text), Some(texts)) = (text, texts.get(index)) {
                texts.add(&text);
            }
        });
    }
    all
}

fn browser_languages() -> Vec<String> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    window.navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// The languages to offer.
pub fn languages() -> Languages {
    LANGUAGES.with_borrow(Clone::clone)
}

/// Tag of the language in use.
pub fn language() -> String {
    CHOSEN.with_borrow(Clone::clone)
}

/// Whether the language in use is written from right to left.
pub fn is_rtl() -> bool {
    let chosen = language();
    LANGUAGES.with_borrow(|list| list.languages.iter().any(|language| language.tag == chosen && language.dir == "rtl"))
}

/// The message, or its id when no language has it.
pub fn t(id: &str) -> String {
    tr(id, &[])
}

/// True when a message of this id exists.
pub fn has(id: &str) -> bool {
    TEXTS.with_borrow(|all| all.iter().any(|texts| texts.has(id)))
}

/// The message with values, or its id when no language has it.
pub fn tr(id: &str, args: &[(&str, Arg)]) -> String {
    TEXTS.with_borrow(|all| fluent::format(all, id, args))
}

/// A text of a picture.
pub fn say(id: &str, params: &[(&str, &str)]) -> String {
    TEXTS.with_borrow(|all| fluent::say(all, id, params))
}

/// Values of a message from a report: numbers stay numbers (for plurals), others are set as code.
pub fn params(message: &Message) -> Vec<(&str, Arg)> {
    message
        .params
        .iter()
        .map(|(name, value)| {
            let number = value.parse::<i64>().ok().filter(|_| value.len() < 16);
            let arg = match number {
                Some(n) => Arg::Plain(n as f64),
                // With marks around it, the message could not select by the value.
                None if CHOICES.contains(&value) => Arg::Text(value.to_owned()),
                None => Arg::Code(value.to_owned()),
            };
            (name, arg)
        })
        .collect()
}
