//! Forms of operators that released packages were asked about: what "loads" rests on.
//!
//! A form is an operator with the types of its operands and of its first result, and the rank of its first operand. A
//! release that was never asked about a form may load it or not, whatever its sources say.

use super::tables::table;
use crate::compat::Target;
use crate::formats::tflite::{BuiltinOp, Model, Operator, Subgraph, TensorType};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Releases that were asked about a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// All whose loads are recorded.
    All,
    /// Those that models drawn at random are loaded in.
    Some,
    /// None.
    None,
}

/// A form of an operator, with its nodes.
#[derive(Debug)]
pub struct Form {
    /// The operator.
    pub op: &'static str,
    /// Types of the operands and the first result, such as `FLOAT32+INT32>FLOAT32`.
    pub types: String,
    /// Rank of the first operand.
    pub rank: usize,
    /// Releases that were asked.
    pub asked: Asked,
    /// The nodes: subgraph and index.
    pub nodes: Vec<(usize, usize)>,
    /// Source of the answers; empty when no release was asked.
    pub source: &'static str,
}

/// Ranks from here on are one form.
pub const MOST_RANKS: usize = 9;

/// By operator and types: the asked ranks, as digits, the releases and the source.
type Known = HashMap<(&'static str, &'static str), Vec<(&'static str, Asked, &'static str)>>;

fn known() -> &'static Known {
    static ALL: OnceLock<Known> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = table("advice_forms");
        let [op, asked, forms, source] = ["op", "asked", "forms", "source"].map(|c| t.column(c));
        let mut known = Known::new();
        for r in 0..t.rows {
            let asked = if asked.at(r) == "all" { Asked::All } else { Asked::Some };
            for (types, ranks) in forms.at(r).split(' ').filter_map(|form| form.split_once(':')) {
                known.entry((op.at(r), types)).or_default().push((ranks, asked, source.at(r)));
            }
        }
        known
    })
}

/// The packages that models drawn at random are loaded in.
pub fn asked_of_some() -> impl Iterator<Item = &'static str> {
    let t = table("advice_forms_asked");
    (0..t.rows).map(move |row| t.column("wheel").at(row))
}

/// Whether models drawn at random are loaded in a package of a release's branch.
pub fn asked_of(target: Target) -> bool {
    let wheels =
        asked_of_some().filter_map(|wheel| wheel.split_once("==")).filter_map(|(on, of)| Target::named(on, of));
    wheels.into_iter().any(|wheel| wheel.channel == target.channel && wheel.release().key == target.release().key)
}

/// The form of an operator: its name, types and rank; `None` for custom ops and codes without a name.
pub fn form_of(model: &Model, graph: &Subgraph, node: &Operator) -> Option<(&'static str, String, usize)> {
    let op = BuiltinOp::from_code(model.operator_codes.get(node.opcode_index as usize)?.code)?;
    let tensor = |index: i32| graph.tensors.get(usize::try_from(index).ok()?);
    let name = |index: i32| match tensor(index) {
        Some(tensor) => TensorType::from_code(tensor.dtype).map_or("?", TensorType::schema_name),
        None => "NONE",
    };
    let mut types = String::new();
    let names: Vec<&str> = node.inputs.iter().map(|&input| name(input)).collect();
    for (place, same) in names.chunk_by(|a, b| a == b).enumerate() {
        // Any number of operands of one type is one form from three on.
        let plus = if place == 0 { "" } else { "+" };
        types += plus;
        types += &if same.len() < 3 { same.join("+") } else { format!("{}*", same[0]) };
    }
    types += ">";
    types += node.outputs.first().map_or("NONE", |&output| name(output));
    let rank = node.inputs.iter().find_map(|&input| tensor(input)).map_or(0, |tensor| tensor.shape.len());
    (op != BuiltinOp::Custom).then(|| (op.name(), types, rank.min(MOST_RANKS)))
}

/// Forms of a model that not every recorded release was asked about, in the order of their first nodes.
pub fn forms(model: &Model) -> Vec<Form> {
    let mut found: Vec<Form> = Vec::new();
    let mut places: HashMap<(&'static str, String, usize), Option<usize>> = HashMap::new();
    for (g, graph) in model.subgraphs.iter().enumerate() {
        for (n, node) in graph.operators.iter().enumerate() {
            let Some(key) = form_of(model, graph, node) else { continue };
            let place = *places.entry(key).or_insert_with_key(|(op, types, rank)| {
                let (asked, source) = asked(op, types, *rank);
                let form = Form { op, types: types.clone(), rank: *rank, asked, nodes: Vec::new(), source };
                (asked != Asked::All).then(|| {
                    found.push(form);
                    found.len() - 1
                })
            });
            if let Some(place) = place {
                found[place].nodes.push((g, n));
            }
        }
    }
    found
}

/// The most complete answer about a form, and its source.
fn asked(op: &str, types: &str, rank: usize) -> (Asked, &'static str) {
    let digit = (b'0' + rank as u8) as char;
    let rows = known().get(&(op, types)).into_iter().flatten().filter(|(ranks, ..)| ranks.contains(digit));
    rows.map(|(_, asked, source)| (*asked, *source)).min().unwrap_or((Asked::None, ""))
}
