//! Reductions along one run of dimensions, and softmax along the last.

use super::elem::Elem;
use super::gemm::Style;
use super::wgsl::Wgsl;
use super::{Dispatch, Operand};

/// The value computed from the reduced elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    /// Sum divided by the count.
    Mean,
    /// Sum.
    Sum,
    /// Product.
    Prod,
    /// Greatest.
    Max,
    /// Least.
    Min,
}

impl Reduce {
    /// Start value, step from `s` and `v`, end from `s` (with `p.len`).
    fn parts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Mean => ("0.0", "s + v", "s / f32(p.len)"),
            Self::Sum => ("0.0", "s + v", "s"),
            Self::Prod => ("1.0", "s * v", "s"),
            Self::Max => ("-3.402823466e38", "max(s, v)", "s"),
            Self::Min => ("3.402823466e38", "min(s, v)", "s"),
        }
    }
}

/// Whether one thread computes each row: on a software adapter, a barrier costs more than a row. Long rows are computed
/// by a group, whose tree of sums is also more exact.
pub(super) fn row_a_thread(style: Style, rows: u32, len: u32) -> bool {
    style == Style::Direct && rows >= 4 && len <= 4096
}

/// `x` as `[outer][len][inner]` reduced to `[outer][inner]`.
pub fn reduce(style: Style, kind: Reduce, [outer, len, inner]: [u32; 3], x: Operand, y: Operand) -> Dispatch {
    let (start, step, end) = kind.parts();
    if inner == 1 && len >= 32 && !row_a_thread(style, outer, len) {
        return rows(kind, outer, len, x, y);
    }
    let elem = Elem::for_channels(inner);
    if style == Style::Tiled && len >= DEEP && u64::from(outer) * u64::from(inner / elem.lanes()) < MANY {
        return planes(kind, [outer, len, inner], x, y);
    }
    let ty = elem.ty();
    let body = format!(
        "let c = i % p.inner; let base = i / p.inner * p.len * p.inner + c; var s = {ty}({start});\n\
         for (var k = 0u; k < p.len; k++) {{ let v = x(base + k * p.inner); s = {step}; }}\nstore(i, {end});"
    );
    let inner = inner / elem.lanes();
    Wgsl::new().uniform("len", len).uniform("inner", inner).read("x", elem, x).finish_flat(
        "reduce",
        (elem, y),
        u64::from(outer) * u64::from(inner),
        &body,
    )
}

/// From this many elements per sum, and below this many sums, the threads of a group share sums: alone they would wait for memory.
const DEEP: u32 = 16;
const MANY: u64 = 1 << 14;

/// The number of runs that long sums are cut into, which are reduced on their own first; 1 if they are not.
pub fn runs(style: Style, [outer, len, inner]: [u32; 3]) -> u32 {
    let short = len < 2048 || u64::from(outer) * u64::from(inner) > 1024;
    if style == Style::Direct || short || inner == 1 {
        return 1;
    }
    (1..=128).rev().find(|&runs| len.is_multiple_of(runs)).unwrap_or(1)
}

/// Reduction of planes `[len][inner]` to `[inner]`: the threads of a group share the sums of some neighbors.
fn planes(kind: Reduce, [outer, len, inner]: [u32; 3], x: Operand, y: Operand) -> Dispatch {
    let (start, step, end) = kind.parts();
    let elem = Elem::for_channels(inner);
    let (ty, inner) = (elem.ty(), inner / elem.lanes());
    let across = inner.next_power_of_two().min(16);
    let deep = 256 / across;
    let body = format!(
        "let c = wid.x * {across}u + lid.x; let t = lid.y * {across}u + lid.x;\n\
         let base = wid.y * p.len * p.inner + min(c, p.inner - 1u); var s = {ty}({start});\n\
         for (var k = lid.y; k < p.len; k += {deep}u) {{ let v = x(base + k * p.inner); s = {step}; }}\n\
         part[t] = s;\nworkgroupBarrier();\n\
         for (var w = 128u; w >= {across}u; w = w / 2u) {{\n\
         if (t < w) {{ let s = part[t]; let v = part[t + w]; part[t] = {step}; }}\nworkgroupBarrier();\n}}\n\
         if (lid.y == 0u && c < p.inner) {{ let s = part[t]; store(wid.y * p.inner + c, {end}); }}"
    );
    let s = Wgsl::new().uniform("len", len).uniform("inner", inner).read("x", elem, x);
    s.helper(&format!("var<workgroup> part: array<{ty}, 256>;")).finish(
        "reduce-planes",
        (elem, y),
        [across, deep, 1],
        [inner.div_ceil(across), outer, 1],
        &body,
    )
}

/// Work groups for rows, folded into two dimensions; `row` in the kernels below.
pub(super) fn row_groups(rows: u32) -> [u32; 3] {
    let y = rows.div_ceil(65_535).max(1);
    [rows.div_ceil(y), y, 1]
}

pub(super) const ROW: &str =
    "let row = wid.x + wid.y * groups.x; let t = lid.x; let base = min(row, p.rows - 1u) * p.len;\n";

/// A tree over the 64 partial results of `part`; afterwards every thread holds the total in `name`.
pub(super) fn tree(name: &str, step: &str) -> String {
    format!(
        "part[t] = s;\nworkgroupBarrier();\n\
         for (var w = 32u; w > 0u; w = w / 2u) {{\n\
         if (t < w) {{ let s = part[t]; let v = part[t + w]; part[t] = {step}; }}\nworkgroupBarrier();\n}}\n\
         let {name} = part[0];\nworkgroupBarrier();\n"
    )
}

/// Reduction of contiguous rows: one work group per row.
fn rows(kind: Reduce, rows: u32, len: u32, x: Operand, y: Operand) -> Dispatch {
    let (start, step, end) = kind.parts();
    let body = format!(
        "{ROW}var s = {start};\n\
         for (var k = t; k < p.len; k += 64u) {{ let v = x(base + k); s = {step}; }}\n{tree}\
         if (t == 0u && row < p.rows) {{ let s = total; store(row, {end}); }}",
        tree = tree("total", step)
    );
    Wgsl::new()
        .uniform("len", len)
        .uniform("rows", rows)
        .read("x", Elem::One, x)
        .helper("var<workgroup> part: array<f32, 64>;")
        .finish("reduce-rows", (Elem::One, y), [64, 1, 1], row_groups(rows), &body)
}

/// Softmax (or its logarithm) of `beta * x` over contiguous rows of `len` elements.
pub fn softmax(style: Style, logarithm: bool, beta: f32, [rows, len]: [u32; 2], x: Operand, y: Operand) -> Dispatch {
    if row_a_thread(style, rows, len) {
        softmax_threads(logarithm, beta, rows, len, x, y)
    } else {
        softmax_groups(logarithm, beta, rows, len, x, y)
    }
}

/// One thread per row.
// A function of its own, so that a build moves it out of the file that hardware needs.
#[inline(never)]
fn softmax_threads(logarithm: bool, beta: f32, rows: u32, len: u32, x: Operand, y: Operand) -> Dispatch {
    let elem = Elem::for_channels(len);
    let ty = elem.ty();
    let (greatest, total) = match elem {
        Elem::One => ("tops", "sums"),
        Elem::Four => ("max(max(tops.x, tops.y), max(tops.z, tops.w))", "sums.x + sums.y + sums.z + sums.w"),
    };
    let last = if logarithm { "p.beta * (x(k) - top) - log(sum)" } else { "exp(p.beta * (x(k) - top)) / sum" };
    let body = format!(
        "let base = i * p.len; let end = base + p.len; var tops = {ty}(-3.402823466e38);\n\
         for (var k = base; k < end; k++) {{ tops = max(tops, x(k)); }}\n\
         let top = {greatest}; var sums = {ty}();\n\
         for (var k = base; k < end; k++) {{ sums += exp(p.beta * (x(k) - top)); }}\n\
         let sum = {total};\n\
         for (var k = base; k < end; k++) {{ store(k, {last}); }}"
    );
    Wgsl::new().uniform("len", len / elem.lanes()).uniform_f32("beta", beta).read("x", elem, x).finish_flat(
        "softmax-rows",
        (elem, y),
        rows.into(),
        &body,
    )
}

/// One work group per row.
fn softmax_groups(logarithm: bool, beta: f32, rows: u32, len: u32, x: Operand, y: Operand) -> Dispatch {
    let last = if logarithm {
        "store(base + k, p.beta * (x(base + k) - top) - log(sum));"
    } else {
        "store(base + k, exp(p.beta * (x(base + k) - top)) / sum);"
    };
    let body = format!(
        "{ROW}var s = -3.402823466e38;\n\
         for (var k = t; k < p.len; k += 64u) {{ s = max(s, x(base + k)); }}\n{top}\
         s = 0.0;\n\
         for (var k = t; k < p.len; k += 64u) {{ s += exp(p.beta * (x(base + k) - top)); }}\n{sum}\
         if (row < p.rows) {{ for (var k = t; k < p.len; k += 64u) {{ {last} }} }}",
        top = tree("top", "max(s, v)"),
        sum = tree("sum", "s + v"),
    );
    Wgsl::new()
        .uniform("len", len)
        .uniform("rows", rows)
        .uniform_f32("beta", beta)
        .read("x", Elem::One, x)
        .helper("var<workgroup> part: array<f32, 64>;")
        .finish("softmax", (Elem::One, y), [64, 1, 1], row_groups(rows), &body)
}
