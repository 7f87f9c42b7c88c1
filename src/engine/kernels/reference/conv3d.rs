//! CONV_3D, CONV_3D_TRANSPOSE.

use super::finish::FloatFinish;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops};
use crate::engine::ops::conv3d::{backward, input, volume};
use crate::engine::ops::geometry::Span;
use crate::engine::ops::operands::{is, operands, types};
use crate::engine::ops::products::clamps;
use crate::engine::program::{Dtype, Op, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Conv3d, Definition::new(1, check, shapes, run)),
    (Op::Conv3dTranspose, Definition::new(1, check, shapes, run)),
];

fn check(view: &NodeView) -> Check {
    let first = input(view);
    operands(view, first.max(1) + 1..=first.max(1) + 2, first.max(1) + 1)?;
    let bias = view.dtype(first.max(1) + 1);
    let floats = is(view, first, Dtype::F32) && view.dtype(1) == Some(Dtype::F32);
    types(view, floats && matches!(bias, None | Some(Dtype::F32)))?;
    types(view, !backward(view) || view.dtype(0) == Some(Dtype::I32))?;
    clamps(view)
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let shape = if backward(view) {
        let Some(shape) = view.integers(0) else { return Ok(None) };
        let shape = super::data_movement::sizes(&shape)?;
        volume(view, &shape)?;
        shape
    } else {
        let v = volume(view, view.shape(0))?;
        vec![v.batch, v.spans[0].output, v.spans[1].output, v.spans[2].output, v.channels.1]
    };
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let back = backward(view);
    let v = volume(view, if back { view.out_shape(0) } else { view.shape(0) })?;
    let first = input(view);
    let (x, w, out) = (io.input::<f32>(first), io.input::<f32>(1), io.output::<f32>(0));
    let finish = FloatFinish::new(view, io.input(first.max(1) + 1));
    let [d, h, width] = v.spans;
    let (from, to) = v.channels;
    let places = |s: &Span| if back { s.input } else { s.output };
    let sizes = |s: &Span| if back { s.output } else { s.input };
    let at = |s: &Span, o: usize, tap: usize| if back { s.back(o, tap) } else { s.at(o, tap) };
    let mut o = 0;
    for b in 0..v.batch {
        for od in 0..places(&d) {
            for oh in 0..places(&h) {
                for ow in 0..places(&width) {
                    for oc in 0..to {
                        let mut sum = 0.0;
                        for td in 0..d.taps {
                            let Some(id) = at(&d, od, td) else { continue };
                            for th in 0..h.taps {
                                let Some(ih) = at(&h, oh, th) else { continue };
                                for tw in 0..width.taps {
                                    let Some(iw) = at(&width, ow, tw) else { continue };
                                    let i = (((b * sizes(&d) + id) * sizes(&h) + ih) * sizes(&width) + iw) * from;
                                    let tap = ((td * h.taps + th) * width.taps + tw) * from * to;
                                    for ic in 0..from {
                                        // Weights run over (input, output) channels, or (output, input).
                                        let c = if back { oc * from + ic } else { ic * to + oc };
                                        sum += x[i + ic] * w[tap + c];
                                    }
                                }
                            }
                        }
                        out[o] = finish.apply(oc, sum);
                        o += 1;
                    }
                }
            }
        }
    }
    Ok(())
}
