//! A TFLite subgraph: operators are nodes, tensors are edges, constants are attributes of their readers.

use super::model::TextId;
use super::{Body, EdgeKind, Graph, GraphBuilder, NodeSpec, Role, Style};
use crate::formats::tflite::{
    self, FieldDef, Model, Operator, OptionValue, Options, Signature, Subgraph, Tensor, TensorType,
};

/// Name of a TFLite dtype; `type N` for a number this table lacks.
pub fn dtype_name(dtype: i32) -> String {
    TensorType::from_code(dtype).map_or_else(|| format!("type {dtype}"), |t| t.name().to_owned())
}

/// Shape and dtype, such as `1×224×224×3 float32`; -1 is written `?`.
fn describe(tensor: &Tensor) -> String {
    let mut text = String::new();
    let dims = tensor.shape_signature.as_deref().unwrap_or(&tensor.shape);
    for (i, dim) in dims.iter().take(12).enumerate() {
        if i > 0 {
            text.push('×');
        }
        match u32::try_from(*dim) {
            Ok(dim) => push_number(&mut text, dim),
            Err(_) => text.push('?'),
        }
    }
    if !text.is_empty() {
        text.push(' ');
    }
    match TensorType::from_code(tensor.dtype) {
        Some(dtype) => text.push_str(dtype.name()),
        None => text.push_str(&dtype_name(tensor.dtype)),
    }
    text
}

/// Appends a number in decimal, without the machinery of formatting: a graph has tens of thousands of dimensions.
fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Texts of [`describe`] in a graph. Neighboring tensors mostly have the shape and dtype of the one before.
#[derive(Default)]
struct Labels<'a> {
    last: Option<(&'a Tensor, TextId)>,
}

impl<'a> Labels<'a> {
    fn of(&mut self, b: &mut GraphBuilder, tensor: &'a Tensor) -> TextId {
        let same = |last: &Tensor| {
            last.dtype == tensor.dtype && last.shape == tensor.shape && last.shape_signature == tensor.shape_signature
        };
        match self.last {
            Some((last, text)) if same(last) => text,
            _ => self.last.insert((tensor, b.text(&describe(tensor)))).1,
        }
    }
}

/// Formula of the real value, such as `0.5 * (q - 3)`; `None` for a tensor that is not quantized.
fn quantized(tensor: &Tensor) -> Option<String> {
    let q = tensor.quantization.as_ref()?;
    let zero = q.zero_point.first().copied().unwrap_or(0);
    Some(match (q.details, q.scale.as_slice()) {
        (1, _) => "custom quantization".to_owned(),
        (2, _) => format!("blockwise, {} a block", q.blocks.as_ref().map_or(0, |b| b.block_size)),
        (3, _) => "multi-axis".to_owned(),
        (_, [scale]) => format!("{scale} * (q - {zero})"),
        (_, scales) => {
            format!("{} scales on axis {}: {} * (q - {zero}), …", scales.len(), q.dimension, scales.first()?)
        }
    })
}

/// The scope of a tensor's name: everything before the last `/`. Fused names (`a;b`) count as their first part.
fn scope_of(name: &str) -> &str {
    let first = name.split(';').next().unwrap_or_default();
    first.rsplit_once('/').map_or("", |(scope, _)| scope)
}

/// Builds the graph of one subgraph; `None` when there is no such subgraph.
///
/// Operator nodes come first, so node n is operator n; then one node for each input and each output, whose source is
/// the tensor index.
pub fn from_tflite(model: &Model, subgraph: usize) -> Option<Graph> {
    let graph = model.subgraphs.get(subgraph)?;
    let title = match (subgraph, graph.name.as_str()) {
        (0, _) => "",
        (_, name) => name,
    };
    let mut b = GraphBuilder::new(title, Style::Boxes);
    let mut producer: Vec<Option<(u32, u32)>> = vec![None; graph.tensors.len()];
    let ops: Vec<String> = model.operator_codes.iter().map(|code| code.name()).collect();
    for (index, operator) in graph.operators.iter().enumerate() {
        let code = model.operator_codes.get(operator.opcode_index as usize);
        let op = ops.get(operator.opcode_index as usize).map_or("", String::as_str);
        let first = operator.outputs.iter().find_map(|t| tensor(graph, *t)).map_or("", |t| t.name.as_str());
        // Options that name a subgraph: CALL_ONCE, IF, WHILE, the StableHLO forms with a body.
        let calls = operator.options.fields.iter().any(|(name, _)| is_subgraph(name));
        let node = b.node(NodeSpec {
            name: first,
            op,
            role: if calls { Role::Call } else { Role::Op },
            scope: scope_of(first),
            version: code.map_or(0, |c| c.version),
            source: index as u32,
        });
        for (number, output) in (0..).zip(&operator.outputs) {
            if let Some(slot) = usize::try_from(*output).ok().and_then(|t| producer.get_mut(t)) {
                slot.get_or_insert((node, number));
            }
        }
        for part in parts(model, operator).filter(|part| part.graph.is_none()) {
            b.dangling(node, &format!("{} {}", part.field, part.index));
        }
    }
    for input in &graph.inputs {
        let Some(t) = tensor(graph, *input) else { continue };
        let node = b.node(NodeSpec { name: &t.name, role: Role::Input, source: *input as u32, ..NodeSpec::default() });
        b.attribute(node, "tensor", &describe(t));
        signatures(&mut b, node, signed(model, subgraph, |signature| &signature.inputs), *input);
        producer[*input as usize].get_or_insert((node, 0));
    }
    let mut options = Attributes::new(model.operator_codes.len());
    let mut labels = Labels::default();
    for (index, operator) in graph.operators.iter().enumerate() {
        let node = index as u32;
        for (slot, input) in operator.inputs.iter().enumerate() {
            // -1 is an omitted optional input.
            if *input == -1 {
                continue;
            }
            let Some(t) = tensor(graph, *input) else {
                b.dangling(node, &format!("tensor {input}"));
                continue;
            };
            if let Some(from) = producer[*input as usize] {
                let label = labels.of(&mut b, t);
                b.edge_with(from, node, slot as u32, label, EdgeKind::Data);
                continue;
            }
            let mut summary = describe(t);
            if t.is_variable {
                b.attribute(node, &format!("variable {slot}"), &summary);
                continue;
            }
            if let Some(how) = quantized(t) {
                summary = format!("{summary}, {how}");
            }
            b.attribute(node, &format!("constant {slot}"), &summary);
            b.stores(node, stored(model, t));
        }
        for (slot, output) in operator.outputs.iter().enumerate() {
            if let Some(how) = tensor(graph, *output).and_then(quantized) {
                b.attribute(node, &format!("quantization of output {slot}"), &how);
            }
        }
        options.add(&mut b, node, operator);
    }
    for (slot, output) in graph.outputs.iter().enumerate() {
        let Some(t) = tensor(graph, *output) else { continue };
        let node =
            b.node(NodeSpec { name: &t.name, role: Role::Output, source: *output as u32, ..NodeSpec::default() });
        let summary = describe(t);
        b.attribute(node, "tensor", &summary);
        signatures(&mut b, node, signed(model, subgraph, |signature| &signature.outputs), *output);
        match producer[*output as usize] {
            Some(from) => b.edge_of(from, node, slot as u32, &summary, EdgeKind::Data),
            None => b.attribute(node, "constant", &summary),
        }
    }
    Some(b.finish())
}

/// Key of a signature, and names of its inputs or outputs with their tensors.
type Signed<'a> = (&'a str, &'a [(String, u32)]);

/// The signatures of a subgraph.
fn signed<'a>(
    model: &'a Model,
    subgraph: usize,
    ports: impl Fn(&'a Signature) -> &'a Vec<(String, u32)> + 'a,
) -> impl Iterator<Item = Signed<'a>> {
    let of_it = model.signatures.iter().filter(move |signature| signature.subgraph as usize == subgraph);
    of_it.map(move |signature| (signature.key.as_str(), ports(signature).as_slice()))
}

/// The names that signatures have for a tensor, as attributes: a caller knows an input by them.
fn signatures<'a>(b: &mut GraphBuilder, node: u32, signed: impl Iterator<Item = Signed<'a>>, tensor: i32) {
    for (key, ports) in signed {
        for (name, _) in ports.iter().filter(|(_, index)| i64::from(*index) == i64::from(tensor)) {
            b.attribute(node, &format!("signature {key}"), name);
        }
    }
}

/// Options as attributes. Most operators have those of an earlier one with the same code, so the texts are made once.
struct Attributes<'a> {
    /// By operator code: the last options, and the texts of their names and values.
    last: Vec<Option<(&'a Options, NamesAndValues)>>,
}

impl<'a> Attributes<'a> {
    fn new(codes: usize) -> Self {
        Self { last: (0..codes).map(|_| None).collect() }
    }

    /// Adds the options of an operator to its node.
    #[inline(never)]
    fn add(&mut self, b: &mut GraphBuilder, node: u32, operator: &'a Operator) {
        let texts = match self.last.get_mut(operator.opcode_index as usize) {
            Some(Some((options, texts))) if **options == operator.options => &*texts,
            Some(last) => &last.insert((&operator.options, texts(b, &operator.options))).1,
            // A code that the file does not have.
            None => &texts(b, &operator.options),
        };
        texts.iter().for_each(|text| b.attribute_of(node, *text));
    }
}

/// Texts of options.
type NamesAndValues = Vec<(TextId, TextId)>;

/// The names and values of options, as texts of the graph.
#[inline(never)]
fn texts(b: &mut GraphBuilder, options: &Options) -> NamesAndValues {
    let fields: &[FieldDef] = tflite::options_table(options.table).map_or(&[], |table| table.fields);
    let text = |(name, value): &(&'static str, OptionValue)| {
        let known = match value {
            // The default means that the file sets no type, although a type has that number.
            OptionValue::Int(0) if *name == "quantized_bias_type" => Some("not set"),
            OptionValue::Int(v) => fields.iter().find(|field| field.name == *name).and_then(|f| f.names?.name_of(*v)),
            _ => None,
        };
        (b.text(name), b.text(&known.map_or_else(|| option_text(value), str::to_owned)))
    };
    options.fields.iter().map(text).collect()
}

/// Whether an option names subgraphs.
fn is_subgraph(option: &str) -> bool {
    option == "subgraph" || option.ends_with("subgraph_index") || option.ends_with("subgraph_indices")
}

/// A subgraph that an operator names in its options.
struct Part {
    /// Name of the option: `body_subgraph_index`, `branch_subgraph_indices`, or `subgraph` alone.
    field: &'static str,
    /// Its position in the option, if that is a list.
    number: Option<usize>,
    /// The index in the file.
    index: i64,
    /// The same if the file has such a subgraph.
    graph: Option<usize>,
}

/// The subgraphs that an operator names.
fn parts<'a>(model: &'a Model, operator: &'a Operator) -> impl Iterator<Item = Part> + 'a {
    let fields = operator.options.fields.iter().filter(|(name, _)| is_subgraph(name));
    fields.flat_map(move |(field, value)| {
        let (indices, one): (&[i64], _) = match value {
            OptionValue::Int(index) => (std::slice::from_ref(index), true),
            OptionValue::Ints(indices) => (indices, false),
            _ => (&[], true),
        };
        indices.iter().enumerate().map(move |(number, index)| Part {
            field,
            number: (!one).then_some(number),
            index: *index,
            graph: usize::try_from(*index).ok().filter(|graph| *graph < model.subgraphs.len()),
        })
    })
}

/// The subgraphs that an operator of a subgraph calls.
pub fn tflite_bodies(model: &Model, subgraph: usize, operator: u32) -> Vec<Body> {
    let found = model.subgraphs.get(subgraph).and_then(|graph| graph.operators.get(operator as usize));
    let bodies = found.into_iter().flat_map(|operator| {
        parts(model, operator).filter_map(|Part { field, number, graph, .. }| {
            let part = field.split("subgraph").next().unwrap_or_default().trim_end_matches('_');
            let part = if part.is_empty() { "body" } else { part };
            // The bodies of reductions, sorts and scatters compute single elements.
            let returns = match operator.options.table {
                "WhileOptions" | "StablehloWhileOptions" => part == "body",
                "IfOptions" | "StablehloCaseOptions" | "StableHLOCompositeOptions" => true,
                _ => false,
            };
            let label = number.map_or_else(|| part.to_owned(), |number| format!("{part} {number}"));
            Some(Body { label, graph: graph?, returns })
        })
    });
    bodies.collect()
}

fn tensor(graph: &Subgraph, index: i32) -> Option<&Tensor> {
    usize::try_from(index).ok().and_then(|i| graph.tensors.get(i))
}

/// Bytes of a tensor's values in the file, or in the file of its weights.
fn stored(model: &Model, tensor: &Tensor) -> u64 {
    let buffer = model.buffers.get(tensor.buffer as usize).and_then(|buffer| buffer.range.as_ref());
    let outside = model.external_buffers.iter().find(|outside| outside.id == tensor.external_buffer);
    match (tensor.external_buffer, buffer) {
        (0, buffer) => buffer.map_or(0, |range| range.end.saturating_sub(range.start)),
        _ => outside.map_or(0, |outside| outside.len),
    }
}

fn option_text(value: &OptionValue) -> String {
    match value {
        OptionValue::Int(v) => v.to_string(),
        OptionValue::Float(v) => v.to_string(),
        OptionValue::Bool(v) => v.to_string(),
        OptionValue::Text(v) => v.chars().take(120).collect(),
        OptionValue::Ints(v) => list(v),
        OptionValue::Floats(v) => list(v),
        OptionValue::Bytes(range) => format!("{} bytes", range.end.saturating_sub(range.start)),
    }
}

fn list<T: ToString>(values: &[T]) -> String {
    let mut text: Vec<String> = values.iter().take(8).map(ToString::to_string).collect();
    if values.len() > 8 {
        text.push("…".to_owned());
    }
    format!("[{}]", text.join(", "))
}
