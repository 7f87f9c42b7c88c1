//! Weights that stay on the GPU as the file stores them and are converted to floats when a kernel reads them.

use super::Operand;
use super::elem::Elem;
use super::wgsl::Wgsl;

/// How weights are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Store {
    /// float32.
    #[default]
    Full,
    /// float16, two per word.
    Half,
    /// int8, four per word. The real value is the channel's scale times the distance of the stored value from `zero`.
    Int8 {
        /// The zero point.
        zero: i32,
    },
}

impl Store {
    /// Declares the binding and the function `name(i)`, the element (or four) at `i`, without its channel's scale.
    pub(super) fn declare(self, s: Wgsl, name: &'static str, elem: Elem, operand: Operand) -> Wgsl {
        let (s, less) = match self {
            Self::Int8 { zero } if zero != 0 => less(s, name, zero),
            _ => (s, String::new()),
        };
        let (ty, value) = match (self, elem) {
            (Self::Full, _) => return s.read(name, elem, operand),
            (Self::Half, Elem::Four) => ("vec2u", "vec4f(unpack2x16float(stored[i].x), unpack2x16float(stored[i].y))"),
            (Self::Half, Elem::One) => ("u32", "unpack2x16float(stored[i / 2u])[i % 2u]"),
            // Each value is moved to the top of a word, and back down with its sign.
            (Self::Int8 { .. }, Elem::Four) => {
                ("u32", "vec4f((vec4i(bitcast<i32>(stored[i])) << vec4u(24u, 16u, 8u, 0u)) >> vec4u(24u))")
            }
            (Self::Int8 { .. }, Elem::One) => {
                ("u32", "f32((bitcast<i32>(stored[i / 4u]) << (24u - i % 4u * 8u)) >> 24u)")
            }
        };
        let (array, value) = (format!("stored_{name}"), value.replace("stored", &format!("stored_{name}")));
        let function = format!("fn {name}(i: u32) -> {} {{ return {value}{less}; }}", elem.ty());
        s.read_as(&array, ty, operand).helper(&function)
    }

    /// The result of a sum of products, with the binding `bias` in the layout of [`with_scales`]: `units` elements (or
    /// fours) of biases, then as many scales for int8 weights.
    pub(super) fn finished(self, sum: &str, channel: &str, units: &str) -> String {
        match self {
            Self::Int8 { .. } => format!("{sum} * bias({channel} + {units}) + bias({channel})"),
            Self::Full | Self::Half => format!("{sum} + bias({channel})"),
        }
    }
}

/// The subtraction of a zero point, with its uniform.
#[inline(never)]
fn less(s: Wgsl, name: &str, zero: i32) -> (Wgsl, String) {
    let field = format!("zero_{name}");
    (s.uniform_f32(&field, zero as f32), format!(" - p.{field}"))
}

/// `[n][k]` weights as `[k][n]` with n rounded up to 4; k rounded up to 4 as well, because kernels read fours.
pub fn columns<T: Copy + Default>(weights: &[T], n: usize, k: usize) -> Vec<T> {
    let stride = n.next_multiple_of(4);
    let mut out = vec![T::default(); k.next_multiple_of(4) * stride];
    for (column, row) in weights.chunks_exact(k).take(n).enumerate() {
        for (i, &w) in row.iter().enumerate() {
            out[i * stride + column] = w;
        }
    }
    out
}

/// A bias of `n` values (zeros if there is none), rounded up to 4, then the scales of int8 weights, likewise.
pub fn with_scales(bias: &[f32], scales: &[f32], n: usize) -> Vec<f32> {
    let rounded = n.next_multiple_of(4);
    let mut out = bias.to_vec();
    out.resize(rounded, 0.0);
    if !scales.is_empty() {
        out.extend_from_slice(scales);
        out.resize(2 * rounded, 0.0);
    }
    out
}
