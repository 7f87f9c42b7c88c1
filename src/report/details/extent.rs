//! How much the details of a file contain.

/// Amount of detail.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Maximum entries of a nested list (scales of a tensor, a collection).
    pub most: usize,
    /// Whether the nodes of TensorFlow's graphs are listed.
    pub nodes: bool,
}

impl Extent {
    /// Everything.
    pub const ALL: Self = Self { most: usize::MAX, nodes: true };
    /// Amount on a page.
    pub const SHOWN: Self = Self { most: 16, nodes: false };
}
