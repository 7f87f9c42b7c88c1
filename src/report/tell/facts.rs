//! Facts about the identity of a file.

use crate::formats::proto::tensorflow::VersionDef;
use crate::report::schema::{Identity, Versions};

/// A VersionDef.
pub fn versions(versions: &VersionDef) -> Versions {
    Versions {
        producer: versions.producer,
        min_consumer: versions.min_consumer,
        bad_consumers: versions.bad_consumers.clone(),
    }
}

/// Adds a fact, unless it is empty.
pub fn fact(identity: &mut Identity, name: &str, value: &str) {
    if !value.is_empty() {
        identity.facts.push((name.to_owned(), value.to_owned()));
    }
}
