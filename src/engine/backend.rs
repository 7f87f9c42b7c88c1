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

impl Backend {
    /// The backend by its name in the CLI and on the page.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "reference" => Some(Self::Reference),
            "simd" => Some(Self::Simd),
            _ => None,
        }
    }
}
