//! Shared by archives of every form: the budget for unpacking, and names that stay inside the archive.

use crate::bytes::Limits;
use std::cell::Cell;
use std::rc::Rc;

/// Unpacked bytes up to which any compression ratio is accepted.
pub const FREE: u64 = 64 << 20;

/// Remaining bytes and files that may be unpacked: shared by all archives of one drop.
#[derive(Clone)]
pub struct Budget {
    bytes: Rc<Cell<u64>>,
    files: Rc<Cell<u64>>,
    /// Bytes that all archives together may still produce: see [`Budget::take_growth`].
    growth: Rc<Cell<u64>>,
    /// The initial bounds.
    pub limits: Limits,
}

impl Budget {
    /// The budget that the limits allow for archives of `packed` bytes in total.
    pub fn new(limits: &Limits, packed: u64) -> Self {
        let growth = packed.saturating_mul(limits.inflated_ratio).max(FREE);
        Self {
            growth: Rc::new(Cell::new(growth)),
            bytes: Rc::new(Cell::new(limits.inflated_bytes)),
            files: Rc::new(Cell::new(limits.files)),
            limits: limits.clone(),
        }
    }

    /// Takes `bytes` from the budget; false when fewer are left.
    pub fn take_bytes(&self, bytes: u64) -> bool {
        let left = self.bytes.get().checked_sub(bytes);
        left.inspect(|left| self.bytes.set(*left)).is_some()
    }

    /// Takes `bytes` from the growth of all archives together; false when the total would exceed
    /// [`Limits::inflated_ratio`] times the size of the drop. Nested archives can each be below the ratio and exceed it
    /// together.
    pub fn take_growth(&self, bytes: u64) -> bool {
        let left = self.growth.get().checked_sub(bytes);
        left.inspect(|left| self.growth.set(*left)).is_some()
    }

    /// Takes `files` from the budget; false when fewer are left.
    pub fn take_files(&self, files: u64) -> bool {
        let left = self.files.get().checked_sub(files);
        left.inspect(|left| self.files.set(*left)).is_some()
    }
}

/// The name of a member as a path below its archive: `/` between parts, never absolute, without `.` and `..`.
pub fn clean_name(name: &str) -> String {
    let parts = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
    let mut clean = String::with_capacity(name.len());
    for part in parts {
        if !clean.is_empty() {
            clean.push('/');
        }
        clean.push_str(part);
    }
    if clean.is_empty() { "_".to_owned() } else { clean }
}

#[cfg(test)]
mod tests {
    use super::clean_name;

    #[test]
    fn names_stay_inside() {
        let cases = [
            ("a/b.c", "a/b.c"),
            ("../../etc/passwd", "etc/passwd"),
            ("/abs", "abs"),
            ("..\\up\\.\\x", "up/x"),
            ("C:\\y", "C:/y"),
            ("a//b/../c", "a/b/c"),
            ("..", "_"),
            ("", "_"),
            ("...", "..."),
        ];
        for (name, clean) in cases {
            assert_eq!(clean_name(name), clean);
        }
    }
}
