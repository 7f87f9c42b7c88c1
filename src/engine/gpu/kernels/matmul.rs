//! Products of stacks of matrices. Both are computed, so neither can be packed beforehand.

use std::fmt::Write as _;

use super::elem::Elem;
use super::weights::Store;
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// Rows per thread.
const ROWS: u32 = 4;

/// `y[s] = x[s] * w[s]` for each position `s` of the stack.
#[derive(Clone, Debug)]
pub struct Matmul {
    /// Rows of the output.
    pub m: u32,
    /// Columns of the output.
    pub n: u32,
    /// Length of the sums.
    pub k: u32,
    /// The left operand is stored as `[k][m]`.
    pub adj_x: bool,
    /// The right operand is stored as `[n][k]`.
    pub adj_y: bool,
    /// Dimensions of the stack: size, and each operand's step in matrices (0 if it is repeated).
    pub stack: Vec<(u32, u32, u32)>,
    /// Left operand, and how it is stored.
    pub a: (Operand, Store),
    /// Right operand likewise.
    pub b: (Operand, Store),
    /// Output.
    pub y: Operand,
}

impl Matmul {
    /// The dispatch: a thread computes four rows of four columns.
    pub fn dispatch(&self) -> Dispatch {
        let columns = self.n.div_ceil(4);
        let rows = self.m.div_ceil(ROWS);
        let places: u64 = self.stack.iter().map(|&(size, ..)| u64::from(size)).product();
        let mut s = Wgsl::new()
            .uniform("m", self.m)
            .uniform("n", self.n)
            .uniform("k", self.k)
            .uniform("columns", columns)
            .uniform("rows", rows);
        // Steps from row to row, and along the sums.
        let (row_a, deep_a) = if self.adj_x { ("1u", "p.m") } else { ("p.k", "1u") };
        let (deep_b, column_b) = if self.adj_y { ("1u", "p.k") } else { ("p.n", "1u") };
        let mut body = String::from(
            "let c = i % p.columns * 4u; let m0 = i / p.columns % p.rows * 4u; let place = i / (p.columns * p.rows);\n\
             var r = place; var at_a = 0u; var at_b = 0u;\n",
        );
        for (d, &(size, step_a, step_b)) in self.stack.iter().enumerate().rev() {
            s = s.uniform(&format!("s{d}"), size);
            s = s.uniform(&format!("sa{d}"), step_a).uniform(&format!("sb{d}"), step_b);
            let _ =
                writeln!(body, "{{ let j = r % p.s{d}; r = r / p.s{d}; at_a += j * p.sa{d}; at_b += j * p.sb{d}; }}");
        }
        body.push_str("at_a *= p.m * p.k; at_b *= p.k * p.n;\n");
        // A row or column past the end repeats the last one; its result is not stored.
        for j in 0..4 {
            let _ = writeln!(body, "let b{j} = at_b + min(c + {j}u, p.n - 1u) * {column_b};");
        }
        for j in 0..ROWS {
            let _ = writeln!(body, "let a{j} = at_a + min(m0 + {j}u, p.m - 1u) * {row_a}; var v{j} = vec4f();");
        }
        let _ = writeln!(
            body,
            "for (var k = 0u; k < p.k; k++) {{ let o = k * {deep_b}; let q = k * {deep_a};\n\
             let w = vec4f(b(b0 + o), b(b1 + o), b(b2 + o), b(b3 + o));"
        );
        for j in 0..ROWS {
            let _ = writeln!(body, "v{j} += a(a{j} + q) * w;");
        }
        body.push_str("}\n");
        for j in 0..ROWS {
            let _ = writeln!(
                body,
                "if (m0 + {j}u < p.m) {{ let o = (place * p.m + m0 + {j}u) * p.n + c;\n\
                 for (var l = 0u; l < min(p.n - c, 4u); l++) {{ store(o + l, v{j}[l]); }} }}"
            );
        }
        let threads = u64::from(columns) * u64::from(rows) * places;
        let s = self.a.1.declare(s, "a", Elem::One, self.a.0);
        self.b.1.declare(s, "b", Elem::One, self.b.0).finish_flat("matmul", (Elem::One, self.y), threads, &body)
    }
}

/// A transposed convolution of an NHWC tensor: each output element gathers the inputs whose windows cover it.
#[derive(Clone, Copy, Debug)]
pub struct Transposed {
    /// Images.
    pub batch: u32,
    /// Input height, width, channels.
    pub input: [u32; 3],
    /// Output height, width, channels.
    pub output: [u32; 3],
    /// Filter height and width.
    pub filter: [u32; 2],
    /// Steps.
    pub stride: [u32; 2],
    /// Rows and columns cut off at the start of the full result.
    pub pad: [u32; 2],
    /// Function at the end.
    pub activation: Activation,
    /// Input.
    pub x: Operand,
    /// Weights, `[output channel][row][column][input channel]`, and how they are stored.
    pub weights: (Operand, Store),
    /// Bias, one per output channel.
    pub bias: Operand,
    /// Output.
    pub y: Operand,
}

impl Transposed {
    /// The dispatch: one thread per output element.
    pub fn dispatch(&self) -> Dispatch {
        let elem = Elem::for_channels(self.input[2]);
        let product = if elem == Elem::Four { "dot(x(f + k), w(g + k))" } else { "x(f + k) * w(g + k)" };
        let body = format!(
            "let c = i % p.oc; let px = i / p.oc; let ox = px % p.ow; let oy = px / p.ow % p.oh; let n = px / (p.ow * p.oh);\n\
             var sum = bias(c);\n\
             for (var ky = 0u; ky < p.kh; ky++) {{\n\
             let ty = i32(oy + p.pt) - i32(ky); if (ty < 0 || u32(ty) % p.sh != 0u) {{ continue; }}\n\
             let iy = u32(ty) / p.sh; if (iy >= p.h) {{ continue; }}\n\
             for (var kx = 0u; kx < p.kw; kx++) {{\n\
             let tx = i32(ox + p.pl) - i32(kx); if (tx < 0 || u32(tx) % p.sw != 0u) {{ continue; }}\n\
             let ix = u32(tx) / p.sw; if (ix >= p.w) {{ continue; }}\n\
             let f = ((n * p.h + iy) * p.w + ix) * p.c; let g = ((c * p.kh + ky) * p.kw + kx) * p.c;\n\
             for (var k = 0u; k < p.c; k++) {{ sum += {product}; }} }} }}\n\
             store(i, act(sum));"
        );
        let threads = [self.batch, self.output[0], self.output[1], self.output[2]];
        let s = Wgsl::new()
            .uniform("h", self.input[0])
            .uniform("w", self.input[1])
            .uniform("c", self.input[2] / elem.lanes())
            .uniform("oh", self.output[0])
            .uniform("ow", self.output[1])
            .uniform("oc", self.output[2])
            .uniform("kh", self.filter[0])
            .uniform("kw", self.filter[1])
            .uniform("sh", self.stride[0])
            .uniform("sw", self.stride[1])
            .uniform("pt", self.pad[0])
            .uniform("pl", self.pad[1])
            .read("x", elem, self.x)
            .read("bias", Elem::One, self.bias);
        let (weights, store) = self.weights;
        let s = self.activation.declare(store.declare(s, "w", elem, weights), Elem::One);
        let threads = threads.iter().map(|&size| u64::from(size)).product();
        s.finish_flat("transpose-conv", (Elem::One, self.y), threads, &body)
    }
}
