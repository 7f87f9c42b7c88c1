//! Pooling over windows of an NHWC tensor; positions outside the input count as absent.

use super::elem::Elem;
use super::gemm::Window;
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// The value computed from a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Mean of the positions inside the input.
    Average,
    /// Greatest value.
    Max,
    /// Square root of the mean of the squares.
    L2,
}

/// The dispatch for `batch` images.
pub fn pool(kind: Pool, batch: u32, window: &Window, activation: Activation, x: Operand, y: Operand) -> Dispatch {
    let elem = Elem::for_channels(window.input[2]);
    let ty = elem.ty();
    let (start, step, end) = match kind {
        Pool::Average => ("0.0", "s += v;", "s / f32(max(count, 1))"),
        Pool::Max => ("-3.402823466e38", "s = max(s, v);", "s"),
        Pool::L2 => ("0.0", "s += v * v;", "sqrt(s / f32(max(count, 1)))"),
    };
    let body = format!(
        "let c = i % p.c; let row = i / p.c; let q = place(row); var s = {ty}({start}); var count = 0;\n\
         for (var ky = 0; ky < p.kh; ky++) {{ for (var kx = 0; kx < p.kw; kx++) {{\n\
         let iy = q.y + ky; let ix = q.x + kx;\n\
         if (inside(iy, ix)) {{ let v = x(u32(q.z + iy * p.w + ix) * p.c + c); {step} count++; }} }} }}\n\
         store(i, act({end}));"
    );
    let threads = u64::from(batch)
        * u64::from(window.output[0])
        * u64::from(window.output[1])
        * u64::from(window.input[2] / elem.lanes());
    // Pooling windows vary as much as tensors do: as a uniform, they share one pipeline.
    let s = window
        .declare(Wgsl::new(), elem)
        .uniform_i32("kh", window.filter[0].cast_signed())
        .uniform_i32("kw", window.filter[1].cast_signed())
        .read("x", elem, x);
    activation.declare(s, elem).finish_flat("pool", (elem, y), threads, &body)
}
