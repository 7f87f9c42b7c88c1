//! The nodes that differ: a list that leads to them in the drawings, and the differences of the selected one.

use super::sync::Together;
use crate::fold::folded;
use crate::services::compare::schema::ChangeKind;
use crate::services::pairs::schema::{Difference, PairClass, PairedGraphs};
use crate::web::app::compare::sign;
use crate::web::app::graph_view::stage::{Item, Stage};
use crate::web::app::table_export::table_export_of;
use crate::web::app::virtual_rows::{Sight, gap};
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html, keyed};
use leptos::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Columns of the exported rows. They are not translated: programs read them.
const HEADS: [&str; 6] = ["change", "op", "name", "field", "before", "after"];

/// The list.
#[derive(Clone, Copy)]
pub struct Differences {
    together: Together,
    pairs: StoredValue<Arc<PairedGraphs>>,
    filter: RwSignal<String>,
    /// Indices of the listed differences.
    listed: Memo<Vec<usize>>,
    /// The difference of the selected node.
    selected: Memo<Option<usize>>,
    sight: Sight,
}

impl Differences {
    /// Differences of the `chosen` classes; all if none is chosen.
    pub fn new(together: Together, pairs: Arc<PairedGraphs>, chosen: RwSignal<BTreeSet<usize>>) -> Self {
        let filter = RwSignal::new(String::new());
        let all = pairs.clone();
        let listed = Memo::new(move |_| {
            let (needle, chosen) = (folded(&filter.get()), chosen.get());
            let fits = |one: &Difference| chosen.is_empty() || chosen.contains(&(class(one) as usize));
            let has = |one: &Difference| {
                needle.is_empty() || [&one.name, &one.op].into_iter().any(|text| folded(text).contains(&needle))
            };
            let shown = all.differences.iter().enumerate().filter(|(_, one)| fits(one) && has(one));
            shown.map(|(index, _)| index).collect()
        });
        let number = |node: &dyn Fn(&Difference) -> Option<u32>| -> HashMap<u32, usize> {
            pairs.differences.iter().enumerate().filter_map(|(index, one)| Some((node(one)?, index))).collect()
        };
        let of_a = number(&|one| one.a.map(|node| node.node));
        let of_b = number(&|one| one.b.map(|node| node.node));
        let selected = Memo::new(move |_| {
            let node = |stage: Stage| {
                let at = stage.selected.get()?;
                match stage.scene.with(|scene| Item::of(&scene.as_ref()?.0, at))? {
                    Item::Node(node) => Some(node),
                    Item::Group(_) => None,
                }
            };
            let (a, b) = (node(together.a.drawn.stage), node(together.b.drawn.stage));
            a.and_then(|node| of_a.get(&node)).or_else(|| b.and_then(|node| of_b.get(&node))).copied()
        });
        Self { together, pairs: StoredValue::new(pairs), filter, listed, selected, sight: Sight::filling() }
    }

    /// Shows a difference in both drawings.
    fn show(self, index: usize) {
        let Some((a, b)) = self.pairs.with_value(|pairs| pairs.differences.get(index).map(|one| (one.a, one.b))) else {
            return;
        };
        let Together { a: left, b: right, b_leads, .. } = self.together;
        b_leads.set(a.is_none());
        for (side, node) in [(left, a), (right, b)] {
            match node {
                Some(node) => side.show(node.node),
                None => side.drawn.stage.selected.set(None),
            }
        }
    }

    /// The pane.
    pub fn pane(self) -> Node {
        let none = self.pairs.with_value(|pairs| pairs.differences.is_empty());
        if none {
            return html! {
                <aside class="graph-outline" aria-label=t("together-differences")><p class="soft">{t("together-none")}</p></aside>
            };
        }
        let more = self.pairs.with_value(|pairs| pairs.more);
        let body = move || {
            let listed = self.listed.get();
            let range = self.sight.range(listed.len());
            let (above, below) = (range.start, listed.len() - range.end);
            let rows = keyed(listed[range].iter().map(|index| (*index, self.row(*index))));
            let none = listed.is_empty().then(|| html! { <tr><td class="soft">{t("filter-none")}</td></tr> });
            html! { {gap(above)}{rows}{gap(below)}{none} }
        };
        html! {
            <aside class="graph-outline" aria-label=t("together-differences")>
                <div class="tools">
                    <input type="search" data-find placeholder=t("filter") aria-label=t("compare-filter")
                        on:input=move |e| self.filter.set(event_target_value(&e))/>
                    {table_export_of("differences", move || self.texts())}
                </div>
                <div class="scroll-y" on:scroll=move |e| self.sight.scrolled(&e)>
                    <table class="outline" aria-label=t("together-differences") aria-rowcount=move || self.listed.with(Vec::len)>
                        <tbody>{body}</tbody>
                    </table>
                    {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
                </div>
                {move || self.selected.get().map(|index| self.fields(index))}
            </aside>
        }
    }

    /// The listed differences as text, a row for each field.
    fn texts(self) -> Vec<Vec<String>> {
        let mut rows = vec![HEADS.map(str::to_owned).to_vec()];
        for index in self.listed.get_untracked() {
            let one = self.pairs.with_value(|pairs| pairs.differences.get(index).cloned()).unwrap_or_default();
            let head = [one.how.to_string(), one.op, one.name];
            let row = |field: [String; 3]| head.iter().cloned().chain(field).collect();
            if one.fields.is_empty() {
                rows.push(row(Default::default()));
            }
            let side = Option::unwrap_or_default;
            rows.extend(one.fields.into_iter().map(|field| row([field.field, side(field.a), side(field.b)])));
        }
        rows
    }

    fn row(self, index: usize) -> Node {
        let one = self.pairs.with_value(|pairs| pairs.differences.get(index).cloned()).unwrap_or_default();
        let (glyph, class) = sign(one.how);
        html! {
            <tr aria-selected=move || (self.selected.get() == Some(index)).to_string()>
                <td class="name"><button class="link" title=one.name.clone() on:click=move |_| self.show(index)>
                    <span class=format!("sign {class}") role="img" aria-label=t(&format!("compare-how-{}", one.how))>{glyph}</span>" "
                    <code>{one.op}</code>" "<code class="soft">{short(&one.name)}</code>
                </button></td>
            </tr>
        }
    }

    /// The differences of one node.
    fn fields(self, index: usize) -> Node {
        let one = self.pairs.with_value(|pairs| pairs.differences.get(index).cloned()).unwrap_or_default();
        let side = |text: Option<String>| match text {
            Some(text) => html! { <code>{text}</code> },
            None => html! { <span class="soft">"—"</span> },
        };
        let rows = one.fields.into_iter().map(|field| {
            html! { <tr><th scope="row"><code>{field.field}</code></th><td>{side(field.a)}</td><td>{side(field.b)}</td></tr> }
        });
        let table = (one.how == ChangeKind::Changed).then(|| {
            html! {
                <table><thead><tr><th scope="col">{t("together-field")}</th><th scope="col">{t("compare-before")}</th>
                    <th scope="col">{t("compare-after")}</th></tr></thead><tbody>{rows.collect::<Node>()}</tbody></table>
            }
        });
        html! {
            <div class="together-fields" role="region" aria-label=t("together-selected") tabindex="0">
                <p><code>{one.op}</code>" "<code class="soft">{one.name}</code>" "<span class="soft">{t(&format!("compare-how-{}", one.how))}</span></p>
                {table.into_node()}
            </div>
        }
    }
}

fn class(one: &Difference) -> PairClass {
    match one.how {
        ChangeKind::Changed => PairClass::Changed,
        ChangeKind::Removed => PairClass::Removed,
        ChangeKind::Added => PairClass::Added,
    }
}

/// The end of a name.
fn short(name: &str) -> String {
    name.rsplit('/').next().unwrap_or_default().to_owned()
}
