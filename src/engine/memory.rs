//! The working memory of a session: its limit and its use.
//!
//! Sizes come from the model and from computed values, so each buffer is requested here before it is allocated: a
//! failed allocation ends the process, a refusal is an error that names the limit.

use super::error::{EngineError, ErrorKind, Result};
use std::cell::Cell;
use std::rc::Rc;

/// Bytes that a session may take unless the caller says otherwise.
pub const DEFAULT_LIMIT: usize = 1 << 30;

/// Memory shared by buffers; clones count together.
#[derive(Clone, Debug)]
pub struct Budget(Rc<Counter>);

#[derive(Debug)]
struct Counter {
    limit: usize,
    taken: Cell<usize>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(DEFAULT_LIMIT)
    }
}

impl Budget {
    /// A budget of `limit` bytes, none of them taken.
    pub fn new(limit: usize) -> Self {
        Self(Rc::new(Counter { limit, taken: Cell::new(0) }))
    }

    /// Maximum bytes in total.
    pub fn limit(&self) -> usize {
        self.0.limit
    }

    /// Bytes that may still be taken.
    pub fn left(&self) -> usize {
        self.0.limit.saturating_sub(self.0.taken.get())
    }

    /// Takes `bytes` until the lease is dropped.
    pub fn take(&self, bytes: usize) -> Result<Lease> {
        let mut lease = Lease { budget: self.clone(), bytes: 0 };
        lease.set(bytes)?;
        Ok(lease)
    }
}

/// Bytes taken from a [`Budget`]; returned when it is dropped.
#[derive(Debug, Default)]
pub struct Lease {
    budget: Budget,
    bytes: usize,
}

impl Lease {
    /// Changes the lease to `bytes`. Changes nothing when that is refused.
    pub fn set(&mut self, bytes: usize) -> Result<()> {
        let Budget(counter) = &self.budget;
        let others = counter.taken.get().saturating_sub(self.bytes);
        let taken = others.checked_add(bytes).filter(|&taken| bytes <= self.bytes || taken <= counter.limit);
        let taken = taken.ok_or_else(|| {
            EngineError::new(ErrorKind::OverLimit, "engine-arena-too-large")
                .with("size", others.saturating_add(bytes))
                .with("limit", counter.limit)
        })?;
        counter.taken.set(taken);
        self.bytes = bytes;
        Ok(())
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds the difference between two sizes of one buffer.
    pub fn resize(&mut self, before: usize, after: usize) -> Result<()> {
        self.set(self.bytes.saturating_sub(before).saturating_add(after))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Budget(counter) = &self.budget;
        counter.taken.set(counter.taken.get().saturating_sub(self.bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leases_share_a_budget_and_give_it_back() {
        let budget = Budget::new(100);
        let mut first = budget.take(60).unwrap();
        let refused = budget.take(50).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::OverLimit);
        assert_eq!(refused.message.to_string(), "engine-arena-too-large limit=100 size=110");
        let second = budget.take(40).unwrap();
        assert!(first.set(61).is_err() && first.set(usize::MAX).is_err());
        assert_eq!(budget.left(), 0);
        first.resize(60, 10).unwrap();
        assert_eq!(budget.left(), 50);
        drop((first, second));
        assert_eq!(budget.left(), 100);
    }
}
