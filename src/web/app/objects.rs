//! The objects of a TF2 checkpoint: the drawn graph and, below it, a table of the same objects.

use super::state::{App, Shown};
use super::table_export::{Save, table_export};
use super::terms::term;
use super::virtual_rows::{Sight, gap};
use super::words::{t, tr};
use super::worker;
use crate::fold::folded;
use crate::report::schema::{Role, in_ids};
use crate::services::objects::schema::{ObjectListing, ObjectRow, ObjectRows};
use crate::web::dom::{IntoNode, Node, html, keyed};
use crate::web::model::outline::{PAGE, first_row};
use crate::web::protocol::Question;
use leptos::prelude::*;

/// Names in a list of an object that its row has.
const MOST: usize = 12;

/// The view.
pub fn objects(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let filter = RwSignal::new(String::new());
    let sight = Sight::new();
    let total = artifact.lists.objects;
    let rows = RwSignal::new(None::<ObjectRows>);
    let listing =
        move |from, count| ObjectListing { filter: folded(&filter.get()), named: false, from, count, most: MOST };
    let from =
        Memo::new(move |_| first_row(&sight.range(rows.with(|rows| rows.as_ref().map_or(0, |rows| rows.total)))));
    Effect::new(move |_| {
        let listing = listing(from.get(), PAGE);
        let asked = listing.clone();
        worker::request(app, Question::Objects { artifact: index, listing }, move |reply| {
            let found = reply.and_then(Result::ok).and_then(|answer| answer.read());
            // Other rows were asked for meanwhile: they will follow.
            let is_wanted = filter.try_with_untracked(|filter| folded(filter) == asked.filter) == Some(true)
                && from.try_get_untracked() == Some(asked.from);
            if found.is_some() && is_wanted {
                rows.set(found);
            }
        });
    });
    let export = move |form, save: Save| {
        let listing = untrack(|| listing(0, 0));
        worker::request(app, Question::ObjectsText { artifact: index, listing, form }, move |reply| {
            if let Some(Ok(answer)) = reply {
                save(&answer.text());
            }
        });
    };
    html! {
        {super::graph_view::object_drawing()}
        <div class="tools">
            <input type="search" data-find placeholder=t("filter") aria-label=t("filter-objects")
                on:input=move |e| filter.set(event_target_value(&e))/>
            <span class="soft">{tr("count-objects", &[("n", total.into())])}</span>
            {legend()}
            {table_export("objects", export)}
        </div>
        <div class="scroll-y" tabindex="0" role="region" aria-label=t("view-objects") on:scroll=move |e| sight.scrolled(&e)>
            <table class="objects" aria-rowcount=total aria-busy=move || rows.with(Option::is_none).to_string()>
                <thead><tr><th scope="col" class="n">{t("col-node")}</th><th scope="col">{t("col-path")}</th>
                    <th scope="col" class="dtype">{t("col-role")}</th><th scope="col">{t("col-children")}</th>
                    <th scope="col">{t("col-saved")}</th></tr></thead>
                <tbody>
                    {move || rows.with(|rows| rows.as_ref().map(|rows| {
                        let range = sight.range(rows.total);
                        let (first, last) = (range.start.max(rows.from), range.end.min(rows.from + rows.rows.len()));
                        // Rows that are on their way leave their space empty.
                        let (first, last) = if first < last { (first, last) } else { (range.start, range.start) };
                        let shown = rows.rows.iter().skip(first.saturating_sub(rows.from)).take(last - first);
                        html! { {gap(first)}{keyed(shown.map(|row| (row.index, line(row))))}{gap(rows.total - last)} }
                    }))}
                </tbody>
            </table>
        </div>
    }
}

/// The guide's colors, with shapes as well.
fn legend() -> Node {
    html! {
        <span class="legend">
            {Role::ALL.iter().map(|&role| html! {
                <span>{role_sign(role)}{match role {
                    Role::SlotVariable => term("slot-variable", role_word(role)),
                    _ => role_word(role).into_node(),
                }}</span>
            }).collect::<Node>()}
        </span>
    }
}

fn role_word(role: Role) -> String {
    t(&format!("role-{}", in_ids(role.word())))
}

/// The sign of a role: circles black and blue, a red square, an orange diamond.
pub fn role_sign(role: Role) -> Node {
    let shape = match role {
        Role::Optimizer => html! { <rect x="2" y="2" width="8" height="8"/> },
        Role::SlotVariable => html! { <path d="M6 1l5 5-5 5-5-5z"/> },
        Role::Root => html! { <circle cx="6" cy="6" r="4.5"/><circle cx="6" cy="6" r="1.8" class="hole"/> },
        Role::Object | Role::Variable => html! { <circle cx="6" cy="6" r="4.5"/> },
    };
    html! { <svg class=format!("role {}", role.word()) viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">{shape}</svg> }
}

fn line(row: &ObjectRow) -> Node {
    let mut children = row.children.join(", ");
    if !row.slots.is_empty() {
        if !children.is_empty() {
            children.push_str("; ");
        }
        let slots: Vec<_> = row.slots.iter().map(|(slot, of)| format!("{slot} ← {of}")).collect();
        children.push_str(&slots.join(", "));
    }
    let more = |n: usize| if n > 0 { format!(" {}", tr("and-more", &[("n", n.into())])) } else { String::new() };
    children.push_str(&more(row.more));
    let saved = row.saved.join(", ") + &more(row.more_saved);
    let path = if row.index == 0 { "(root)".to_owned() } else { row.path.clone() };
    html! {
        <tr>
            <td class="n">{row.index}</td>
            <td class="name"><code title=path.clone()>{path.clone()}</code></td>
            <td class="dtype">{role_sign(row.role)}" "{role_word(row.role)}</td>
            <td class="name"><code title=children.clone()>{children.clone()}</code></td>
            <td class="name"><code title=saved.clone()>{saved.clone()}</code></td>
        </tr>
    }
}
