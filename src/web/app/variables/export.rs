//! The rows of the table as files for other programs.

use super::state::Table;
use crate::web::app::table_export::{Save, table_export};
use crate::web::app::worker;
use crate::web::dom::Node;
use crate::web::protocol::Question;
use leptos::prelude::*;

/// The buttons that copy and save the rows that the table shows. The worker writes them.
pub fn buttons(table: Table) -> Node {
    table_export("variables", move |form, save: Save| {
        let listing = untrack(|| table.listing(0, 0));
        let question = Question::TableText { artifact: table.artifact, listing, form };
        worker::request(table.app, question, move |reply| {
            if let Some(Ok(answer)) = reply {
                save(&answer.text());
            }
        });
    })
}
