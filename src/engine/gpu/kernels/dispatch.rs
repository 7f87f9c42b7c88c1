//! One dispatch of a kernel: its text, its parameters, its bindings.

use std::fmt::Write as _;

use super::elem::Elem;
use super::end::End;
use super::grid::Grid;
use super::held::{Held, Width};
use super::operand::Operand;

/// How a kernel sees quantized tensors, which are stored in steps: whole numbers, the distances of quantized values from the zero point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sees {
    /// As reals.
    #[default]
    Reals,
    /// The first operand in steps: sums of products with quantized weights are exact. Its scale is part of the weights'.
    FirstInSteps,
    /// All in steps where operands and output have the same ones: what scaling does not change, and halves are rounded as they are
    /// for whole numbers.
    Steps {
        /// Halves are rounded away from the code zero, not from the real one.
        from_code: bool,
    },
}

/// One dispatch: a shader, its parameters and its bindings.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispatch {
    /// Kernel name for labels and profiles.
    pub kernel: &'static str,
    /// The WGSL text, complete with bindings after [`Dispatch::for_storage`]; also the key of the pipeline cache.
    pub source: String,
    /// Fields of the uniform block.
    pub fields: String,
    /// The uniform block, word by word.
    pub params: Vec<u32>,
    /// Elements that the kernel writes at once.
    pub elem: Elem,
    /// Names and types of the read-only storage bindings, as WGSL.
    pub bindings: Vec<String>,
    /// The operands that are bound there, in order.
    pub reads: Vec<Operand>,
    /// Functions that read tensors: name, what one returns, position in `reads`.
    pub readers: Vec<(&'static str, Elem, usize)>,
    /// How it sees quantized tensors.
    pub sees: Sees,
    /// Functions of the result, before it is written.
    pub end: End,
    /// The output binding.
    pub write: Operand,
    /// Work groups.
    pub groups: [u32; 3],
}

impl Dispatch {
    /// Completes the text: how tensors are held, and `half`, whether float16 is used. The functions of `readers` read; `store(i, v)`
    /// writes an element (or four) of the output.
    #[must_use]
    pub fn for_storage(mut self, half: bool, held: impl Fn(Operand) -> Held) -> Self {
        let own = held(self.write);
        let same = self.readers.iter().all(|&(_, _, at)| held(self.reads[at]).grid == own.grid);
        let in_steps = same && matches!(self.sees, Sees::Steps { .. });
        let mut text = if half { "enable f16;\n" } else { "" }.to_owned();
        // Tiles are as narrow as what they hold.
        let first = self.reads.first().map_or(Width::Full, |&read| held(read).width);
        for (tile, narrow) in [("TileA", first == Width::Half), ("TileB", half)] {
            let _ = writeln!(text, "alias {tile} = {};", if narrow { "vec4<f16>" } else { "vec4f" });
        }
        let end = std::mem::take(&mut self.end);
        let ends = !end.function.is_empty();
        if ends {
            text.push_str(&self.ended(end));
        }
        for (name, elem, at) in std::mem::take(&mut self.readers) {
            let in_steps = in_steps || (at == 0 && self.sees == Sees::FirstInSteps);
            let read = held(self.reads[at]);
            let scale = match read.grid.filter(|_| !in_steps) {
                Some(grid) => self.scaled(name, &grid),
                None => String::new(),
            };
            let ty = elem.ty();
            let value =
                if read.width == Width::Byte { self.byte(name, elem, read) } else { format!("{ty}(stored_{name}[i])") };
            let _ = writeln!(text, "alias Of_{name} = {};", read.width.element(elem));
            let _ = writeln!(text, "fn {name}(i: u32) -> {ty} {{ return {value}{scale}; }}");
        }
        let ty = self.elem.ty();
        let value = if ends { "end(i, v)" } else { "v" }.to_owned();
        let value = own.grid.map_or(value, |grid| self.nearest(&grid, in_steps));
        let _ = writeln!(text, "alias Of_y = {};", own.width.element(self.elem));
        let value = if own.width == Width::Byte { self.packed(&value, own) } else { format!("Of_y({value})") };
        let _ = writeln!(text, "fn store(i: u32, v: {ty}) {{ y[i] = {value}; }}");
        let _ = writeln!(text, "struct Params {{ {} }}", self.fields);
        let _ = writeln!(text, "@group(0) @binding(0) var<uniform> p: Params;");
        for (binding, of) in (1..).zip(&self.bindings) {
            let _ = writeln!(text, "@group(0) @binding({binding}) var<storage, read> {of};");
        }
        let last = self.reads.len() + 1;
        let _ = writeln!(text, "@group(0) @binding({last}) var<storage, read_write> y: array<Of_y>;");
        self.source.insert_str(0, &text);
        self
    }

    // Functions of their own, so that a build moves them out of the file that models of floats need.
    /// WGSL of the end, whose tensors are bound after the others.
    #[inline(never)]
    fn ended(&mut self, end: End) -> String {
        for read in end.reads {
            let name = read.name;
            self.readers.push((name, read.elem, self.reads.len()));
            self.reads.push(read.operand);
            self.bindings.push(format!("stored_{name}: array<Of_{name}>"));
            if let Some(channels) = read.channels {
                self.word(&format!("per_{name}: u32"), channels);
            }
        }
        if end.is_partial && !self.fields.contains("nan: u32") {
            self.word("nan: u32", f32::NAN.to_bits());
        }
        end.function
    }

    /// The element of a tensor of bytes at `i`, as WGSL: the steps of a quantized value, or 1 and 0 for a bool.
    #[inline(never)]
    fn byte(&mut self, name: &str, elem: Elem, held: Held) -> String {
        let (value, whole) = match elem {
            Elem::One => (format!("((stored_{name}[i / 4u] >> (i % 4u * 8u)) & 255u)"), "u32"),
            Elem::Four => (format!("((vec4u(stored_{name}[i]) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u))"), "vec4u"),
        };
        let ty = elem.ty();
        let Some(grid) = held.grid else { return format!("min({ty}({value}), {ty}(1.0))") };
        let (flip, zero) = grid.bytes();
        let zero = self.uniform(&format!("zero_{name}"), zero);
        format!("({ty}({value} ^ {whole}({flip}u)) - {zero})")
    }

    /// Four steps, or bools, as bytes of a word, as WGSL.
    #[inline(never)]
    fn packed(&mut self, four: &str, held: Held) -> String {
        let (flip, zero) = held.grid.map_or((0, 0.0), |grid| grid.bytes());
        let zero = self.uniform("zero_y", zero);
        format!("dot((vec4u({four} + {zero}) ^ vec4u({flip}u)) << vec4u(0u, 8u, 16u, 24u), vec4u(1u))")
    }

    /// A factor that makes reals of steps, as WGSL.
    #[inline(never)]
    fn scaled(&mut self, name: &str, grid: &Grid) -> String {
        format!(" * {}", self.uniform(&format!("scale_{name}"), grid.scale()))
    }

    /// The steps that are nearest to `v`, as WGSL.
    #[inline(never)]
    fn nearest(&mut self, grid: &Grid, in_steps: bool) -> String {
        let ty = self.elem.ty();
        let turn = if self.sees == (Sees::Steps { from_code: true }) { grid.code_zero() } else { 0.0 };
        let (least, most) = grid.limits();
        let per = self.uniform("per_scale", if in_steps { 1.0 } else { 1.0 / grid.scale() });
        let [turn, least, most] = [("turn", turn), ("least", least), ("most", most)]
            .map(|(name, value)| format!("{ty}({})", self.uniform(name, value)));
        let off = format!("(v * {per} - {turn})");
        format!("clamp(sign{off} * floor(abs{off} + {ty}(0.5)) + {turn}, {least}, {most})")
    }

    /// A float passed with each dispatch.
    #[inline(never)]
    fn uniform(&mut self, name: &str, value: f32) -> String {
        self.word(&format!("{name}: f32"), value.to_bits());
        format!("p.{name}")
    }

    fn word(&mut self, field: &str, value: u32) {
        let _ = write!(self.fields, "{field}, ");
        self.params.push(value);
    }
}

/// Threads of a work group in kernels whose threads are independent.
pub const LINE: u32 = 64;

/// Work groups for `threads` independent threads, folded into two dimensions if one is too short. Kernels recover the
/// index with `flat(gid, groups)` of [`super::Wgsl`].
pub fn flat_groups(threads: u64) -> [u32; 3] {
    let groups = threads.div_ceil(u64::from(LINE)).max(1);
    // 65535 is the default limit, which every adapter has.
    let y = groups.div_ceil(65_535);
    [groups.div_ceil(y) as u32, y as u32, 1]
}
