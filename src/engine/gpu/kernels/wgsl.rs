//! Builds a shader: parameters, bindings, helpers, body.
//!
//! Kernels compute in float32. Tensors may be stored otherwise: the types of their elements are `Of_x` for a binding `x`, which
//! [`Dispatch::for_storage`] defines; kernels access them through functions that convert.

use std::fmt::Write as _;

use super::dispatch::{Dispatch, LINE, Sees};
use super::elem::Elem;
use super::end::End;
use super::operand::Operand;

/// A shader under construction.
#[derive(Debug, Default)]
pub struct Wgsl {
    consts: String,
    fields: String,
    params: Vec<u32>,
    bindings: Vec<String>,
    reads: Vec<Operand>,
    readers: Vec<(&'static str, Elem, usize)>,
    helpers: String,
}

impl Wgsl {
    /// An empty shader.
    pub fn new() -> Self {
        Self::default()
    }

    /// An integer fixed at compile time: part of the kernel's structure.
    #[must_use]
    pub fn constant(mut self, name: &str, value: u32) -> Self {
        let _ = writeln!(self.consts, "const {name}: u32 = {value}u;");
        self
    }

    /// An integer passed with each dispatch, read as `p.name`.
    #[must_use]
    pub fn uniform(mut self, name: &str, value: u32) -> Self {
        let _ = write!(self.fields, "{name}: u32, ");
        self.params.push(value);
        self
    }

    /// A signed integer passed with each dispatch.
    #[must_use]
    pub fn uniform_i32(mut self, name: &str, value: i32) -> Self {
        let _ = write!(self.fields, "{name}: i32, ");
        self.params.push(value.cast_unsigned());
        self
    }

    /// A float passed with each dispatch.
    #[must_use]
    pub fn uniform_f32(mut self, name: &str, value: f32) -> Self {
        let _ = write!(self.fields, "{name}: f32, ");
        self.params.push(value.to_bits());
        self
    }

    /// A read-only array of floats, whose elements (or fours) are `name(i)`.
    #[must_use]
    pub fn read(mut self, name: &'static str, elem: Elem, operand: Operand) -> Self {
        self.readers.push((name, elem, self.reads.len()));
        self.read_as(&format!("stored_{name}"), &format!("Of_{name}"), operand)
    }

    /// A read-only array of integers. As floats they would be denormals, which an adapter may treat as zeros.
    #[must_use]
    pub fn read_words(self, name: &str, operand: Operand) -> Self {
        self.read_as(name, "u32", operand)
    }

    /// A read-only array of some type.
    #[must_use]
    pub(super) fn read_as(mut self, name: &str, ty: &str, operand: Operand) -> Self {
        self.reads.push(operand);
        self.bindings.push(format!("{name}: array<{ty}>"));
        self
    }

    /// Functions and workgroup variables.
    #[must_use]
    pub fn helper(mut self, text: &str) -> Self {
        self.helpers.push_str(text);
        self.helpers.push('\n');
        self
    }

    /// Ends the shader; `body` is `main`, with `gid`, `lid`, `wid` and `groups` in scope, and the functions of
    /// [`Dispatch::for_storage`].
    pub fn finish(
        mut self,
        kernel: &'static str,
        write: (Elem, Operand),
        workgroup: [u32; 3],
        groups: [u32; 3],
        body: &str,
    ) -> Dispatch {
        if self.params.is_empty() {
            self = self.uniform("unused", 0);
        }
        let [x, y, z] = workgroup;
        let source = format!(
            "{consts}{helpers}\
             @compute @workgroup_size({x}, {y}, {z})\n\
             fn main(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_id) lid: vec3u, \
             @builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u) {{\n{body}\n}}\n",
            consts = self.consts,
            helpers = self.helpers,
        );
        let Self { fields, params, bindings, reads, readers, .. } = self;
        let (elem, write) = write;
        let (sees, end) = (Sees::Reals, End::default());
        Dispatch { kernel, source, fields, params, elem, bindings, reads, readers, sees, end, write, groups }
    }

    /// Ends a shader of independent threads: `i` is the thread's index, below `p.threads`.
    pub fn finish_flat(self, kernel: &'static str, write: (Elem, Operand), threads: u64, body: &str) -> Dispatch {
        let groups = super::dispatch::flat_groups(threads);
        let body = format!("let i = gid.x + gid.y * groups.x * {LINE}u;\nif (i >= p.threads) {{ return; }}\n{body}");
        self.uniform("threads", u32::try_from(threads).unwrap_or(u32::MAX)).finish(
            kernel,
            write,
            [LINE, 1, 1],
            groups,
            &body,
        )
    }
}
