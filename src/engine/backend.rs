//! The choice of kernels of a session.

/// The kernels that a session uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Plain kernels: slow, easy to read, the oracle.
    Reference,
    /// Fast kernels where they exist, plain ones elsewhere.
    #[default]
    Simd,
}
