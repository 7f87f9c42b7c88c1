//! Complex numbers: RFFT2D, REAL, IMAG, COMPLEX_ABS.

use super::fourier::{Complex, Fourier};
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{operands, same_shape, types};
use crate::engine::program::{Dtype, Op, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Rfft2d, Definition::new(1, check_transform, transform_shape, transform)),
    (Op::Real, Definition::new(1, check_part, same_shape, part)),
    (Op::Imag, Definition::new(1, check_part, same_shape, part)),
    (Op::ComplexAbs, Definition::new(1, check_part, same_shape, part)),
];

fn check_part(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, view.dtype(0) == Some(Dtype::C64) && view.out_dtype(0) == Some(Dtype::F32))
}

fn part(view: &NodeView, io: &mut Io) -> Result<()> {
    let op = view.node.op.builtin();
    for (out, pair) in io.output::<f32>(0).iter_mut().zip(io.input::<f32>(0).chunks_exact(2)) {
        *out = match op {
            Some(Op::Real) => pair[0],
            Some(Op::Imag) => pair[1],
            _ => pair[0].hypot(pair[1]),
        };
    }
    Ok(())
}

fn check_transform(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let floats = view.dtype(0) == Some(Dtype::F32) && view.out_dtype(0) == Some(Dtype::C64);
    types(view, floats && view.dtype(1) == Some(Dtype::I32))
}

/// Rows and columns of the transform: powers of two.
fn lengths(values: &[i32]) -> Result<(usize, usize)> {
    match values {
        &[rows, columns] if rows > 0 && columns > 0 => {
            let (rows, columns) = (rows as usize, columns as usize);
            if rows.is_power_of_two() && columns.is_power_of_two() {
                Ok((rows, columns))
            } else {
                Err(EngineError::malformed("engine-transform-length"))
            }
        }
        _ => Err(misfit()),
    }
}

fn transform_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(values) = view.value::<i32>(1) else { return Ok(None) };
    let (rows, columns) = lengths(values)?;
    let [outer @ .., _, _] = view.shape(0) else { return Err(misfit()) };
    let shape = [outer, &[rows, columns / 2 + 1]].concat();
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// Rows, then columns; the input is cut or padded with zeros.
fn transform(view: &NodeView, io: &mut Io) -> Result<()> {
    let (rows, columns) = lengths(io.input::<i32>(1))?;
    let [.., height, width] = *view.shape(0) else { return Err(misfit()) };
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    let kept = columns / 2 + 1;
    view.reserve(rows.saturating_mul(columns), 48)?;
    let (along, down) = (Fourier::new(columns), Fourier::new(rows));
    let mut plane: Vec<Complex> = vec![(0.0, 0.0); rows * kept];
    let mut column = vec![(0.0, 0.0); rows];
    for (n, out) in out.chunks_exact_mut(rows * kept * 2).enumerate() {
        let image = &x[n * height * width..][..height * width];
        plane.fill((0.0, 0.0));
        for (to, from) in plane.chunks_exact_mut(kept).zip(image.chunks_exact(width.max(1))) {
            let from = &from[..width.min(columns)];
            for (to, two) in to.iter_mut().zip(from.chunks(2)) {
                *to = (two[0].into(), two.get(1).copied().unwrap_or(0.0).into());
            }
            along.run_real(to);
        }
        for c in (0..kept).filter(|_| rows > 1) {
            column.iter_mut().zip(plane.iter().skip(c).step_by(kept)).for_each(|(to, &from)| *to = from);
            down.run(&mut column);
            plane.iter_mut().skip(c).step_by(kept).zip(&column).for_each(|(to, &from)| *to = from);
        }
        for (out, &(real, imaginary)) in out.chunks_exact_mut(2).zip(&plane) {
            out[0] = real as f32;
            out[1] = imaginary as f32;
        }
    }
    Ok(())
}
