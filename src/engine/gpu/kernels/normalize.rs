//! Rows divided by their length.

use super::elem::Elem;
use super::gemm::Style;
use super::reduce::{ROW, row_a_thread, row_groups, tree};
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// Minimum length to divide by: the runtime's way to handle rows of zeros.
const LEAST: &str = "0.001";

/// L2 normalization of contiguous rows of `len` elements.
pub fn l2(style: Style, activation: Activation, [rows, len]: [u32; 2], x: Operand, y: Operand) -> Dispatch {
    if row_a_thread(style, rows, len) {
        threads(activation, rows, len, x, y)
    } else {
        groups(activation, rows, len, x, y)
    }
}

/// One thread per row.
fn threads(activation: Activation, rows: u32, len: u32, x: Operand, y: Operand) -> Dispatch {
    let elem = Elem::for_channels(len);
    let square = if elem == Elem::Four { "dot(x(k), x(k))" } else { "x(k) * x(k)" };
    let body = format!(
        "let base = i * p.len; let end = base + p.len; var sum = 0.0;\n\
         for (var k = base; k < end; k++) {{ sum += {square}; }}\n\
         let length = max(sqrt(sum), {LEAST});\n\
         for (var k = base; k < end; k++) {{ store(k, act(x(k) / length)); }}"
    );
    let s = Wgsl::new().uniform("len", len / elem.lanes()).read("x", elem, x);
    activation.declare(s, elem).finish_flat("l2-rows", (elem, y), rows.into(), &body)
}

/// One work group per row.
fn groups(activation: Activation, rows: u32, len: u32, x: Operand, y: Operand) -> Dispatch {
    let body = format!(
        "{ROW}var s = 0.0;\n\
         for (var k = t; k < p.len; k += 64u) {{ s += x(base + k) * x(base + k); }}\n{sum}\
         let length = max(sqrt(sum), {LEAST});\n\
         if (row < p.rows) {{ for (var k = t; k < p.len; k += 64u) {{ store(base + k, act(x(base + k) / length)); }} }}",
        sum = tree("sum", "s + v"),
    );
    let s = Wgsl::new().uniform("len", len).uniform("rows", rows).read("x", Elem::One, x);
    activation.declare(s, Elem::One).helper("var<workgroup> part: array<f32, 64>;").finish(
        "l2-norm",
        (Elem::One, y),
        [64, 1, 1],
        row_groups(rows),
        &body,
    )
}
