//! Raw bytes of a file, a page at a time; positions in findings and evidence are opened and marked here.

use super::copy::copy;
use super::findings::error_card;
use super::format;
use super::rich::rich;
use super::state::{App, Shown};
use super::words::{Arg, t, tr};
use super::worker;
use crate::report::schema::{ErrorInfo, Place};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::{RawBytes, Request};
use leptos::prelude::*;
use std::fmt::Write as _;

/// Bytes on one page.
const PAGE: u64 = 1024;
/// Bytes in one row.
const ROW: u64 = 16;

#[derive(Clone, Default)]
struct Page {
    offset: u64,
    size: u64,
    bytes: Vec<u8>,
}

/// State of the view.
#[derive(Clone, Copy)]
struct View {
    app: App,
    file: RwSignal<String>,
    offset: RwSignal<u64>,
    page: RwSignal<Page>,
    error: RwSignal<Option<ErrorInfo>>,
    /// Whether the typed text is not an offset.
    wrong: RwSignal<bool>,
}

/// The view.
pub fn bytes(artifact: Shown) -> Node {
    let app = App::get();
    let mut files = artifact.files.clone();
    let first = files.first().cloned().unwrap_or_default();
    // An error of a member may be in its archive.
    if let Some(place) = app.place.get_untracked().filter(|place| !place.file.is_empty())
        && find(&files, &place.file).is_none()
    {
        files.push(place.file);
    }
    let view = View {
        app,
        file: RwSignal::new(first),
        offset: RwSignal::new(0u64),
        page: RwSignal::new(Page::default()),
        error: RwSignal::new(None::<ErrorInfo>),
        wrong: RwSignal::new(false),
    };
    let known = files.clone();
    // A requested position opens its file at its first row.
    Effect::new(move |_| {
        if let Some(place) = app.place.get() {
            if let Some(found) = find(&known, &place.file) {
                view.file.set(found);
            }
            let start = place.range.map_or(0, |r| r.0);
            view.offset.set((start - start % ROW).saturating_sub(4 * ROW));
        }
    });
    let index = app.current.get_untracked();
    Effect::new(move |_| view.load(index));
    html! {
        {view.tools(&files)}
        {move || app.place.get().map(|place| html! {
            <p class="at">
                {rich("bytes-at", &[("field", Arg::Code(place.field.clone())),
                    ("range", Arg::Code(place.range.map(format::range).unwrap_or_default()))])}
            </p>
        })}
        {move || view.error.get().map(error_card)}
        <div class="scroll-x" dir="ltr"><pre class="hex" role="group" tabindex="0" aria-label=t("view-bytes")>
            {move || view.page.with(|page| {
                let is_here = |place: &Place| place.file.is_empty() || view.file.with(|f| f.ends_with(&place.file));
                let marked = app.place.with(|place| place.as_ref().filter(|place| is_here(place)).and_then(|place| place.range));
                rows(page.offset, &page.bytes, ROW as usize, marked)
            })}
        </pre></div>
    }
}

impl View {
    /// Requests the page at the offset.
    fn load(self, artifact: usize) {
        let (file, offset) = (self.file.get(), self.offset.get());
        let request = Request::Bytes { artifact, file, offset, len: PAGE as u32 };
        worker::request(self.app, request, move |reply| match reply {
            Some(Ok(answer)) => {
                if let Some(RawBytes { offset: at, size, hex }) = answer.read() {
                    self.error.set(None);
                    // A position past the end of the file is shown at the end.
                    if hex.is_empty() && size > 0 {
                        self.offset.set((size - 1) / PAGE * PAGE);
                        return;
                    }
                    self.page.set(Page { offset: at, size, bytes: unhex(&hex) });
                }
            }
            Some(Err(e)) => self.error.set(Some(e)),
            None => {}
        });
    }

    /// Shows the row of an offset, which is decimal or begins with `0x`.
    fn go(self, text: &str) {
        let value = text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |hex| u64::from_str_radix(hex, 16).ok());
        self.wrong.set(value.is_none());
        if let Some(value) = value {
            let last = self.page.with_untracked(|p| p.size).saturating_sub(1);
            let value = value.min(last);
            self.offset.set(value - value % ROW);
        }
    }

    /// Shows the next or previous page.
    fn step(self, forward: bool) {
        let size = self.page.with_untracked(|p| p.size);
        self.offset.update(|o| {
            *o = if forward { if *o + PAGE < size { *o + PAGE } else { *o } } else { o.saturating_sub(PAGE) };
        });
    }

    /// The choice of a file and an offset, and the buttons.
    fn tools(self, files: &[String]) -> Node {
        let Self { file, offset, page, wrong, .. } = self;
        html! {
            <div class="tools">
                {(files.len() > 1).then(|| html! {
                    <select class="m" aria-label=t("bytes-file") on:change=move |e| { file.set(event_target_value(&e)); offset.set(0); }>
                        {files.iter().map(|f| {
                            let name = f.clone();
                            html! { <option value=f.clone() prop:selected=move || file.get() == name>{f.clone()}</option> }
                        }).collect::<Node>()}
                    </select>
                })}
                <label class="goto">{t("bytes-offset")}
                    <input class="m" data-find size="12" dir="ltr" prop:value=move || format!("{:#x}", offset.get())
                        aria-invalid=move || wrong.get().then_some("true") aria-describedby="bytes-wrong"
                        on:change=move |e| self.go(event_target_value(&e).trim())/></label>
                <span id="bytes-wrong" role="alert">{move || wrong.get().then(|| t("bytes-offset-wrong"))}</span>
                // A disabled button would lose the keyboard focus.
                <button on:click=move |_| self.step(false) aria-disabled=move || (offset.get() == 0).then_some("true")>{t("bytes-previous")}</button>
                <button on:click=move |_| self.step(true)
                    aria-disabled=move || page.with(|p| p.offset + PAGE >= p.size).then_some("true")>{t("bytes-next")}</button>
                <span class="soft">{move || page.with(|p| tr("bytes-of", &[("size", format::number(p.size).into())]))}</span>
                {copy(move || page.with_untracked(dump), "copy", "copy-bytes")}
            </div>
        }
    }
}

/// The file of a position, among the given ones.
fn find(files: &[String], file: &str) -> Option<String> {
    files.iter().find(|f| **f == file).or_else(|| files.iter().find(|f| f.ends_with(&format!("/{file}")))).cloned()
}

/// Bytes from their hexadecimal digits.
pub fn unhex(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks_exact(2)
        .filter_map(|pair| std::str::from_utf8(pair).ok().and_then(|p| u8::from_str_radix(p, 16).ok()))
        .collect()
}

fn letter(byte: u8) -> char {
    if (0x20..0x7f).contains(&byte) { byte as char } else { '·' }
}

/// The page as text, for the clipboard.
fn dump(page: &Page) -> String {
    let mut text = String::new();
    for (i, row) in page.bytes.chunks(ROW as usize).enumerate() {
        let _ = write!(text, "{:08x} ", page.offset + i as u64 * ROW);
        for byte in row {
            let _ = write!(text, " {byte:02x}");
        }
        let _ = writeln!(text, "  {}", row.iter().map(|b| letter(*b)).collect::<String>());
    }
    text
}

/// Rows of offset, `width` bytes and letters, from an offset on; the bytes of `marked` (first, one after the last) are
/// highlighted.
pub fn rows(offset: u64, bytes: &[u8], width: usize, marked: Option<(u64, u64)>) -> Node {
    let (from, to) = marked.map_or((0, 0), |(a, b)| (a, b.max(a + 1)));
    bytes
        .chunks(width)
        .enumerate()
        .map(|(i, row)| {
            let start = offset + (i * width) as u64;
            // At most three pieces: before, in and after the marked bytes.
            let a = from.clamp(start, start + row.len() as u64) - start;
            let b = to.clamp(start, start + row.len() as u64) - start;
            let (a, b) = (a as usize, b.max(a) as usize);
            let hex = |bytes: &[u8]| {
                bytes.iter().fold(String::new(), |mut s, b| {
                    let _ = write!(s, "{b:02x} ");
                    s
                })
            };
            let letters = |bytes: &[u8]| bytes.iter().map(|b| letter(*b)).collect::<String>();
            let pad = "   ".repeat(width - row.len());
            let mark = |text: String| (!text.is_empty()).then(|| html! { <mark>{text}</mark> });
            html! {
                <span class="row"><span class="soft">{format!("{start:08x}  ")}</span>{hex(&row[..a])}{mark(hex(&row[a..b]))}{hex(&row[b..])}{pad}" "<span class="letters">{letters(&row[..a])}{mark(letters(&row[a..b]))}{letters(&row[b..])}</span>"\n"</span>
            }
        })
        .collect::<Node>()
        .into_node()
}
