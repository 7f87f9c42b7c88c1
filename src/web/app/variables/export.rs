//! The rows of the table as files for other programs.

use super::results::{Found, check_word};
use super::state::Table;
use crate::services::values::schema::Row;
use crate::web::app::download::save_text;
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use crate::web::model::format;
use crate::web::model::table::{csv, json, markdown};
use crate::web::protocol::ListedValue;
use leptos::prelude::*;
use serde_json::Value as Json;

/// Columns of every file. They are not translated: programs read them.
const HEADS: [&str; 5] = ["name", "dtype", "shape", "bytes", "checksum"];
/// Columns of computed numbers.
const NUMBERS: [&str; 8] = ["elements", "min", "max", "mean", "std", "zeros", "nan", "infinite"];

/// The buttons that save the rows that the table shows.
pub fn buttons(table: Table) -> Node {
    html! {
        <span class="end" role="group" aria-label=t("table-save")>
            <button on:click=move |_| save_text("variables.csv", &csv(&rows(table)), "text/csv")>"CSV"</button>
            <button on:click=move |_| save_text("variables.json", &json(&rows(table)), "application/json")>"JSON"</button>
            <button on:click=move |_| save_text("variables.md", &markdown(&rows(table)), "text/markdown")>"Markdown"</button>
        </span>
    }
}

fn rows(table: Table) -> Vec<Vec<String>> {
    let (all, found) = (table.all.get_untracked(), table.found.get_untracked());
    let numbers = found.as_ref().is_some_and(|found| found.statistics);
    let mut heads: Vec<String> = HEADS.map(str::to_owned).to_vec();
    if numbers {
        heads.extend(NUMBERS.map(str::to_owned));
    }
    let lines = table.lines.get_untracked();
    let row = |index: usize| row(&all[index], found.as_deref(), numbers);
    std::iter::once(heads).chain(lines.into_iter().map(row)).collect()
}

fn row(value: &ListedValue, found: Option<&Found>, numbers: bool) -> Vec<String> {
    let known = found.and_then(|found| found.of(&value.name));
    let check = known.map(|row| check_word(row.check).trim_start_matches("check-").to_owned());
    let mut cells = vec![
        value.name.clone(),
        value.dtype.clone(),
        format::shape(&value.shape),
        value.bytes.to_string(),
        check.unwrap_or_default(),
    ];
    if numbers {
        cells.extend(known.map_or_else(|| vec![String::new(); NUMBERS.len()], cells_of));
    }
    cells
}

fn cells_of(row: &Row) -> Vec<String> {
    if row.count == 0 {
        return vec![String::new(); NUMBERS.len()];
    }
    let json = |value: &Option<Json>| match value {
        Some(Json::Number(number)) if number.is_i64() || number.is_u64() => number.to_string(),
        Some(Json::Number(number)) => exact(number.as_f64().unwrap_or(f64::NAN)),
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let real = |value: Option<f64>| value.map(exact).unwrap_or_default();
    vec![
        row.count.to_string(),
        json(&row.min),
        json(&row.max),
        real(row.mean),
        real(row.deviation),
        row.zeros.to_string(),
        row.nan.to_string(),
        row.infinite.to_string(),
    ]
}

/// All digits of a number.
fn exact(value: f64) -> String {
    js_sys::Number::from(value).to_string_with_radix(10).ok().and_then(|text| text.as_string()).unwrap_or_default()
}
