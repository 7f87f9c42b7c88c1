//! The objects of a TF2 checkpoint: the drawn graph and, below it, a table of the same objects.

use super::state::Shown;
use super::terms::term;
use super::virtual_rows::{Sight, gap};
use super::words::{t, tr};
use crate::report::schema::{ObjectGraph, ObjectNode, Role, in_ids};
use crate::web::dom::{IntoNode, Node, html, keyed};
use crate::web::model::fold::folded;
use leptos::prelude::*;

/// The view.
pub fn objects(artifact: Shown) -> Node {
    let filter = RwSignal::new(String::new());
    let sight = Sight::new();
    let total = artifact.object_graph.as_ref().map_or(0, |g| g.nodes.len());
    let shown = artifact.clone();
    let lines = Memo::new(move |_| {
        let needle = folded(&filter.get());
        shown.object_graph.as_ref().map_or_else(Vec::new, |g| {
            (0..g.nodes.len())
                .filter(|i| {
                    needle.is_empty()
                        || folded(&g.nodes[*i].path).contains(&needle)
                        || g.nodes[*i].role.word() == needle
                })
                .collect()
        })
    });
    html! {
        {super::graph_view::object_drawing()}
        <div class="tools">
            <input type="search" data-find placeholder=t("filter") aria-label=t("filter-objects")
                on:input=move |e| filter.set(event_target_value(&e))/>
            <span class="soft">{tr("count-objects", &[("n", total.into())])}</span>
            {legend()}
        </div>
        <div class="scroll-y" tabindex="0" role="region" aria-label=t("view-objects") on:scroll=move |e| sight.scrolled(&e)>
            <table class="objects" aria-rowcount=total>
                <thead><tr><th scope="col" class="n">{t("col-node")}</th><th scope="col">{t("col-path")}</th>
                    <th scope="col" class="dtype">{t("col-role")}</th><th scope="col">{t("col-children")}</th>
                    <th scope="col">{t("col-saved")}</th></tr></thead>
                <tbody>
                    {move || {
                        let lines = lines.get();
                        let range = sight.range(lines.len());
                        let (above, below) = (range.start, lines.len() - range.end);
                        let graph = artifact.object_graph.as_ref();
                        let rows = lines[range].iter()
                            .filter_map(|i| graph.and_then(|g| g.nodes.get(*i).map(|n| (i, line(*i, n, g)))));
                        html! { {gap(above)}{keyed(rows)}{gap(below)} }
                    }}
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

fn line(index: usize, node: &ObjectNode, graph: &ObjectGraph) -> Node {
    let children: Vec<_> = node.children.iter().map(|c| c.name.as_str()).collect();
    let mut children = children.join(", ");
    if !node.slot_variables.is_empty() {
        if !children.is_empty() {
            children.push_str("; ");
        }
        let slots: Vec<_> = node
            .slot_variables
            .iter()
            .take(20)
            .map(|s| {
                let of = graph.nodes.get(s.original as usize).map_or("?", |n| n.path.as_str());
                format!("{} ← {of}", s.slot)
            })
            .collect();
        children.push_str(&slots.join(", "));
    }
    let saved: Vec<_> = node.attributes.iter().map(|a| a.key.as_str()).collect();
    let saved = saved.join(", ");
    let path = if index == 0 { "(root)".to_owned() } else { node.path.clone() };
    html! {
        <tr>
            <td class="n">{index}</td>
            <td class="name"><code title=path.clone()>{path.clone()}</code></td>
            <td class="dtype">{role_sign(node.role)}" "{role_word(node.role)}</td>
            <td class="name"><code title=children.clone()>{children.clone()}</code></td>
            <td class="name"><code title=saved.clone()>{saved.clone()}</code></td>
        </tr>
    }
}
