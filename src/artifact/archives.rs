//! Zips are containers: their members are grouped as if they had been dropped in a folder of the zip's name.

use super::Dropped;
use crate::bytes::{Error, Limits, SharedSource};
use crate::formats::probe::{Format, probe};
use crate::formats::zip::Archive;

/// Replaces every zip by its members, one level deep. A zip that cannot be listed, is empty or is a Keras file stays.
pub fn expand(dropped: Vec<Dropped>, limits: &Limits) -> Vec<Dropped> {
    let mut out = Vec::with_capacity(dropped.len());
    for file in dropped {
        let archive = (probe(&*file.source) == Format::Zip).then(|| Archive::open(&file.source, limits).ok()).flatten();
        match archive.filter(|a| !a.members().is_empty() && !is_keras(a)) {
            Some(archive) => out.extend(archive.members().iter().enumerate().map(|(index, member)| {
                let path = format!("{}/{}", file.path, member.name);
                Dropped { source: archive.source(index, path.as_str()), path }
            })),
            None => out.push(file),
        }
    }
    out
}

/// Whether a zip is a Keras 3 file.
pub fn holds_keras(source: &SharedSource, limits: &Limits) -> bool {
    Archive::open(source, limits).is_ok_and(|archive| is_keras(&archive))
}

fn is_keras(archive: &Archive) -> bool {
    let has = |name: &str| archive.members().iter().any(|m| m.name == name);
    has("config.json") && (has("metadata.json") || has("model.weights.h5"))
}

/// Why a zip was left as it is.
pub fn reason(source: &SharedSource, limits: &Limits) -> Error {
    match Archive::open(source, limits) {
        Err(error) => error,
        Ok(archive) if archive.members().is_empty() => Error::malformed("zip-empty").at(source.span(0..source.len())),
        Ok(_) => Error::unsupported("zip-nested").at(source.span(0..source.len())),
    }
}
