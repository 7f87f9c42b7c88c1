//! Variables that only one of two files has, as rows of the table of values.

use crate::services::compare::schema::{ChangeKind, Comparison, PartKind};
use crate::web::app::words::t;
use crate::web::dom::{Node, html};

/// A row: a pair of values, or a variable that only one side has, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Index into the compared values.
    Pair(usize),
    /// Index into the missing ones.
    Missing(usize),
}

/// A variable that only one file has.
pub struct Missing {
    /// Its name.
    pub name: String,
    /// Its type and shape.
    pub types: String,
    /// Whether the second file has it.
    pub added: bool,
}

/// The variables that only one file has.
pub fn missing(comparison: &Comparison) -> Vec<Missing> {
    let alone = |how| matches!(how, ChangeKind::Added | ChangeKind::Removed);
    let changes = comparison.changes.iter().filter(|change| change.part == PartKind::Variable && alone(change.how));
    let missing = |change: &crate::services::compare::schema::Change| Missing {
        name: change.name.clone(),
        types: change.what.clone(),
        added: change.how == ChangeKind::Added,
    };
    changes.map(missing).collect()
}

impl Missing {
    /// Message of the side that has it.
    pub const fn word(&self) -> &'static str {
        if self.added { "compare-how-added" } else { "compare-how-removed" }
    }

    /// Its row.
    pub fn line(&self) -> Node {
        let (sign, class) = if self.added { ("+", "sign loads") } else { ("−", "sign refused") };
        let (name, types) = (self.name.clone(), self.types.clone());
        html! {
            <tr>
                <td class="verdict-is"><span class=class>{sign}" "{t(self.word())}</span></td>
                <td class="name" title=name.clone()><code>{name}</code></td>
                <td class="name" title=types.clone()><code>{types}</code></td>
                <td></td><td></td><td></td><td></td><td></td><td></td><td></td>
            </tr>
        }
    }
}
