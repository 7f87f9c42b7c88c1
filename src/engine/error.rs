//! Why a model cannot be prepared or run.

use super::program::op::OpKind;
use crate::message::Message;
use std::fmt;

/// A node, as errors and profiles name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRef {
    /// Index of the subgraph in the file.
    pub graph: usize,
    /// Index of the operator within the subgraph.
    pub index: usize,
    /// Operator name, such as `CONV_2D`.
    pub op: String,
}

/// A node that has no kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The node.
    pub node: NodeRef,
    /// The operator.
    pub kind: OpKind,
    /// Op version.
    pub version: i32,
    /// The reason (its text is `reason-<id>`), with values such as the types of the operands.
    pub reason: Message,
}

/// Kind of failure; the exit code of `vintage run` depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The bytes could not be fetched, or the model is not valid.
    Unreadable,
    /// Some nodes have no kernel; [`EngineError::unsupported`] lists them all.
    Unsupported,
    /// A limit would be exceeded.
    OverLimit,
    /// The caller passed something invalid: an input of the wrong size, an unknown name.
    Usage,
    /// A node failed while running.
    Run,
    /// The caller asked to stop.
    Cancelled,
}

/// An error of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineError {
    /// Kind of failure.
    pub kind: ErrorKind,
    /// Stable id and values; the texts are `error-<id>` and `error-<id>-advice`.
    pub message: Message,
    /// The node it happened at.
    pub node: Option<NodeRef>,
    /// Nodes without a kernel; empty unless `kind` is [`ErrorKind::Unsupported`].
    pub unsupported: Vec<Unsupported>,
    /// The reader's error, when bytes could not be fetched.
    pub cause: Option<Box<crate::bytes::Error>>,
}

/// Errors are boxed: they are rare and `Result` stays small.
pub type Result<T> = std::result::Result<T, Box<EngineError>>;

impl EngineError {
    /// An error without values or position.
    pub fn new(kind: ErrorKind, id: &'static str) -> Box<Self> {
        Self::of(kind, Message::new(id))
    }

    /// An error with this message.
    pub fn of(kind: ErrorKind, message: Message) -> Box<Self> {
        Box::new(Self { kind, message, node: None, unsupported: Vec::new(), cause: None })
    }

    /// Id of its message.
    pub fn id(&self) -> &str {
        &self.message.id
    }

    /// The model breaks a rule.
    pub fn malformed(id: &'static str) -> Box<Self> {
        Self::new(ErrorKind::Unreadable, id)
    }

    /// The caller passed something invalid.
    pub fn usage(id: &'static str) -> Box<Self> {
        Self::new(ErrorKind::Usage, id)
    }

    /// A node failed while running.
    pub fn run(id: &'static str) -> Box<Self> {
        Self::new(ErrorKind::Run, id)
    }

    /// Some nodes have no kernel.
    pub fn unsupported(nodes: Vec<Unsupported>) -> Box<Self> {
        let mut error = Self::new(ErrorKind::Unsupported, "engine-unsupported-nodes").with("count", nodes.len());
        error.unsupported = nodes;
        error
    }

    /// Adds a value for the message.
    #[must_use]
    pub fn with(mut self: Box<Self>, name: &'static str, value: impl fmt::Display) -> Box<Self> {
        self.message.params.set(name, value.to_string());
        self
    }

    /// Sets the node, unless one is already set: the innermost node is the most precise.
    #[must_use]
    pub fn at(mut self: Box<Self>, node: NodeRef) -> Box<Self> {
        self.node.get_or_insert(node);
        self
    }
}

impl From<crate::bytes::Error> for Box<EngineError> {
    fn from(cause: crate::bytes::Error) -> Self {
        let kind = match cause.failure {
            crate::bytes::Failure::OverLimit => ErrorKind::OverLimit,
            _ => ErrorKind::Unreadable,
        };
        let mut error = EngineError::of(kind, cause.message.clone());
        error.cause = Some(Box::new(cause));
        error
    }
}

/// The message, without the position.
impl From<Box<EngineError>> for Message {
    fn from(error: Box<EngineError>) -> Self {
        error.message
    }
}

/// For logs and tests; users see the locale's text instead.
impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.kind, self.message)?;
        if let Some(node) = &self.node {
            write!(f, " at graph {} node {} {}", node.graph, node.index, node.op)?;
        }
        for u in &self.unsupported {
            write!(f, "; node {} {} v{}: {}", u.node.index, u.node.op, u.version, u.reason)?;
        }
        Ok(())
    }
}

impl std::error::Error for EngineError {}
