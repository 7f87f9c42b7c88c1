//! TFLite models: operators by meaning, their paired tensors, and the weights of those tensors.

use super::collect::{Collected, Pair, Place, Value, field, list_text, named, type_text};
use super::schema::{Field, PartKind};
use crate::bytes::{Limits, SharedSource, read_range};
use crate::formats::flexbuffers;
use crate::formats::stored::{Codes, Listed, Stores};
use crate::formats::tflite::{Model, Operator, OptionValue, Quantization, Subgraph, Tensor, Weights};
use crate::graph::{Feed, Matchable, Matching, dtype_name, fingerprint, matching};
use crate::report::details::tflite::{flex, option};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Custom options longer than this are compared as bytes.
const CUSTOM: u64 = 1 << 20;

/// One side.
struct File<'a> {
    model: &'a Model,
    source: &'a SharedSource,
    weights: Rc<Weights>,
    listed: Vec<Listed>,
}

impl<'a> File<'a> {
    fn new(model: &'a Rc<Model>, source: &'a SharedSource) -> Self {
        let weights = Rc::new(Weights::new(model.clone(), source.clone()));
        let listed = weights.listed();
        Self { model, source, weights, listed }
    }

    /// The stored value of a tensor.
    fn value(&self, graph: usize, tensor: usize, codes: Option<Codes>) -> Option<Value> {
        let index = self.weights.index(graph, tensor)?;
        Some(Value { stores: self.weights.clone(), index, listed: self.listed.get(index)?.clone(), codes })
    }
}

/// Compares two models.
pub fn compared(a: (&Rc<Model>, &SharedSource), b: (&Rc<Model>, &SharedSource), out: &mut Collected) {
    let (a, b) = (File::new(a.0, a.1), File::new(b.0, b.1));
    let pairs = subgraphs(a.model, b.model);
    let of_a: HashMap<usize, usize> = pairs.iter().copied().collect();
    let of_b: HashMap<usize, usize> = pairs.iter().map(|(x, y)| (*y, *x)).collect();
    let place = Place { part: PartKind::Graph, scope: "" };
    let name = |model: &Model, index: usize| match model.subgraphs[index].name.as_str() {
        "" => format!("subgraphs[{index}]"),
        name => name.to_owned(),
    };
    for (index, x) in a.model.subgraphs.iter().enumerate() {
        match of_a.get(&index) {
            Some(other) => {
                let names = if index == 0 { Default::default() } else { (name(a.model, index), name(b.model, *other)) };
                let graphs = Graphs::new(&a, index, &b, *other, &of_b);
                out.both(place, (&names.0, &names.1), String::new(), graphs.ports());
                graphs.compare(&names.0, out);
            }
            None => out.one(place, false, &name(a.model, index), x.operators.len().to_string()),
        }
    }
    for (index, y) in b.model.subgraphs.iter().enumerate().filter(|(index, _)| !of_b.contains_key(index)) {
        out.one(place, true, &name(b.model, index), y.operators.len().to_string());
    }
    metadata(&a, &b, out);
}

/// Metadata entries whose bytes differ; known ones are among the report's facts.
fn metadata(a: &File<'_>, b: &File<'_>, out: &mut Collected) {
    let entries = |file: &File<'_>| -> Vec<(String, String)> {
        let known = ["min_runtime_version", "CONVERSION_METADATA"];
        let found = file.model.metadata.iter().filter(|entry| !known.contains(&entry.name.as_str()));
        found
            .map(|entry| {
                let range = file.model.buffers.get(entry.buffer as usize).and_then(|buffer| buffer.range.clone());
                (entry.name.clone(), range.map(|range| bytes_text(file.source, range)).unwrap_or_default())
            })
            .collect()
    };
    let mut fields = Vec::new();
    named(&mut fields, &entries(a), &entries(b));
    out.both(Place { part: PartKind::Metadata, scope: "" }, ("", ""), String::new(), fields);
}

/// Pairs subgraphs: the first ones, then by name, then by order.
fn subgraphs(a: &Model, b: &Model) -> Vec<(usize, usize)> {
    let node = |(index, graph): (usize, &Subgraph)| Matchable {
        name: if index == 0 { "\0main".to_owned() } else { graph.name.clone() },
        port: true,
        ..Matchable::default()
    };
    let all = |model: &Model| model.subgraphs.iter().enumerate().map(node).collect::<Vec<_>>();
    let found = matching(&all(a), &all(b));
    found.of_a.iter().enumerate().filter_map(|(x, y)| Some((x, (*y)? as usize))).collect()
}

/// A subgraph with the producer of each tensor. Nodes are the operators, then the inputs, then the outputs.
struct Body<'a> {
    file: &'a File<'a>,
    index: usize,
    graph: &'a Subgraph,
    /// Node and output by tensor.
    maker: Vec<Option<(u32, u32)>>,
    nodes: Vec<Matchable>,
}

impl<'a> Body<'a> {
    fn new(file: &'a File<'a>, index: usize) -> Self {
        let graph = &file.model.subgraphs[index];
        let operators = graph.operators.len() as u32;
        let mut maker = vec![None; graph.tensors.len()];
        let mut makes = |tensor: i32, node: u32, output: u32| {
            if let Some(slot) = usize::try_from(tensor).ok().and_then(|tensor| maker.get_mut(tensor)) {
                slot.get_or_insert((node, output));
            }
        };
        for (node, operator) in graph.operators.iter().enumerate() {
            for (output, tensor) in operator.outputs.iter().enumerate() {
                makes(*tensor, node as u32, output as u32);
            }
        }
        for (node, tensor) in graph.inputs.iter().enumerate() {
            makes(*tensor, operators + node as u32, 0);
        }
        let mut this = Self { file, index, graph, maker, nodes: Vec::new() };
        let nodes: Vec<Matchable> = graph.operators.iter().map(|operator| this.node(operator)).collect();
        let port = |op: &str, tensor: &i32, inputs| {
            let name = this.tensor(*tensor).map(|tensor| tensor.name.clone()).unwrap_or_default();
            Matchable { name, op: op.to_owned(), options: 0, inputs, port: true }
        };
        let inputs = graph.inputs.iter().map(|tensor| port("(input)", tensor, Vec::new()));
        let outputs = graph.outputs.iter().map(|tensor| port("(output)", tensor, vec![this.source(*tensor)]));
        this.nodes = nodes.into_iter().chain(inputs).chain(outputs).collect();
        this
    }

    fn node(&self, operator: &Operator) -> Matchable {
        let name = operator.outputs.iter().find_map(|tensor| self.tensor(*tensor)).map(|tensor| tensor.name.clone());
        Matchable {
            name: name.unwrap_or_default(),
            op: self.op(operator).0,
            options: fingerprint(format!("{:?}", operator.options)),
            inputs: operator.inputs.iter().map(|tensor| self.source(*tensor)).collect(),
            port: false,
        }
    }

    fn op(&self, operator: &Operator) -> (String, i32) {
        let code = self.file.model.operator_codes.get(operator.opcode_index as usize);
        code.map_or_else(Default::default, |code| (code.name(), code.version))
    }

    fn tensor(&self, index: i32) -> Option<&'a Tensor> {
        usize::try_from(index).ok().and_then(|index| self.graph.tensors.get(index))
    }

    fn made(&self, tensor: i32) -> Option<(u32, u32)> {
        usize::try_from(tensor).ok().and_then(|tensor| *self.maker.get(tensor)?)
    }

    fn source(&self, tensor: i32) -> Feed {
        self.made(tensor).map(|(node, output)| (node, output.into()))
    }

    /// An input as text: the tensor's name and its producer, or its kind.
    fn input_text(&self, tensor: i32) -> Option<String> {
        let found = self.tensor(tensor)?;
        Some(match self.made(tensor).and_then(|(node, _)| self.nodes.get(node as usize)) {
            Some(node) => format!("{} {}", found.name, node.op),
            None => format!("{} {}", found.name, described(found)),
        })
    }
}

/// Two subgraphs.
struct Graphs<'a> {
    a: Body<'a>,
    b: Body<'a>,
    found: Matching,
    /// Partner of each tensor of the first one.
    tensors: Vec<Option<u32>>,
    taken: Vec<bool>,
    /// Index in the first file of each subgraph of the second.
    subgraphs: &'a HashMap<usize, usize>,
}

impl<'a> Graphs<'a> {
    fn new(
        a: &'a File<'a>,
        graph_a: usize,
        b: &'a File<'a>,
        graph_b: usize,
        subgraphs: &'a HashMap<usize, usize>,
    ) -> Self {
        let (a, b) = (Body::new(a, graph_a), Body::new(b, graph_b));
        let found = matching(&a.nodes, &b.nodes);
        let (tensors, taken) = (vec![None; a.graph.tensors.len()], vec![false; b.graph.tensors.len()]);
        let mut this = Self { a, b, found, tensors, taken, subgraphs };
        this.pair_tensors();
        this
    }

    /// Pairs of operators, by index.
    fn operators(&self) -> Vec<(usize, usize)> {
        let (of_a, of_b) = (self.a.graph.operators.len(), self.b.graph.operators.len());
        let pairs = self.found.of_a[..of_a].iter().enumerate();
        pairs.filter_map(|(x, y)| y.map(|y| (x, y as usize))).filter(|(_, y)| *y < of_b).collect()
    }

    fn pair(&mut self, a: i32, b: i32) {
        let (Some(_), Some(_)) = (self.a.tensor(a), self.b.tensor(b)) else { return };
        let (a, b) = (a as usize, b as usize);
        if self.tensors[a].is_none() && !self.taken[b] {
            self.tensors[a] = Some(b as u32);
            self.taken[b] = true;
        }
    }

    /// Tensors are paired by their positions in paired operators; the others by their names.
    fn pair_tensors(&mut self) {
        let operators = self.operators();
        let first = self.a.graph.operators.len();
        for (node, tensor) in self.a.graph.inputs.iter().enumerate() {
            let other = self.found.of_a[first + node]
                .and_then(|other| self.b.graph.inputs.get((other as usize).checked_sub(self.b.graph.operators.len())?));
            if let Some(other) = other {
                self.pair(*tensor, *other);
            }
        }
        for (x, y) in &operators {
            let (x, y) = (&self.a.graph.operators[*x], &self.b.graph.operators[*y]);
            for (tensor, other) in x.outputs.iter().zip(&y.outputs).chain(x.intermediates.iter().zip(&y.intermediates))
            {
                self.pair(*tensor, *other);
            }
        }
        for (x, y) in &operators {
            let (x, y) = (&self.a.graph.operators[*x], &self.b.graph.operators[*y]);
            for (tensor, other) in x.inputs.iter().zip(&y.inputs) {
                if self.a.made(*tensor).is_none() && self.b.made(*other).is_none() {
                    self.pair(*tensor, *other);
                }
            }
        }
        let mut by_name: HashMap<&str, Option<usize>> = HashMap::new();
        for (index, tensor) in self.b.graph.tensors.iter().enumerate().filter(|(index, _)| !self.taken[*index]) {
            by_name.entry(&tensor.name).and_modify(|one| *one = None).or_insert(Some(index));
        }
        for index in 0..self.tensors.len() {
            let name = self.a.graph.tensors[index].name.as_str();
            if let (None, Some(Some(other))) = (self.tensors[index], by_name.get(name)) {
                self.pair(index as i32, *other as i32);
            }
        }
    }

    fn compare(&self, scope: &str, out: &mut Collected) {
        let place = Place { part: PartKind::Node, scope };
        let pairs: HashMap<usize, usize> = self.operators().into_iter().collect();
        for (index, x) in self.a.graph.operators.iter().enumerate() {
            let (op, version) = self.a.op(x);
            let name = &self.a.nodes[index].name;
            match pairs.get(&index) {
                Some(other) => {
                    let fields = self.operator(x, &self.b.graph.operators[*other]);
                    // The name is the tensor's, and is reported there.
                    out.both(place, (name, name), format!("{op} v{version}"), fields);
                }
                None => out.one(place, false, name, format!("{op} v{version}")),
            }
        }
        let taken: std::collections::HashSet<usize> = pairs.into_values().collect();
        for (index, y) in self.b.graph.operators.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
            let (op, version) = self.b.op(y);
            out.one(place, true, &self.b.nodes[index].name, format!("{op} v{version}"));
        }
        self.compare_tensors(scope, out);
    }

    /// Inputs and outputs of the graph: which tensors they are.
    fn ports(&self) -> Vec<Field> {
        let mut fields = Vec::new();
        for (name, a, b) in [
            ("inputs", &self.a.graph.inputs, &self.b.graph.inputs),
            ("outputs", &self.a.graph.outputs, &self.b.graph.outputs),
        ] {
            let same = a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.goes_with(*x, *y));
            if !same {
                let texts = |body: &Body<'_>, tensors: &[i32]| {
                    let one = |tensor: &i32| body.input_text(*tensor).unwrap_or_else(|| tensor.to_string());
                    list_text(&tensors.iter().map(one).collect::<Vec<_>>())
                };
                fields.push(Field { field: name.to_owned(), a: Some(texts(&self.a, a)), b: Some(texts(&self.b, b)) });
            }
        }
        fields
    }

    /// Whether two tensors are paired; indices that are not tensors are compared as numbers.
    fn goes_with(&self, a: i32, b: i32) -> bool {
        if self.a.tensor(a).is_none() || self.b.tensor(b).is_none() {
            return a == b && self.a.tensor(a).is_none() && self.b.tensor(b).is_none();
        }
        usize::try_from(a).ok().and_then(|a| *self.tensors.get(a)?) == u32::try_from(b).ok()
    }

    fn operator(&self, x: &Operator, y: &Operator) -> Vec<Field> {
        let mut fields = Vec::new();
        let ((op_a, version_a), (op_b, version_b)) = (self.a.op(x), self.b.op(y));
        field(&mut fields, "op", Some(op_a), Some(op_b));
        field(&mut fields, "version", Some(version_a.to_string()), Some(version_b.to_string()));
        for slot in 0..x.inputs.len().max(y.inputs.len()) {
            let (a, b) = (x.inputs.get(slot).copied(), y.inputs.get(slot).copied());
            if self.same_input(a, b) {
                continue;
            }
            let text = |body: &Body<'_>, tensor: Option<i32>| tensor.and_then(|tensor| body.input_text(tensor));
            let (a, b) = (text(&self.a, a), text(&self.b, b));
            fields.push(Field { field: format!("input {slot}"), a, b });
        }
        let count = |tensors: &[i32]| Some(tensors.len().to_string());
        field(&mut fields, "outputs", count(&x.outputs), count(&y.outputs));
        field(&mut fields, "intermediates", count(&x.intermediates), count(&y.intermediates));
        let mutating = |operator: &Operator| {
            let all = &operator.mutating_variable_inputs;
            all.contains(&true).then(|| list_text(all))
        };
        field(&mut fields, "mutating_variable_inputs", mutating(x), mutating(y));
        let options = |body: &Body<'_>, operator: &Operator, second: bool| -> Vec<(String, String)> {
            let table = operator.options.table;
            let text = |(name, value): &(&'static str, OptionValue)| match value {
                OptionValue::Bytes(range) => bytes_text(body.file.source, range.clone()),
                // Subgraphs are compared by their partners.
                OptionValue::Int(index) if name.contains("subgraph") => {
                    let own = usize::try_from(*index).unwrap_or(usize::MAX);
                    let first = if second { self.subgraphs.get(&own).copied() } else { Some(own) };
                    first.map_or_else(|| format!("subgraphs[{own}] ?"), |index| format!("subgraphs[{index}]"))
                }
                OptionValue::Text(text) => text.clone(),
                value => option(table, name, value).to_string().trim_matches('"').to_owned(),
            };
            operator.options.fields.iter().map(|own| (own.0.to_owned(), text(own))).collect()
        };
        let (options_a, options_b) = (options(&self.a, x, false), options(&self.b, y, true));
        named(&mut fields, &options_a, &options_b);
        custom(&mut fields, (self.a.file.source, x), (self.b.file.source, y));
        fields
    }

    fn same_input(&self, a: Option<i32>, b: Option<i32>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
        match (self.a.source(a), self.b.source(b)) {
            (None, None) => self.goes_with(a, b),
            (a, b) => self.found.same_feed(a, b),
        }
    }

    fn compare_tensors(&self, scope: &str, out: &mut Collected) {
        let place = Place { part: PartKind::Tensor, scope };
        for (index, x) in self.a.graph.tensors.iter().enumerate() {
            let Some(other) = self.tensors[index] else {
                out.one(place, false, &x.name, described(x));
                continue;
            };
            let y = &self.b.graph.tensors[other as usize];
            let value = |body: &Body<'_>, index: usize, codes| body.file.value(body.index, index, codes);
            let (codes_a, codes_b) = codes(x, y);
            let (a, b) = (value(&self.a, index, codes_a), value(&self.b, other as usize, codes_b));
            let mut fields = tensor(x, y);
            field(&mut fields, "constant", Some(a.is_some().to_string()), Some(b.is_some().to_string()));
            out.both(place, (&x.name, &y.name), described(x), fields);
            if let (Some(a), Some(b)) = (a, b) {
                out.pairs.push(Pair { a: (x.name.clone(), a), b: (y.name.clone(), b) });
            }
        }
        for (_, y) in self.b.graph.tensors.iter().enumerate().filter(|(index, _)| !self.taken[*index]) {
            out.one(place, true, &y.name, described(y));
        }
    }
}

/// Differences between two tensors, except for their values.
fn tensor(x: &Tensor, y: &Tensor) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut texts = |name: &str, text: &dyn Fn(&Tensor) -> Option<String>| field(&mut fields, name, text(x), text(y));
    texts("dtype", &|t| Some(dtype_name(t.dtype)));
    texts("shape", &|t| Some(list_text(&t.shape)));
    // Without a signature, the shape itself counts.
    texts("shape_signature", &|t| Some(list_text(t.shape_signature.as_ref().unwrap_or(&t.shape))));
    texts("is_variable", &|t| Some(t.is_variable.to_string()));
    let quantized = |name: &str, text: &dyn Fn(&Quantization) -> String| -> (String, Option<String>, Option<String>) {
        let one = |tensor: &Tensor| tensor.quantization.as_ref().map(text).filter(|text| text != "[]");
        (name.to_owned(), one(x), one(y))
    };
    let quantization = [
        quantized("quantization scale", &|q| list_text(&q.scale)),
        quantized("quantization zero_point", &|q| list_text(&q.zero_point)),
        quantized("quantization dimension", &|q| {
            if q.scale.len() > 1 { q.dimension.to_string() } else { "[]".to_owned() }
        }),
        quantized("quantization min", &|q| list_text(&q.min)),
        quantized("quantization max", &|q| list_text(&q.max)),
        quantized("quantization details", &|q| match (q.details, &q.blocks) {
            (0, _) => "[]".to_owned(),
            (details, blocks) => format!("{details} {blocks:?}"),
        }),
    ];
    for (name, a, b) in quantization {
        field(&mut fields, &name, a, b);
    }
    let mut debug = |name: &str, text: &dyn Fn(&Tensor) -> Option<String>| field(&mut fields, name, text(x), text(y));
    debug("sparsity", &|t| t.sparsity.as_ref().map(|sparsity| format!("{sparsity:?}")));
    debug("variant", &|t| (!t.variant_tensors.is_empty()).then(|| format!("{:?}", t.variant_tensors)));
    fields
}

/// Mapping to real numbers, if two tensors store different types: a quantized side is then compared by its real values.
fn codes(x: &Tensor, y: &Tensor) -> (Option<Codes>, Option<Codes>) {
    if x.dtype == y.dtype && x.quantization == y.quantization || x.is_sparse || y.is_sparse {
        return (None, None);
    }
    let one = |tensor: &Tensor| {
        let q = tensor.quantization.as_ref().filter(|q| q.details == 0 && !q.scale.is_empty())?;
        let after = usize::try_from(q.dimension).ok().and_then(|axis| tensor.shape.get(axis + 1..));
        let inner =
            after.unwrap_or(&[]).iter().map(|dim| u64::try_from(*dim).unwrap_or(0)).fold(1, u64::saturating_mul);
        Some(Codes { scales: q.scale.clone(), zero_points: q.zero_point.clone(), inner })
    };
    (one(x), one(y))
}

fn described(tensor: &Tensor) -> String {
    let dims = tensor.shape_signature.as_ref().filter(|shape| !shape.is_empty()).unwrap_or(&tensor.shape);
    type_text(&dtype_name(tensor.dtype), &dims.iter().map(|dim| i64::from(*dim)).collect::<Vec<_>>())
}

fn bytes_of(source: &SharedSource, range: Range<u64>) -> Option<Vec<u8>> {
    read_range(&**source, range, &Limits::default()).ok()
}

/// Bytes as their number and a hash.
fn bytes_text(source: &SharedSource, range: Range<u64>) -> String {
    let length = range.end.saturating_sub(range.start);
    match bytes_of(source, range) {
        Some(bytes) => format!("{length} bytes, #{:016x}", fingerprint(bytes)),
        None => format!("{length} bytes"),
    }
}

/// Options of custom ops: field by field if they are FlexBuffers.
fn custom(fields: &mut Vec<Field>, a: (&SharedSource, &Operator), b: (&SharedSource, &Operator)) {
    let bytes = |(source, operator): (&SharedSource, &Operator)| {
        operator.custom_options.clone().map(|range| bytes_of(source, range).unwrap_or_default())
    };
    let (bytes_a, bytes_b) = (bytes(a), bytes(b));
    if bytes_a == bytes_b {
        return;
    }
    let decoded = |bytes: &Option<Vec<u8>>, operator: &Operator| -> Vec<(String, String)> {
        let flexible = operator.custom_options_format == 0;
        let bytes = bytes.as_ref().filter(|bytes| flexible && bytes.len() as u64 <= CUSTOM);
        match bytes.and_then(|bytes| flexbuffers::read(bytes)) {
            Some(flexbuffers::Value::Map(members)) => {
                members.iter().map(|(name, value)| (name.clone(), flex(value).to_string())).collect()
            }
            _ => Vec::new(),
        }
    };
    let before = fields.len();
    named(fields, &decoded(&bytes_a, a.1), &decoded(&bytes_b, b.1));
    if fields.len() == before {
        let text =
            |bytes: Option<Vec<u8>>| bytes.map(|bytes| format!("{} bytes, #{:016x}", bytes.len(), fingerprint(bytes)));
        field(fields, "custom_options", text(bytes_a), text(bytes_b));
    }
}
