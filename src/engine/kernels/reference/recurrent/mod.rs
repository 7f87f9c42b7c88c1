//! Recurrent operators. Their equations, operands and shapes are in [`crate::engine::ops::recurrent`].
//!
//! State lives in variable tensors. [`float`] computes float results (weights may be quantized to 8 bits: dynamic range),
//! [`int8_16`] int8 results with 16-bit gates, [`int8_8`] the older form whose products have 8 bits; both share [`int8`].
//! [`basic`] is the LSTM with one matrix for all gates, [`svdf`] has both forms of SVDF.

mod basic;
pub mod float;
mod int8;
mod int8_16;
mod int8_8;
mod matrix;
pub mod svdf;

use crate::engine::error::Result;
use crate::engine::operator::{Definition, Ops};
use crate::engine::ops::recurrent::{lstm as lstm_contract, rnn as rnn_contract, svdf as svdf_contract};
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView};

const RNN: Definition = Definition::new(3, rnn_contract::check, rnn_contract::shapes, float::rnn).impure();
const LSTM: Definition = Definition::new(4, lstm_contract::check, lstm_contract::shapes, lstm).impure();
const SVDF: Definition = Definition::new(4, svdf_contract::check, svdf_contract::shapes, svdf::run).impure();

/// Operators of this folder.
pub const OPS: Ops = &[
    (Op::Rnn, RNN),
    (Op::UnidirectionalSequenceRnn, RNN),
    (Op::BidirectionalSequenceRnn, RNN),
    (Op::Lstm, LSTM),
    (Op::UnidirectionalSequenceLstm, LSTM),
    (Op::BidirectionalSequenceLstm, Definition { max_version: 3, ..LSTM }),
    (Op::Svdf, SVDF),
];

fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    if lstm_contract::is_basic(view) {
        return basic::run(view, io);
    }
    match view.dtype(0) {
        Some(Dtype::I8) if lstm_contract::is_int8_8(view) => int8_8::lstm(view, io),
        Some(Dtype::I8) => int8_16::lstm(view, io),
        _ => float::lstm(view, io),
    }
}
