//! How the device holds the elements of a tensor.

use super::elem::Elem;
use super::grid::Grid;

/// The room of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// A byte: a code, or a bool. Only kernels that write four elements at once write such tensors.
    Byte,
    /// float16.
    Half,
    /// float32, or an integer.
    #[default]
    Full,
}

impl Width {
    /// Bytes.
    pub fn bytes(self) -> u64 {
        match self {
            Self::Byte => 1,
            Self::Half => 2,
            Self::Full => 4,
        }
    }

    /// The WGSL type of an array's elements that is read one by one, or in fours. Bytes come as words.
    pub(super) fn element(self, elem: Elem) -> &'static str {
        match (self, elem) {
            (Self::Byte, _) => "u32",
            (Self::Half, Elem::One) => "f16",
            (Self::Half, Elem::Four) => "vec4<f16>",
            (Self::Full, elem) => elem.ty(),
        }
    }
}

/// How the elements of a tensor are held, and the values that they can have if it is quantized.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// The room of an element.
    pub width: Width,
    /// The values; steps in tensors of floats, codes in tensors of bytes.
    pub grid: Option<Grid>,
}
