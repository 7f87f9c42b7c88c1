//! Shapes, and how shape functions combine them; refusals are their messages.

/// Sizes of dimensions, -1 where unknown; `None` for an unknown rank.
pub type Shape = Option<Vec<i64>>;

/// A result, or the message of the shape function.
pub type Result<T> = std::result::Result<T, String>;

/// An unknown size.
pub const UNKNOWN: i64 = -1;

/// The sizes of a shape that must have this rank.
pub fn of_rank(shape: &Shape, rank: usize) -> Result<Vec<i64>> {
    match shape {
        None => Ok(vec![UNKNOWN; rank]),
        Some(sizes) if sizes.len() == rank => Ok(sizes.clone()),
        Some(sizes) => Err(format!("Shape must be rank {rank} but is rank {}", sizes.len())),
    }
}

/// Refuses shapes of a lower rank.
pub fn at_least(shape: &Shape, rank: usize) -> Result<()> {
    let found = shape.as_ref().map_or(rank, Vec::len);
    if found >= rank { Ok(()) } else { Err(format!("Shape must be at least rank {rank} but is rank {found}")) }
}

/// Refuses shapes of a higher rank.
pub fn at_most(shape: &Shape, rank: usize) -> Result<()> {
    let found = shape.as_ref().map_or(rank, Vec::len);
    if found <= rank { Ok(()) } else { Err(format!("Shape must be at most rank {rank} but is rank {found}")) }
}

/// The size that two dimensions share.
pub fn same_size(a: i64, b: i64) -> Result<i64> {
    match (a, b) {
        (UNKNOWN, known) | (known, UNKNOWN) => Ok(known),
        _ if a == b => Ok(a),
        _ => Err(format!("Dimensions must be equal, but are {a} and {b}")),
    }
}

/// A dimension that must have a size.
pub fn of_size(found: i64, wanted: i64) -> Result<i64> {
    if found == UNKNOWN || found == wanted {
        Ok(wanted)
    } else {
        Err(format!("Dimension must be {wanted} but is {found}"))
    }
}

/// The shape that two shapes share.
pub fn same(a: &Shape, b: &Shape) -> Result<Shape> {
    let (Some(x), Some(y)) = (a, b) else { return Ok(a.clone().or_else(|| b.clone())) };
    if x.len() != y.len() {
        return Err(format!("Shapes must be equal rank, but are {} and {}", x.len(), y.len()));
    }
    let mut sizes = Vec::with_capacity(x.len());
    for (at, (&p, &q)) in x.iter().zip(y).enumerate() {
        let in_both = |_| {
            let (first, second) = (text(x), text(y));
            format!(
                "Dimension {at} in both shapes must be equal, but are {p} and {q}. Shapes are {first} and {second}."
            )
        };
        sizes.push(same_size(p, q).map_err(in_both)?);
    }
    Ok(Some(sizes))
}

/// The shape of an operation on each pair of elements.
pub fn broadcast(a: &Shape, b: &Shape) -> Result<Shape> {
    let (Some(x), Some(y)) = (a, b) else { return Ok(None) };
    let rank = x.len().max(y.len());
    let size = |sizes: &[i64], at: usize| (at + sizes.len()).checked_sub(rank).map_or(1, |at| sizes[at]);
    let mut sizes = Vec::with_capacity(rank);
    for at in 0..rank {
        sizes.push(match (size(x, at), size(y, at)) {
            (UNKNOWN, 1 | UNKNOWN) | (1, UNKNOWN) => UNKNOWN,
            (1, other) | (other, 1) => other,
            (p, q) => same_size(p, q)?,
        });
    }
    Ok(Some(sizes))
}

/// Number of elements; `None` when a size is unknown.
pub fn elements(shape: &Shape) -> Option<i64> {
    shape.as_ref()?.iter().try_fold(1i64, |product, &size| (size >= 0).then(|| product.checked_mul(size))?)
}

/// A sum of sizes, unknown if one is.
pub fn sum(a: i64, b: i64) -> i64 {
    if a < 0 || b < 0 { UNKNOWN } else { a.saturating_add(b) }
}

/// A product of sizes, unknown if one is.
pub fn product(a: i64, b: i64) -> i64 {
    if a < 0 || b < 0 { UNKNOWN } else { a.saturating_mul(b) }
}

/// A difference of sizes, which must not be negative.
pub fn less(a: i64, b: i64) -> Result<i64> {
    match (a, b) {
        (UNKNOWN, _) | (_, UNKNOWN) => Ok(UNKNOWN),
        _ if a < b => Err(format!("Negative dimension size caused by subtracting {b} from {a}")),
        _ => Ok(a - b),
    }
}

/// A size divided without a remainder.
pub fn divided(size: i64, by: i64) -> Result<i64> {
    match size {
        _ if by <= 0 => Err(format!("Divisor must be positive but is {by}")),
        UNKNOWN => Ok(UNKNOWN),
        _ if size % by != 0 => Err(format!("Dimension size must be evenly divisible by {by} but is {size}")),
        _ => Ok(size / by),
    }
}

/// An axis of a tensor of this rank, counted from the start; `None` outside.
pub fn axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    usize::try_from(if axis < 0 { axis + rank } else { axis }).ok().filter(|&at| (at as i64) < rank)
}

/// A shape as messages print it: `[2,?]`.
pub fn text(sizes: &[i64]) -> String {
    let size = |&size: &i64| if size < 0 { "?".to_owned() } else { size.to_string() };
    format!("[{}]", sizes.iter().map(size).collect::<Vec<_>>().join(","))
}
