//! Ops that a release imports but cannot run: kernels of the CPU package of one release.

use super::table;
use crate::formats::dtype;
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::{GraphDef, NodeDef};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// The release whose kernels are known.
pub fn kernels_of() -> &'static str {
    table("tf_kernel_releases").column("release").at(0)
}

/// Nodes that the release has no kernel for.
#[derive(Debug)]
pub struct Missing<'a> {
    /// Their op.
    pub op: &'a str,
    /// The attr and the data type that no kernel takes; `None` when the op has no kernel at all.
    pub of: Option<(&'static str, String)>,
    /// The nodes: function in the library (`None` in the main graph), and index.
    pub nodes: Vec<(Option<usize>, usize)>,
    /// Source of the fact.
    pub source: &'static str,
}

/// The attr whose type has no kernel, with the type's number; `None` when the op has no kernel.
type Lacks = Option<(&'static str, i32)>;

struct Row {
    /// By attr: the types that some kernel takes. Valid combinations are unknown.
    types: Vec<(&'static str, &'static str)>,
    source: &'static str,
}

fn rows() -> &'static HashMap<&'static str, Row> {
    static ALL: OnceLock<HashMap<&'static str, Row>> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = table("tf_kernels");
        let [op, types, source] = ["op", "types", "source"].map(|c| t.column(c));
        let row = |r: usize| {
            let types = types.at(r).split(';').filter_map(|part| part.split_once('=')).collect();
            (op.at(r), Row { types, source: source.at(r) })
        };
        (0..t.rows).map(row).collect()
    })
}

/// Nodes of a graph and of its functions that cannot run on the CPU, by op and type, in the order of their first nodes.
pub fn missing(graph: &GraphDef) -> Vec<Missing<'_>> {
    let library = graph.library.as_ref().map_or(&[][..], |library| &library.function);
    let main = graph.node.iter().enumerate().map(|(index, node)| (None, index, node));
    let bodies = library.iter().enumerate().flat_map(|(f, function)| {
        function.node_def.iter().enumerate().map(move |(index, node)| (Some(f), index, node))
    });
    let functions: Vec<&str> =
        library.iter().filter_map(|function| Some(function.signature.as_ref()?.name.as_str())).collect();
    let mut found: Vec<Missing<'_>> = Vec::new();
    let mut places: BTreeMap<(&str, Lacks), usize> = BTreeMap::new();
    for (function, index, node) in main.chain(bodies) {
        let Some(row) = rows().get(node.op.as_str()).filter(|_| !functions.contains(&node.op.as_str())) else {
            continue;
        };
        let Some(of) = lacks(row, node) else { continue };
        let place = *places.entry((&node.op, of)).or_insert_with(|| {
            let of = of.map(|(attr, number)| (attr, dtype::label(number)));
            found.push(Missing { op: &node.op, of, nodes: Vec::new(), source: row.source });
            found.len() - 1
        });
        found[place].nodes.push((function, index));
    }
    found
}

/// The type or op of a node without a kernel; `None` when there may be a kernel.
fn lacks(row: &'static Row, node: &NodeDef) -> Option<Lacks> {
    if row.types.is_empty() {
        return Some(None);
    }
    row.types.iter().find_map(|(attr, known)| {
        let takes = |number: i32| dtype::constant(number).is_none_or(|name| known.split('|').any(|one| one == name));
        let number = match node.attr.get(*attr)?.value.as_ref()? {
            Value::Type(number) => Some(*number).filter(|number| !takes(*number)),
            Value::List(list) => list.r#type.iter().copied().find(|number| !takes(*number)),
            _ => None,
        };
        number.map(|number| Some((*attr, number)))
    })
}
