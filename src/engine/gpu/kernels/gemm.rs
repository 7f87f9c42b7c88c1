//! Matrix products with a fused end: convolutions (1x1 as a plain product, others by gathering patches) and fully
//! connected layers. `y[m][n] = f(sum over k of a[m][k] * b[k][n] + bias[n])`.
//!
//! Three shapes of kernel, chosen by [`Gemm::dispatch`]:
//! - `tiled`: a work group stages tiles of both operands in workgroup memory; for hardware GPUs;
//! - `direct`: each thread keeps a block of outputs in registers and reads operands directly from memory; for software
//!   adapters, where barriers and workgroup memory cost more than they save;
//! - `matvec`: few rows; the threads of a group share the sum over k.

use std::fmt::Write as _;

use super::elem::Elem;
use super::weights::Store;
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// Source of the rows of the left operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A dense `[m][k]` matrix.
    Dense,
    /// Patches of an NHWC tensor: row = one output position, k = (filter row, filter column, channel).
    Patches(Window),
}

/// A sliding window over an NHWC tensor. Sizes in elements, padding before the first row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Input height, width, channels.
    pub input: [u32; 3],
    /// Output height and width.
    pub output: [u32; 2],
    /// Filter height and width.
    pub filter: [u32; 2],
    /// Steps.
    pub stride: [u32; 2],
    /// Distances between filter taps.
    pub dilation: [u32; 2],
    /// Zeros above and to the left.
    pub pad: [u32; 2],
}

impl Window {
    /// True when every output position reads exactly its own input position.
    pub fn is_identity(&self) -> bool {
        self.filter == [1, 1] && self.stride == [1, 1] && self.pad == [0, 0] && self.output == self.input[..2]
    }
}

/// The family of kernels that suits the adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Workgroup memory is fast.
    Tiled,
    /// Workgroup memory is plain memory and barriers are slow.
    Direct,
}

/// A product to be dispatched.
#[derive(Clone, Copy, Debug)]
pub struct Gemm {
    /// Rows of the output.
    pub m: u32,
    /// Columns of the output.
    pub n: u32,
    /// Length of the sums.
    pub k: u32,
    /// Left operand's form.
    pub rows: Rows,
    /// Function at the end.
    pub activation: Activation,
    /// Left operand.
    pub a: Operand,
    /// Right operand as [`super::weights::columns`] lays it out.
    pub b: Operand,
    /// How it is stored.
    pub store: Store,
    /// Bias as [`super::weights::with_scales`] lays it out.
    pub bias: Operand,
    /// Output.
    pub y: Operand,
}

impl Gemm {
    /// The dispatch for an adapter of the given style.
    pub fn dispatch(&self, style: Style) -> Dispatch {
        match (self.rows, style) {
            (Rows::Dense, _) if self.m < 4 => self.matvec(),
            (_, Style::Tiled) => self.tiled(),
            (_, Style::Direct) => self.direct(),
        }
    }

    /// Reads of `a` are vectors of four if the channels allow it.
    fn elem(&self) -> Elem {
        match self.rows {
            Rows::Dense => Elem::for_channels(self.k),
            Rows::Patches(window) => Elem::for_channels(window.input[2]),
        }
    }

    /// Parameters, bindings and the `put` function that all three kernels share.
    fn frame(&self) -> (Wgsl, Elem) {
        let out = Elem::for_channels(self.n);
        let elem = self.elem();
        let mut s = Wgsl::new()
            .uniform("m", self.m)
            .uniform("n", self.n)
            .uniform("n4", self.n.div_ceil(4))
            .uniform("ka", self.k / elem.lanes());
        if let Rows::Patches(window) = self.rows {
            s = window.declare(s, elem);
        }
        s = self.store.declare(s.read("a", elem, self.a), "weight", Elem::Four, self.b).read(
            "bias",
            Elem::Four,
            self.bias,
        );
        let sum = self.store.finished("v", "c", "p.n4");
        let put = if out == Elem::Four {
            format!("store(row * p.n4 + c, act({sum}));")
        } else {
            format!(
                "let w = {sum}; let left = p.n - c * 4u; let o = row * p.n + c * 4u;\n\
                 for (var j = 0u; j < min(left, 4u); j++) {{ store(o + j, act(w[j])); }}"
            )
        };
        (self.activation.declare(s, out).helper(&format!("fn put(row: u32, c: u32, v: vec4f) {{ {put} }}")), out)
    }

    // A function of its own, so that a build moves it out of the file that hardware needs.
    #[inline(never)]
    fn direct(&self) -> Dispatch {
        let (s, out) = self.frame();
        let n4 = self.n.div_ceil(4);
        // Columns per thread: a divisor, so that no column needs a guard. Small outputs get small blocks: sums that do
        // not fit into registers cost more than they save in loads.
        let (rows, cols) = match self.m {
            0..256 => (4, 1),
            _ => (8, if n4.is_multiple_of(2) { 2 } else { 1 }),
        };
        let (threads_x, threads_y) = (n4 / cols, self.m.div_ceil(rows));
        let wx = [16, 8, 4, 2].into_iter().find(|w| threads_x.next_multiple_of(*w) * 7 <= threads_x * 8).unwrap_or(1);
        let wy = 64 / wx;

        let mut body =
            format!("let c = gid.x * {cols}u; let m0 = gid.y * {rows}u;\nif (c >= p.n4 || m0 >= p.m) {{ return; }}\n");
        for r in 0..rows {
            let _ = writeln!(body, "let row{r} = min(m0 + {r}u, p.m - 1u);");
            for c in 0..cols {
                let _ = writeln!(body, "var s{r}_{c} = vec4f();");
            }
            match self.rows {
                Rows::Dense => _ = writeln!(body, "let f{r} = row{r} * p.ka;"),
                Rows::Patches(_) => _ = writeln!(body, "let q{r} = place(row{r});"),
            }
        }
        let lanes = self.elem().lanes();
        // One step of the sum: `index` is the offset within a row or patch, `k` the packed row of b.
        let step = |start: &dyn Fn(u32) -> String| {
            let mut t = String::new();
            for j in 0..lanes {
                for c in 0..cols {
                    let _ = writeln!(t, "let b{j}_{c} = weight(kb + {j}u * p.n4 + {c}u);");
                }
            }
            for r in 0..rows {
                let _ = writeln!(t, "let a{r} = {};", start(r));
                for c in 0..cols {
                    let terms: Vec<String> = if lanes == 4 {
                        ["x", "y", "z", "w"].iter().enumerate().map(|(j, x)| format!("a{r}.{x} * b{j}_{c}")).collect()
                    } else {
                        vec![format!("a{r} * b0_{c}")]
                    };
                    let _ = writeln!(t, "s{r}_{c} += {};", terms.join(" + "));
                }
            }
            t
        };
        match self.rows {
            Rows::Dense => {
                let inner = step(&|r| format!("a(f{r} + k)"));
                let _ = writeln!(
                    body,
                    "var kb = c;\nfor (var k = 0u; k < p.ka; k++) {{\n{inner}kb += {lanes}u * p.n4;\n}}"
                );
            }
            Rows::Patches(_) => {
                let zero = if lanes == 4 { "vec4f()" } else { "0.0" };
                let inner = step(&|r| format!("select({zero}, a(f{r} + k), in{r})"));
                let _ = writeln!(
                    body,
                    "var kb = c;\nfor (var ky = 0; ky < KH; ky++) {{ for (var kx = 0; kx < KW; kx++) {{"
                );
                for r in 0..rows {
                    let _ = writeln!(
                        body,
                        "let iy{r} = q{r}.y + ky * DH; let ix{r} = q{r}.x + kx * DW; let in{r} = inside(iy{r}, ix{r});\n\
                         let f{r} = select(0u, u32(q{r}.z + iy{r} * p.w + ix{r}) * p.c, in{r});"
                    );
                }
                let _ = writeln!(body, "for (var k = 0u; k < p.c; k++) {{\n{inner}kb += {lanes}u * p.n4;\n}} }} }}");
            }
        }
        for r in 0..rows {
            for c in 0..cols {
                let _ = writeln!(body, "if (m0 + {r}u < p.m) {{ put(m0 + {r}u, c + {c}u, s{r}_{c}); }}");
            }
        }
        let groups = [threads_x.div_ceil(wx), threads_y.div_ceil(wy), 1];
        s.finish("gemm-direct", (out, self.y), [wx, wy, 1], groups, &body)
    }

    fn tiled(&self) -> Dispatch {
        let (s, out) = self.frame();
        let n4 = self.n.div_ceil(4);
        let Tiles { wx, rows, slices, deep } = Tiles::of(self.m, n4, self.k);
        let wy = 64 / wx;
        let tile_m = wy * rows;
        let (in_a, in_b) = (tile_m * deep, 4 * deep * wx);
        // Values that were float16 or int8 lose nothing in a tile of float16.
        let mut s = s
            .helper(&format!("var<workgroup> ta: array<TileA, {}>;", slices * in_a))
            .helper(&format!("var<workgroup> tb: array<TileB, {}>;", slices * in_b))
            .helper(self.fetch());
        if slices > 1 {
            s = s.helper(&format!("var<workgroup> part: array<vec4f, {}>;", (slices - 1) * 64));
        }

        let mut body = format!(
            "let t = lid.y * {wx}u + lid.x; let m0 = wid.y * {tile_m}u; let c0 = wid.x * {wx}u;\n\
             let at_a = lid.z * {in_a}u; let at_b = lid.z * {in_b}u; let tr = t / {deep}u; let tk = t % {deep}u;\n"
        );
        let down = 64 / deep;
        for i in 0..in_a / 64 {
            let row = format!("m0 + tr + {}u", down * i);
            let _ = match self.rows {
                Rows::Dense => writeln!(body, "let q{i} = {row};"),
                // A row past the end reads a valid position; its result is never stored.
                Rows::Patches(_) => writeln!(body, "let q{i} = place(min({row}, p.m - 1u));"),
            };
        }
        for r in 0..rows {
            let _ = writeln!(body, "var s{r} = vec4f();");
        }
        s = s.uniform("k4", self.k.div_ceil(4));
        // The next tile is on its way from memory while this one is multiplied: few groups hide no latency of each other.
        let (mut loads, mut stores) = (String::new(), String::new());
        for i in 0..in_a / 64 {
            let _ = writeln!(body, "var na{i}: TileA;");
            let _ = writeln!(loads, "na{i} = TileA(fetch(q{i}, k + tk));");
            let _ = writeln!(stores, "ta[at_a + t + {}u] = na{i};", 64 * i);
        }
        for i in 0..in_b.div_ceil(64) {
            let _ = writeln!(body, "var nb{i}: TileB;");
            let _ = writeln!(
                loads,
                "{{ let e = t + {}u; let kr = k * 4u + e / {wx}u; let c = c0 + e % {wx}u;\n\
                 nb{i} = TileB(); if (kr < p.k4 * 4u && c < p.n4) {{ nb{i} = TileB(weight(kr * p.n4 + c)); }} }}",
                64 * i
            );
            let guard = if in_b < 64 { format!("if (t < {in_b}u) ") } else { String::new() };
            let _ = writeln!(stores, "{guard}{{ tb[at_b + t + {}u] = nb{i}; }}", 64 * i);
        }
        let step = slices * deep;
        let _ = writeln!(
            body,
            "var k = lid.z * {deep}u;\n{loads}for (var done = 0u; done < p.k4; done += {step}u) {{\n{stores}\
             workgroupBarrier();\nk += {step}u;\n{loads}for (var i = 0u; i < {deep}u; i++) {{"
        );
        for j in 0..4 {
            let _ = writeln!(body, "let b{j} = vec4f(tb[at_b + (i * 4u + {j}u) * {wx}u + lid.x]);");
        }
        for r in 0..rows {
            let _ = writeln!(
                body,
                "{{ let v = vec4f(ta[at_a + (lid.y * {rows}u + {r}u) * {deep}u + i]); \
                 s{r} += v.x * b0 + v.y * b1 + v.z * b2 + v.w * b3; }}"
            );
        }
        let _ = writeln!(body, "}}\nworkgroupBarrier();\n}}\nlet c = c0 + lid.x; let row = m0 + lid.y * {rows}u;");
        for r in 0..rows {
            if slices > 1 {
                let _ =
                    writeln!(body, "if (lid.z > 0u) {{ part[(lid.z - 1u) * 64u + t] = s{r}; }}\nworkgroupBarrier();");
                for other in 1..slices {
                    let _ = writeln!(body, "s{r} += part[{}u + t];", (other - 1) * 64);
                }
            }
            let first = if slices > 1 { "lid.z == 0u && " } else { "" };
            let _ = writeln!(body, "if ({first}c < p.n4 && row + {r}u < p.m) {{ put(row + {r}u, c, s{r}); }}");
            if slices > 1 && r + 1 < rows {
                body.push_str("workgroupBarrier();\n");
            }
        }
        let groups = [n4.div_ceil(wx), self.m.div_ceil(tile_m), 1];
        s.finish("gemm-tiled", (out, self.y), [wx, wy, slices], groups, &body)
    }

    /// `fetch`: four consecutive values of one row of the left operand, zeros outside it.
    fn fetch(&self) -> &'static str {
        match (self.rows, self.elem()) {
            (Rows::Dense, Elem::Four) => {
                "fn fetch(row: u32, k4: u32) -> vec4f {\n\
                if (row >= p.m || k4 >= p.ka) { return vec4f(); }\nreturn a(row * p.ka + k4); }"
            }
            (Rows::Dense, Elem::One) => {
                "fn fetch(row: u32, k4: u32) -> vec4f {\nvar v = vec4f();\n\
                for (var j = 0u; j < 4u; j++) { let k = k4 * 4u + j; \
                if (row < p.m && k < p.ka) { v[j] = a(row * p.ka + k); } }\nreturn v; }"
            }
            (Rows::Patches(_), Elem::Four) => {
                "fn fetch(q: vec3i, k4: u32) -> vec4f {\n\
                if (k4 >= p.ka) { return vec4f(); }\n\
                let tap = i32(k4 / p.c); let iy = q.y + tap / KW * DH; let ix = q.x + tap % KW * DW;\n\
                if (!inside(iy, ix)) { return vec4f(); }\n\
                return a(u32(q.z + iy * p.w + ix) * p.c + k4 % p.c); }"
            }
            (Rows::Patches(_), Elem::One) => {
                "fn fetch(q: vec3i, k4: u32) -> vec4f {\nvar v = vec4f();\n\
                for (var j = 0u; j < 4u; j++) { let k = k4 * 4u + j; if (k >= p.ka) { break; }\n\
                let tap = i32(k / p.c); let iy = q.y + tap / KW * DH; let ix = q.x + tap % KW * DW;\n\
                if (inside(iy, ix)) { v[j] = a(u32(q.z + iy * p.w + ix) * p.c + k % p.c); } }\nreturn v; }"
            }
        }
    }

    fn matvec(&self) -> Dispatch {
        let (s, out) = self.frame();
        let lanes = self.elem().lanes();
        let n4 = self.n.div_ceil(4);
        // Fours of columns by slices of k, narrow where columns are few.
        let wide = if n4 < 256 { 2 } else { 8 };
        let deep = 256 / wide;
        let s = s.helper("var<workgroup> part: array<vec4f, 256>;");
        let term = if lanes == 4 {
            "let v = a(row * p.ka + k); let o = k * 4u * p.n4 + cc;\n\
             sum += v.x * weight(o) + v.y * weight(o + p.n4) + v.z * weight(o + 2u * p.n4) + v.w * weight(o + 3u * p.n4);"
        } else {
            "sum += a(row * p.ka + k) * weight(k * p.n4 + cc);"
        };
        let half = deep / 2;
        let body = format!(
            "let c = wid.x * {wide}u + lid.x; let cc = min(c, p.n4 - 1u); let row = wid.y; var sum = vec4f();\n\
             for (var k = lid.y; k < p.ka; k += {deep}u) {{ {term} }}\n\
             let t = lid.y * {wide}u + lid.x; part[t] = sum;\nworkgroupBarrier();\n\
             for (var d = {half}u; d > 0u; d = d / 2u) {{\n\
             if (lid.y < d) {{ part[t] += part[t + d * {wide}u]; }}\nworkgroupBarrier();\n}}\n\
             if (lid.y == 0u && c < p.n4) {{ put(row, c, part[t]); }}"
        );
        s.finish("matvec", (out, self.y), [wide, deep, 1], [n4.div_ceil(wide), self.m, 1], &body)
    }
}

/// The tiles of a work group: threads across (fours of columns), rows of a thread, slices of the sums that threads compute side by side,
/// and fours of a tile's depth.
struct Tiles {
    wx: u32,
    rows: u32,
    slices: u32,
    deep: u32,
}

impl Tiles {
    /// Those of `m` rows by `n4` fours of columns, sums over `k`. At most 16 KiB of workgroup memory.
    fn of(m: u32, n4: u32, k: u32) -> Self {
        let (wx, rows) = match n4 {
            0..=2 => (2, 2),
            3..=4 => (4, 4),
            _ => (8, 4),
        };
        let groups = n4.div_ceil(wx) * m.div_ceil(64 / wx * rows);
        // A group is two or three warps; a large device has 132 places that each keep four busy.
        if k >= 64 && groups <= 256 {
            Self { wx, rows: rows / 2, slices: 4, deep: 4 }
        } else if k >= 64 && groups <= 1024 {
            Self { wx, rows, slices: 2, deep: 4 }
        } else {
            Self { wx, rows, slices: 1, deep: 8 }
        }
    }
}

impl Window {
    /// True when the only output position covers all of the input.
    pub fn covers_planes(&self) -> bool {
        self.filter == self.input[..2] && self.output == [1, 1] && self.pad == [0, 0]
    }

    /// Constants, uniforms and the functions `place` (row to image base and corner) and `inside`.
    /// `elem` is the unit in which channels are counted (`p.c`).
    pub(super) fn declare(&self, s: Wgsl, elem: Elem) -> Wgsl {
        let signed = |name: &str, v: u32| format!("const {name}: i32 = {v};\n");
        let consts = [
            signed("KH", self.filter[0]),
            signed("KW", self.filter[1]),
            signed("SH", self.stride[0]),
            signed("SW", self.stride[1]),
            signed("DH", self.dilation[0]),
            signed("DW", self.dilation[1]),
        ]
        .concat();
        s.uniform_i32("h", self.input[0].cast_signed())
            .uniform_i32("w", self.input[1].cast_signed())
            .uniform("c", self.input[2] / elem.lanes())
            .uniform("oh", self.output[0])
            .uniform("ow", self.output[1])
            .uniform_i32("pt", self.pad[0].cast_signed())
            .uniform_i32("pl", self.pad[1].cast_signed())
            .helper(&consts)
            .helper(
                "fn place(row: u32) -> vec3i {\n\
                 let plane = p.oh * p.ow; let r = row % plane;\n\
                 return vec3i(i32(r % p.ow) * SW - p.pl, i32(r / p.ow) * SH - p.pt, i32(row / plane) * p.h * p.w); }",
            )
            // Without branches: a negative number is large as an unsigned one. With `&&`, a kernel has three branches
            // per row, and each further one doubles SwiftShader's compile time (13 s for eight rows).
            .helper("fn inside(iy: i32, ix: i32) -> bool { return (u32(iy) < u32(p.h)) & (u32(ix) < u32(p.w)); }")
    }
}
