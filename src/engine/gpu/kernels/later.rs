//! Element-wise functions at the end of a kernel: later nodes of the program whose only operands are the kernel's result and
//! tensors that are there already. Each would take a dispatch that waits for the one before, and one more pass through memory.

use std::fmt::Write as _;

use super::activation::Activation;
use super::elem::Elem;
use super::end::{End, Read};
use super::operand::Operand;
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

/// Names of the bindings of tensors.
const NAMES: [&str; End::MOST] = ["end0", "end1", "end2", "end3", "end4"];

/// The end that computes functions in order and writes the result with the number `written`, for kernels with elements of `elem`.
#[inline(never)]
pub fn end(applied: &[Applied], written: usize, elem: Elem) -> End {
    let ty = elem.ty();
    let (mut functions, mut body, mut reads, mut is_partial) = (String::new(), String::new(), Vec::new(), false);
    for (at, applied) in applied.iter().enumerate() {
        let result = at + 1;
        let (Applied::Unary(act, _) | Applied::Binary(_, act, _)) = applied;
        functions.push_str(&act.function(&format!("act{result}"), elem));
        is_partial |= act.is_partial();
        match *applied {
            Applied::Unary(_, of) => {
                let _ = writeln!(body, "let v{result} = act{result}(v{of});");
            }
            Applied::Binary(function, _, terms) => {
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
    let function = format!("{functions}fn end(i: u32, v0: {ty}) -> {ty} {{\n{body}return v{written};\n}}\n");
    End { function, reads, is_partial }
}

/// WGSL that reads an operand of the element (or four) at `i`.
fn read(reads: &mut Vec<Read>, elem: Elem, operand: Operand, along: Along) -> String {
    let name = NAMES[reads.len().min(NAMES.len() - 1)];
    let (elem, channels, at) = match along {
        Along::Elements => (elem, None, "i"),
        Along::Channels(channels) => (elem, Some(channels / elem.lanes()), "i % p.per_"),
        Along::One => (Elem::One, None, "0u"),
    };
    reads.push(Read { name, elem, operand, channels });
    let of = if channels.is_some() { name } else { "" };
    format!("{name}({at}{of})")
}
