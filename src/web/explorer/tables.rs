//! Tables of the open files: kept between questions, and as text for other programs.

use super::opened::TIME;
use crate::report::Opened;
use crate::services::objects::schema::{ObjectListing, ObjectRow};
use crate::services::values::Table;
use crate::services::values::schema::{Check, Row, ScopeSizes, TableListing, TableRow, TableRows};
use crate::web::model::format;
use crate::web::model::table::TableForm;
use serde_json::Value as Json;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A table that long work also fills.
type Shared = Rc<RefCell<Table>>;

thread_local! {
    /// The tables of the files that were opened at a time, by artifact.
    static TABLES: RefCell<(u32, HashMap<usize, Shared>)> = RefCell::default();
}

/// Columns of every file. They are not translated: programs read them.
const HEADS: [&str; 5] = ["name", "dtype", "shape", "bytes", "checksum"];
/// Columns of computed numbers.
const NUMBERS: [&str; 8] = ["elements", "min", "max", "mean", "std", "zeros", "nan", "infinite"];
/// Columns of objects.
const OBJECTS: [&str; 6] = ["node", "path", "role", "children", "slot variables", "saved values"];

/// The table of an artifact's values.
pub fn table(opened: &Opened, artifact: usize) -> Option<Shared> {
    TABLES.with_borrow_mut(|(time, tables)| {
        let now = TIME.get();
        if *time != now {
            *time = now;
            tables.clear();
        }
        if let Some(table) = tables.get(&artifact) {
            return Some(table.clone());
        }
        let table = Rc::new(RefCell::new(Table::new(opened, artifact)?));
        tables.insert(artifact, table.clone());
        Some(table)
    })
}

/// Some of its rows.
pub fn rows(opened: &Opened, artifact: usize, listing: &TableListing) -> Option<TableRows> {
    let report = opened.report.artifacts.get(artifact)?;
    Some(table(opened, artifact)?.borrow_mut().rows(report, listing))
}

/// The scopes in a scope.
pub fn sizes(opened: &Opened, artifact: usize, scope: u32, most: usize) -> Option<ScopeSizes> {
    let report = opened.report.artifacts.get(artifact)?;
    Some(table(opened, artifact)?.borrow().sizes(report, scope, most))
}

/// All its rows as text.
pub fn text(opened: &Opened, artifact: usize, listing: TableListing, form: TableForm) -> Option<String> {
    let found = rows(opened, artifact, &TableListing { from: 0, count: usize::MAX, ..listing })?.rows;
    let numbers = found.iter().any(|row| row.result.as_ref().is_some_and(|result| result.count > 0));
    let mut heads: Vec<String> = HEADS.map(str::to_owned).to_vec();
    if numbers {
        heads.extend(NUMBERS.map(str::to_owned));
    }
    let rows = std::iter::once(heads).chain(found.iter().map(|row| cells(row, numbers)));
    Some(form.text(&rows.collect::<Vec<_>>()))
}

fn cells(row: &TableRow, numbers: bool) -> Vec<String> {
    let TableRow { value, result, .. } = row;
    let check = result.as_ref().map_or("", |result| match result.check {
        Check::Right => "right",
        Check::Wrong => "wrong",
        Check::None => "none",
        Check::Opaque => "opaque",
        Check::Unreadable => "unreadable",
    });
    let shape = format::shape(&value.shape);
    let mut cells = vec![value.name.clone(), value.dtype.clone(), shape, value.bytes.to_string(), check.to_owned()];
    if numbers {
        let empty = || vec![String::new(); NUMBERS.len()];
        cells.extend(result.as_ref().filter(|result| result.count > 0).map_or_else(empty, numbers_of));
    }
    cells
}

fn numbers_of(row: &Row) -> Vec<String> {
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

/// All objects of a listing as text.
pub fn objects_text(opened: &Opened, artifact: usize, listing: ObjectListing, form: TableForm) -> Option<String> {
    let found = opened.objects(artifact, &ObjectListing { from: 0, count: usize::MAX, most: usize::MAX, ..listing })?;
    let cells = |row: &ObjectRow| {
        let slots: Vec<String> = row.slots.iter().map(|(slot, of)| format!("{slot} of {of}")).collect();
        let (children, saved) = (row.children.join(", "), row.saved.join(", "));
        vec![row.index.to_string(), row.path.clone(), row.role.word().to_owned(), children, slots.join(", "), saved]
    };
    let heads = OBJECTS.map(str::to_owned).to_vec();
    let rows = std::iter::once(heads).chain(found.rows.iter().map(cells));
    Some(form.text(&rows.collect::<Vec<_>>()))
}
