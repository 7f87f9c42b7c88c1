//! RNN: check, and shapes of the results.

use super::auxiliary::{self, Auxiliary};
use super::operands::{Sequence, bidirectional, floats, is_state, outputs_fit, with_rows};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::program::Shape;
use crate::engine::view::NodeView;

/// First weights of each direction; input weights, recurrent weights, bias and state follow each other.
pub fn positions(view: &NodeView) -> &'static [usize] {
    if bidirectional(view) { &[1, 5] } else { &[1] }
}

/// Operand counts, states and types.
pub fn check(view: &NodeView) -> Check {
    let positions = positions(view);
    let given = (0..=4 * positions.len()).all(|i| view.has(i)) && view.inputs() <= 4 * positions.len() + 1;
    let given = given || (bidirectional(view) && (0..=8).all(|i| view.has(i)) && auxiliary::given(view));
    if !given || !outputs_fit(view) || !positions.iter().all(|p| is_state(view, p + 3)) {
        return Err(Refusal::new("engine-operands"));
    }
    floats(view, |i| if i > 8 { i > auxiliary::RNN } else { matches!(i % 4, 1 | 2) })
}

/// One row for each step and batch, as wide as the bias.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let s = Sequence::new(view)?;
    let mut sizes = Vec::new();
    for &p in positions(view) {
        let [units, depth] = dims(view.shape(p))?;
        let fits = depth == s.input
            && view.shape(p + 1) == [units, units]
            && view.shape(p + 2) == [units]
            && view.shape(p + 3) == [s.batch, units];
        if !fits || !Auxiliary::new(view, sizes.len()).fits(view, &[units]) {
            return Err(misfit());
        }
        sizes.push(units);
    }
    with_rows(view, &sizes)
}
