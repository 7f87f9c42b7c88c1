//! Errors of the GPU path, as values. Nothing here panics, and nothing here is text for users:
//! [`GpuError::message`] names a text of `static/locales/*/gpu.ftl`.

use std::fmt;

use crate::engine::error::{EngineError, ErrorKind, NodeRef, Unsupported};
use crate::message::Message;

/// Why no GPU device is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// No adapter: WebGPU is missing in this browser or context, it is not allowed, or there is no driver.
    NoAdapter,
    /// An adapter was found, but it refused a device.
    NoDevice,
}

/// A failure of the GPU path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GpuError {
    /// No GPU can be used here; `detail` is the message of the driver or browser.
    Unavailable {
        /// The step that failed.
        reason: Unavailable,
        /// The system's message, possibly empty.
        detail: String,
    },
    /// Nodes that have no GPU kernel: run the program elsewhere.
    Unsupported(Vec<Unsupported>),
    /// A tensor does not fit into one binding of this adapter.
    TooLarge {
        /// Bytes needed.
        bytes: u64,
        /// Bytes that the adapter allows.
        limit: u64,
    },
    /// An input has the wrong length, or there are too few or too many inputs.
    BadInput {
        /// Position of the input.
        input: usize,
        /// Elements expected.
        expected: usize,
        /// Elements given.
        given: usize,
    },
    /// An index of a GATHER is outside the tensor. The CPU kernels fail with the same message.
    Index {
        /// The node.
        node: NodeRef,
        /// The index.
        index: i64,
        /// Size of the dimension.
        size: usize,
    },
    /// The adapter ran out of memory.
    OutOfMemory,
    /// The API refused a call, because of a bug here or in the driver; holds the API's message.
    Validation(String),
    /// The device was lost (driver reset, tab in the background, adapter removed).
    Lost(String),
}

impl GpuError {
    /// Stable id and values.
    pub fn message(&self) -> Message {
        match self {
            Self::Unavailable { reason: Unavailable::NoAdapter, detail } => {
                Message::new("gpu-no-adapter").with("detail", detail)
            }
            Self::Unavailable { reason: Unavailable::NoDevice, detail } => {
                Message::new("gpu-no-device").with("detail", detail)
            }
            Self::Unsupported(nodes) => {
                let mut ops: Vec<String> = nodes.iter().map(named).collect();
                ops.sort_unstable();
                ops.dedup();
                Message::new("gpu-unsupported").with("count", nodes.len()).with("ops", ops.join(", "))
            }
            Self::TooLarge { bytes, limit } => Message::new("gpu-too-large").with("bytes", bytes).with("limit", limit),
            Self::BadInput { input, expected, given } => {
                Message::new("gpu-bad-input").with("input", input).with("expected", expected).with("given", given)
            }
            Self::Index { index, size, .. } => Message::new("engine-index").with("index", index).with("size", size),
            Self::OutOfMemory => Message::new("gpu-out-of-memory"),
            Self::Validation(detail) => Message::new("gpu-validation").with("detail", detail),
            Self::Lost(detail) => Message::new("gpu-lost").with("detail", detail),
        }
    }

    /// Whether another backend can still compute the result: always, unless an input is wrong.
    pub fn can_fall_back(&self) -> bool {
        !matches!(self, Self::BadInput { .. } | Self::Index { .. })
    }
}

/// Name of a node in a list of operators, with the type if the operator has a kernel for another type.
fn named(node: &Unsupported) -> String {
    match node.reason.value("dtype") {
        Some(dtype) => format!("{} ({dtype})", node.node.op),
        None => node.node.op.clone(),
    }
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)?;
        if let Self::Unsupported(nodes) = self {
            for n in nodes {
                write!(f, "; node {} {}: {}", n.node.index, n.node.op, n.reason)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for GpuError {}

impl From<GpuError> for Box<EngineError> {
    fn from(e: GpuError) -> Self {
        let kind = match e {
            GpuError::BadInput { .. } => ErrorKind::Usage,
            GpuError::TooLarge { .. } | GpuError::OutOfMemory => ErrorKind::OverLimit,
            GpuError::Unavailable { .. } | GpuError::Unsupported(_) => ErrorKind::Unsupported,
            GpuError::Index { .. } | GpuError::Validation(_) | GpuError::Lost(_) => ErrorKind::Run,
        };
        let mut error = EngineError::of(kind, e.message());
        match e {
            GpuError::Unsupported(nodes) => error.unsupported = nodes,
            GpuError::Index { node, .. } => error.node = Some(node),
            _ => {}
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::program::OpKind;

    #[test]
    fn an_operator_that_lacks_a_kernel_for_a_type_is_listed_with_the_type() {
        let node = |op: &str, reason| Unsupported {
            node: NodeRef { graph: 0, index: 0, op: op.to_owned() },
            kind: OpKind::Custom(op.to_owned()),
            version: 1,
            reason,
        };
        let dtype = || Message::new("gpu-dtype").with("dtype", "uint8");
        let nodes =
            vec![node("CONV_2D", dtype()), node("CONV_2D", dtype()), node("WHERE", Message::new("gpu-no-kernel"))];
        let wanted = Message::new("gpu-unsupported").with("count", 3).with("ops", "CONV_2D (uint8), WHERE");
        assert_eq!(GpuError::Unsupported(nodes).message(), wanted);
    }
}
