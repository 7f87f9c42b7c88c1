//! The outline: nodes, groups and repeated blocks of the drawing as a tree. Groups that are open here are open in the
//! drawing, and both have one selection, so the outline serves as the drawing for keyboards and screen readers. The
//! worker lists it: only the rows around the visible ones are on the page.

use super::stage::{Item, Stage};
use crate::graph::{DrawnNode, Options, Role, Scene};
use crate::report::graphs::{Listing, OutlineRow, OutlineRows, TargetName};
use crate::web::app::labels::sign;
use crate::web::app::state::App;
use crate::web::app::storage::{save, saved};
use crate::web::app::virtual_rows::{ROW, Sight, gap};
use crate::web::app::words::{Arg, t, tr};
use crate::web::app::worker;
use crate::web::dom::{Node, NodeRef, html, keyed};
use crate::web::model::outline::{Move, PAGE, first_row, moved, row};
use crate::web::model::targets::effective;
use crate::web::protocol::Question;
use leptos::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent};

/// Width of the window, in CSS pixels, from which the outline is open unless the user closed it.
const WIDE: f64 = 1400.0;

/// The outline of one graph view.
#[derive(Clone, Copy)]
pub struct Outline {
    app: App,
    stage: Stage,
    artifact: usize,
    options: RwSignal<Options>,
    /// Whether the pane is open.
    pub open: RwSignal<bool>,
    rows: RwSignal<OutlineRows>,
    /// Index of the current row, if the selection has one.
    at: RwSignal<Option<usize>>,
    /// A row to select when it arrives.
    pending: StoredValue<Option<usize>>,
    sight: Sight,
    scroller: NodeRef,
    asked: StoredValue<u32>,
}

impl Outline {
    /// The outline of what the stage shows.
    pub fn new(
        app: App,
        stage: Stage,
        artifact: usize,
        which: RwSignal<Option<usize>>,
        options: RwSignal<Options>,
    ) -> Self {
        let wide = window().inner_width().ok().and_then(|width| width.as_f64()).is_some_and(|width| width >= WIDE);
        let open = saved("outline-open").map_or(wide, |open| open == "true" && wide);
        let outline = Self {
            app,
            stage,
            artifact,
            options,
            open: RwSignal::new(open),
            rows: RwSignal::default(),
            at: RwSignal::new(None),
            pending: StoredValue::new(None),
            sight: Sight::filling(),
            scroller: NodeRef::new(),
            asked: StoredValue::new(0),
        };
        let listing = Memo::new(move |_| outline.listing());
        Effect::new(move |_| {
            if let Some(listing) = listing.get() {
                outline.ask(which.get_untracked(), listing);
            }
        });
        outline
    }

    /// The rows to request; `None` while none are needed.
    fn listing(self) -> Option<Listing> {
        if !self.open.get() {
            return None;
        }
        // A drawing on its way has its own open groups; the outline follows the one on the stage.
        let open =
            self.stage.scene.with(|scene| Some(scene.as_ref()?.0.drawing().expanded.iter().cloned().collect()))?;
        let (group, blocks) = self.options.with_untracked(|options| (options.group, options.blocks));
        let (node, scope) = self.selection();
        let total = self.rows.with_untracked(|rows| rows.total).max(1);
        Some(Listing {
            group,
            blocks,
            open,
            from: first_row(&self.sight.range(total)),
            count: PAGE,
            target: target(self.app),
            node,
            scope,
        })
    }

    /// The selected node of the graph, or the path of the selected group.
    fn selection(self) -> (Option<u32>, String) {
        let Some(selected) = self.stage.selected.get() else { return (None, String::new()) };
        match self.stage.with(|scene| Item::of(scene, selected)).flatten() {
            Some(Item::Node(node)) => (Some(node), String::new()),
            Some(Item::Group(path)) => (None, path),
            None => (None, String::new()),
        }
    }

    fn ask(self, graph: Option<usize>, listing: Listing) {
        self.asked.update_value(|n| *n += 1);
        let number = self.asked.get_value();
        let wanted = (listing.node, listing.scope.clone());
        let question = Question::Outline { artifact: self.artifact, graph, listing };
        worker::request(self.app, question, move |reply| {
            let answer = reply.and_then(Result::ok).and_then(|answer| answer.read::<OutlineRows>());
            if let Some(rows) = answer.filter(|_| self.asked.try_get_value() == Some(number)) {
                self.take(rows, wanted != (None, String::new()));
            }
        });
    }

    fn take(self, rows: OutlineRows, selected: bool) {
        let before = self.at.get_untracked();
        let at = if selected { rows.at } else { None };
        self.rows.set(rows);
        if let Some(index) = self.pending.get_value()
            && self.rows.with_untracked(|rows| row(rows, index).is_some())
        {
            self.pending.set_value(None);
            self.select(index);
            return;
        }
        if at != before {
            self.at.set(at);
            if let Some(at) = at {
                self.scroll_to(at);
            }
        }
    }

    /// Scrolls as little as needed for a row to be visible.
    fn scroll_to(self, index: usize) {
        let Some(scroller) = self.scroller.get_untracked::<HtmlElement>() else { return };
        // The head stays at the top of the scrolled part.
        let (top, height) = (scroller.scroll_top(), scroller.client_height() - ROW as i32);
        let at = (index * ROW) as i32;
        if at < top {
            scroller.set_scroll_top(at);
        } else if at + ROW as i32 > top + height {
            scroller.set_scroll_top(at + ROW as i32 - height);
        }
    }

    /// Makes a row the current one, and its node or group the selection of the drawing.
    fn select(self, index: usize) {
        self.scroll_to(index);
        let found = self.rows.with_untracked(|rows| row(rows, index).map(|row| (row.node, row.path.clone())));
        let Some((node, path)) = found else {
            self.pending.set_value(Some(index));
            return;
        };
        self.at.set(Some(index));
        if let Some(drawn) = self.stage.with(|scene| drawn(scene, node, &path)).flatten() {
            self.stage.show(drawn);
        }
    }

    fn toggle(self, index: usize) {
        let path = self.rows.with_untracked(|rows| row(rows, index).map(|row| row.path.clone())).unwrap_or_default();
        if let Some(group) = self.stage.with(|scene| scene.group(&path)).flatten() {
            self.stage.toggle.run(group);
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        let at = self.at.get_untracked();
        let page = self.scroller.get_untracked::<HtmlElement>().map_or(10, |e| e.client_height().max(0) as usize / ROW);
        let Some(moved) = self.rows.with_untracked(|rows| moved(rows, at, &event.key(), page.saturating_sub(2))) else {
            return;
        };
        event.prevent_default();
        event.stop_propagation();
        match (moved, at) {
            (Move::To(index), _) => self.select(index),
            (Move::Toggle, Some(at)) => self.toggle(at),
            (Move::Show, Some(at)) => self.select(at),
            (Move::Around, _) => {
                let around = self.stage.selected.get_untracked().and_then(|selected| {
                    self.stage.with(|scene| scene.node(selected).and_then(|node| node.parent)).flatten()
                });
                if let Some(around) = around {
                    self.stage.show(around);
                }
            }
            (Move::Toggle | Move::Show, None) => {}
        }
    }

    /// The button that opens and closes the pane.
    pub fn switch(self) -> Node {
        let toggle = move |_| {
            self.open.update(|open| *open = !*open);
            save("outline-open", if self.open.get_untracked() { "true" } else { "false" });
        };
        html! {
            <button aria-expanded=move || self.open.get().to_string() aria-controls="graph-outline"
                on:click=toggle>{t("outline")}</button>
        }
    }

    /// The pane; nothing while it is closed.
    pub fn pane(self) -> Node {
        let pane = move || {
            html! {
                <aside id="graph-outline" class="graph-outline" aria-label=t("outline-pane")>
                    <div class="scroll-y" node_ref=self.scroller on:scroll=move |e| self.sight.scrolled(&e)>
                        {self.table()}
                    </div>
                </aside>
            }
        };
        html! { {move || self.open.get().then(pane)} }
    }

    fn table(self) -> Node {
        let current = move || {
            let at = self.at.get()?;
            self.rows.with(|rows| row(rows, at).is_some()).then(|| format!("outline-{at}"))
        };
        let body = move || {
            let range = self.rows.with(|rows| self.sight.range(rows.total));
            self.rows.with(|rows| {
                let (first, last) = (range.start.max(rows.from), range.end.min(rows.from + rows.rows.len()));
                let (first, last) = if first < last { (first, last) } else { (range.start, range.start) };
                let shown = (first..last).filter_map(|index| Some((index, self.line(index, row(rows, index)?))));
                html! { {gap(first)}{keyed(shown)}{gap(rows.total - last)} }
            })
        };
        html! {
            <table role="treegrid" class="outline" tabindex="0" aria-label=t("outline-pane")
                aria-rowcount=move || self.rows.with(|rows| rows.total + 1)
                aria-activedescendant=current on:keydown=move |e| self.key(&e)>
                <thead><tr role="row"><th role="columnheader">{t("outline-node")}</th>
                    <th role="columnheader" class="n">{t("outline-in")}</th>
                    <th role="columnheader" class="n">{t("outline-out")}</th></tr></thead>
                <tbody>{body}</tbody>
            </table>
        }
    }

    fn line(self, index: usize, row: &OutlineRow) -> Node {
        let is_scope = row.node.is_none();
        let expanded = is_scope.then(|| row.open.to_string());
        let triangle = is_scope.then(|| {
            let mark = if row.open { "▾" } else { "▸" };
            html! { <span class="triangle" aria-hidden="true" on:click=move |e: web_sys::MouseEvent| { e.stop_propagation(); self.toggle(index); }>{mark}</span> }
        });
        let verdict = row.verdict.map(|outcome| {
            html! {
                <span class=format!("sign {}", outcome.word()) title=t(&format!("outcome-{}", outcome.word()))>
                    <span aria-hidden="true">{sign(outcome)}</span>
                    <span class="sr">{t(&format!("outcome-{}", outcome.word()))}</span>
                </span>
            }
        });
        let (title, about) = texts(row);
        html! {
            <tr role="row" id=format!("outline-{index}") aria-rowindex=index + 2 aria-level=row.depth as usize + 1
                aria-posinset=row.position as usize + 1 aria-setsize=row.siblings as usize aria-expanded=expanded
                aria-selected=move || (self.at.get() == Some(index)).to_string()
                on:click=move |_| self.select(index)
                on:dblclick=move |_| if is_scope { self.toggle(index) }>
                <td role="gridcell" class="name" style:--depth=row.depth.to_string()>
                    {triangle}{verdict}<code>{title}</code>" "<span class="soft">{about}</span></td>
                <td role="gridcell" class="n">{row.inputs}</td>
                <td role="gridcell" class="n">{row.outputs}</td>
            </tr>
        }
    }
}

/// The release that the file must run on, for the outcomes of its nodes.
pub fn target(app: App) -> Option<TargetName> {
    app.rows.with(|rows| {
        let (row, cell) = app.target.with(|target| effective(rows, target.as_ref()))?;
        let row = &rows[row];
        Some(TargetName { channel: row.channel.clone(), release: row.cells[cell].release.clone() })
    })
}

/// Title of a row, and the words beside it: the name of a node, the size of a group.
fn texts(row: &OutlineRow) -> (String, String) {
    if row.node.is_none() {
        let nodes = ("n", Arg::from(row.nodes as usize));
        let about = match row.repeats {
            0 | 1 => tr("drawing-count", &[nodes]),
            times => tr("outline-repeats", &[("times", Arg::from(times as usize)), nodes]),
        };
        return (row.name.clone(), about);
    }
    let node = DrawnNode {
        op: row.op.clone(),
        version: row.version,
        name: row.name.clone(),
        role: row.role,
        ..DrawnNode::default()
    };
    let title = super::describe::title(&node);
    let short = row.name.rsplit('/').next().unwrap_or_default();
    let about = match row.role {
        Role::Input | Role::Output if row.op.is_empty() => super::details::role_word(row.role),
        _ if title == row.name => String::new(),
        _ => format!("{} {short}", row.source),
    };
    (title, about)
}

/// The node of a drawing that shows a row's node or group.
fn drawn(scene: &Scene, node: Option<u32>, path: &str) -> Option<u32> {
    match node {
        Some(node) => scene.drawing().shown_by.get(node as usize).copied(),
        None => scene.group(path),
    }
}
