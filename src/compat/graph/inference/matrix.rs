//! Shape functions of matrices, one or many.

use super::call::Call;
use super::shape::{Result, Shape, UNKNOWN, refusal, same_size};

/// Rows and columns of the product of two matrices, each perhaps transposed.
fn multiplied(call: &Call<'_>, a: &[i64], b: &[i64], flags: [&str; 2]) -> Result<[i64; 2]> {
    let [left, right] = flags.map(|flag| usize::from(call.flag(flag)));
    same_size(a[1 - left], b[right])?;
    Ok([a[left], b[1 - right]])
}

/// A product of two matrices.
pub fn matmul(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let mut other = *call.input(1);
    out.assume(2)?;
    other.assume(2)?;
    *out = Shape::of(&[&multiplied(call, out, &other, ["transpose_a", "transpose_b"])?]);
    Ok(())
}

/// The dimensions of a batch, and those of its matrices.
fn parts(shape: &Shape) -> (Shape, [i64; 2]) {
    match shape.known() {
        Some([batch @ .., rows, columns]) => (Shape::of(&[batch]), [*rows, *columns]),
        _ => (Shape::UNKNOWN, [UNKNOWN; 2]),
    }
}

/// Products of many matrices.
pub fn batch_matmul(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let other = call.input(1);
    out.at_least(2)?;
    other.at_least(2)?;
    let from = std::mem::replace(out, Shape::UNKNOWN);
    let (mut batches, a) = parts(&from);
    let (others, b) = parts(other);
    let flags = ["adj_x", "adj_y"];
    let sizes = if call.is("BatchMatMul") {
        batches.merge(&others)?;
        multiplied(call, &a, &b, flags)?
    } else {
        let sizes = multiplied(call, &a, &b, flags)?;
        batches.broadcast(&others)?;
        sizes
    };
    if batches.is_known() {
        *out = Shape::of(&[&batches, &sizes]);
    }
    Ok(())
}

/// The diagonal of a tensor whose dimensions are there twice.
pub fn diag_part(_: &mut Call<'_>, out: &mut Shape) -> Result {
    if !out.is_known() {
        return Ok(());
    }
    let rank = out.len();
    if rank == 0 || !rank.is_multiple_of(2) {
        return Err(refusal("Input must have even and non-zero rank, input rank is {}", &[rank as i64]));
    }
    let (first, second) = out.split_at(rank / 2);
    let mut half = Shape::SCALAR;
    for (&a, &b) in first.iter().zip(second) {
        half.push(same_size(a, b)?);
    }
    *out = half;
    Ok(())
}

/// The smaller one of two sizes.
fn smaller(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (UNKNOWN, _) | (_, UNKNOWN) => UNKNOWN,
        _ => a.min(b),
    }
}

/// Matrices with vectors on their diagonals.
pub fn diag(_: &mut Call<'_>, out: &mut Shape) -> Result {
    out.at_least(1)?;
    if let Some(&last) = out.last() {
        out.push(last);
    }
    Ok(())
}

/// The diagonals of matrices.
pub fn diagonal(_: &mut Call<'_>, out: &mut Shape) -> Result {
    out.at_least(2)?;
    if out.is_known() {
        let (batch, [rows, columns]) = parts(out);
        *out = Shape::of(&[&batch, &[smaller(rows, columns)]]);
    }
    Ok(())
}

/// The factors Q and R of matrices.
pub fn qr(call: &mut Call<'_>, out: &mut Shape) -> Result {
    out.at_least(2)?;
    if out.is_known() {
        let (batch, [rows, columns]) = parts(out);
        let inner = if call.flag("full_matrices") { rows } else { smaller(rows, columns) };
        call.outputs = vec![Shape::of(&[&batch, &[rows, inner]]), Shape::of(&[&batch, &[inner, columns]])];
    }
    Ok(())
}

/// Singular values of matrices, and their vectors if they are computed.
pub fn svd(call: &mut Call<'_>, out: &mut Shape) -> Result {
    out.at_least(2)?;
    if !out.is_known() {
        return Ok(());
    }
    let (batch, [rows, columns]) = parts(out);
    let inner = smaller(rows, columns);
    let none = Shape::of(&[&[0]]);
    let full = call.flag("full_matrices");
    let side = |size: i64| Shape::of(&[&batch, &[size, if full { size } else { inner }]]);
    let vectors = if call.flag("compute_uv") { [side(rows), side(columns)] } else { [none, none] };
    call.outputs = vec![Shape::of(&[&batch, &[inner]]), vectors[0], vectors[1]];
    Ok(())
}

/// Matrices with another diagonal.
pub fn set_diag(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let diagonal = call.input(1);
    out.at_least(2)?;
    diagonal.at_least(1)?;
    if !out.is_known() {
        return Ok(());
    }
    let rank = out.len();
    diagonal.ranked(rank as i64 - 1)?;
    let Some((&last, batch)) = diagonal.split_last() else { return Ok(()) };
    same_size(smaller(out[rank - 2], out[rank - 1]), last)?;
    if out.contains(&UNKNOWN) {
        out.merge(&Shape::of(&[batch, &[UNKNOWN; 2]]))?;
    }
    Ok(())
}

/// Solutions of systems of equations with square matrices.
pub fn solve(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let right = *call.input(1);
    out.at_least(2)?;
    if out.is_known() {
        same_size(out[out.len() - 2], out[out.len() - 1])?;
    }
    right.at_least(2)?;
    let left = std::mem::replace(out, Shape::UNKNOWN);
    if !left.is_known() || !right.is_known() {
        return Ok(());
    }
    let ((batch, a), (others, b)) = (left.split_at(left.len() - 2), right.split_at(right.len() - 2));
    let (mut batches, others) = (Shape::of(&[batch]), Shape::of(&[others]));
    batches.merge(&others)?;
    *out = Shape::of(&[&batches, &[same_size(a[1], b[0])?, b[1]]]);
    Ok(())
}
