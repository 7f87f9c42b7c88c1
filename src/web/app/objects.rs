//! The objects of a TF2 checkpoint: the drawn graph and, below it, a table of the same objects.

use super::host;
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

/// The view. The table is built in a task of its own, but its rows are requested first: the drawing takes longer.
pub fn objects(artifact: Shown) -> Node {
    let table = Table::of(App::get(), artifact.lists.objects);
    let is_next = RwSignal::new(false);
    leptos::task::spawn_local(async move {
        host::pause(0).await;
        // Another view may have been opened meanwhile.
        let _ = is_next.try_set(true);
    });
    html! {
        {super::graph_view::object_drawing()}
        {move || is_next.get().then(|| table.view())}
    }
}

/// The table of objects.
#[derive(Clone, Copy)]
struct Table {
    app: App,
    artifact: usize,
    total: usize,
    filter: RwSignal<String>,
    sight: Sight,
    rows: RwSignal<Option<ObjectRows>>,
}

impl Table {
    /// Requests the rows in sight now and whenever they change.
    fn of(app: App, total: usize) -> Self {
        let table = Self {
            app,
            artifact: app.current.get_untracked(),
            total,
            filter: RwSignal::new(String::new()),
            sight: Sight::new().beginning(),
            rows: RwSignal::new(None),
        };
        let Self { artifact, filter, sight, rows, .. } = table;
        let from =
            Memo::new(move |_| first_row(&sight.range(rows.with(|rows| rows.as_ref().map_or(0, |rows| rows.total)))));
        Effect::new(move |_| {
            let listing = table.listing(from.get(), PAGE);
            let asked = listing.clone();
            worker::request(app, Question::Objects { artifact, listing }, move |reply| {
                let found = reply.and_then(Result::ok).and_then(|answer| answer.read());
                // Other rows were asked for meanwhile: they will follow.
                let is_wanted = filter.try_with_untracked(|filter| folded(filter) == asked.filter) == Some(true)
                    && from.try_get_untracked() == Some(asked.from);
                if found.is_some() && is_wanted {
                    let is_first = rows.with_untracked(Option::is_none);
                    rows.set(found);
                    if is_first {
                        leptos::task::spawn_local(sight.rest());
                    }
                }
            });
        });
        table
    }

    fn listing(self, from: usize, count: usize) -> ObjectListing {
        ObjectListing { filter: folded(&self.filter.get()), named: false, from, count, most: MOST }
    }

    fn view(self) -> Node {
        let Self { app, artifact, total, filter, sight, rows } = self;
        let export = move |form, save: Save| {
            let listing = untrack(|| self.listing(0, 0));
            worker::request(app, Question::ObjectsText { artifact, listing, form }, move |reply| {
                if let Some(Ok(answer)) = reply {
                    save(&answer.text());
                }
            });
        };
        html! {
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
                    <tbody>{move || self.lines()}</tbody>
                </table>
            </div>
        }
    }

    /// The rows in sight.
    fn lines(self) -> Option<Node> {
        self.rows.with(|rows| {
            let rows = rows.as_ref()?;
            let range = self.sight.range(rows.total);
            let (first, last) = (range.start.max(rows.from), range.end.min(rows.from + rows.rows.len()));
            // Rows that are on their way leave their space empty.
            let (first, last) = if first < last { (first, last) } else { (range.start, range.start) };
            let shown = rows.rows.iter().skip(first.saturating_sub(rows.from)).take(last - first);
            Some(html! { {gap(first)}{keyed(shown.map(|row| (row.index, line(row))))}{gap(rows.total - last)} })
        })
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

/// The sign of a role: circles black and blue, a red square, an orange diamond. Not an SVG, of which each takes the browser half
/// as long to lay out as the rest of a row.
pub fn role_sign(role: Role) -> Node {
    html! { <i class=format!("role {}", role.word()) aria-hidden="true"></i> }
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
