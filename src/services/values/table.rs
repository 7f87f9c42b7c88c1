//! The values of an artifact as a table that is listed in parts: filtered, sorted, with the results of reading them. It stays
//! where the file is read, because a hundred thousand rows take a browser's main thread longer than a frame.

use super::find::stores;
use super::schema::{
    Check, CheckCount, Checked, CheckedValue, Column, ListedValue, ReadAll, Row, Rows, ScopeName, ScopeSize,
    ScopeSizes, TableListing, TableRow, TableRows,
};
use super::scopes::{Scopes, Sized, of_optimizers};
use crate::fold::folded;
use crate::order;
use crate::report::Opened;
use crate::report::schema::{Artifact, ErrorInfo, Kind, Variable};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Errors of values that are reported one by one.
const MOST_ERRORS: usize = 20;

/// The table of one artifact.
pub struct Table {
    values: Vec<ListedValue>,
    /// Bytes of all values.
    bytes: u64,
    /// Counted when first needed.
    scopes: OnceCell<Scopes>,
    results: HashMap<String, Row>,
    /// Indices of the rows of the last listing.
    lines: Option<(TableListing, Vec<usize>)>,
}

impl Table {
    /// The values of an artifact; `None` when there is no such artifact.
    pub fn new(opened: &Opened, artifact: usize) -> Option<Self> {
        let report = opened.report.artifacts.get(artifact)?;
        let mut values: Vec<ListedValue> = report.variables.iter().map(variable).collect();
        if values.is_empty() {
            // The report does not list the weights of a TFLite model.
            let listed = stores(opened.artifacts.get(artifact)?).map(|stores| stores.listed()).unwrap_or_default();
            values = listed.into_iter().map(ListedValue::from).collect();
        }
        let bytes = values.iter().map(|value| value.bytes).fold(0, u64::saturating_add);
        Some(Self { values, bytes, scopes: OnceCell::new(), results: HashMap::new(), lines: None })
    }

    /// The rows of a listing.
    pub fn rows(&mut self, report: &Artifact, listing: &TableListing) -> TableRows {
        // Rows further down are of the same order.
        let order = TableListing { from: 0, count: 0, ..listing.clone() };
        let lines = match self.lines.take() {
            Some((before, lines)) if before == order => lines,
            _ => self.sorted(report, listing),
        };
        let shown = lines.iter().skip(listing.from).take(listing.count);
        let rows = shown.map(|index| {
            let value = self.values[*index].clone();
            TableRow { index: *index, result: self.results.get(&value.name).cloned(), value }
        });
        let rows = TableRows {
            all: self.values.len(),
            bytes: self.bytes,
            total: lines.len(),
            from: listing.from,
            rows: rows.collect(),
        };
        self.lines = Some((order, lines));
        rows
    }

    /// The scopes in a scope.
    pub fn sizes(&self, report: &Artifact, scope: u32, most: usize) -> ScopeSizes {
        let scopes = self.scopes(report);
        let open = scope.min(scopes.scopes.len() as u32 - 1);
        let of = |scope: u32| &scopes.scopes[scope as usize];
        let path = scopes.path(open).into_iter().map(|scope| ScopeName { scope, name: of(scope).name.clone() });
        let inside = of(open).inside.iter().take(most).map(|at| {
            let scope = of(*at);
            let (model, optimizer) = (scope.model.bytes, scope.optimizer.bytes);
            ScopeSize { scope: *at, name: scope.name.clone(), count: scope.count(), model, optimizer }
        });
        ScopeSizes {
            scopes: scopes.scopes.len(),
            optimizer: of(0).optimizer.count > 0,
            path: path.collect(),
            bytes: of(open).bytes(),
            inside: inside.collect(),
            more: of(open).inside.len().saturating_sub(most),
        }
    }

    /// Takes the checksums of all values.
    pub fn checked(&mut self, found: Checked) -> ReadAll {
        let row = |CheckedValue { name, check, error, .. }| Row { name, check, error, ..Row::default() };
        self.take(found.values.into_iter().map(row).collect(), found.problems, false)
    }

    /// Takes the statistics of all values.
    pub fn computed(&mut self, found: Rows) -> ReadAll {
        self.take(found.rows, Vec::new(), true)
    }

    fn take(&mut self, rows: Vec<Row>, problems: Vec<ErrorInfo>, statistics: bool) -> ReadAll {
        let count =
            |check: Check| CheckCount { check, values: rows.iter().filter(|row| row.check == check).count() as u64 };
        let counts = [Check::Right, Check::Wrong, Check::Unreadable, Check::Opaque, Check::None].map(count);
        let counts = counts.into_iter().filter(|count| count.values > 0).collect();
        let mut errors = rows.iter().filter_map(|row| row.error.clone()).chain(problems);
        let first = errors.by_ref().take(MOST_ERRORS).collect();
        let more = errors.count();
        self.results = rows.into_iter().map(|row| (row.name.clone(), row)).collect();
        self.lines = None;
        ReadAll { statistics, counts, errors: first, more }
    }

    fn scopes(&self, report: &Artifact) -> &Scopes {
        self.scopes.get_or_init(|| {
            let names: Vec<&str> = self.values.iter().map(|value| value.name.as_str()).collect();
            // Tensors of a model are named by their labels, and belong to no optimizer.
            let model = report.kind == Kind::Tflite;
            let optimizer = if model { Vec::new() } else { of_optimizers(&names, report.object_graph.as_ref()) };
            Scopes::new(self.values.iter().enumerate().map(|(index, value)| Sized {
                path: if model && !value.label.is_empty() { first_name(&value.label) } else { &value.name },
                bytes: value.bytes,
                optimizer: optimizer.get(index).copied().unwrap_or_default(),
            }))
        })
    }

    /// Indices of the rows of a listing, in its order.
    fn sorted(&self, report: &Artifact, listing: &TableListing) -> Vec<usize> {
        let TableListing { filter, by, down, scope, .. } = listing;
        let has = |text: &str| folded(text).contains(filter);
        let fits = |index: &usize| {
            let ListedValue { name, label, dtype, .. } = &self.values[*index];
            let in_scope = *scope == 0 || self.scopes(report).holds(*scope, *index);
            in_scope && (filter.is_empty() || has(name) || has(label) || dtype == filter)
        };
        let mut lines: Vec<usize> = (0..self.values.len()).filter(fits).collect();
        let value = |index: &usize| &self.values[*index];
        match by {
            Column::Name => {
                let name = |index: &usize| shown_name(value(index));
                // Files list most variables in this order.
                if !lines.is_sorted_by(|a, b| name(a) <= name(b)) {
                    order::sort_by(&mut lines, |a, b| name(a).cmp(name(b)));
                }
            }
            Column::Dtype => order::sort_by(&mut lines, |a, b| value(a).dtype.cmp(&value(b).dtype)),
            Column::Shape => {
                order::sort_by_key(&mut lines, |i| value(i).shape.iter().fold(1i64, |n, d| n.saturating_mul(*d)));
            }
            Column::Bytes => order::sort_by_key(&mut lines, |i| value(i).bytes),
            by => {
                self.sort_by_result(&mut lines, *by, *down);
                return lines;
            }
        }
        if *down {
            lines.reverse();
        }
        lines
    }

    /// Sorts rows by a column of results; rows without a number are last in both directions.
    fn sort_by_result(&self, lines: &mut [usize], by: Column, down: bool) {
        let result = |index: usize| number(by, self.results.get(&self.values[index].name)?);
        let numbers: HashMap<usize, f64> = lines.iter().filter_map(|index| Some((*index, result(*index)?))).collect();
        order::sort_by(lines, |a, b| match (numbers.get(a), numbers.get(b)) {
            (Some(a), Some(b)) if down => b.total_cmp(a),
            (Some(a), Some(b)) => a.total_cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        });
    }
}

/// The number of a result in a column; `None` without one.
fn number(by: Column, row: &Row) -> Option<f64> {
    let json = |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    match by {
        Column::Check => Some(f64::from(row.check as u8)),
        Column::Min => json(&row.min),
        Column::Max => json(&row.max),
        Column::Mean => row.mean,
        Column::Deviation => row.deviation,
        Column::Zeros => Some(row.zeros as f64),
        Column::Nan => Some((row.nan + row.infinite) as f64),
        Column::Name | Column::Dtype | Column::Shape | Column::Bytes => None,
    }
}

fn variable(variable: &Variable) -> ListedValue {
    ListedValue {
        name: variable.name.clone(),
        label: label(variable),
        dtype: variable.dtype.clone(),
        shape: variable.shape.clone(),
        bytes: variable.bytes,
    }
}

/// Keras numbers weights by class, so the name of their layer is more useful. Empty if the name contains it.
fn label(variable: &Variable) -> String {
    match &variable.layer {
        Some(layer) if !variable.name.split('/').any(|part| part == layer) => format!("{} ({layer})", variable.name),
        _ => String::new(),
    }
}

fn shown_name(value: &ListedValue) -> &str {
    if value.label.is_empty() { &value.name } else { &value.label }
}

/// The name of a fused tensor lists those of its parts.
fn first_name(label: &str) -> &str {
    label.split(';').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let value = |name: &str, dtype: &str, shape: &[i64]| ListedValue {
            name: name.into(),
            dtype: dtype.into(),
            shape: shape.to_vec(),
            bytes: shape.iter().product::<i64>() as u64 * 4,
            ..ListedValue::default()
        };
        let values = vec![
            value("net/kernel", "float32", &[2, 3]),
            value("net/kernel/Adam", "float32", &[2, 3]),
            value("step", "int64", &[]),
            value("net/bias", "float32", &[3]),
        ];
        Table { bytes: 64, values, scopes: OnceCell::new(), results: HashMap::new(), lines: None }
    }

    fn listed(table: &mut Table, listing: &TableListing) -> (usize, Vec<String>) {
        let found = table.rows(&Artifact::default(), listing);
        (found.total, found.rows.into_iter().map(|row| row.value.name).collect())
    }

    fn listing(by: Column, down: bool) -> TableListing {
        TableListing { by, down, count: 99, ..TableListing::default() }
    }

    #[test]
    fn rows_are_filtered_sorted_and_cut() {
        let mut table = table();
        let (total, names) = listed(&mut table, &listing(Column::Name, false));
        assert_eq!((total, names.join(" ").as_str()), (4, "net/bias net/kernel net/kernel/Adam step"));
        let part = TableListing { from: 1, count: 2, ..listing(Column::Bytes, true) };
        assert_eq!(listed(&mut table, &part), (4, vec!["net/kernel".into(), "net/bias".into()]));
        let rest = TableListing { from: 3, ..part };
        assert_eq!(listed(&mut table, &rest), (4, vec!["step".into()]), "the order is that of the part before");
        let filtered = TableListing { filter: "adam".into(), ..listing(Column::Name, false) };
        assert_eq!(listed(&mut table, &filtered), (1, vec!["net/kernel/Adam".into()]));
        let dtype = TableListing { filter: "int64".into(), ..listing(Column::Name, false) };
        assert_eq!(listed(&mut table, &dtype), (1, vec!["step".into()]));
    }

    #[test]
    fn a_scope_has_sizes_and_rows() {
        let mut table = table();
        let root = table.sizes(&Artifact::default(), 0, 1);
        assert_eq!((root.optimizer, root.bytes, root.more), (true, 64, 1));
        let net = &root.inside[0];
        assert_eq!((net.name.as_str(), net.count, net.model, net.optimizer), ("net", 3, 36, 24));
        let inside = TableListing { scope: net.scope, ..listing(Column::Name, false) };
        assert_eq!(listed(&mut table, &inside).0, 3);
        let path = table.sizes(&Artifact::default(), net.scope, 9).path;
        assert_eq!(path.iter().map(|scope| scope.name.as_str()).collect::<Vec<_>>(), ["", "net"]);
    }

    #[test]
    fn results_sort_rows_and_are_counted() {
        let mut table = table();
        assert_eq!(listed(&mut table, &listing(Column::Mean, false)).0, 4);
        let row = |name: &str, mean: Option<f64>, check| Row { name: name.into(), mean, check, ..Row::default() };
        let wrong = Row { error: Some(ErrorInfo::default()), ..row("net/bias", Some(-1.0), Check::Wrong) };
        let rows = vec![row("net/kernel", Some(2.0), Check::Right), wrong, row("step", None, Check::Right)];
        let found = table.computed(Rows { rows });
        assert_eq!((found.counts.len(), found.counts[0].values, found.errors.len(), found.more), (2, 2, 1, 0));
        let (_, up) = listed(&mut table, &listing(Column::Mean, false));
        assert_eq!(up[..2], ["net/bias", "net/kernel"]);
        let (_, down) = listed(&mut table, &listing(Column::Mean, true));
        assert_eq!(down[..2], ["net/kernel", "net/bias"]);
    }
}
