//! Element-wise functions at the end of a kernel: later nodes of the program whose only operands are what the kernel writes and
//! tensors that are there already. Each would take a dispatch that waits for the one before, and one more pass through memory.

use std::fmt::Write as _;

use super::activation::Activation;
use super::dispatch::Operand;
use super::elem::Elem;
use super::pointwise::Binary;

/// How an operand is repeated over the elements of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Each element has its own.
    Elements,
    /// Each channel: there are so many, in the last dimension.
    Channels(u32),
    /// All have the same.
    One,
}

/// An operand of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term {
    /// A result: 0 is the kernel's own, then that of each function.
    Result(usize),
    /// Another tensor.
    Tensor(Operand, Along),
}

/// A function of one or two terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Applied {
    /// Of one result.
    Unary(Activation, usize),
    /// Of two terms, then of their result.
    Binary(Binary, Activation, [Term; 2]),
}

/// The functions, in order. The last result, or another that none of them reads, is what the kernel writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct End {
    /// Functions.
    pub applied: Vec<Applied>,
    /// The result that is written.
    pub written: usize,
}

/// Names of the bindings of tensors.
const NAMES: [&str; 5] = ["end0", "end1", "end2", "end3", "end4"];

/// A tensor that an end reads: name, how, operand.
pub(super) struct Read {
    pub(super) name: &'static str,
    pub(super) elem: Elem,
    pub(super) operand: Operand,
    /// Channels, in elements (or fours), if it has one value for each.
    pub(super) channels: Option<u32>,
}

impl End {
    /// The most functions: a driver compiles a long kernel for longer than its dispatches would take.
    pub const LONGEST: usize = 32;
    /// The most tensors that it may read beside the kernel's own: every adapter binds eight buffers.
    pub const MOST: usize = NAMES.len();

    /// WGSL of `fn end(i: u32, v0: T) -> T`, the value that is written at `i`, and the tensors that it reads.
    #[inline(never)]
    pub(super) fn function(&self, elem: Elem) -> (String, Vec<Read>) {
        let ty = elem.ty();
        let (mut functions, mut body, mut reads) = (String::new(), String::new(), Vec::new());
        for (at, applied) in self.applied.iter().enumerate() {
            let result = at + 1;
            match *applied {
                Applied::Unary(function, of) => {
                    functions.push_str(&function.function(&format!("act{result}"), elem));
                    let _ = writeln!(body, "let v{result} = act{result}(v{of});");
                }
                Applied::Binary(function, then, terms) => {
                    functions.push_str(&then.function(&format!("act{result}"), elem));
                    let [u, v] = terms.map(|term| match term {
                        Term::Result(of) => format!("v{of}"),
                        Term::Tensor(operand, along) => format!("{ty}({})", read(&mut reads, elem, operand, along)),
                    });
                    let value = function.expression(elem);
                    let _ = writeln!(functions, "fn of{result}(u: {ty}, v: {ty}) -> {ty} {{ return {value}; }}");
                    let _ = writeln!(body, "let v{result} = act{result}(of{result}({u}, {v}));");
                }
            }
        }
        let written = self.written;
        (format!("{functions}fn end(i: u32, v0: {ty}) -> {ty} {{\n{body}return v{written};\n}}\n"), reads)
    }
}

/// WGSL that reads an operand of the element (or four) at `i`.
fn read(reads: &mut Vec<Read>, elem: Elem, operand: Operand, along: Along) -> String {
    let name = NAMES[reads.len().min(NAMES.len() - 1)];
    let (elem, channels) = match along {
        Along::Elements => (elem, None),
        Along::Channels(channels) => (elem, Some(channels / elem.lanes())),
        Along::One => (Elem::One, None),
    };
    reads.push(Read { name, elem, operand, channels });
    match along {
        Along::Elements => format!("{name}(i)"),
        Along::Channels(_) => format!("{name}(i % p.per_{name})"),
        Along::One => format!("{name}(0u)"),
    }
}
