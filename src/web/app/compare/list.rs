//! Differences: counts by part that filter, then every change with its fields, before and after.

use crate::fold::folded;
use crate::report::schema::in_ids;
use crate::services::compare::schema::{Change, ChangeKind, Comparison, Part, PartKind};
use crate::web::app::format;
use crate::web::app::table_export::table_export_of;
use crate::web::app::virtual_rows::{Sight, gap};
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html, keyed};
use leptos::prelude::*;
use std::sync::Arc;

/// A row: a change, or one of its fields.
#[derive(Clone, Copy, PartialEq)]
struct Line {
    change: usize,
    field: Option<usize>,
}

/// Columns of the exported rows. They are not translated: programs read them.
const HEADS: [&str; 8] = ["change", "part", "scope", "name", "what", "field", "before", "after"];

/// The name of a part.
pub fn part_word(part: PartKind) -> String {
    t(&format!("compare-part-{}", in_ids(part.word())))
}

/// The sign of a change, and its class.
pub fn sign(how: ChangeKind) -> (&'static str, &'static str) {
    match how {
        ChangeKind::Added => ("+", "loads"),
        ChangeKind::Removed => ("−", "refused"),
        ChangeKind::Changed => ("~", "warns"),
    }
}

/// The counts and the list.
pub fn changes(comparison: &Arc<Comparison>) -> Node {
    let filter = RwSignal::new(String::new());
    let only = RwSignal::new(None::<PartKind>);
    let sight = Sight::new();
    let all = comparison.clone();
    let lines = Memo::new(move |_| {
        let needle = folded(&filter.get());
        let only = only.get();
        let mut lines = Vec::new();
        for (index, change) in all.changes.iter().enumerate() {
            if only.as_ref().is_none_or(|part| *part == change.part) && holds(change, &needle) {
                lines.push(Line { change: index, field: None });
                lines.extend((0..change.fields.len()).map(|field| Line { change: index, field: Some(field) }));
            }
        }
        lines
    });
    let parts = comparison.parts.iter().map(|part| count(part, only)).collect::<Node>();
    let (rows, exported) = (comparison.clone(), comparison.clone());
    let table = (!comparison.changes.is_empty()).then(|| {
        html! {
            <div class="tools">
                <input type="search" data-find placeholder=t("filter") aria-label=t("compare-filter")
                    on:input=move |e| filter.set(event_target_value(&e))/>
                {table_export_of("changes", move || {
                    let rows = lines.get_untracked().into_iter().map(|at| cells(&exported.changes[at.change], at.field));
                    std::iter::once(HEADS.map(str::to_owned).to_vec()).chain(rows).collect()
                })}
            </div>
            <div class="scroll-y" tabindex="0" role="region" aria-label=t("compare-what") on:scroll=move |e| sight.scrolled(&e)>
                <table class="changes" aria-rowcount=move || lines.with(Vec::len)>
                    <thead><tr><th scope="col">{t("compare-name")}</th><th scope="col">{t("compare-before")}</th>
                        <th scope="col">{t("compare-after")}</th></tr></thead>
                    <tbody>
                        {move || {
                            let lines = lines.get();
                            let none = lines.is_empty();
                            let range = sight.range(lines.len());
                            let (above, below) = (range.start, lines.len() - range.end);
                            let row = |at: &Line| (format!("{} {:?}", at.change, at.field), line(&rows.changes[at.change], at.field));
                            let shown = keyed(lines[range].iter().map(row));
                            html! {
                                {gap(above)}{shown}{gap(below)}
                                {none.then(|| html! { <tr><td colspan="3" class="soft">{t("filter-none")}</td></tr> })}
                            }
                        }}
                    </tbody>
                </table>
            </div>
        }
    });
    html! {
        <div class="parts" role="group" aria-label=t("compare-parts")>{parts}</div>
        {table}
    }
}

/// A row as the texts of [`HEADS`].
fn cells(change: &Change, field: Option<usize>) -> Vec<String> {
    let side = |text: &Option<String>| text.clone().unwrap_or_default();
    let field = field.and_then(|field| change.fields.get(field));
    let (name, before, after) =
        field.map_or_else(Default::default, |field| (field.field.clone(), side(&field.a), side(&field.b)));
    let (how, part) = (change.how.to_string(), change.part.word().to_owned());
    vec![how, part, change.scope.clone(), change.name.clone(), change.what.clone(), name, before, after]
}

fn holds(change: &Change, needle: &str) -> bool {
    let has = |text: &str| folded(text).contains(needle);
    let side = |text: &Option<String>| text.as_deref().is_some_and(has);
    needle.is_empty()
        || has(&change.name)
        || has(&change.renamed)
        || has(&change.what)
        || has(&change.scope)
        || change.fields.iter().any(|field| has(&field.field) || side(&field.a) || side(&field.b))
}

/// A part with its counts; when pressed, only this part is listed.
fn count(part: &Part, only: RwSignal<Option<PartKind>>) -> Node {
    let name = part.part;
    let differs = part.added + part.removed + part.changed > 0;
    let one = |count: u64, how: ChangeKind| {
        let (sign, class) = sign(how);
        (count > 0).then(|| html! { " "<span class=format!("sign {class}")>{sign}{format::number(count)}</span> })
    };
    let counts = html! {
        {part_word(part.part)}{one(part.added, ChangeKind::Added)}{one(part.removed, ChangeKind::Removed)}{one(part.changed, ChangeKind::Changed)}
        {(part.same > 0).then(|| html! { " "<span class="soft">"="{format::number(part.same)}</span> })}
    };
    let text = [("added", part.added), ("removed", part.removed), ("changed", part.changed), ("same", part.same)];
    let text: Vec<_> = text.into_iter().map(|(name, count)| (name, count.into())).collect();
    let text = format!("{}: {}", part_word(part.part), tr("compare-counts", &text));
    if !differs {
        return html! { <span class="part" role="img" aria-label=text>{counts}</span> };
    }
    let pressed = move || (only.get() == Some(name)).to_string();
    let press = move |_| only.update(|now| *now = if *now == Some(name) { None } else { Some(name) });
    html! { <button class="part" aria-pressed=pressed aria-description=text on:click=press>{counts}</button> }
}

fn line(change: &Change, field: Option<usize>) -> Node {
    let side = |text: &Option<String>| match text {
        Some(text) => html! { <code title=text.clone()>{text.clone()}</code> },
        None => html! { <span class="soft">"—"</span> },
    };
    if let Some(field) = field.and_then(|field| change.fields.get(field)) {
        return html! {
            <tr class="field"><td class="field-name"><code>{field.field.clone()}</code></td>
                <td class="before">{side(&field.a)}</td><td class="after">{side(&field.b)}</td></tr>
        };
    }
    let (glyph, class) = sign(change.how);
    let full = if change.scope.is_empty() { change.name.clone() } else { format!("{}: {}", change.scope, change.name) };
    html! {
        <tr class=format!("change {}", change.how)><td class="what" colspan="3" title=full.clone()>
            <span class=format!("sign {class}") role="img" aria-label=t(&format!("compare-how-{}", change.how))>{glyph}</span>" "
            <span class="soft">{t(&format!("compare-one-{}", in_ids(change.part.word())))}</span>" "
            <code>{full}</code>" "<code class="soft">{change.what.clone()}</code>
        </td></tr>
    }
    .into_node()
}
