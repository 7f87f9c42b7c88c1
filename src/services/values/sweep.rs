//! One scan of every value of an artifact, in order.

use super::schema::{CheckedValue, Row, Rows};
use super::{Progress, Work, schema, stores, tell};
use crate::artifact::Artifact;
use crate::formats::stored::{Listed, Scan, Scanned, Stores, Wanted};
use crate::report::tell::error;

/// A scan of all values, each with a result.
struct Sweep<T> {
    stores: Box<dyn Stores>,
    listed: Vec<Listed>,
    wanted: Wanted,
    told: fn(&Listed, Scanned) -> T,
    next: usize,
    scan: Option<Box<Scan>>,
    /// Bytes of the previous values.
    done: u64,
    bytes: u64,
    found: Vec<T>,
}

impl<T> Sweep<T> {
    fn new(artifact: &Artifact, wanted: Wanted, told: fn(&Listed, Scanned) -> T) -> Option<Self> {
        let stores = stores(artifact)?;
        let listed = stores.listed();
        let bytes = listed.iter().map(|listed| listed.bytes).fold(0, u64::saturating_add);
        Some(Self { stores, listed, wanted, told, next: 0, scan: None, done: 0, bytes, found: Vec::new() })
    }

    fn note(&mut self, found: Scanned) {
        let listed = &self.listed[self.next];
        self.found.push((self.told)(listed, found));
        self.done = self.done.saturating_add(listed.bytes);
        self.next += 1;
    }

    fn step(&mut self) -> Option<Progress> {
        let listed = self.listed.get(self.next)?;
        let (name, bytes) = (listed.name.clone(), listed.bytes);
        let scan = match self.scan.as_mut() {
            Some(scan) => scan,
            None => match self.stores.stored(self.next) {
                Ok(stored) => self.scan.insert(Box::new(Scan::new(stored, self.wanted))),
                Err(error) => {
                    self.note(Scanned { error: Some(error), ..Scanned::default() });
                    return Some(Progress { name, done: self.done, of: self.bytes });
                }
            },
        };
        let more = scan.step();
        // Statistics take two passes.
        let (read, of) = scan.progress();
        let within = if of > bytes { read / 2 } else { read };
        let done = self.done.saturating_add(within.min(bytes));
        if !more && let Some(scan) = self.scan.take() {
            self.note(scan.found());
        }
        Some(Progress { name, done, of: self.bytes })
    }
}

/// Verifies the checksums of every value of an artifact.
pub struct AllValues(Sweep<CheckedValue>);

impl AllValues {
    /// Values of an artifact; `None` when it stores none.
    pub fn new(artifact: &Artifact) -> Option<Self> {
        Some(Self(Sweep::new(artifact, Wanted::Check, tell::checked)?))
    }

    /// The result, once the work is done.
    pub fn into_report(self) -> schema::Checked {
        let problems = self.0.stores.problems().iter().map(error).collect();
        schema::Checked { values: self.0.found, bytes: self.0.bytes, problems }
    }
}

impl Work for AllValues {
    fn step(&mut self) -> Option<Progress> {
        self.0.step()
    }
}

/// Computes the statistics of every value of an artifact, and verifies its checksum.
pub struct AllStatistics(Sweep<Row>);

impl AllStatistics {
    /// Values of an artifact; `None` when it stores none.
    pub fn new(artifact: &Artifact) -> Option<Self> {
        Some(Self(Sweep::new(artifact, Wanted::Statistics, tell::row)?))
    }

    /// The result, once the work is done.
    pub fn into_report(self) -> Rows {
        Rows { rows: self.0.found }
    }
}

impl Work for AllStatistics {
    fn step(&mut self) -> Option<Progress> {
        self.0.step()
    }
}
