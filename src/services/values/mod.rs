//! Values of an artifact: statistics and checksums, computed in steps.
//!
//! Owns: the values that a document stores, [`Work`] and its results. Must not know: the driver of the work,
//! presentation.

mod constants;
mod find;
pub mod schema;
pub mod scopes;
mod slice;
mod sweep;
mod table;
mod tell;
mod work;

use crate::artifact::Artifact;
use crate::bytes::Error;
use crate::formats::stored::{Listed, Scan, Scanned, Wanted};
use crate::report::{Opened, schema as report};
pub(super) use constants::{constant_name, listed_constant, node_def};
use find::find;
pub(super) use find::stores;
pub use slice::SliceWork;
pub use sweep::{AllStatistics, AllValues};
pub use table::Table;
pub use tell::scalar;
pub use work::{Progress, Work};

impl Opened {
    /// A variable with its first 8 values and its sum, or with the error of reading it; `None` when there is no such
    /// artifact or variable.
    pub fn values(&self, artifact: usize, name: &str) -> Option<report::Variable> {
        let listed = self.report.artifacts.get(artifact)?.variables.iter().find(|variable| variable.name == name)?;
        let found = OneValue::new(self.artifacts.get(artifact)?, name)?.finish();
        let mut variable = listed.clone();
        match found.error {
            Some(error) => variable.error = Some(error),
            None => (variable.first, variable.sum) = (Some(found.first), found.sum),
        }
        Some(variable)
    }
}

/// All values that an artifact stores.
pub fn list(artifact: &Artifact) -> Vec<Listed> {
    stores(artifact).map(|stores| stores.listed()).unwrap_or_default()
}

/// Computes the statistics of one value.
pub struct OneValue {
    listed: Listed,
    scan: std::result::Result<Box<Scan>, Error>,
}

impl OneValue {
    /// The value with this name, which may be that of a constant of a graph; `None` when the artifact has none.
    pub fn new(artifact: &Artifact, name: &str) -> Option<Self> {
        let (stores, index, listed) = find(artifact, name)?;
        let scan = stores.stored(index).map(|stored| Box::new(Scan::new(stored, Wanted::Statistics)));
        Some(Self { listed, scan })
    }

    /// The result, once the work is done.
    pub fn into_report(self) -> schema::Value {
        let scanned = match self.scan {
            Ok(scan) => scan.found(),
            Err(error) => Scanned { error: Some(error), ..Scanned::default() },
        };
        tell::value(self.listed, scanned)
    }

    /// Does all the work at once.
    pub fn finish(mut self) -> schema::Value {
        while self.step().is_some() {}
        self.into_report()
    }
}

impl Work for OneValue {
    fn step(&mut self) -> Option<Progress> {
        let scan = self.scan.as_mut().ok()?;
        let more = scan.step();
        let (done, of) = scan.progress();
        more.then(|| Progress { name: self.listed.name.clone(), done, of })
    }
}
