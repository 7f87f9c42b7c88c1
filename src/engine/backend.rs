//! The choice of kernels of a session.

/// The kernels that a session uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Plain kernels: slow, easy to read, the oracle.
    Reference,
    /// Fast kernels where there are any, plain ones elsewhere.
    #[default]
    Simd,
}

impl Backend {
    /// The backend by the name that the terminal and the page use.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "reference" => Some(Self::Reference),
            "simd" => Some(Self::Simd),
            _ => None,
        }
    }
}
