//! Files of weights beside a model.

use crate::bytes::SharedSource;
use std::fmt;

/// The available files of the groups of external buffers, in the order of [`super::Model::external_buffer_groups`].
#[derive(Clone, Default)]
pub struct WeightFiles(pub(super) Vec<Option<SharedSource>>);

impl fmt::Debug for WeightFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|file| file.as_ref().map(|file| file.name().to_string()))).finish()
    }
}

impl WeightFiles {
    /// The file of a group, if available.
    pub fn of_group(&self, group: u32) -> Option<&SharedSource> {
        self.0.get(group as usize)?.as_ref()
    }

    /// Every available file.
    pub fn found(&self) -> impl Iterator<Item = &SharedSource> {
        self.0.iter().flatten()
    }
}
