//! One dispatch of a kernel: its text, its parameters, its bindings.

/// The target of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A tensor that a run computes or receives, by its number in the plan.
    Value(usize),
    /// Constant data, by its number in the session.
    Const(usize),
}

/// One dispatch: a shader, its parameters and its bindings.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispatch {
    /// Kernel name for labels and profiles.
    pub kernel: &'static str,
    /// The complete WGSL text; also the key of the pipeline cache.
    pub source: String,
    /// The uniform block, word by word.
    pub params: Vec<u32>,
    /// Read-only storage bindings, in order.
    pub reads: Vec<Operand>,
    /// The output binding.
    pub write: Operand,
    /// Work groups.
    pub groups: [u32; 3],
}

impl Dispatch {
    /// How tensors are stored: as float16 or float32.
    #[must_use]
    pub fn for_storage(mut self, half: bool) -> Self {
        let head = if half {
            "enable f16;\nalias H = f16;\nalias H4 = vec4<f16>;\n"
        } else {
            "alias H = f32;\nalias H4 = vec4f;\n"
        };
        self.source.insert_str(0, head);
        self
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
