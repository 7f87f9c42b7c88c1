//! The end of a kernel: functions of its result that are computed before it is written ([`super::later`]).

use super::elem::Elem;
use super::operand::Operand;

/// A tensor that an end reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Name of its binding and of the function that reads it.
    pub name: &'static str,
    /// How it is read.
    pub elem: Elem,
    /// The tensor.
    pub operand: Operand,
    /// Channels, in elements (or fours), if it has one value for each.
    pub channels: Option<u32>,
}

/// Functions of a kernel's result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct End {
    /// WGSL of `fn end(i: u32, v0: T) -> T`, the value that is written at `i`; empty without an end.
    pub function: String,
    /// Tensors that it reads.
    pub reads: Vec<Read>,
    /// Whether one of the functions is undefined for some numbers: it needs the uniform `nan`.
    pub is_partial: bool,
}

impl End {
    /// The most functions: a driver compiles a long kernel for longer than its dispatches would take.
    pub const LONGEST: usize = 32;
    /// The most tensors that it may read beside the kernel's own: every adapter binds eight buffers.
    pub const MOST: usize = 5;
}
