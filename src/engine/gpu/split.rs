//! The choice of the nodes of a program that run on the GPU.

use super::device::Device;
use super::lower::refusals;
use crate::engine::error::Unsupported;
use crate::engine::parts::{Parts, cut};
use crate::engine::program::Program;
use crate::message::Message;

/// A program in parts, with the reasons.
#[derive(Clone, Debug)]
pub struct Split {
    /// The parts.
    pub parts: Parts,
    /// Reasons of the nodes that the GPU does not take, by position in the entry graph.
    pub refused: Vec<(usize, Unsupported)>,
}

/// Cuts `program` into parts for `device` and for the CPU; GPU parts beside others on the CPU have at least
/// `least` work ([`crate::engine::parts::LEAST_WORK`]). `half` as in [`super::Options`].
pub fn split(device: &Device, program: &Program, half: bool, least: u64) -> Split {
    let mut refused = refusals(program, half && device.info().half, device.limits());
    let mut gpu = vec![true; program.graph().nodes.len()];
    refused.iter().for_each(|(at, _)| gpu[*at] = false);
    let parts = cut(program, &gpu, least);
    for (reason, nodes) in [("gpu-little", &parts.little), ("gpu-between", &parts.between)] {
        if !nodes.is_empty() {
            refuse(&mut refused, program, reason, nodes);
        }
    }
    Split { parts, refused }
}

// A function of its own, so that a build moves it out of the file that models of the GPU alone need.
/// Adds nodes that the GPU takes, but that run on the CPU for a reason.
#[inline(never)]
fn refuse(refused: &mut Vec<(usize, Unsupported)>, program: &Program, reason: &'static str, nodes: &[usize]) {
    refused.extend(nodes.iter().map(|&at| {
        let node = &program.graph().nodes[at];
        let why = Unsupported {
            node: node.reference(program.entry),
            kind: node.op.clone(),
            version: node.version,
            reason: Message::new(reason),
        };
        (at, why)
    }));
}
