//! Moving elements: padding, concatenation, transposition, slices. One kernel walks a box of dimensions with strides on
//! both sides.

use std::fmt::Write as _;

use super::elem::Elem;
use super::wgsl::Wgsl;
use super::{Dispatch, Operand};

/// One dimension of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Positions.
    pub size: u32,
    /// Step in the input, in elements; negative walks backwards.
    pub from: i32,
    /// Step in the output, in elements.
    pub to: u32,
    /// Positions before the input begins (padding).
    pub before: u32,
    /// Positions in the input; beyond them is padding.
    pub present: u32,
}

impl Dim {
    /// A dimension without padding.
    pub fn new(size: u32, from: i32, to: u32) -> Self {
        Self { size, from, to, before: 0, present: size }
    }

    fn padded(&self) -> bool {
        self.before != 0 || self.present != self.size
    }
}

/// A copy of a box of elements.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The box, outermost dimension first.
    pub dims: Vec<Dim>,
    /// First element read.
    pub from: i32,
    /// First element written.
    pub to: u32,
    /// The value of the padding.
    pub fill: f32,
}

/// Row-major strides of a shape, in elements.
pub fn strides(shape: &[usize]) -> Vec<u32> {
    let mut out = vec![1u32; shape.len()];
    for i in (1..shape.len()).rev() {
        out[i - 1] = out[i].wrapping_mul(shape[i] as u32);
    }
    out
}

impl Copy {
    /// Joins neighboring dimensions that both sides walk with one stride.
    fn collapsed(&self) -> Vec<Dim> {
        let mut dims: Vec<Dim> = Vec::new();
        for next in self.dims.iter().filter(|d| d.size != 1 || d.padded()) {
            match dims.last_mut() {
                Some(last)
                    if !last.padded()
                        && !next.padded()
                        && last.to == next.to.wrapping_mul(next.size)
                        && i64::from(last.from) == i64::from(next.from) * i64::from(next.size) =>
                {
                    *last = Dim::new(last.size.wrapping_mul(next.size), next.from, next.to);
                }
                _ => dims.push(*next),
            }
        }
        if dims.is_empty() {
            dims.push(Dim::new(1, 1, 1));
        }
        dims
    }

    /// The dispatch.
    pub fn dispatch(&self, kernel: &'static str, x: Operand, y: Operand) -> Dispatch {
        let mut dims = self.collapsed();
        let inner = dims[dims.len() - 1];
        let fours = inner.from == 1
            && inner.to == 1
            && !inner.padded()
            && inner.size.is_multiple_of(4)
            && self.from % 4 == 0
            && self.to.is_multiple_of(4)
            && dims[..dims.len() - 1].iter().all(|d| d.from % 4 == 0 && d.to.is_multiple_of(4));
        let elem = if fours { Elem::Four } else { Elem::One };
        let lanes = elem.lanes();
        if let Some(last) = dims.last_mut().filter(|_| fours) {
            *last = Dim::new(last.size / 4, 1, 1);
        }
        let threads: u64 = dims.iter().map(|d| u64::from(d.size)).product();
        let padded = dims.iter().any(Dim::padded);

        let mut s = Wgsl::new();
        let mut body = String::from("var r = i; var f = p.start_x; var o = p.start_y; var present = true;\n");
        for (d, dim) in dims.iter().enumerate().rev() {
            let scale = if d + 1 == dims.len() { 1 } else { lanes };
            s = s
                .uniform(&format!("d{d}"), dim.size)
                .uniform_i32(&format!("f{d}"), dim.from / scale.cast_signed())
                .uniform(&format!("t{d}"), dim.to / scale);
            let _ = writeln!(body, "let j{d} = r % p.d{d}; r = r / p.d{d}; o += j{d} * p.t{d};");
            if dim.padded() {
                s = s.uniform(&format!("b{d}"), dim.before).uniform(&format!("n{d}"), dim.present);
                // Unsigned: a position before the input wraps to a large number.
                let _ = writeln!(
                    body,
                    "let k{d} = j{d} - p.b{d}; present = present && k{d} < p.n{d}; f += i32(k{d}) * p.f{d};"
                );
            } else {
                let _ = writeln!(body, "f += i32(j{d}) * p.f{d};");
            }
        }
        s = s
            .uniform_i32("start_x", self.from / lanes.cast_signed())
            .uniform("start_y", self.to / lanes)
            .uniform_f32("fill", self.fill)
            .read("x", elem, x);
        let ty = elem.ty();
        body.push_str(&if padded {
            format!("store(o, select({ty}(p.fill), x(select(0u, u32(f), present)), present));")
        } else {
            "store(o, x(u32(f)));".to_owned()
        });
        s.finish_flat(kernel, (elem, y), threads, &body)
    }
}
