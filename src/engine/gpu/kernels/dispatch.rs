//! One dispatch of a kernel: its text, its parameters, its bindings.

use std::fmt::Write as _;

use super::elem::Elem;
use super::grid::Grid;

/// The target of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A tensor that a run computes or receives, by its number in the plan.
    Value(usize),
    /// Constant data, by its number in the session.
    Const(usize),
}

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
    /// The WGSL text, complete after [`Dispatch::for_storage`]; also the key of the pipeline cache.
    pub source: String,
    /// Fields of the uniform block.
    pub fields: String,
    /// The uniform block, word by word.
    pub params: Vec<u32>,
    /// Elements that the kernel writes at once.
    pub elem: Elem,
    /// Read-only storage bindings, in order.
    pub reads: Vec<Operand>,
    /// Functions that read tensors: name, what one returns, position in `reads`.
    pub readers: Vec<(&'static str, Elem, usize)>,
    /// How it sees quantized tensors.
    pub sees: Sees,
    /// The output binding.
    pub write: Operand,
    /// Work groups.
    pub groups: [u32; 3],
}

impl Dispatch {
    /// Completes the text: how tensors are stored, as float16 or float32, and `grid`, which values they can have. The functions of
    /// `readers` read; `store(i, v)` writes an element (or four) of the output.
    #[must_use]
    pub fn for_storage(mut self, half: bool, grid: impl Fn(Operand) -> Option<Grid>) -> Self {
        let own = grid(self.write);
        let same = self.readers.iter().all(|&(_, _, at)| grid(self.reads[at]) == own);
        let in_steps = same && matches!(self.sees, Sees::Steps { .. });
        let mut text = if half {
            "enable f16;\nalias H = f16;\nalias H4 = vec4<f16>;\n".to_owned()
        } else {
            "alias H = f32;\nalias H4 = vec4f;\n".to_owned()
        };
        for (name, elem, at) in std::mem::take(&mut self.readers) {
            let in_steps = in_steps || (at == 0 && self.sees == Sees::FirstInSteps);
            let scale = match grid(self.reads[at]).filter(|_| !in_steps) {
                Some(grid) => self.scaled(name, &grid),
                None => String::new(),
            };
            let ty = elem.ty();
            let _ = writeln!(text, "fn {name}(i: u32) -> {ty} {{ return {ty}(stored_{name}[i]){scale}; }}");
        }
        let (ty, stored) = (self.elem.ty(), self.elem.stored());
        let value = own.map_or_else(|| "v".to_owned(), |grid| self.nearest(&grid, in_steps));
        let _ = writeln!(text, "fn store(i: u32, v: {ty}) {{ y[i] = {stored}({value}); }}");
        let _ = writeln!(text, "struct Params {{ {} }}", self.fields);
        self.source.insert_str(0, &text);
        self
    }

    // Functions of their own, so that a build moves them out of the file that models of floats need.
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
        let _ = write!(self.fields, "{name}: f32, ");
        self.params.push(value.to_bits());
        format!("p.{name}")
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
