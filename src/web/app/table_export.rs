//! The menu that copies or saves the rows of a table: CSV, Markdown, JSON.

use super::copy::put;
use super::download::save_text;
use super::words::{Arg, t, tr};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::table::TableForm;
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, FocusEvent, HtmlElement, HtmlInputElement, KeyboardEvent, Node as DomNode};

/// Takes the text of a table.
pub type Save = Box<dyn FnOnce(&str)>;

/// The menu of a table whose text `write` makes, perhaps later. Files have this name.
pub fn table_export(name: &'static str, write: impl Fn(TableForm, Save) + 'static) -> Node {
    menu(name, "table-export", NodeRef::new(), Rc::new(write))
}

/// The menu of a table with these rows, the first of which has the names of the columns.
pub fn table_export_of(name: &'static str, rows: impl Fn() -> Vec<Vec<String>> + 'static) -> Node {
    table_export(name, move |form, save| save(&form.text(&rows())))
}

/// The same with another label.
pub fn table_export_named(
    name: &'static str,
    label: &'static str,
    rows: impl Fn() -> Vec<Vec<String>> + 'static,
) -> Node {
    menu(name, label, NodeRef::new(), Rc::new(move |form: TableForm, save: Save| save(&form.text(&rows()))))
}

/// The menu of the table that follows it in the document, as the page shows it.
pub fn table_export_here(name: &'static str) -> Node {
    let here = NodeRef::new();
    let write = move |form: TableForm, save: Save| {
        if let Some(table) = here.get_untracked::<Element>().and_then(following) {
            save(&form.text(&rows_of(&table)));
        }
    };
    menu(name, "table-export", here, Rc::new(write))
}

fn menu(name: &'static str, label: &'static str, here: NodeRef, write: Rc<dyn Fn(TableForm, Save)>) -> Node {
    let (open, copied) = (RwSignal::new(false), RwSignal::new(false));
    let close = move || {
        open.set(false);
        let button = here.get_untracked::<Element>().and_then(|menu| menu.first_element_child());
        if let Some(Ok(button)) = button.map(JsCast::dyn_into::<HtmlElement>) {
            let _ = button.focus();
        }
    };
    let item = move |form: TableForm, copies: bool| {
        let (label, file, media) = match form {
            TableForm::Csv => ("CSV", "csv", "text/csv"),
            TableForm::Markdown => ("Markdown", "md", "text/markdown"),
            TableForm::Json => ("JSON", "json", "application/json"),
        };
        let write = write.clone();
        let take = move |_| {
            close();
            if copies {
                let confirm = move |text: &str| {
                    put(text);
                    let _ = copied.try_set(true);
                    let reset = move || {
                        let _ = copied.try_set(false);
                    };
                    set_timeout(reset, Duration::from_millis(1500));
                };
                write(form, Box::new(confirm));
            } else {
                write(form, Box::new(move |text| save_text(&format!("{name}.{file}"), text, media)));
            }
        };
        let id = if copies { "table-copy-as" } else { "table-save-as" };
        html! { <li><button on:click=take>{tr(id, &[("form", Arg::from(label))])}</button></li> }
    };
    let list = move || {
        let items = [true, false].into_iter().flat_map(|copies| TableForm::ALL.iter().map(move |form| (*form, copies)));
        html! { <ul>{items.map(|(form, copies)| item(form, copies)).collect::<Node>()}</ul> }
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            event.stop_propagation();
            close();
        }
    };
    let left = move |event: Event| {
        let to = event.dyn_into::<FocusEvent>().ok().and_then(|event| event.related_target());
        let to = to.and_then(|to| to.dyn_into::<DomNode>().ok());
        let stays = here.get_untracked::<Element>().is_some_and(|menu| to.is_some_and(|to| menu.contains(Some(&to))));
        if !stays {
            open.set(false);
        }
    };
    html! {
        <span class="menu table-menu" data-table=name node_ref=here on:keydown=key on:focusout=left>
            <button title=t("table-save") aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open = !*open)>
                <span aria-live="polite">{move || t(if copied.get() { "copied" } else { label })}</span>
            </button>
            {move || open.get().then(&list)}
        </span>
    }
}

/// The first table after an element.
fn following(element: Element) -> Option<Element> {
    let mut at = element;
    loop {
        while let Some(next) = at.next_element_sibling() {
            if next.tag_name() == "TABLE" {
                return Some(next);
            }
            if let Some(table) = next.query_selector("table").ok().flatten() {
                return Some(table);
            }
            at = next;
        }
        at = at.parent_element()?;
    }
}

/// The texts of a table. Rows that belong to the row above, and those that only keep space, are left out.
fn rows_of(table: &Element) -> Vec<Vec<String>> {
    let is_row = |row: &Element| !row.matches(".gap, .detail").unwrap_or(false);
    let rows = children(table).flat_map(|part| children(&part)).filter(is_row);
    let mut rows: Vec<Vec<String>> = rows.map(|row| cells_of(&row)).filter(|row| !row.is_empty()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if table.query_selector("thead").ok().flatten().is_none() {
        let heads =
            if columns == 2 { vec!["name".to_owned(), "value".to_owned()] } else { vec![String::new(); columns] };
        rows.insert(0, heads);
    }
    for row in &mut rows {
        row.resize(columns, String::new());
    }
    // Objects of JSON need a name for each column.
    for (column, head) in rows.first_mut().into_iter().flatten().enumerate().filter(|(_, head)| head.is_empty()) {
        *head = format!("column {}", column + 1);
    }
    rows
}

fn cells_of(row: &Element) -> Vec<String> {
    let mut cells = Vec::new();
    for cell in children(row).filter(|cell| cell.get_attribute("aria-hidden").is_none()) {
        let mut text = String::new();
        read(&cell, &mut text);
        cells.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
        let span = cell.get_attribute("colspan").and_then(|span| span.parse::<usize>().ok()).unwrap_or(1);
        cells.extend((1..span).map(|_| String::new()));
    }
    cells
}

/// Adds the text of an element as a screen reader has it.
fn read(node: &DomNode, text: &mut String) {
    let Some(element) = node.dyn_ref::<Element>() else {
        text.push_str(&node.text_content().unwrap_or_default());
        return;
    };
    let attribute = |name: &str| element.get_attribute(name).unwrap_or_default();
    if attribute("aria-hidden") == "true" || element.matches(".term.mark").unwrap_or(false) {
        return;
    }
    if attribute("role") == "img" {
        text.push_str(&attribute("aria-label"));
        return;
    }
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        text.push_str(&if input.type_() == "checkbox" { input.checked().to_string() } else { input.value() });
        return;
    }
    let nodes = std::iter::successors(element.first_child(), DomNode::next_sibling);
    nodes.for_each(|node| read(&node, text));
    // Blocks are lines of their own.
    if ["LI", "P", "DIV", "BR"].contains(&element.tag_name().as_str()) {
        text.push(' ');
    }
}

fn children(element: &Element) -> impl Iterator<Item = Element> + use<> {
    std::iter::successors(element.first_element_child(), Element::next_element_sibling)
}
