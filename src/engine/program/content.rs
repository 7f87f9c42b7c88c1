//! The bytes of a constant: in memory, or left in the model's file until something needs them.
//!
//! Must not know: what the bytes mean, who needs them.

use crate::bytes::SharedSource;
use crate::engine::data::Aligned;
use crate::engine::error::Result;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Constants of at least so many bytes stay in the file: most of them are packed once by a kernel, and a model's weights should not be in
/// memory twice.
const LEFT_FROM: u64 = 64 << 10;

/// Bytes read at a time where a caller needs only some: a CPU's cache holds them.
const PART: usize = 1 << 20;

/// Bytes of a constant, which tensors can share.
#[derive(Clone)]
pub enum Content {
    /// In memory.
    Held(Arc<Aligned>),
    /// In a file.
    Left(Rc<Excerpt>),
}

/// A part of a file.
pub struct Excerpt {
    source: SharedSource,
    range: Range<u64>,
}

impl Excerpt {
    /// Length in bytes.
    pub fn size(&self) -> usize {
        (self.range.end - self.range.start) as usize
    }

    /// Fills `to` with the bytes that begin `at` bytes behind the first one.
    ///
    /// Errors: they cannot be read, or are not all there.
    pub fn read_at(&self, at: usize, to: &mut [u8]) -> Result<()> {
        Ok(self.source.read_at(self.range.start.saturating_add(at as u64), to)?)
    }

    fn read(&self) -> Result<Aligned> {
        let mut data = Aligned::zeroed(self.size());
        self.source.read_at(self.range.start, data.bytes_mut())?;
        Ok(data)
    }

    /// Calls `each` with all bytes, in parts that are multiples of `unit` but for the last.
    fn parts(&self, unit: usize, each: &mut dyn FnMut(&[u8])) -> Result<()> {
        let step = (PART / unit.max(1)).max(1) * unit.max(1);
        let mut part = Aligned::default();
        for at in self.range.clone().step_by(step) {
            part.resize(step.min((self.range.end - at) as usize));
            self.source.read_at(at, part.bytes_mut())?;
            each(part.bytes());
        }
        Ok(())
    }
}

impl Content {
    /// A range of a file: left there if it is large, otherwise read.
    ///
    /// Errors: a small range cannot be read.
    pub fn of(source: &SharedSource, range: Range<u64>) -> Result<Self> {
        let len = range.end.saturating_sub(range.start);
        let excerpt = Excerpt { source: source.clone(), range };
        if len >= LEFT_FROM {
            return Ok(Self::Left(Rc::new(excerpt)));
        }
        excerpt.read().map(Self::from)
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Held(data) => data.len(),
            Self::Left(excerpt) => excerpt.size(),
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes. Those of a file are read each time.
    ///
    /// Errors: the file cannot be read any more.
    #[inline(never)]
    pub fn read(&self) -> Result<Arc<Aligned>> {
        match self {
            Self::Held(data) => Ok(data.clone()),
            Self::Left(excerpt) => excerpt.read().map(Arc::new),
        }
    }

    /// Some of the bytes: left in the file if they are many and the others are there.
    ///
    /// Errors: the file cannot be read any more.
    pub fn part(&self, range: Range<usize>) -> Result<Self> {
        match self {
            Self::Held(data) => Ok(Aligned::copy_of(&data.bytes()[range]).into()),
            Self::Left(excerpt) => {
                let [start, end] = [range.start, range.end].map(|at| excerpt.range.start + at as u64);
                Self::of(&excerpt.source, start..end)
            }
        }
    }

    /// Calls `each` with all bytes, in parts that are multiples of `unit` but for the last.
    ///
    /// Errors: the file cannot be read any more.
    #[inline(never)]
    pub fn parts(&self, unit: usize, each: &mut dyn FnMut(&[u8])) -> Result<()> {
        match self {
            Self::Held(data) => each(data.bytes()),
            Self::Left(excerpt) => excerpt.parts(unit, each)?,
        }
        Ok(())
    }

    /// The part of a file that has it, if it was left there and a few bytes of it are read as soon as from memory.
    pub fn at_hand(&self) -> Option<Rc<Excerpt>> {
        match self {
            Self::Left(excerpt) if excerpt.source.is_at_hand() => Some(excerpt.clone()),
            _ => None,
        }
    }

    /// A number that is the same for all clones, and for no other content as long as one of them is there.
    pub fn id(&self) -> usize {
        match self {
            Self::Held(data) => Arc::as_ptr(data).addr(),
            Self::Left(excerpt) => Rc::as_ptr(excerpt).addr(),
        }
    }
}

impl From<Aligned> for Content {
    fn from(data: Aligned) -> Self {
        Self::Held(Arc::new(data))
    }
}

impl Default for Content {
    fn default() -> Self {
        Aligned::default().into()
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
