//! Tensors of a TFLite operator.

use super::readers::cut;
use super::schema::{Link, NodeAttribute, NodeTensor, Part, Scales};
use crate::artifact::Dropped;
use crate::bytes::Span;
use crate::compat::option_since;
use crate::formats::tflite::{self, Model, OptionValue, Quantization, Subgraph, Weights};
use crate::graph::dtype_name;
use crate::report::tell::place;
use std::rc::Rc;

/// The tensors of operator `node`, or tensor `node` itself if it is an input or output of the graph.
pub(super) fn tensors(
    model: &Rc<Model>,
    file: &Dropped,
    which: usize,
    node: u32,
    end: bool,
) -> Option<Vec<NodeTensor>> {
    let graph = model.subgraphs.get(which)?;
    let weights = Weights::new(model.clone(), file.source.clone());
    let file = File { model, graph, which, weights };
    if end {
        let part = if graph.inputs.contains(&(node as i32)) { Part::Output } else { Part::Input };
        return Some(file.tensor(node as i32, part, 0, "").into_iter().collect());
    }
    let operator = graph.operators.get(node as usize)?;
    let op = file.op(node as usize);
    let parts = [
        (Part::Input, &operator.inputs),
        (Part::Output, &operator.outputs),
        (Part::Intermediate, &operator.intermediates),
    ];
    let all = parts.into_iter().flat_map(|(part, list)| {
        let (file, op) = (&file, &op);
        (0..).zip(list).filter_map(move |(slot, tensor)| file.tensor(*tensor, part, slot, op))
    });
    Some(all.collect())
}

/// Facts about the options of operator `node`.
pub(super) fn attributes(model: &Model, which: usize, node: u32) -> Option<Vec<NodeAttribute>> {
    let operator = model.subgraphs.get(which)?.operators.get(node as usize)?;
    let code = model.operator_codes.get(operator.opcode_index as usize)?.code;
    let table = tflite::options_table(operator.options.table)?;
    let of = |(name, value): &(&'static str, OptionValue)| {
        let field = table.fields.iter().find(|field| field.name == *name)?;
        let since = option_since(code, name).map_or_else(String::new, |version| format!("v{version}"));
        Some(NodeAttribute { name: (*name).to_owned(), is_default: field.is_default(value), since })
    };
    Some(operator.options.fields.iter().filter_map(of).collect())
}

struct File<'a> {
    model: &'a Model,
    graph: &'a Subgraph,
    which: usize,
    weights: Weights,
}

impl File<'_> {
    fn op(&self, operator: usize) -> String {
        let code = self.graph.operators.get(operator).map(|operator| operator.opcode_index as usize);
        code.and_then(|code| self.model.operator_codes.get(code)).map_or_else(String::new, |code| code.name())
    }

    fn tensor(&self, index: i32, part: Part, slot: u32, op: &str) -> Option<NodeTensor> {
        let number = usize::try_from(index).ok()?;
        let tensor = self.graph.tensors.get(number)?;
        let dims = tensor.shape_signature.as_deref().unwrap_or(&tensor.shape);
        let (writers, mut readers) = self.links(index);
        let more_readers = cut(&mut readers);
        let mut described = NodeTensor {
            part,
            slot,
            name: tensor.name.clone(),
            dtype: dtype_name(tensor.dtype),
            shape: dims.iter().map(|dim| i64::from(*dim)).collect(),
            quantization: tensor.quantization.as_ref().and_then(scales),
            variable: tensor.is_variable,
            writers,
            readers,
            more_readers,
            ..NodeTensor::default()
        };
        if let Some(stored) = self.weights.index(self.which, number) {
            let listed = self.weights.one(stored);
            // The value has the shape of the interpreter, without unknown dimensions.
            (described.value, described.bytes, described.shape) = (listed.name, listed.bytes, listed.shape);
            described.at = self.weights.at(stored).ok().as_ref().map(place);
            described.images = images(op, part, slot, described.shape.len());
        } else {
            let span = Span {
                file: self.weights.file(),
                range: Some(tensor.at.clone()),
                field: format!("subgraphs[{}].tensors[{number}]", self.which),
            };
            described.at = Some(place(&span));
        }
        Some(described)
    }

    /// The nodes that write and read a tensor, and the ends of the graph.
    fn links(&self, tensor: i32) -> (Vec<Link>, Vec<Link>) {
        let end = || Link { node: tensor as u32, ..Link::default() };
        let mut writers: Vec<Link> = self.graph.inputs.contains(&tensor).then(end).into_iter().collect();
        let mut readers = Vec::new();
        for (number, operator) in self.graph.operators.iter().enumerate() {
            let (writes, reads) = (operator.outputs.contains(&tensor), operator.inputs.contains(&tensor));
            if writes || reads {
                let first = operator.outputs.first().and_then(|first| usize::try_from(*first).ok());
                let name = first.and_then(|first| self.graph.tensors.get(first)).map(|tensor| tensor.name.clone());
                let link = Link { node: number as u32, op: self.op(number), name: name.unwrap_or_default() };
                if writes {
                    writers.push(link.clone());
                }
                if reads {
                    readers.push(link);
                }
            }
        }
        readers.extend(self.graph.outputs.contains(&tensor).then(end));
        (writers, readers)
    }
}

/// Scales and zero points of the plain form; `None` for others, whose scales are tensors.
fn scales(quantization: &Quantization) -> Option<Scales> {
    let scales: Vec<f64> = quantization.scale.iter().map(|scale| f64::from(*scale)).collect();
    let plain = quantization.details == 0 && !scales.is_empty() && scales.iter().all(|scale| scale.is_finite());
    plain.then(|| Scales {
        scales,
        zero_points: quantization.zero_point.clone(),
        axis: u32::try_from(quantization.dimension).unwrap_or(0),
    })
}

/// See [`NodeTensor::images`]: OHWI for convolutions, 1HWC for depthwise ones.
fn images(op: &str, part: Part, slot: u32, rank: usize) -> Vec<u32> {
    match (op, part, slot, rank) {
        ("CONV_2D" | "TRANSPOSE_CONV", Part::Input, 1, 4) => vec![1, 2, 0],
        ("DEPTHWISE_CONV_2D", Part::Input, 1, 4) => vec![1, 2, 3],
        _ => Vec::new(),
    }
}
