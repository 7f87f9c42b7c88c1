//! Sources of the shape functions: what a verdict about a node rests on if no release was asked about it.

use crate::chunks::cut;
use crate::compat::knowledge::tensorflow::table;

cut!(
    tensorflow,
    load_shape_sources,
    /// By op: the source of its shape function, if it has a row.
    pub fn shape_sources(ops: Vec<&str>) -> Vec<Option<&'static str>> {
        let t = table("tf_shapes");
        let [names, source] = ["ops", "source"].map(|c| t.column(c));
        let row = |op: &str| (0..t.rows).find(|&row| names.at(row).split(' ').any(|name| name == op));
        ops.into_iter().map(|op| Some(source.at(row(op)?))).collect()
    }
);
