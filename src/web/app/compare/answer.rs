//! The answer: one sentence, the changes of the window with their reasons, then the differences, then the stored
//! values.

use super::pair::{Drawings, Pair};
use super::releases::runs;
use super::{copied, list, values};
use crate::services::compare::schema::{Comparison, OneOf, OneSided, RefusalKind, Releases, WindowMove};
use crate::web::app::copy::copy;
use crate::web::app::findings::error_card;
use crate::web::app::graph_view::can_pair;
use crate::web::app::labels::{certainty_pill, kind_word, message, reason, requirement_meaning, requirement_name};
use crate::web::app::rich::rich;
use crate::web::app::state::App;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use std::sync::Arc;

/// Maximum number of listed requirements without effect on the window.
const MOST: usize = 60;

/// The answer; `drawings`: the differences in drawings instead of a list.
pub fn answer(comparison: &Arc<Comparison>, pair: Pair, drawings: Drawings) -> Node {
    let names = [("a", Arg::Code(comparison.a.name.clone())), ("b", Arg::Code(comparison.b.name.clone()))];
    if let Some(refusal) = &comparison.refusal {
        let text = if comparison.refusal_kind == Some(RefusalKind::Kinds) {
            let kinds = [("a", kind_word(comparison.a.kind).into()), ("b", kind_word(comparison.b.kind).into())];
            rich("compare-refusal-kinds", &kinds)
        } else {
            message(refusal, "compare-refusal-")
        };
        return html! {
            <p class="assertion"><span class="sign unknown" aria-hidden="true">"?"</span>" "{text}</p>
            {comparison.problems.iter().cloned().map(error_card).collect::<Node>()}
        };
    }
    let (glyph, class, word) = match comparison.same {
        true => ("=", "loads", "compare-says-same"),
        false => ("≠", "warns", "compare-says-different"),
    };
    let json = comparison.clone();
    let markdown = comparison.clone();
    html! {
        <p class="assertion" role="status"><span class=format!("sign {class}") aria-hidden="true">{glyph}</span>" "{rich(word, &names)}</p>
        {comparison.problems.iter().cloned().map(error_card).collect::<Node>()}
        {windows(comparison)}
        {others(comparison)}
        {differences(comparison, pair, drawings)}
        {values::values(comparison, pair)}
        <p class="buttons">
            {copy(move || serde_json::to_string_pretty(&*json).unwrap_or_default(), "copy-json", "copy-json")}
            {copy(move || copied::markdown(&markdown), "copy-markdown", "copy-markdown")}
        </p>
    }
}

/// The differences as a list or, of files with graphs, as two drawings.
fn differences(comparison: &Arc<Comparison>, pair: Pair, drawings: Drawings) -> Node {
    let app = App::get();
    let file = |index: usize| {
        app.artifacts.with_untracked(|all| all.iter().find(|(i, _)| *i == index).map(|(_, file)| file.clone()))
    };
    let Drawings { shown: drawn, view } = drawings;
    let can = file(pair.0).zip(file(pair.1)).is_some_and(|(a, b)| can_pair(&a, &b));
    let way = move |is_drawn: bool, word: &'static str| {
        html! {
            <button aria-pressed=move || (drawn.get() == is_drawn).to_string() on:click=move |_| drawn.set(is_drawn)>{t(word)}</button>
        }
    };
    let ways = can.then(|| {
        html! {
            <span class="buttons" role="group" aria-label=t("compare-ways")>
                {way(false, "compare-as-list")}{way(true, "compare-as-drawings")}
            </span>
        }
    });
    let listed = comparison.clone();
    html! {
        {(can || !comparison.changes.is_empty()).then(|| html! { <h3>{t("compare-what")}</h3> })}
        {ways}
        {move || match can && drawn.get() {
            true => untrack(|| view(pair)),
            false => untrack(|| list::changes(&listed)),
        }}
    }
}

fn windows(comparison: &Comparison) -> Node {
    if comparison.windows.is_empty() {
        // Files of two kinds have different actions: they have no window in common.
        return (comparison.a.kind == comparison.b.kind)
            .then(|| html! { <p class="soft">{t("compare-window-same")}</p> })
            .into_node();
    }
    let row = |window: &WindowMove| {
        let change = |id: &'static str, sign: &'static str, class: &'static str, releases: &Releases| {
            (!releases.names.is_empty()).then(|| {
                let text = tr(id, &[("count", releases.names.len().into())]);
                html! { <p><span class=format!("sign {class}")>{sign}" "{text}</span>" "<code>{runs(&releases.runs)}</code></p> }
            })
        };
        let quiet = window.gained.names.is_empty() && window.lost.names.is_empty();
        html! {
            <tr>
                <th scope="row"><code>{window.channel.clone()}</code></th>
                <td><code>{runs(&window.a)}</code></td>
                <td><code>{runs(&window.b)}</code></td>
                <td>
                    {change("compare-gained", "+", "loads", &window.gained)}
                    {change("compare-lost", "−", "refused", &window.lost)}
                    {quiet.then(|| tr("compare-verdicts", &[("count", window.verdicts.len().into())]))}
                </td>
                <td>{window.because.iter().filter_map(|mover| {
                    let one = comparison.requirements.get(mover.requirement as usize)?;
                    Some(html! { <div class="mover">{requirement(one)}" "<span class="soft">{runs(&mover.releases.runs)}</span></div> })
                }).collect::<Node>()}</td>
            </tr>
        }
    };
    html! {
        <h3>{t("compare-window")}</h3>
        {table_export_here("windows")}<div class="scroll-x"><table class="moved">
            <thead><tr>
                <th scope="col">{t("compare-channel")}</th><th scope="col">{t("compare-before")}</th>
                <th scope="col">{t("compare-after")}</th><th scope="col">{t("compare-change")}</th>
                <th scope="col">{t("compare-because")}</th>
            </tr></thead>
            <tbody>{comparison.windows.iter().map(row).collect::<Node>()}</tbody>
        </table></div>
    }
}

/// A requirement of one side, with the sign of its side.
fn requirement(one: &OneSided) -> Node {
    let (sign, class, word) = if one.side == OneOf::A {
        ("−", "refused", "compare-only-before")
    } else {
        ("+", "loads", "compare-only-after")
    };
    let need = &one.requirement;
    html! {
        <span class=format!("side {class}") title=t(word)>{sign}</span>" "
        <span title=requirement_meaning(need)>{requirement_name(need)}</span>" "
        {reason(need).map(|reason| html! { <span class="soft">{reason}</span>" " })}
        {certainty_pill(need.certainty, need.source.clone())}
    }
}

/// Requirements of one side without effect on the window.
fn others(comparison: &Comparison) -> Option<Node> {
    let movers: Vec<u32> = comparison.windows.iter().flat_map(|w| &w.because).map(|mover| mover.requirement).collect();
    let still = (0u32..).zip(&comparison.requirements).filter(|(index, _)| !movers.contains(index));
    let still: Vec<&OneSided> = still.map(|(_, one)| one).collect();
    let more = still.len().saturating_sub(MOST);
    let rows = still.iter().take(MOST).map(|one| html! { <li>{requirement(one)}</li> }).collect::<Node>();
    (!still.is_empty()).then(|| {
        html! {
            <details>
                <summary>{t("compare-requirements")}" "<span class="soft">{still.len()}</span></summary>
                <ul class="plain">{rows}</ul>
                {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
            </details>
        }
    })
}
