//! Kinds of models, the parts of the engine that they wait for, and the budget of all of it.

use crate::Result;

/// Kinds of models: see the head of the file. `tests/engine/parts.rs` checks it against the engine.
const KINDS: &str = include_str!("kinds.txt");

/// A kind of models.
pub struct Kind {
    pub name: &'static str,
    /// KB of the engine for it.
    pub limit: usize,
    /// The parts that a model of the kind needs.
    pub parts: Vec<&'static str>,
}

/// All kinds.
pub fn all() -> Result<Vec<Kind>> {
    let rows = KINDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| kind(row).ok_or_else(|| format!("xtask/src/build/kinds.txt: no kind of models: {row}"))).collect()
}

fn kind(row: &'static str) -> Option<Kind> {
    let mut fields = row.split('|').map(str::trim);
    let (name, limit, _models, parts) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?, fields.next()?);
    Some(Kind { name, limit, parts: parts.split_whitespace().collect() })
}
