//! Graphs of TensorFlow: nodes by meaning, functions whose names end in changing numbers, constants as values.

use super::collect::{Collected, Pair, Place, Value, field, named};
use super::schema::{Field, PartKind};
use crate::bytes::{Limits, Result};
use crate::formats::dtype;
use crate::formats::proto::tensorflow::{
    AttrValue, FunctionDef, GraphDef, NameAttrList, NodeDef, TensorProto, attr_value::Value as Attr,
};
use crate::formats::stored::{Check, Held, Listed, Ordered, Stored, Stores};
use crate::formats::tensor_value::{TensorValue, dims, element_count};
use crate::graph::{Feed, Matchable, Matching, fingerprint, matching};
use crate::report::details::tensorflow::{argument, attr_text};
use prost::Message;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Attrs about the origin of a graph, without effect on its results.
const ASIDE: [&str; 3] = ["api_implements", "_input_shapes", "_output_shapes"];
/// Maximum size of an expanded constant whose last element repeats.
const SPREAD: u64 = 64 << 20;
/// Maximum nesting of functions in attrs.
const DEPTH: u32 = 16;

/// Names of the second graph's functions by those of the first.
type Partners = HashMap<String, String>;

/// Compares two graphs with their functions. `scope` precedes the names of functions.
pub fn compared(a: &GraphDef, b: &GraphDef, scope: &str, out: &mut Collected) {
    let (of_a, of_b) = (functions(a), functions(b));
    let pairs = pair_functions(of_a, of_b);
    let partners: Partners =
        pairs.iter().map(|(x, y)| (name(&of_b[*y]).to_owned(), name(&of_a[*x]).to_owned())).collect();
    let mut pending = Pending::default();
    Bodies { a: &Body::of_graph(a), b: &Body::of_graph(b), partners: &partners }.compare(scope, out, &mut pending);
    let place = Place { part: PartKind::Function, scope };
    let of_pair: HashMap<usize, usize> = pairs.into_iter().collect();
    for (index, x) in of_a.iter().enumerate() {
        let Some(other) = of_pair.get(&index) else {
            out.one(place, false, name(x), x.node_def.len().to_string());
            continue;
        };
        let y = &of_b[*other];
        // The number at the end of a name only counts earlier traced functions.
        let shown = if stem(name(x)) == stem(name(y)) { name(x) } else { name(y) };
        let mut fields = function(x, y, &partners);
        let bodies = Bodies { a: &Body::of_function(x), b: &Body::of_function(y), partners: &partners };
        fields.extend(bodies.compare(&format!("{scope}{}", name(x)), out, &mut pending));
        out.both(place, (name(x), shown), String::new(), fields);
    }
    let taken: BTreeSet<usize> = of_pair.into_values().collect();
    for (_, y) in of_b.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
        out.one(place, true, name(y), y.node_def.len().to_string());
    }
    pending.pairs(out);
}

fn functions(graph: &GraphDef) -> &[FunctionDef] {
    graph.library.as_ref().map_or(&[], |library| &library.function)
}

fn name(function: &FunctionDef) -> &str {
    function.signature.as_ref().map_or("", |signature| signature.name.as_str())
}

/// A name without the number at its end.
fn stem(name: &str) -> &str {
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if digits.len() < name.len() && digits.ends_with(['_', '-']) { digits } else { name }
}

/// Pairs functions: first by name, then by stem and body, then by stem, then by body.
fn pair_functions(a: &[FunctionDef], b: &[FunctionDef]) -> Vec<(usize, usize)> {
    let body = |function: &FunctionDef| {
        let nodes: Vec<_> = function.node_def.iter().map(|node| (stem(&node.name), stem(&node.op))).collect();
        fingerprint(nodes)
    };
    let stemmed = |function: &FunctionDef| fingerprint(stem(name(function)));
    let keys: [&dyn Fn(&FunctionDef) -> u64; 4] =
        [&|f| fingerprint((name(f), body(f))), &|f| fingerprint((stemmed(f), body(f))), &stemmed, &body];
    let (mut free_a, mut free_b) = (vec![true; a.len()], vec![true; b.len()]);
    let mut pairs = Vec::new();
    for key in keys {
        let mut waiting: HashMap<u64, std::collections::VecDeque<usize>> = HashMap::new();
        for (index, function) in b.iter().enumerate().filter(|(index, _)| free_b[*index]) {
            waiting.entry(key(function)).or_default().push_back(index);
        }
        for (index, function) in a.iter().enumerate() {
            if !free_a[index] {
                continue;
            }
            if let Some(other) = waiting.get_mut(&key(function)).and_then(|all| all.pop_front()) {
                (free_a[index], free_b[other]) = (false, false);
                pairs.push((index, other));
            }
        }
    }
    pairs
}

/// Differences between two functions, except for their nodes.
fn function(x: &FunctionDef, y: &FunctionDef, partners: &Partners) -> Vec<Field> {
    let mut fields = Vec::new();
    let arguments = |function: &FunctionDef, outputs: bool| -> Vec<(String, String)> {
        let Some(signature) = &function.signature else { return Vec::new() };
        let list = if outputs { &signature.output_arg } else { &signature.input_arg };
        let word = if outputs { "output" } else { "input" };
        list.iter().map(argument).map(|(name, dtype)| (format!("{word} {name}"), dtype)).collect()
    };
    for outputs in [false, true] {
        named(&mut fields, &arguments(x, outputs), &arguments(y, outputs));
    }
    attrs(&mut fields, &x.attr, &y.attr, partners);
    let control = |function: &FunctionDef| -> Vec<(String, String)> {
        function.control_ret.iter().map(|(name, node)| (format!("control output {name}"), node.clone())).collect()
    };
    named(&mut fields, &control(x), &control(y));
    fields
}

/// Adds attrs that differ. Only type and shape of a constant's tensor count: its value is compared separately.
fn attrs(
    fields: &mut Vec<Field>,
    a: &std::collections::BTreeMap<String, AttrValue>,
    b: &std::collections::BTreeMap<String, AttrValue>,
    partners: &Partners,
) {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).filter(|name| !ASIDE.contains(&name.as_str())).collect();
    for name in names {
        let (x, y) = (a.get(name), b.get(name).map(|attr| translated(attr, partners)));
        let same = match (x, &y) {
            (Some(x), Some(y)) if name == "_gradient_op_type" => stem(&attr_text(x)) == stem(&attr_text(y)),
            // Constants are compared by value, however they are written.
            (Some(x), Some(y)) if name == "value" && tensor(x).is_some() && tensor(y).is_some() => {
                attr_text(x) == attr_text(y)
            }
            (Some(x), Some(y)) => *x == **y || x.encode_to_vec() == y.encode_to_vec(),
            _ => false,
        };
        if same {
            continue;
        }
        let (mut a, mut b) = (x.map(attr_text), y.as_deref().map(attr_text));
        if a == b {
            // Values that the text omits.
            let mark = |text: &mut Option<String>, attr: Option<&AttrValue>| {
                let hash = attr.map_or(0, |attr| fingerprint(attr.encode_to_vec()));
                *text = text.take().map(|text| format!("{text} #{hash:016x}"));
            };
            mark(&mut a, x);
            mark(&mut b, y.as_deref());
        }
        field(fields, name, a, b);
    }
}

fn tensor(attr: &AttrValue) -> Option<&TensorProto> {
    match &attr.value {
        Some(Attr::Tensor(tensor)) => Some(tensor),
        _ => None,
    }
}

/// An attr of the second graph with the function names of the first.
fn translated<'a>(attr: &'a AttrValue, partners: &Partners) -> Cow<'a, AttrValue> {
    fn rename(list: &mut NameAttrList, partners: &Partners, depth: u32) {
        if let Some(name) = partners.get(&list.name) {
            list.name.clone_from(name);
        }
        let Some(depth) = depth.checked_sub(1) else { return };
        for attr in list.attr.values_mut() {
            rename_in(attr, partners, depth);
        }
    }
    fn rename_in(attr: &mut AttrValue, partners: &Partners, depth: u32) {
        match &mut attr.value {
            Some(Attr::Func(function)) => rename(function, partners, depth),
            Some(Attr::List(list)) => list.func.iter_mut().for_each(|function| rename(function, partners, depth)),
            _ => {}
        }
    }
    match &attr.value {
        Some(Attr::Func(_)) => {}
        Some(Attr::List(list)) if !list.func.is_empty() => {}
        // Nothing to rename, and tensors may be large.
        _ => return Cow::Borrowed(attr),
    }
    let mut attr = attr.clone();
    rename_in(&mut attr, partners, DEPTH);
    Cow::Owned(attr)
}

/// A graph's or function's nodes: arguments, then nodes, then return values.
struct Body<'a> {
    arguments: Vec<&'a str>,
    nodes: &'a [NodeDef],
    results: Vec<(&'a str, Option<&'a str>)>,
    /// First index by name.
    names: HashMap<&'a str, u32>,
}

impl<'a> Body<'a> {
    fn of_graph(graph: &'a GraphDef) -> Self {
        Self::new(Vec::new(), &graph.node, Vec::new())
    }

    fn of_function(function: &'a FunctionDef) -> Self {
        let signature = function.signature.as_ref();
        let arguments = signature.iter().flat_map(|s| &s.input_arg).map(|arg| arg.name.as_str()).collect();
        let results = signature.iter().flat_map(|s| &s.output_arg);
        let results = results.map(|arg| (arg.name.as_str(), function.ret.get(&arg.name).map(String::as_str))).collect();
        Self::new(arguments, &function.node_def, results)
    }

    fn new(arguments: Vec<&'a str>, nodes: &'a [NodeDef], results: Vec<(&'a str, Option<&'a str>)>) -> Self {
        let mut names = HashMap::new();
        let all = arguments.iter().copied().chain(nodes.iter().map(|node| node.name.as_str()));
        for (index, name) in all.enumerate() {
            names.entry(name).or_insert(index as u32);
        }
        Self { arguments, nodes, results, names }
    }

    /// Source of an input: a node and the fingerprint of its output. `name` is `name:0`.
    fn source(&self, input: &str) -> Feed {
        let (name, output) = input.split_once(':').unwrap_or((input, "0"));
        Some((*self.names.get(name)?, fingerprint(output)))
    }

    fn control(&self, node: &NodeDef) -> Vec<Option<u32>> {
        let inputs = node.input.iter().filter_map(|input| input.strip_prefix('^'));
        inputs.map(|name| self.names.get(name).copied()).collect()
    }

    fn matchables(&self, partners: Option<&Partners>) -> Vec<Matchable> {
        let port = |name: &str, op: &str, inputs| Matchable {
            name: name.to_owned(),
            op: op.to_owned(),
            options: 0,
            inputs,
            port: true,
        };
        let node = |node: &NodeDef| Matchable {
            name: node.name.clone(),
            op: partners.and_then(|all| all.get(&node.op)).unwrap_or(&node.op).clone(),
            options: options(node, partners),
            inputs: data(node).map(|input| self.source(input)).collect(),
            port: false,
        };
        let arguments = self.arguments.iter().map(|name| port(name, "(input)", Vec::new()));
        let results = self
            .results
            .iter()
            .map(|(name, input)| port(name, "(output)", vec![input.and_then(|input| self.source(input))]));
        arguments.chain(self.nodes.iter().map(node)).chain(results).collect()
    }
}

/// Data inputs of a node.
fn data(node: &NodeDef) -> impl Iterator<Item = &str> {
    node.input.iter().map(String::as_str).filter(|input| !input.starts_with('^'))
}

/// A hash of a node's attrs; only type and shape of tensors count.
fn options(node: &NodeDef, partners: Option<&Partners>) -> u64 {
    let none = Partners::new();
    let attrs = node.attr.iter().filter(|(name, _)| !ASIDE.contains(&name.as_str()));
    let texts: Vec<_> =
        attrs.map(|(name, attr)| (name, attr_text(&translated(attr, partners.unwrap_or(&none))))).collect();
    fingerprint(texts)
}

/// Two bodies.
struct Bodies<'a> {
    a: &'a Body<'a>,
    b: &'a Body<'a>,
    partners: &'a Partners,
}

impl Bodies<'_> {
    /// Compares the nodes, and returns differences in the return values of a function.
    fn compare(&self, scope: &str, out: &mut Collected, pending: &mut Pending) -> Vec<Field> {
        let place = Place { part: PartKind::Node, scope };
        let found = matching(&self.a.matchables(None), &self.b.matchables(Some(self.partners)));
        let (first_a, first_b) = (self.a.arguments.len(), self.b.arguments.len());
        let node_b = |index: u32| (index as usize).checked_sub(first_b).and_then(|index| self.b.nodes.get(index));
        for (index, x) in self.a.nodes.iter().enumerate() {
            let Some(y) = found.of_a[first_a + index].and_then(node_b) else {
                out.one(place, false, &x.name, x.op.clone());
                continue;
            };
            let mut fields = Vec::new();
            let op_b = self.partners.get(&y.op).unwrap_or(&y.op).clone();
            field(&mut fields, "op", Some(x.op.clone()), Some(op_b));
            field(&mut fields, "device", text(&x.device), text(&y.device));
            let (inputs_a, inputs_b): (Vec<_>, Vec<_>) = (data(x).collect(), data(y).collect());
            for slot in 0..inputs_a.len().max(inputs_b.len()) {
                let (a, b) = (inputs_a.get(slot).copied(), inputs_b.get(slot).copied());
                let known = |body: &Body<'_>, input: Option<&str>| input.and_then(|input| body.source(input));
                let (source_a, source_b) = (known(self.a, a), known(self.b, b));
                // Inputs without a source are compared by their text.
                let unknown = source_a.is_none() && source_b.is_none() && a != b;
                if unknown || !found.same_feed(source_a, source_b) {
                    let (a, b) = (a.map(str::to_owned), b.map(str::to_owned));
                    fields.push(Field { field: format!("input {slot}"), a, b });
                }
            }
            self.controls(x, y, &found.of_a, &mut fields);
            attrs(&mut fields, &x.attr, &y.attr, self.partners);
            out.both(place, (&x.name, &y.name), x.op.clone(), fields);
            let value = |node: &NodeDef| node.attr.get("value").and_then(tensor).cloned();
            if let (Some(a), Some(b)) = (value(x), value(y)) {
                let full = |name: &str| if scope.is_empty() { name.to_owned() } else { format!("{scope}: {name}") };
                pending.a.push((full(&x.name), a));
                pending.b.push((full(&y.name), b));
            }
        }
        for (index, y) in self.b.nodes.iter().enumerate() {
            if found.of_b[first_b + index].is_none() {
                out.one(place, true, &y.name, y.op.clone());
            }
        }
        self.results(&found)
    }

    /// Control inputs, which have no order.
    fn controls(&self, x: &NodeDef, y: &NodeDef, of_a: &[Option<u32>], fields: &mut Vec<Field>) {
        let (a, b) = (self.a.control(x), self.b.control(y));
        let partners: BTreeSet<Option<u32>> = a.iter().map(|node| node.and_then(|node| of_a[node as usize])).collect();
        if partners != b.into_iter().collect() {
            let names = |node: &NodeDef| {
                let mut names: Vec<&str> = node.input.iter().filter_map(|input| input.strip_prefix('^')).collect();
                crate::order::sort(&mut names);
                (!names.is_empty()).then(|| names.join(", "))
            };
            field(fields, "control inputs", names(x), names(y));
        }
    }

    fn results(&self, found: &Matching) -> Vec<Field> {
        let mut fields = Vec::new();
        for (x, y) in self.a.results.iter().zip(&self.b.results) {
            let source = |body: &Body<'_>, input: Option<&str>| input.and_then(|input| body.source(input));
            if !found.same_feed(source(self.a, x.1), source(self.b, y.1)) {
                let text = |input: Option<&str>| input.map(str::to_owned);
                fields.push(Field { field: format!("output {}", x.0), a: text(x.1), b: text(y.1) });
            }
        }
        fields
    }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Paired constants of both graphs, in order.
#[derive(Default)]
struct Pending {
    a: Vec<(String, TensorProto)>,
    b: Vec<(String, TensorProto)>,
}

impl Pending {
    fn pairs(self, out: &mut Collected) {
        let side = |list: Vec<(String, TensorProto)>| -> Vec<(String, Value)> {
            let stores: Rc<dyn Stores> = Rc::new(Constants(list));
            let listed = stores.listed().into_iter().enumerate();
            listed
                .map(|(index, listed)| {
                    (listed.name.clone(), Value { stores: stores.clone(), index, listed, codes: None })
                })
                .collect()
        };
        let pairs = side(self.a).into_iter().zip(side(self.b));
        out.pairs.extend(pairs.map(|(a, b)| Pair { a, b }));
    }
}

/// Constants of a graph by name. Their bytes are shared with the graph.
struct Constants(Vec<(String, TensorProto)>);

impl Constants {
    fn value(&self, index: usize) -> Result<TensorValue> {
        let tensor = &self.0[index].1;
        // One element may represent all, so the size of the expanded tensor is limited.
        let most = SPREAD.max(tensor.tensor_content.len() as u64);
        TensorValue::from_proto(tensor, &Limits { value_bytes: most, ..Limits::default() })
    }
}

impl Stores for Constants {
    fn listed(&self) -> Vec<Listed> {
        let one = |(name, tensor): &(String, TensorProto)| {
            let shape = tensor.tensor_shape.as_ref().map_or(Some(Vec::new()), dims).unwrap_or_default();
            let bytes = element_count(&shape).unwrap_or(0).saturating_mul(dtype::size(tensor.dtype).unwrap_or(0));
            let dtype = dtype::label(tensor.dtype);
            Listed { name: name.clone(), label: String::new(), dtype, shape, bytes }
        };
        self.0.iter().map(one).collect()
    }

    fn stored(&self, index: usize) -> Result<Stored> {
        Ok(Held::stored(self.value(index)?, Check::None))
    }

    fn ordered(&self, index: usize) -> Result<Ordered> {
        Ok(Ordered::held(self.value(index)?, Check::None))
    }
}
