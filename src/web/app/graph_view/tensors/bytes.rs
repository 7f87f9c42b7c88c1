//! The bytes of a value, some rows at a time.

use super::folded::folded;
use super::pane::Pane;
use crate::report::schema::Place;
use crate::web::app::bytes_view::{rows, unhex};
use crate::web::app::findings::error_card;
use crate::web::app::labels::place_link;
use crate::web::app::words::t;
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::{RawBytes, Request};
use leptos::prelude::*;

/// Bytes shown at once.
const PAGE: u64 = 256;
/// Bytes in a row.
const ROW: usize = 8;

/// The bytes at a position, folded; nothing without a known range.
pub(super) fn bytes(pane: Pane, at: Option<Place>) -> Node {
    let Some((place, (start, end))) = at.and_then(|at| at.range.map(|range| (at, range))) else { return Node::Nothing };
    folded(t("view-bytes").into_node(), RwSignal::new(false), move || {
        let place = place.clone();
        let offset = RwSignal::new(start);
        let found = RwSignal::new(Ok((start, Vec::new())));
        let file = place.file.clone();
        Effect::new(move |_| {
            let from = offset.get();
            let len = (end - from).min(PAGE) as u32;
            let request = Request::Bytes { artifact: pane.artifact, file: file.clone(), offset: from, len };
            worker::request(pane.app, request, move |reply| match reply {
                Some(Ok(answer)) => {
                    if let Some(RawBytes { offset, hex, .. }) = answer.read() {
                        let _ = found.try_set(Ok((offset, unhex(&hex))));
                    }
                }
                Some(Err(error)) => drop(found.try_set(Err(error))),
                None => {}
            });
        });
        let back = move |_| offset.update(|at| *at = at.saturating_sub(PAGE).max(start));
        let on = move |_| offset.update(|at| *at = if *at + PAGE < end { *at + PAGE } else { *at });
        let is_first = move || (offset.get() == start).then_some("true");
        let is_last = move || (offset.get() + PAGE >= end).then_some("true");
        html! {
            <p>{place_link(place)}</p>
            <div class="scroll-x" dir="ltr"><pre class="hex" role="group" tabindex="0" aria-label=t("view-bytes")>
                {move || found.with(|found| found.as_ref().ok().map(|(at, bytes)| rows(*at, bytes, ROW, None)))}
            </pre></div>
            {move || found.with(|found| found.as_ref().err().cloned().map(error_card))}
            // A disabled button would lose the keyboard focus.
            <p><button on:click=back aria-disabled=is_first>{t("bytes-previous")}</button>" "
                <button on:click=on aria-disabled=is_last>{t("bytes-next")}</button></p>
        }
    })
}
