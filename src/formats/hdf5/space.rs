//! Dataspaces: the number of elements and their shape.

use super::cursor::Cursor;
use crate::bytes::Result;

/// Maximum number of dimensions that the format allows.
const MOST_DIMENSIONS: u8 = 32;

/// A shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Space {
    /// No elements, and no shape.
    Null,
    /// Elements in a shape; an empty one is a single element.
    Simple(Vec<u64>),
}

impl Space {
    /// The dimensions; none for a null space.
    pub fn dims(&self) -> &[u64] {
        match self {
            Self::Null => &[],
            Self::Simple(dims) => dims,
        }
    }

    /// Number of elements; `None` when it passes 64 bits.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Null => Some(0),
            Self::Simple(dims) if dims.contains(&0) => Some(0),
            Self::Simple(dims) => dims.iter().try_fold(1u64, |n, &d| n.checked_mul(d)),
        }
    }

    /// Reads a dataspace message.
    pub(super) fn read(mut c: Cursor<'_>) -> Result<Self> {
        let version = c.version(1..=2)?;
        let rank = c.u8()?;
        let flags = c.u8()?;
        let kind = if version == 1 {
            c.skip(5)?;
            1
        } else {
            c.u8()?
        };
        if rank > MOST_DIMENSIONS {
            return Err(c.damaged());
        }
        if kind == 2 {
            return Ok(Self::Null);
        }
        let _ = flags;
        // Maximum sizes may follow; they do not matter here.
        (0..rank).map(|_| c.length()).collect::<Result<_>>().map(Self::Simple)
    }
}
