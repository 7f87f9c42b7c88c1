//! Zips are containers: their members are grouped as if they had been dropped in a folder of the zip's name.

use super::Dropped;
use crate::bytes::{Error, Limits, SharedSource};
#[cfg(feature = "split-explorer")]
use crate::chunks::NotLoaded;
use crate::chunks::cut;
use crate::formats::probe::{Format, probe};
use crate::formats::zip::Archive;

/// Replaces every zip by its members, one level deep. A zip that cannot be listed, is empty or is a Keras file stays.
pub fn expand(dropped: Vec<Dropped>, limits: &Limits) -> Vec<Dropped> {
    let mut out = Vec::with_capacity(dropped.len());
    for file in dropped {
        match (probe(&*file.source) == Format::Zip).then(|| members(&file, limits)).flatten() {
            Some(members) => out.extend(members),
            None => out.push(file),
        }
    }
    out
}

cut!(
    forms,
    load_members,
    /// The members of a zip; `None` when it stays as it is.
    fn members(file: &Dropped, limits: &Limits) -> Option<Vec<Dropped>> {
        let archive = Archive::open(&file.source, limits).ok()?;
        if archive.members().is_empty() || is_keras(&archive) {
            return None;
        }
        let member = |(index, name)| {
            let path = format!("{}/{name}", file.path);
            Dropped { source: archive.source(index, path.as_str()), path }
        };
        Some(archive.members().iter().map(|m| &m.name).enumerate().map(member).collect())
    }
);

cut!(
    forms,
    load_holds_keras,
    /// Whether a zip is a Keras 3 file.
    pub fn holds_keras(source: &SharedSource, limits: &Limits) -> bool {
        Archive::open(source, limits).is_ok_and(|archive| is_keras(&archive))
    }
);

fn is_keras(archive: &Archive) -> bool {
    let has = |name: &str| archive.members().iter().any(|m| m.name == name);
    has("config.json") && (has("metadata.json") || has("model.weights.h5"))
}

cut!(
    forms,
    load_reason,
    /// Why a zip was left as it is.
    pub fn reason(source: &SharedSource, limits: &Limits) -> Error {
        match Archive::open(source, limits) {
            Err(error) => error,
            Ok(archive) if archive.members().is_empty() => {
                Error::malformed("zip-empty").at(source.span(0..source.len()))
            }
            Ok(_) => Error::unsupported("zip-nested").at(source.span(0..source.len())),
        }
    }
);

/// Fetches what reads zips.
#[cfg(feature = "split-explorer")]
pub async fn load() -> Result<(), NotLoaded> {
    load_members().await?;
    load_holds_keras().await?;
    load_reason().await
}
