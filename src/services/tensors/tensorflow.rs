//! Constants of a TensorFlow node: its own value, and those that it reads. Graphs record no types and shapes of other
//! tensors.

use super::readers::cut;
use super::schema::{Link, NodeAttribute, NodeTensor, Part};
use crate::artifact::Artifact;
use crate::compat::attr_facts;
use crate::formats::proto::tensorflow::{AttrValue, NodeDef};
use crate::report::tell::place;
use crate::services::values::{constant_name, listed_constant, node_def};

/// Copies that are followed, one after another.
const MOST_COPIES: usize = 8;

/// The constants of node `index` of a graph.
pub(super) fn tensors(artifact: &Artifact, which: usize, index: u32) -> Option<Vec<NodeTensor>> {
    let nodes = node_def(artifact, which)?;
    let node = nodes.nodes.get(index as usize)?;
    let constant = |part: Part, slot: u32, number: usize| {
        let of = nodes.nodes.get(number)?;
        let value = constant_name(which, number, of)?;
        let listed = listed_constant(artifact, &value)?;
        let mut readers = readers(nodes.nodes, &of.name);
        let more_readers = cut(&mut readers);
        let images = if part == Part::Input { images(&node.op, slot, listed.shape.len()) } else { Vec::new() };
        Some(NodeTensor {
            part,
            slot,
            name: of.name.clone(),
            dtype: listed.dtype,
            shape: listed.shape,
            value,
            bytes: listed.bytes,
            at: Some(place(&nodes.at(number))),
            images,
            writers: vec![Link { node: number as u32, op: of.op.clone(), name: of.name.clone() }],
            readers,
            more_readers,
            ..NodeTensor::default()
        })
    };
    let inputs =
        (0..).zip(&node.input).filter_map(|(slot, input)| constant(Part::Input, slot, read(nodes.nodes, input)?));
    Some(inputs.chain(constant(Part::Output, 0, index as usize)).collect())
}

/// Facts about the attrs of node `index` of a graph.
pub(super) fn attributes(artifact: &Artifact, which: usize, index: u32) -> Option<Vec<NodeAttribute>> {
    let nodes = node_def(artifact, which)?;
    let node = nodes.nodes.get(index as usize)?;
    let of = |(name, value): (&String, &AttrValue)| {
        let (is_default, since) = attr_facts(&node.op, name, value)?;
        Some(NodeAttribute { name: name.clone(), is_default, since: since.to_owned() })
    };
    Some(node.attr.iter().filter_map(of).collect())
}

/// The node that an input reads, behind copies of it: frozen variables have one.
fn read(nodes: &[NodeDef], input: &str) -> Option<usize> {
    let mut input = input;
    for _ in 0..MOST_COPIES {
        let name = source(input)?;
        let found = nodes.iter().position(|node| node.name == name)?;
        match nodes[found].op.as_str() {
            "Identity" => input = nodes[found].input.first()?,
            _ => return Some(found),
        }
    }
    None
}

/// The node of a data input, without the number of its output.
fn source(input: &str) -> Option<&str> {
    (!input.starts_with('^')).then(|| input.split(':').next().unwrap_or_default())
}

fn readers(nodes: &[NodeDef], name: &str) -> Vec<Link> {
    let reads = |node: &NodeDef| node.input.iter().any(|input| source(input) == Some(name));
    let readers = (0..).zip(nodes).filter(|(_, node)| reads(node));
    readers.map(|(number, node)| Link { node: number, op: node.op.clone(), name: node.name.clone() }).collect()
}

/// See [`NodeTensor::images`]: HWIO for convolutions, HWIM for depthwise ones.
fn images(op: &str, slot: u32, rank: usize) -> Vec<u32> {
    match (op, slot, rank) {
        ("Conv2D" | "Conv2DBackpropInput", 1, 4) => vec![0, 1, 3],
        ("DepthwiseConv2dNative", 1, 4) => vec![0, 1, 2],
        _ => Vec::new(),
    }
}
