//! Two operands, elementwise with broadcasting, with bools as results: EQUAL, LESS and the like, LOGICAL_AND, LOGICAL_OR.

use super::arithmetic::{apply, check_logic, numbers, shapes};
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops};
use crate::engine::ops::fixed::Factor;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{operands, per_tensor, types};
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Equal, Definition::new(5, check_compare, shapes, compare)),
    (Op::NotEqual, Definition::new(4, check_compare, shapes, compare)),
    (Op::Less, Definition::new(3, check_compare, shapes, compare)),
    (Op::LessEqual, Definition::new(2, check_compare, shapes, compare)),
    (Op::Greater, Definition::new(2, check_compare, shapes, compare)),
    (Op::GreaterEqual, Definition::new(3, check_compare, shapes, compare)),
    (Op::LogicalAnd, Definition::new(1, check_logic, shapes, logic)),
    (Op::LogicalOr, Definition::new(1, check_logic, shapes, logic)),
];

fn check_compare(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let known = match view.dtype(0) {
        Some(Dtype::F32 | Dtype::I32 | Dtype::I64 | Dtype::I16 | Dtype::Bool) => true,
        Some(Dtype::I8 | Dtype::U8) => per_tensor(view, 0) && per_tensor(view, 1),
        Some(Dtype::String) => matches!(view.node.op.builtin(), Some(Op::Equal | Op::NotEqual)),
        _ => false,
    };
    types(view, known && view.dtype(0) == view.dtype(1) && view.out_dtype(0) == Some(Dtype::Bool))
}

/// The relations that a comparison holds in, and whether its result is inverted: NaN is in no relation but "not equal".
// All comparisons are one loop for each type, without branches.
#[derive(Clone, Copy)]
struct Relation {
    less: bool,
    equal: bool,
    greater: bool,
    is_inverted: bool,
}

impl Relation {
    fn of(op: Option<Op>) -> Self {
        Self {
            less: matches!(op, Some(Op::Less | Op::LessEqual)),
            equal: !matches!(op, Some(Op::Less | Op::Greater)),
            greater: matches!(op, Some(Op::Greater | Op::GreaterEqual)),
            is_inverted: op == Some(Op::NotEqual),
        }
    }

    // Inlined, or the loop is no vector.
    #[inline(always)]
    fn holds<T: PartialOrd>(self, a: T, b: T) -> u8 {
        let holds = (self.less & (a < b)) | (self.equal & (a == b)) | (self.greater & (a > b));
        u8::from(holds ^ self.is_inverted)
    }
}

fn compare(view: &NodeView, io: &mut Io) -> Result<()> {
    fn plain<T: Number + PartialOrd>(view: &NodeView, io: &mut Io) {
        let relation = Relation::of(view.node.op.builtin());
        apply(view, io, move |a: T, b: T| relation.holds(a, b));
    }
    match view.dtype(0) {
        Some(Dtype::F32) => plain::<f32>(view, io),
        // Equal strings have equal handles.
        Some(Dtype::I32 | Dtype::String) => plain::<i32>(view, io),
        Some(Dtype::I64) => plain::<i64>(view, io),
        Some(Dtype::I16) => plain::<i16>(view, io),
        Some(Dtype::Bool) => plain::<u8>(view, io),
        // Values of different scales are brought to a common one with 8 spare bits.
        Some(_) => {
            let scaled = |i: usize| {
                let factor = Factor::new(f64::from(view.quant(i)?.scale()));
                numbers(view, i, |x| factor.apply(x << 8))
            };
            let ([a, b], relation) = (&[scaled(0)?, scaled(1)?], Relation::of(view.node.op.builtin()));
            apply(view, io, move |x: u8, y: u8| relation.holds(a[usize::from(x)], b[usize::from(y)]));
        }
        None => return Err(misfit()),
    }
    Ok(())
}

fn logic(view: &NodeView, io: &mut Io) -> Result<()> {
    let any = view.node.op.builtin() == Some(Op::LogicalOr);
    apply(view, io, move |a: u8, b: u8| {
        let (a, b) = (a != 0, b != 0);
        u8::from((a & b) | (any & (a | b)))
    });
    Ok(())
}
