//! Failures in the form of the contract.

use super::schema::{Failed, FailedKind, UnsupportedNode};
use crate::engine::{EngineError, ErrorKind, Unsupported};
use crate::message::Message;

/// An engine error in the form of the contract.
pub fn failed(error: &EngineError) -> Failed {
    let kind = match error.kind {
        ErrorKind::Unreadable => FailedKind::Unreadable,
        ErrorKind::Unsupported => FailedKind::Unsupported,
        ErrorKind::OverLimit => FailedKind::OverLimit,
        ErrorKind::Usage => FailedKind::Usage,
        ErrorKind::Run => FailedKind::Run,
        ErrorKind::Cancelled => FailedKind::Cancelled,
    };
    Failed {
        kind,
        message: error.message.clone(),
        node: error.node.as_ref().map(|node| (node.graph, node.index, node.op.clone())),
        unsupported: error.unsupported.iter().map(unsupported).collect(),
        file: None,
        can_fall_back: false,
        not_applicable: false,
    }
}

/// A node without a kernel.
pub(super) fn unsupported(node: &Unsupported) -> UnsupportedNode {
    UnsupportedNode {
        graph: node.node.graph,
        node: node.node.index,
        op: node.node.op.clone(),
        version: node.version,
        reason: node.reason.clone(),
    }
}

/// A failure of the caller.
pub(super) fn usage(id: &'static str, values: &[(&'static str, String)]) -> Failed {
    let message = Message { id: id.into(), params: values.to_vec().into() };
    Failed { kind: FailedKind::Usage, message, ..Failed::default() }
}

/// The backend belongs to another build. The page requests only backends that a module has.
pub(super) fn not_built(kind: FailedKind, id: &'static str) -> Failed {
    Failed { kind, message: Message::new(id), can_fall_back: true, ..Failed::default() }
}
