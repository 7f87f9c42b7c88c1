//! Errors of the GPU path, as values. Nothing here panics, and nothing here is text for users:
//! [`GpuError::id`] names a message of `static/locales/*/gpu.ftl`.

use std::fmt;

use crate::engine::error::{EngineError, ErrorKind, NodeRef, Unsupported};

/// Why no GPU device is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// No adapter was given: no WebGPU in this browser or context, none allowed, or no driver.
    NoAdapter,
    /// An adapter was given, but it refused a device.
    NoDevice,
}

/// A failure of the GPU path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GpuError {
    /// No GPU can be used here; `detail` is the message of the driver or browser.
    Unavailable {
        /// At which step it ended.
        reason: Unavailable,
        /// The system's own words, possibly empty.
        detail: String,
    },
    /// Nodes that have no GPU kernel: run the program elsewhere.
    Unsupported(Vec<Unsupported>),
    /// A tensor does not fit one binding of this adapter.
    TooLarge {
        /// Bytes needed.
        bytes: u64,
        /// Bytes that the adapter allows.
        limit: u64,
    },
    /// An input has another length than the program says, or there are too few or too many inputs.
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
        /// The place.
        index: i64,
        /// Places that there are.
        size: usize,
    },
    /// The adapter ran out of memory.
    OutOfMemory,
    /// The API refused a call: a fault of ours or of the driver, with the API's own words.
    Validation(String),
    /// The device went away (driver reset, tab in the background, adapter removed).
    Lost(String),
}

impl GpuError {
    /// Stable message id in kebab-case.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Unavailable { reason: Unavailable::NoAdapter, .. } => "gpu-no-adapter",
            Self::Unavailable { reason: Unavailable::NoDevice, .. } => "gpu-no-device",
            Self::Unsupported(_) => "gpu-unsupported",
            Self::TooLarge { .. } => "gpu-too-large",
            Self::BadInput { .. } => "gpu-bad-input",
            Self::Index { .. } => "engine-index",
            Self::OutOfMemory => "gpu-out-of-memory",
            Self::Validation(_) => "gpu-validation",
            Self::Lost(_) => "gpu-lost",
        }
    }

    /// Values for the message.
    pub fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Unavailable { detail, .. } | Self::Validation(detail) | Self::Lost(detail) => {
                vec![("detail", detail.clone())]
            }
            Self::Unsupported(nodes) => {
                let mut ops: Vec<String> = nodes.iter().map(named).collect();
                ops.sort_unstable();
                ops.dedup();
                vec![("count", nodes.len().to_string()), ("ops", ops.join(", "))]
            }
            Self::TooLarge { bytes, limit } => vec![("bytes", bytes.to_string()), ("limit", limit.to_string())],
            Self::BadInput { input, expected, given } => {
                vec![("input", input.to_string()), ("expected", expected.to_string()), ("given", given.to_string())]
            }
            Self::Index { index, size, .. } => vec![("index", index.to_string()), ("size", size.to_string())],
            Self::OutOfMemory => Vec::new(),
        }
    }

    /// True when another backend can still deliver the result; only a wrong input cannot be helped by one.
    pub fn can_fall_back(&self) -> bool {
        !matches!(self, Self::BadInput { .. } | Self::Index { .. })
    }
}

/// A node as a list of operators has it: with the type where another type of it does have a kernel.
fn named(node: &Unsupported) -> String {
    let dtype = node.params.iter().find(|(name, _)| node.reason == "gpu-dtype" && *name == "dtype");
    match dtype {
        Some((_, dtype)) => format!("{} ({dtype})", node.node.op),
        None => node.node.op.clone(),
    }
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        for (name, value) in self.params() {
            write!(f, " {name}={value}")?;
        }
        if let Self::Unsupported(nodes) = self {
            for n in nodes {
                write!(f, "; node {} {}: {}", n.node.index, n.node.op, n.reason)?;
                for (name, value) in &n.params {
                    write!(f, " {name}={value}")?;
                }
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
        let mut error =
            e.params().into_iter().fold(EngineError::new(kind, e.id()), |error, (name, value)| error.with(name, value));
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
        let node = |op: &str, reason, params| Unsupported {
            node: NodeRef { graph: 0, index: 0, op: op.to_owned() },
            kind: OpKind::Custom(op.to_owned()),
            version: 1,
            reason,
            params,
        };
        let dtype = || vec![("dtype", "uint8".to_owned())];
        let nodes = vec![
            node("CONV_2D", "gpu-dtype", dtype()),
            node("CONV_2D", "gpu-dtype", dtype()),
            node("WHERE", "gpu-no-kernel", Vec::new()),
        ];
        let wanted = [("count", "3".to_owned()), ("ops", "CONV_2D (uint8), WHERE".to_owned())];
        assert_eq!(GpuError::Unsupported(nodes).params(), wanted);
    }
}
