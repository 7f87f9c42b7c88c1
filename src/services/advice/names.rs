//! Advice about names: of composites and operator codes in models, and of weights in HDF5 files of Keras.

use super::case::of;
use super::schema::Advice;
use crate::artifact::Document;
use crate::compat::advice::advice_source;
use crate::formats::tflite::{BuiltinOp, Model, OptionValue};
use crate::report::schema::{Artifact, Certainty, Evidence, Kind, Message, Severity, What};
use std::fmt::Write as _;

/// Maximum number of nodes in one piece of advice.
const MOST: usize = 20;

/// The code that stands for all codes above it, in the field of one byte.
const PLACEHOLDER: i32 = 127;

/// Advice about a file's names.
pub fn names(report: &Artifact, document: Option<&Document>) -> Vec<Advice> {
    match document {
        Some(Document::Tflite(model)) => composites(model).into_iter().chain(codes(model, report)).collect(),
        _ => weights(report).into_iter().collect(),
    }
}

fn nodes(model: &Model, found: impl Fn(&crate::formats::tflite::Operator) -> bool) -> Vec<(usize, usize)> {
    let graphs = model.subgraphs.iter().enumerate();
    let all = graphs.flat_map(|(g, graph)| graph.operators.iter().enumerate().map(move |(n, node)| (g, n, node)));
    all.filter(|(_, _, node)| found(node)).map(|(g, n, _)| (g, n)).collect()
}

fn evidence(model: &Model, at: &[(usize, usize)]) -> Vec<Evidence> {
    let one = |&(g, n): &(usize, usize)| Evidence {
        what: What::Node,
        graph: if g == 0 { String::new() } else { model.subgraphs[g].name.clone() },
        index: n as u32,
        ..Evidence::default()
    };
    at.iter().take(MOST).map(one).collect()
}

/// One piece of advice for each composite: its name, and the subgraph that defines it.
fn composites(model: &Model) -> Vec<Advice> {
    let code = |index: u32| model.operator_codes.get(index as usize).map(|code| code.code);
    let all = nodes(model, |node| code(node.opcode_index) == Some(BuiltinOp::StablehloComposite.code()));
    let mut found: Vec<(String, Vec<(usize, usize)>)> = Vec::new();
    for at in all {
        let options = &model.subgraphs[at.0].operators[at.1].options;
        let Some(OptionValue::Text(name)) = options.get("name") else { continue };
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, nodes)) => nodes.push(at),
            None => found.push((name.clone(), vec![at])),
        }
    }
    let advice = |(name, nodes): (String, Vec<(usize, usize)>)| {
        let index = model.subgraphs[nodes[0].0].operators[nodes[0].1].options.int("decomposition_subgraph_index");
        let graph = usize::try_from(index).ok().and_then(|index| model.subgraphs.get(index));
        let mut ops: Vec<String> = Vec::new();
        for node in graph.map_or(&[][..], |graph| &graph.operators) {
            let op = model.operator_codes.get(node.opcode_index as usize).map(|code| code.name()).unwrap_or_default();
            if !ops.contains(&op) {
                ops.push(op);
            }
        }
        let (count, index) = (nodes.len().to_string(), index.to_string());
        let ops = ops.join(", ");
        let values = [("subject", name.as_str()), ("count", &count), ("graph", &index), ("ops", &ops)];
        Advice {
            subject: name.clone(),
            evidence: evidence(model, &nodes),
            source: advice_source("composite").to_owned(),
            ..of(Message::of("tflite-composite", &values), Severity::Note, Certainty::Derived)
        }
    };
    found.into_iter().map(advice).collect()
}

/// Operator codes whose two fields disagree: an old schema dropped the newer one, or a tool left out the older one.
fn codes(model: &Model, report: &Artifact) -> Vec<Advice> {
    let mut found = Vec::new();
    for (index, code) in model.operator_codes.iter().enumerate() {
        let old = i32::from(code.deprecated_code);
        let users = nodes(model, |node| node.opcode_index as usize == index);
        let name = |code: i32| BuiltinOp::from_code(code).map(BuiltinOp::name);
        let (id, op) = if code.code == PLACEHOLDER {
            let options =
                users.first().map(|&(g, n)| model.subgraphs[g].operators[n].options.table).unwrap_or_default();
            ("tflite-code-placeholder", of_options(options))
        } else if old != code.code.min(PLACEHOLDER) {
            ("tflite-code-fields", BuiltinOp::from_code(code.code))
        } else {
            continue;
        };
        let (place, old) = (index.to_string(), name(old).unwrap_or("?"));
        let subject = op.map_or("unknown", BuiltinOp::name);
        let values = [("subject", subject), ("index", &place), ("old", old)];
        found.push(Advice {
            subject: subject.to_owned(),
            evidence: evidence(model, &users),
            source: advice_source("code-fields").to_owned(),
            snippet: op.map(|op| repair(report, index, op)).unwrap_or_default(),
            ..of(Message::of(id, &values), Severity::Error, Certainty::Derived)
        });
    }
    found
}

/// The operator whose options have a table of this name, such as `GeluOptions`.
fn of_options(table: &str) -> Option<BuiltinOp> {
    let name = table.strip_suffix("Options")?.to_ascii_lowercase();
    let fits = |op: &&BuiltinOp| op.name().replace('_', "").to_ascii_lowercase() == name;
    BuiltinOp::ALL.iter().find(fits).copied()
}

/// Code that writes both fields. By hand, it was run with tensorflow 2.21.0 on the fixtures; 2.15.1 loads what it writes.
fn repair(report: &Artifact, index: usize, op: BuiltinOp) -> String {
    let file = report.files.first().map_or("model.tflite", |path| path.rsplit('/').next().unwrap_or(path));
    let (code, old) = (op.code(), op.code().min(PLACEHOLDER));
    format!(
        "import flatbuffers\nfrom tensorflow.lite.python import schema_py_generated as schema\n\ndata = open(\"{file}\", \
         \"rb\").read()\nmodel = schema.ModelT.InitFromObj(schema.Model.GetRootAs(data, 0))\n\
         model.operatorCodes[{index}].builtinCode = {code}  # {}\nmodel.operatorCodes[{index}].deprecatedBuiltinCode = {old}\n\
         builder = flatbuffers.Builder(len(data))\nbuilder.Finish(model.Pack(builder), file_identifier=b\"TFL3\")\n\
         open(\"repaired.tflite\", \"wb\").write(bytes(builder.Output()))\n",
        op.name()
    )
}

/// Weights of an HDF5 file of Keras: Keras 2 ends their names with `:0`, Keras 3 does not. A map from one to the other.
fn weights(report: &Artifact) -> Option<Advice> {
    let prefix = "model_weights/";
    let names = report.variables.iter().map(|variable| variable.name.strip_prefix(prefix).unwrap_or(&variable.name));
    let names: Vec<&str> = names.filter(|name| name.contains('/') && !name.starts_with("optimizer_weights/")).collect();
    let is_h5 = report.kind == Kind::Keras && report.identity.form.starts_with("h5");
    if !is_h5 || names.is_empty() {
        return None;
    }
    let of_keras_2 = names.iter().all(|name| name.ends_with(":0"));
    let mut map = String::from("RENAMES = {\n");
    for name in &names {
        let other = name.strip_suffix(":0").map_or_else(|| format!("{name}:0"), str::to_owned);
        let _ = writeln!(map, "    \"{name}\": \"{other}\",");
    }
    map += "}\n";
    let (own, other) = if of_keras_2 { ("2", "3") } else { ("3", "2") };
    let values = [("subject", names[0]), ("own", own), ("other", other)];
    Some(Advice {
        subject: names[0].to_owned(),
        source: advice_source("keras-h5-names").to_owned(),
        snippet: map,
        ..of(Message::of("keras-h5-names", &values), Severity::Note, Certainty::Observed)
    })
}
