//! Ops that TensorFlow does not have: the package that registers them, and the matching TensorFlow release.

use super::tables::table;
use crate::compat::knowledge::Table;
use std::collections::HashMap;
use std::sync::OnceLock;

/// An op of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomOp {
    /// Package to install.
    pub package: &'static str,
    /// Statement that registers its ops.
    pub import: &'static str,
    /// Oldest release of the package that has the op; empty when only one release was tested.
    pub first: &'static str,
    /// Whether each release X.Y of the package belongs to TensorFlow X.Y.
    pub same: bool,
    /// A release of the package and the TensorFlow it requires, such as `0.23.0` and `>=2.13.0,<2.16.0`; newest last.
    pub pairs: Vec<(&'static str, &'static str)>,
    /// Last release of a discontinued package; otherwise empty.
    pub ended: &'static str,
    /// Source of the fact.
    pub source: &'static str,
}

/// Rows of the table by op, because a graph may have tens of thousands of ops. The first row of an op counts.
fn rows(ops: &'static Table) -> &'static HashMap<&'static str, usize> {
    static ROWS: OnceLock<HashMap<&'static str, usize>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let names = ops.column("op");
        (0..ops.rows).rev().map(|row| (names.at(row), row)).collect()
    })
}

/// The package that registers an op; `None` when no tested package does.
pub fn custom_op(name: &str) -> Option<CustomOp> {
    let ops = table("tf_custom_ops");
    let row = *rows(ops).get(name)?;
    let package = ops.column("package").at(row);
    let packages = table("tf_custom_op_packages");
    let of_package =
        |table: &Table| (0..table.rows).filter(|&row| table.column("package").at(row) == package).collect::<Vec<_>>();
    let about = *of_package(packages).first()?;
    let releases = table("tf_custom_op_releases");
    let pair = |row: usize| (releases.column("release").at(row), releases.column("tensorflow").at(row));
    Some(CustomOp {
        package,
        import: packages.column("import").at(about),
        first: ops.column("first").at(row),
        same: packages.column("rule").at(about) == "same",
        pairs: of_package(releases).into_iter().map(pair).collect(),
        ended: packages.column("ended").at(about),
        source: ops.column("source").at(row),
    })
}
