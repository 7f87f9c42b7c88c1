//! Functions of two tensors, element by element, with broadcasting.

use std::fmt::Write as _;

use super::elem::Elem;
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// A function of two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// a + b
    Add,
    /// a - b
    Sub,
    /// a * b
    Mul,
    /// a / b
    Div,
    /// the greater
    Maximum,
    /// the lesser
    Minimum,
    /// (a - b)^2
    SquaredDifference,
    /// a if positive, else a * b
    Prelu,
    /// 1 where a > b, else 0; and so on
    Greater,
    /// a >= b
    GreaterEqual,
    /// a < b
    Less,
    /// a <= b
    LessEqual,
    /// a == b
    Equal,
    /// a != b
    NotEqual,
}

impl Binary {
    /// WGSL of the function of `u` and `v`. True is 1, false is 0.
    pub(super) fn expression(self, elem: Elem) -> String {
        let of_any = match self {
            Self::Add => "u + v",
            Self::Sub => "u - v",
            Self::Mul => "u * v",
            Self::Div => "u / v",
            Self::Maximum => "max(u, v)",
            Self::Minimum => "min(u, v)",
            Self::SquaredDifference => "(u - v) * (u - v)",
            Self::Prelu => "select(u * v, u, u > T(0.0))",
            Self::Greater => "select(T(0.0), T(1.0), u > v)",
            Self::GreaterEqual => "select(T(0.0), T(1.0), u >= v)",
            Self::Less => "select(T(0.0), T(1.0), u < v)",
            Self::LessEqual => "select(T(0.0), T(1.0), u <= v)",
            Self::Equal => "select(T(0.0), T(1.0), u == v)",
            Self::NotEqual => "select(T(0.0), T(1.0), u != v)",
        };
        of_any.replace("T(", &format!("{}(", elem.ty()))
    }
}

/// One dimension of the output with the operands' strides along it (0 if an operand is repeated).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dim {
    size: u32,
    a: u32,
    b: u32,
}

/// The shape that two shapes broadcast to; `None` if they do not.
pub fn broadcast(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let rank = a.len().max(b.len());
    let at = |s: &[usize], i: usize| if i + s.len() >= rank { s[i + s.len() - rank] } else { 1 };
    (0..rank)
        .map(|i| match (at(a, i), at(b, i)) {
            (x, y) if x == y => Some(x),
            (1, y) => Some(y),
            (x, 1) => Some(x),
            _ => None,
        })
        .collect()
}

/// Joins neighboring dimensions that both operands walk with one stride.
fn collapse(a: &[usize], b: &[usize], out: &[usize]) -> Vec<Dim> {
    let strides = |shape: &[usize]| {
        let mut strides = vec![0u32; out.len()];
        let mut step = 1u32;
        for i in 0..shape.len() {
            let at = shape.len() - 1 - i;
            if shape[at] != 1 {
                strides[out.len() - 1 - i] = step;
            }
            step = step.wrapping_mul(shape[at] as u32);
        }
        strides
    };
    let (sa, sb) = (strides(a), strides(b));
    let mut dims: Vec<Dim> = Vec::new();
    for i in (0..out.len()).filter(|&i| out[i] != 1) {
        let next = Dim { size: out[i] as u32, a: sa[i], b: sb[i] };
        match dims.last_mut() {
            Some(last) if last.a == next.a.wrapping_mul(next.size) && last.b == next.b.wrapping_mul(next.size) => {
                *last = Dim { size: last.size.wrapping_mul(next.size), ..next };
            }
            _ => dims.push(next),
        }
    }
    if dims.is_empty() {
        dims.push(Dim { size: 1, a: 1, b: 1 });
    }
    dims
}

/// `y = act(op(a, b))`; `shape_a` and `shape_b` must broadcast to `out`.
pub fn binary(
    op: Binary,
    activation: Activation,
    (a, shape_a): (Operand, &[usize]),
    (b, shape_b): (Operand, &[usize]),
    (y, out): (Operand, &[usize]),
) -> Dispatch {
    let total: u64 = out.iter().map(|&d| d as u64).product();
    let mut dims = collapse(shape_a, shape_b, out);
    let flat = dims.len() == 1 && dims[0].a == 1 && dims[0].b == 1;
    let inner = dims[dims.len() - 1];
    // Both are dense: the buffers' padding allows the last four elements to overhang.
    let elem = if flat { Elem::Four } else { Elem::for_channels(inner.size) };
    let lanes = elem.lanes();
    let units = total.div_ceil(u64::from(lanes));
    // An operand repeated along the innermost dimension is read one by one and spread.
    let one_by_one = |stride: u32| if stride == 0 { Elem::One } else { elem };
    let (elem_a, elem_b) = (one_by_one(inner.a), one_by_one(inner.b));
    if let Some(last) = dims.last_mut() {
        last.size = last.size.div_ceil(lanes);
    }
    let mut s = Wgsl::new();
    let mut body = String::from("var r = i;\n");
    let (mut ta, mut tb) = (Vec::new(), Vec::new());
    for (d, dim) in dims.iter().enumerate().rev() {
        let innermost = d + 1 == dims.len();
        let scale = |stride: u32, e: Elem| if innermost { stride } else { stride / e.lanes() };
        s = s.uniform(&format!("d{d}"), dim.size);
        let _ = if d == 0 {
            writeln!(body, "let j{d} = r;")
        } else {
            writeln!(body, "let j{d} = r % p.d{d}; r = r / p.d{d};")
        };
        for (terms, name, stride) in [(&mut ta, "a", scale(dim.a, elem_a)), (&mut tb, "b", scale(dim.b, elem_b))] {
            if stride != 0 {
                s = s.uniform(&format!("{name}{d}"), stride);
                terms.push(format!("j{d} * p.{name}{d}"));
            }
        }
    }
    let sum = |terms: &[String]| if terms.is_empty() { "0u".to_owned() } else { terms.join(" + ") };
    let ty = elem.ty();
    let _ = writeln!(
        body,
        "let u = {ty}(a({})); let v = {ty}(b({}));\nstore(i, act({}));",
        sum(&ta),
        sum(&tb),
        op.expression(elem)
    );
    let s = s.read("a", elem_a, a).read("b", elem_b, b);
    activation.declare(s, elem).finish_flat("binary", (elem, y), units, &body)
}

/// `y = if c { a } else { b }`, element by element; `c` holds ones and zeros. All three broadcast to `out`.
pub fn choose(operands: [(Operand, &[usize]); 3], (y, out): (Operand, &[usize])) -> Dispatch {
    let total: u64 = out.iter().map(|&d| d as u64).product();
    let mut s = Wgsl::new();
    let mut body = String::from("var r = i; var at = vec3u();\n");
    let mut steps = [1u32; 3];
    for (d, &size) in out.iter().enumerate().rev() {
        s = s.uniform(&format!("d{d}"), size as u32);
        let mut names = Vec::new();
        for (o, (_, shape)) in operands.iter().enumerate() {
            let at = (d + shape.len()).checked_sub(out.len());
            let own = at.map_or(1, |at| shape[at]);
            s = s.uniform(&format!("s{o}_{d}"), if own == 1 { 0 } else { steps[o] });
            steps[o] = steps[o].wrapping_mul(own as u32);
            names.push(format!("p.s{o}_{d}"));
        }
        let _ = writeln!(body, "at += r % p.d{d} * vec3u({}); r = r / p.d{d};", names.join(", "));
    }
    body.push_str("store(i, select(b(at.z), a(at.y), c(at.x) != 0.0));");
    let [(c, _), (a, _), (b, _)] = operands;
    s.read("c", Elem::One, c).read("a", Elem::One, a).read("b", Elem::One, b).finish_flat(
        "choose",
        (Elem::One, y),
        total,
        &body,
    )
}
