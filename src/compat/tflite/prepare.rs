//! Refusals when tensors are prepared: a kernel is registered for the version but does not take these operands, shapes,
//! options or constants (`tflite_prepare.csv`).
//!
//! Rows of an operator are in the order in which its kernel checks them, so the first one that fails in a release is
//! the one that it prints.

use super::alike::Alike;
use super::handed;
use super::operands::Operands;
use super::stage;
use super::taken::{At, Failing, Taken};
use super::view::View;
use crate::compat::accepts::{Accepts, check_range};
use crate::compat::knowledge::Range;
use crate::compat::knowledge::tflite::{Preparation, facts};
use crate::compat::prints::{Print, fill};
use crate::compat::{Action, Certainty, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::tflite::{BuiltinOp, Model, Operator, Subgraph};
use crate::message::{Message, Values};
use std::collections::BTreeMap;

#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    let changed = handed::with_shapes(view.model);
    let with_shapes = changed.as_ref().map(|model| View { model, file: view.file.clone(), uses: view.uses.clone() });
    let view = with_shapes.as_ref().unwrap_or(view);
    let (computed, prepared) = (computed(view.model), prepared(view.model));
    // Several operator codes may name one operator, with different versions.
    let mut by_op: BTreeMap<i32, Vec<At>> = BTreeMap::new();
    for (index, code) in view.model.operator_codes.iter().enumerate() {
        let users = view.uses[index].iter().filter(|(subgraph, _)| prepared[*subgraph]);
        by_op.entry(code.code).or_default().extend(users);
    }
    let mut found: Vec<(At, Requirement)> = Vec::new();
    // By number of alike operators: the last row that was asked of one of them, and its answer.
    let alike = Alike::new(view.model, &computed);
    let (mut asked, mut number) = (vec![(0u32, false); alike.len], 0);
    for (code, mut users) in by_op {
        crate::order::sort(&mut users);
        let (mut failing, mut taken): (Vec<Failing>, _) = (Vec::new(), Taken::default());
        for row in if users.is_empty() { Vec::new() } else { facts().preparations(code) } {
            number += 1;
            let holds = |at: &At| {
                let (asked, holds) = &mut asked[alike.of(*at)];
                if *asked != number {
                    *asked = number;
                    *holds = taken.concerns(&row, at) && row.condition.holds(&operands(view, &computed, *at));
                }
                *holds
            };
            let users: Vec<At> = users.iter().copied().filter(holds).collect();
            if taken.note(&row, &users) || users.is_empty() {
                continue;
            }
            failing.push(Failing { row, users });
        }
        // Rows about one feature that follow each other are one requirement: mostly one check in several releases.
        for rows in failing.chunk_by(|a, b| a.row.feature == b.row.feature && a.row.action == b.row.action) {
            let first = rows.iter().filter_map(|failing| failing.users.first()).min();
            let accepts = taken.outcomes(rows);
            if !accepts.only_loads() {
                found.push((first.copied().unwrap_or_default(), requirement(view, &computed, code, rows, accepts)));
            }
        }
    }
    crate::order::sort_by_key(&mut found, |(at, _)| *at);
    out.extend(found.into_iter().map(|(_, requirement)| requirement));
}

/// Operators whose kernels give their output the type of an input, whatever the file says.
const KEEP_TYPE: [BuiltinOp; 19] = [
    BuiltinOp::Add,
    BuiltinOp::Sub,
    BuiltinOp::Mul,
    BuiltinOp::Div,
    BuiltinOp::AddN,
    BuiltinOp::Maximum,
    BuiltinOp::Minimum,
    BuiltinOp::SquaredDifference,
    BuiltinOp::Prelu,
    BuiltinOp::Exp,
    BuiltinOp::Neg,
    BuiltinOp::Floor,
    BuiltinOp::Ceil,
    BuiltinOp::Round,
    BuiltinOp::Gather,
    BuiltinOp::GatherNd,
    BuiltinOp::ExpandDims,
    BuiltinOp::ResizeBilinear,
    BuiltinOp::ResizeNearestNeighbor,
];

/// By subgraph and tensor: the type of a tensor whose shape the runtime computes: outputs of operators, and inputs of
/// subgraphs that operators call.
#[inline(never)]
fn computed(model: &Model) -> Vec<Vec<Option<i32>>> {
    let mut computed: Vec<Vec<Option<i32>>> = Vec::new();
    for (index, subgraph) in model.subgraphs.iter().enumerate() {
        let mut types: Vec<Option<i32>> = vec![None; subgraph.tensors.len()];
        let inputs = if index > 0 { subgraph.inputs.as_slice() } else { &[] };
        for tensor in inputs.iter().filter_map(|&tensor| place(subgraph, tensor)) {
            types[tensor] = Some(subgraph.tensors[tensor].dtype);
        }
        computed.push(types);
    }
    for (index, subgraph) in model.subgraphs.iter().enumerate() {
        for operator in &subgraph.operators {
            let code = model.operator_codes.get(operator.opcode_index as usize).map(|code| code.code);
            let keeps = KEEP_TYPE.iter().any(|op| Some(op.code()) == code);
            let of = |tensor: usize| computed[index][tensor].unwrap_or(subgraph.tensors[tensor].dtype);
            let operands = operator.inputs.iter().map(|&input| place(subgraph, input).map(of)).collect::<Vec<_>>();
            let kept = operands.first().copied().flatten().filter(|_| keeps);
            for tensor in operator.outputs.iter().filter_map(|&tensor| place(subgraph, tensor)) {
                computed[index][tensor] = Some(kept.unwrap_or(subgraph.tensors[tensor].dtype));
            }
            // Control flow hands the types of its operands to the subgraphs that it calls; the first operand of IF and
            // CASE selects one of them.
            let selects = ["IfOptions", "StablehloCaseOptions"].contains(&operator.options.table);
            let passed = usize::from(selects);
            for called in calls(operator).into_iter().filter(|&called| called != index) {
                let Some(graph) = model.subgraphs.get(called) else { continue };
                for (&input, dtype) in graph.inputs.iter().zip(operands.iter().skip(passed)) {
                    if let (Some(input), Some(dtype)) = (place(graph, input), dtype) {
                        computed[called][input] = Some(*dtype);
                    }
                }
            }
        }
    }
    computed
}

/// Index of a tensor, if the subgraph has it.
fn place(subgraph: &Subgraph, tensor: i32) -> Option<usize> {
    usize::try_from(tensor).ok().filter(|&tensor| tensor < subgraph.tensors.len())
}

/// Subgraphs that are prepared together with an operator.
fn calls(operator: &Operator) -> Vec<usize> {
    let options = &operator.options;
    let fields: &[&str] = match options.table {
        "IfOptions" => &["then_subgraph_index", "else_subgraph_index"],
        "WhileOptions" => &["cond_subgraph_index", "body_subgraph_index"],
        "StableHLOCompositeOptions" => &["decomposition_subgraph_index"],
        _ => &[],
    };
    let listed = if options.table == "StablehloCaseOptions" { options.ints("branch_subgraph_indices") } else { &[] };
    let named = fields.iter().map(|field| options.int(field));
    named.chain(listed.iter().copied()).filter_map(|index| usize::try_from(index).ok()).collect()
}

/// By subgraph: whether tensors of the main subgraph are allocated only after this one is prepared, because an operator
/// calls it.
fn prepared(model: &Model) -> Vec<bool> {
    let mut prepared = vec![false; model.subgraphs.len()];
    let mut next = vec![0];
    while let Some(index) = next.pop() {
        if prepared.get(index) == Some(&false) {
            prepared[index] = true;
            next.extend(model.subgraphs[index].operators.iter().flat_map(calls));
        }
    }
    prepared
}

fn operands<'a>(view: &View<'a>, computed: &'a [Vec<Option<i32>>], at: At) -> Operands<'a> {
    Operands { model: view.model, node: view.node(at), computed: &computed[at.0] }
}

/// The requirement of rows about one feature of an operator.
#[inline(never)]
fn requirement(
    view: &View<'_>,
    computed: &[Vec<Option<i32>>],
    code: i32,
    rows: &[Failing],
    accepts: Accepts,
) -> Requirement {
    let name = BuiltinOp::from_code(code).map_or_else(|| format!("code {code}"), |op| op.name().to_owned());
    let (mut prints, mut users) = (Vec::new(), Vec::new());
    for Failing { row, users: of_row } in rows {
        let at = of_row.first().copied().unwrap_or_default();
        prints.extend(
            row.ranges.iter().flat_map(|range| printed(row, *range, &operands(view, computed, at), &name, at.1)),
        );
        users.extend(of_row);
    }
    crate::order::sort(&mut users);
    users.dedup();
    let (first, row) = (users.first().copied().unwrap_or_default(), &rows[0].row);
    Requirement {
        id: "tflite-kernel-support",
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Op, name: name.clone(), version: None },
        reason: Some(Message::new(row.feature).with("op", &name)),
        evidence: view.operators(&users),
        count: users.len() as u32,
        certainty: if row.source.starts_with("observed") { Certainty::Observed } else { Certainty::Derived },
        source: row.source.replace("{file}", row.file),
        accepts: accepts.done(),
        step: (stage::PREPARE, first.1 as u32),
        early: None,
        prints,
    }
}

/// The message of a row in a span of releases; the oldest of them write types and shapes in another way.
fn printed(row: &Preparation, range: Range, operands: &Operands<'_>, op: &str, at: usize) -> Vec<Print> {
    let rule = match (row.action, row.file.is_empty(), row.feature) {
        (.., "crash") => return Vec::new(),
        (Some(Action::DefaultDelegates), ..) => "tflite-xnnpack",
        // Options that cannot be read end the loading before a kernel is asked.
        _ if row.file == "-" => "tflite-options",
        (_, true, _) => "tflite-prepare",
        (_, false, _) => "tflite-kernel",
    };
    // The node of a delegate comes after those of the file.
    let node = if rule == "tflite-xnnpack" { operands.node.subgraph.operators.len() } else { at };
    let print = |old: Option<Range>| {
        let text = fill(row.message, |placeholder| match placeholder {
            "op" => Some(op.to_owned()),
            "node" => Some(at.to_string()),
            _ => operands.text(placeholder, old.is_some()),
        });
        let values = Values::from(vec![
            ("op", op.to_owned()),
            ("node", node.to_string()),
            ("file", row.file.to_owned()),
            ("text", text),
        ]);
        Print { on: Some(range), within: old, ..Print::new(rule, values) }
    };
    // A comparison prints the numbers that it compared.
    let spelling = [(".type_name} !=", "tflite-types-by-number"), (".dims}", "tflite-dims-with-spaces")];
    let old = spelling.iter().find(|(placeholder, _)| row.message.contains(placeholder));
    let old = old.and_then(|(_, rule)| check_range(rule));
    old.into_iter().map(|old| print(Some(old))).chain([print(None)]).collect()
}
