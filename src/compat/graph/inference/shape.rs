//! Shapes, and how shape functions combine them; refusals are their messages.
//!
//! Shape functions call these everywhere, so none is inlined: the page waits for their bytes, not for their time.

use crate::formats::proto::tensorflow::TensorShapeProto;
use std::ops::{Deref, DerefMut};

/// An unknown size.
pub const UNKNOWN: i64 = -1;

/// Maximum rank of a known shape; few kernels take more than 8 dimensions.
const MOST: usize = 10;

/// Sizes of a tensor's dimensions, -1 where unknown. It is a slice of them, which is empty for an unknown rank.
///
/// Shape functions copy shapes: without memory of their own these need no code that releases it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    is_known: bool,
    rank: usize,
    sizes: [i64; MOST],
}

/// Nothing or a value, unless the shape function refuses the node.
pub type Result<T = ()> = std::result::Result<T, Box<Refusal>>;

/// The message of a shape function that refuses a node.
#[derive(Debug)]
pub struct Refusal(pub String);

/// A refusal with numbers in place of each `{}`.
#[cold]
#[inline(never)]
pub fn refusal(text: &str, numbers: &[i64]) -> Box<Refusal> {
    let mut message = String::new();
    let mut numbers = numbers.iter();
    for (at, part) in text.split("{}").enumerate() {
        if at > 0 {
            message.push_str(&numbers.next().copied().unwrap_or_default().to_string());
        }
        message.push_str(part);
    }
    Box::new(Refusal(message))
}

impl Refusal {
    /// The message with another one behind it.
    pub fn and(mut self: Box<Self>, text: &str, numbers: &[i64]) -> Box<Self> {
        self.0.push_str(&refusal(text, numbers).0);
        self
    }

    /// The message with a shape in place of the first `%`.
    pub fn with(mut self: Box<Self>, sizes: &[i64]) -> Box<Self> {
        self.0 = self.0.replacen('%', &text(sizes), 1);
        self
    }
}

impl Deref for Shape {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        &self.sizes[..self.rank]
    }
}

impl DerefMut for Shape {
    fn deref_mut(&mut self) -> &mut [i64] {
        &mut self.sizes[..self.rank]
    }
}

impl Shape {
    /// A shape of unknown rank.
    pub const UNKNOWN: Self = Self { is_known: false, rank: 0, sizes: [UNKNOWN; MOST] };

    /// The shape of a scalar.
    pub const SCALAR: Self = Self { is_known: true, rank: 0, sizes: [UNKNOWN; MOST] };

    /// A shape of these sizes, one part after the other.
    #[inline(never)]
    pub fn of(parts: &[&[i64]]) -> Self {
        let mut shape = Self::SCALAR;
        for part in parts {
            for &size in *part {
                shape.push(size);
            }
        }
        shape
    }

    /// The shape that a message holds.
    #[inline(never)]
    pub fn stated(message: &TensorShapeProto) -> Self {
        if message.unknown_rank {
            return Self::UNKNOWN;
        }
        let mut shape = Self::SCALAR;
        message.dim.iter().for_each(|dim| shape.push(dim.size.max(UNKNOWN)));
        shape
    }

    /// A shape of unknown sizes; its rank is unknown if it is negative.
    pub fn of_rank(rank: i64) -> Self {
        let is_known = (0..=MOST as i64).contains(&rank);
        Self { is_known, rank: if is_known { rank as usize } else { 0 }, ..Self::UNKNOWN }
    }

    /// Whether the rank is known.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// The sizes; `None` for an unknown rank.
    pub fn known(&self) -> Option<&[i64]> {
        self.is_known.then_some(self)
    }

    /// A size; unknown where the shape has no such dimension.
    pub fn at(&self, index: usize) -> i64 {
        self.get(index).copied().unwrap_or(UNKNOWN)
    }

    /// Adds a last dimension.
    pub fn push(&mut self, size: i64) {
        self.insert(self.rank, size);
    }

    /// Adds a dimension; the rank becomes unknown if it is too high.
    #[inline(never)]
    pub fn insert(&mut self, at: usize, size: i64) {
        if !self.is_known || self.rank == MOST {
            *self = Self::UNKNOWN;
            return;
        }
        self.rank += 1;
        self[at..].rotate_right(1);
        self[at] = size;
    }

    /// Keeps the dimensions whose bits are set.
    #[inline(never)]
    pub fn keep(&mut self, bits: u32) {
        let mut kept = 0;
        for at in 0..self.rank {
            if bits >> at & 1 == 1 {
                self.sizes[kept] = self.sizes[at];
                kept += 1;
            }
        }
        self.rank = kept;
    }

    /// Removes a dimension.
    pub fn remove(&mut self, at: usize) {
        self.keep(!(1 << at));
    }

    /// Makes all sizes unknown.
    pub fn forget(&mut self) {
        self.fill(UNKNOWN);
    }

    /// Refuses another rank.
    #[inline(never)]
    pub fn ranked(&self, rank: i64) -> Result {
        match self.known() {
            Some(sizes) if sizes.len() as i64 != rank => {
                Err(refusal("Shape must be rank {} but is rank {}", &[rank, sizes.len() as i64]))
            }
            _ => Ok(()),
        }
    }

    /// Refuses another rank, and makes an unknown one known.
    #[inline(never)]
    pub fn assume(&mut self, rank: i64) -> Result {
        if !self.is_known {
            *self = Self::of_rank(rank);
        }
        self.ranked(rank)
    }

    /// Refuses lower ranks.
    #[inline(never)]
    pub fn at_least(&self, rank: i64) -> Result {
        match self.known() {
            Some(sizes) if (sizes.len() as i64) < rank => {
                Err(refusal("Shape must be at least rank {} but is rank {}", &[rank, sizes.len() as i64]))
            }
            _ => Ok(()),
        }
    }

    /// Refuses higher ranks.
    #[inline(never)]
    pub fn at_most(&self, rank: i64) -> Result {
        match self.known() {
            Some(sizes) if sizes.len() as i64 > rank => {
                Err(refusal("Shape must be at most rank {} but is rank {}", &[rank, sizes.len() as i64]))
            }
            _ => Ok(()),
        }
    }

    /// Becomes the shape that both share.
    #[inline(never)]
    pub fn merge(&mut self, other: &Self) -> Result {
        if !self.is_known {
            *self = *other;
        }
        if !other.is_known {
            return Ok(());
        }
        if self.rank != other.rank {
            let ranks = [self.rank as i64, other.rank as i64];
            return Err(refusal("Shapes must be equal rank, but are {} and {}", &ranks));
        }
        let own = *self;
        for at in 0..own.len() {
            let (p, q) = (own[at], other[at]);
            let Ok(size) = same_size(p, q) else {
                let text = "Dimension {} in both shapes must be equal, but are {} and {}. Shapes are % and %.";
                return Err(refusal(text, &[at as i64, p, q]).with(&own).with(other));
            };
            self[at] = size;
        }
        Ok(())
    }

    /// Becomes the shape of an operation on each pair of elements.
    #[inline(never)]
    pub fn broadcast(&mut self, other: &Self) -> Result {
        if !self.is_known || !other.is_known {
            *self = Self::UNKNOWN;
            return Ok(());
        }
        while self.rank < other.rank {
            self.insert(0, 1);
        }
        let before = self.rank - other.rank;
        for (own, &other) in self[before..].iter_mut().zip(other.iter()) {
            *own = match (*own, other) {
                (UNKNOWN, 1 | UNKNOWN) | (1, UNKNOWN) => UNKNOWN,
                (1, size) | (size, 1) => size,
                (p, q) => same_size(p, q)?,
            };
        }
        Ok(())
    }

    /// Number of elements; `None` when a size is unknown.
    pub fn elements(&self) -> Option<i64> {
        let product = self.known()?.iter().fold(1, |all, &size| product(all, size));
        (0..i64::MAX).contains(&product).then_some(product)
    }
}

/// The size that two dimensions share.
#[inline(never)]
pub fn same_size(a: i64, b: i64) -> Result<i64> {
    match (a, b) {
        (UNKNOWN, known) | (known, UNKNOWN) => Ok(known),
        _ if a == b => Ok(a),
        _ => Err(refusal("Dimensions must be equal, but are {} and {}", &[a, b])),
    }
}

/// Refuses a dimension of another size.
#[inline(never)]
pub fn of_size(found: i64, wanted: i64) -> Result {
    if found == UNKNOWN || found == wanted {
        Ok(())
    } else {
        Err(refusal("Dimension must be {} but is {}", &[wanted, found]))
    }
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
#[inline(never)]
pub fn less(a: i64, b: i64) -> Result<i64> {
    match (a, b) {
        (UNKNOWN, _) | (_, UNKNOWN) => Ok(UNKNOWN),
        _ if a < b => Err(refusal("Negative dimension size caused by subtracting {} from {}", &[b, a])),
        _ => Ok(a - b),
    }
}

/// A size divided without a remainder.
#[inline(never)]
pub fn divided(size: i64, by: i64) -> Result<i64> {
    match size {
        _ if by <= 0 => Err(refusal("Divisor must be positive but is {}", &[by])),
        UNKNOWN => Ok(UNKNOWN),
        _ if size % by != 0 => Err(refusal("Dimension size must be evenly divisible by {} but is {}", &[by, size])),
        _ => Ok(size / by),
    }
}

/// An axis of a tensor of this rank, counted from the start; `None` outside.
pub fn axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    let at = if axis < 0 { axis.saturating_add(rank) } else { axis };
    (0..rank).contains(&at).then_some(at as usize)
}

/// An axis of a tensor of this rank, counted from the start; the message has the axis, then the rank as often as needed.
#[inline(never)]
pub fn place(wanted: i64, rank: usize, text: &str) -> Result<usize> {
    axis(wanted, rank).ok_or_else(|| refusal(text, &[wanted, rank as i64, rank as i64, rank as i64]))
}

/// The same with a message that has the axis, then the bounds.
#[inline(never)]
pub fn within(wanted: i64, rank: usize, text: &str) -> Result<usize> {
    axis(wanted, rank).ok_or_else(|| refusal(text, &[wanted, -(rank as i64), rank as i64]))
}

/// The lowest rank of a tensor with this axis.
pub fn least_rank(axis: i64) -> i64 {
    if axis < 0 { axis.saturating_neg() } else { axis.saturating_add(1) }
}

/// A shape as messages print it: `[2,?]`.
pub fn text(sizes: &[i64]) -> String {
    let size = |&size: &i64| if size < 0 { "?".to_owned() } else { size.to_string() };
    format!("[{}]", sizes.iter().map(size).collect::<Vec<_>>().join(","))
}
