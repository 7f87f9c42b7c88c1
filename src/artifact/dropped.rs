//! Files as they were dropped, and members of archives among them.

use crate::bytes::{Error, SharedSource};

/// A file as it was dropped or given: its path relative to the drop, and its bytes.
#[derive(Clone)]
pub struct Dropped {
    /// Path with `/` between parts, such as `my_model/variables/variables.index`.
    pub path: String,
    /// The bytes.
    pub source: SharedSource,
}

impl Dropped {
    /// Whether a name refers to this file.
    pub fn goes_by(&self, name: &str) -> bool {
        self.path == name || **self.source.name() == *name
    }
}

/// A dropped file, or a member of an archive.
pub struct Found {
    /// The file.
    pub file: Dropped,
    /// The reason it cannot be read.
    pub problem: Option<Error>,
}

impl From<Dropped> for Found {
    fn from(file: Dropped) -> Self {
        Self { file, problem: None }
    }
}
