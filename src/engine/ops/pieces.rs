//! Walks of operands that are broadcast, in pieces that are slices of one length: loops over them are vectors.
//!
//! Owns: what a piece is, and copies of what repeats in it. Must not know operators.

use super::geometry::{broadcast_steps, joined, walk_rows};
use crate::engine::copy::copy_few;
use crate::engine::data::Number;
use std::ops::Range;

/// Maximum number of elements in a piece.
pub const PIECE: usize = 512;

/// The part of an operand that belongs to a piece of the result: some rows, or some elements of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    first: usize,
    /// Steps from one element to the next (0 or 1), and from one row to the next.
    along: usize,
    between: usize,
    len: usize,
    rows: usize,
}

/// Calls `f` with ranges of the result, in order, and the pieces of the operands.
#[inline(never)]
pub fn broadcast_pieces(shape: &[usize], operands: &[&[usize]], f: &mut dyn FnMut(Range<usize>, &[Piece])) {
    let mut steps = broadcast_steps(shape, operands);
    let mut outer = joined(shape, &mut steps);
    let len = outer.pop().unwrap_or(1);
    if len == 0 {
        return;
    }
    let along: Vec<usize> = steps.iter_mut().map(|steps| steps.pop().unwrap_or(0)).collect();
    let mut pieces = vec![Piece::default(); operands.len()];
    let most = (PIECE / len).max(1);
    walk_rows(&outer, steps, &mut |first, at, between, count| {
        for row in (0..count).step_by(most) {
            let rows = most.min(count - row);
            for from in (0..len).step_by(PIECE) {
                let len_of_piece = PIECE.min(len - from);
                for (i, piece) in pieces.iter_mut().enumerate() {
                    let first = at[i] + row * between[i] + from * along[i];
                    *piece = Piece { first, along: along[i], between: between[i], len: len_of_piece, rows };
                }
                let start = (first + row) * len + from;
                f(start..start + rows * len_of_piece, &pieces);
            }
        }
    });
}

/// Elements of a piece that are not in a row in the operand.
pub struct Room<T> {
    elements: [T; PIECE],
    piece: Piece,
}

impl<T: Number> Room<T> {
    /// Without elements.
    pub fn empty() -> Self {
        Self { elements: [T::zeroed(); PIECE], piece: Piece::default() }
    }

    /// The elements of a piece of `x`.
    #[inline(never)]
    pub fn of<'a>(&'a mut self, x: &'a [T], piece: Piece) -> &'a [T] {
        let Piece { first, along, between, len, rows } = piece;
        let count = rows * len;
        if along == 1 && (rows == 1 || between == len) {
            return &x[first..first + count];
        }
        let elements = &mut self.elements[..count];
        // What repeats for the complete result is copied once.
        if self.piece != piece {
            self.piece = piece;
            for (row, to) in elements.chunks_exact_mut(len).enumerate() {
                let x = &x[first + row * between..];
                if along == 0 {
                    to.fill(x[0]);
                } else {
                    copy_few(bytemuck::cast_slice_mut(to), bytemuck::cast_slice(&x[..len]));
                }
            }
        }
        elements
    }
}
