//! Values of an artifact: statistics and checksums, computed in steps.
//!
//! Owns: the values that a document stores, [`Work`] and its results. Must not know: the driver of the work,
//! presentation.

mod constants;
mod find;
pub mod schema;
mod slice;
mod tell;
mod work;

use crate::artifact::Artifact;
use crate::bytes::Error;
use crate::formats::stored::{Listed, Scan, Scanned, Stores, Wanted};
use crate::report::tell::error;
use crate::report::{Opened, schema as report};
pub(super) use constants::{constant_name, listed_constant, node_def};
use find::find;
pub(super) use find::stores;
pub use slice::SliceWork;
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

/// Verifies the checksums of every value of an artifact.
pub struct AllValues {
    stores: Box<dyn Stores>,
    listed: Vec<Listed>,
    next: usize,
    scan: Option<Box<Scan>>,
    /// Bytes of the previous values.
    done: u64,
    checked: schema::Checked,
}

impl AllValues {
    /// Values of an artifact; `None` when it stores none.
    pub fn new(artifact: &Artifact) -> Option<Self> {
        let stores = stores(artifact)?;
        let listed = stores.listed();
        let bytes = listed.iter().map(|listed| listed.bytes).fold(0, u64::saturating_add);
        let problems = stores.problems().iter().map(error).collect();
        let checked = schema::Checked { values: Vec::new(), bytes, problems };
        Some(Self { stores, listed, next: 0, scan: None, done: 0, checked })
    }

    fn note(&mut self, found: Scanned) {
        let listed = &self.listed[self.next];
        self.checked.values.push(tell::checked(listed, found));
        self.done = self.done.saturating_add(listed.bytes);
        self.next += 1;
    }

    /// The result, once the work is done.
    pub fn into_report(self) -> schema::Checked {
        self.checked
    }
}

impl Work for AllValues {
    fn step(&mut self) -> Option<Progress> {
        let listed = self.listed.get(self.next)?;
        let name = listed.name.clone();
        let scan = match self.scan.as_mut() {
            Some(scan) => scan,
            None => match self.stores.stored(self.next) {
                Ok(stored) => self.scan.insert(Box::new(Scan::new(stored, Wanted::Check))),
                Err(error) => {
                    self.note(Scanned { error: Some(error), ..Scanned::default() });
                    return Some(Progress { name, done: self.done, of: self.checked.bytes });
                }
            },
        };
        let more = scan.step();
        let within = scan.progress().0;
        let done = self.done.saturating_add(within);
        if !more && let Some(scan) = self.scan.take() {
            self.note(scan.found());
        }
        Some(Progress { name, done, of: self.checked.bytes })
    }
}
