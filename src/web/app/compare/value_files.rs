//! The compared values as files for other programs.

use super::missing::{Line, Missing};
use crate::services::compare::schema::{ValuePair, ValueVerdict, Values};
use crate::web::app::table_export::table_export_of;
use crate::web::dom::Node;
use crate::web::model::format;
use leptos::prelude::*;
use serde_json::Value as Json;
use std::sync::Arc;

/// The columns. They are not translated: programs read them.
const HEADS: [&str; 11] =
    ["change", "name", "renamed", "before", "after", "elements", "differing", "norm", "relative", "largest", "at"];

/// The menu that copies and saves the shown rows.
pub fn buttons(values: Arc<Values>, missing: Arc<Vec<Missing>>, lines: Memo<Vec<Line>>) -> Node {
    table_export_of("values", move || {
        let row = |line: Line| match line {
            Line::Pair(index) => of_pair(&values.values[index]),
            Line::Missing(index) => of_missing(&missing[index]),
        };
        let head = HEADS.map(str::to_owned).to_vec();
        std::iter::once(head).chain(lines.get_untracked().into_iter().map(row)).collect()
    })
}

fn of_pair(value: &ValuePair) -> Vec<String> {
    let verdict = match value.verdict {
        ValueVerdict::Exact => "exact",
        ValueVerdict::Close => "close",
        ValueVerdict::Different => "different",
        ValueVerdict::Incomparable => "incomparable",
        ValueVerdict::Unreadable => "unreadable",
    };
    let types = |dtype: &str, shape: &[i64]| format!("{dtype} {}", format::shape(shape));
    let at: Vec<String> = value.largest.iter().flat_map(|largest| &largest.at).map(ToString::to_string).collect();
    vec![
        verdict.to_owned(),
        value.name.clone(),
        value.renamed.clone(),
        types(&value.dtypes.0, &value.shapes.0),
        types(&value.dtypes.1, &value.shapes.1),
        value.count.to_string(),
        value.differing.to_string(),
        number(value.norm.as_ref()),
        number(value.change.as_ref()),
        number(value.largest.as_ref().and_then(|largest| largest.difference.as_ref())),
        if value.largest.is_some() { format!("[{}]", at.join(", ")) } else { String::new() },
    ]
}

fn of_missing(missing: &Missing) -> Vec<String> {
    let mut cells = vec![String::new(); HEADS.len()];
    cells[0] = if missing.added { "added" } else { "removed" }.to_owned();
    cells[1].clone_from(&missing.name);
    cells[if missing.added { 4 } else { 3 }].clone_from(&missing.types);
    cells
}

/// All digits of a number.
fn number(value: Option<&Json>) -> String {
    match value {
        Some(Json::Number(number)) => {
            let number = js_sys::Number::from(number.as_f64().unwrap_or(f64::NAN));
            number.to_string_with_radix(10).ok().and_then(|text| text.as_string()).unwrap_or_default()
        }
        Some(Json::String(text)) => text.clone(),
        _ => String::new(),
    }
}
