//! Heads of columns that sort a table.

use super::terms::explain;
use super::words::t;
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// The column that a table is sorted by, and whether its last rows come first.
pub type Order<By> = RwSignal<(By, bool)>;

/// The head of a column: a press sorts by it, another press reverses the order. `last_first` is the first order,
/// `term` the term that the head is explained by.
pub fn head<By>(
    id: &'static str,
    by: By,
    last_first: bool,
    class: &'static str,
    term: Option<&'static str>,
    order: Order<By>,
) -> Node
where
    By: Copy + PartialEq + Send + Sync + 'static,
{
    let sort = move || match order.get() {
        (now, true) if now == by => "descending",
        (now, false) if now == by => "ascending",
        _ => "none",
    };
    let press = move |_| order.update(|(now, down)| (*now, *down) = (by, if *now == by { !*down } else { last_first }));
    let help = term.map(|term| html! { <span>{explain(term, &t(id))}</span> });
    html! { <th scope="col" class=class aria-sort=sort><button on:click=press>{t(id)}</button>{help}</th> }
}
