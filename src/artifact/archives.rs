//! Archives are containers: their members are grouped as if they were dropped in a folder with the archive's name. The
//! same applies to nested archives, up to [`Limits::archive_depth`].

use super::dropped::{Dropped, Found};
use super::strangers;
use crate::bytes::{Error, Limits, Result, SharedSource};
#[cfg(feature = "split-explorer")]
use crate::chunks::NotLoaded;
use crate::chunks::cut;
use crate::formats::archive::{Budget, clean_name};
use crate::formats::foreign::Foreign;
use crate::formats::gzip::Gzip;
use crate::formats::keras::KerasFiles;
use crate::formats::probe::{Format, probe};
use crate::formats::{tar, zip};

/// Replaces every archive by its members. An archive that cannot be listed stays, with the reason; a Keras file stays
/// too. An archive that can be listed in part stays beside its members.
pub fn expand(dropped: Vec<Dropped>, limits: &Limits) -> Vec<Found> {
    let has_archive = dropped.iter().any(|file| is_archive(probe(&*file.source)));
    let mut found = dropped.into_iter().map(Found::from).collect();
    if has_archive {
        // Without the chunk that unpacks, archives stay packed until it is fetched: see `chunks::complete`.
        let _ = unpack_all(&mut found, limits);
    }
    found
}

/// Whether a format is an archive.
pub fn is_archive(format: Format) -> bool {
    matches!(format, Format::Zip | Format::Tar | Format::Gzip)
}

cut!(
    forms,
    load_unpack_all,
    /// [`expand`], where there is an archive.
    fn unpack_all(found: &mut Vec<Found>, limits: &Limits) -> () {
        let archives = found.iter().filter(|found| is_archive(probe(&*found.file.source)));
        let packed = archives.map(|found| found.file.source.len()).sum();
        let budget = Budget::new(limits, packed);
        let mut out = Vec::with_capacity(found.len());
        for found in std::mem::take(found) {
            unpack(found, 0, &budget, &mut out);
        }
        *found = out;
    }
);

fn unpack(found: Found, depth: u32, budget: &Budget, out: &mut Vec<Found>) {
    let file = &found.file;
    let format = probe(&*file.source);
    if found.problem.is_some() || !is_archive(format) {
        return out.push(found);
    }
    let place = |error: Error| error.at(file.source.span(0..file.source.len()));
    if depth == budget.limits.archive_depth {
        let error = Error::over_limit("archive-too-deep").with("limit", budget.limits.archive_depth);
        return out.push(Found { problem: Some(place(error)), ..found });
    }
    let members = match format {
        Format::Tar => tar_members(file, budget),
        Format::Gzip => gzip_member(file, budget),
        _ => zip_members(file, budget),
    };
    match members {
        Ok((members, problem)) if members.is_empty() && problem.is_none() => {
            out.push(Found { problem: Some(place(Error::malformed("archive-empty"))), ..found });
        }
        Ok((members, problem)) => {
            for member in members {
                unpack(member, depth + 1, budget, out);
            }
            if problem.is_some() {
                out.push(Found { problem, ..found });
            }
        }
        // A Keras file is a zip that is not unpacked.
        Err(None) => out.push(found),
        Err(Some(error)) => out.push(Found { problem: Some(error), ..found }),
    }
}

/// Members, and the archive's error if it has one; `Err(None)` for a file that is not an archive to open.
type Members = std::result::Result<(Vec<Found>, Option<Error>), Option<Error>>;

fn zip_members(file: &Dropped, budget: &Budget) -> Members {
    let archive = zip::Archive::within(&file.source, budget)?;
    if is_keras(&archive) {
        return Err(None);
    }
    if is_pytorch(&archive) {
        return Err(Some(strangers::error(&file.source, Foreign::PyTorch)));
    }
    let member = |(index, name)| {
        let path = format!("{}/{name}", file.path);
        Found::from(Dropped { source: archive.source(index, path.as_str()), path })
    };
    Ok((archive.members().iter().map(|m| &m.name).enumerate().map(member).collect(), None))
}

fn tar_members(file: &Dropped, budget: &Budget) -> Members {
    let archive = tar::Archive::within(&file.source, budget)?;
    let member = |(index, member): (usize, &tar::Member)| {
        let path = format!("{}/{}", file.path, member.name);
        let source = archive.source(index, &path)?;
        Ok(Found { file: Dropped { path, source }, problem: member.problem.clone() })
    };
    let members: Result<Vec<Found>> = archive.members().iter().enumerate().map(member).collect();
    Ok((members?, archive.problem().cloned()))
}

/// The file in a gzip: a tar takes the path of the packed file, anything else goes below it.
fn gzip_member(file: &Dropped, budget: &Budget) -> Members {
    let opened = Gzip::open(&file.source, unpacked_name(&file.path), budget)?;
    let packed = file.path.rsplit('/').next().unwrap_or(&file.path);
    let path = match probe(&*opened.source) {
        // `model.tar.gz/saved_model.pb` and not `model.tar.gz/model.tar/saved_model.pb`.
        Format::Tar => file.path.clone(),
        _ => {
            let name = opened.name.map_or_else(|| unpacked_name(packed), |name| clean_name(&name));
            format!("{}/{}", file.path, name.rsplit('/').next().unwrap_or_default())
        }
    };
    let member = Found::from(Dropped { path, source: opened.source });
    // An empty member adds nothing: the archive's error is enough.
    let nothing = member.file.source.is_empty() && opened.problem.is_some();
    Ok((if nothing { Vec::new() } else { vec![member] }, opened.problem))
}

/// `x.gz` -> `x`, `x.tgz` -> `x.tar`.
fn unpacked_name(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    if lower.ends_with(".tgz") {
        format!("{}.tar", &name[..name.len() - 4])
    } else if lower.ends_with(".gz") && name.len() > 3 {
        name[..name.len() - 3].to_owned()
    } else {
        name.to_owned()
    }
}

cut!(
    forms,
    load_holds_keras,
    /// Whether a zip is a Keras 3 file.
    fn holds_keras(source: &SharedSource, limits: &Limits) -> bool {
        zip::Archive::open(source, limits).is_ok_and(|archive| is_keras(&archive))
    }
);

/// Whether a zip is a Keras 3 file; false when the chunk that reads zips is missing.
pub fn is_keras_file(source: &SharedSource, limits: &Limits) -> bool {
    holds_keras(source, limits).unwrap_or(false)
}

/// Members of a Keras 3 file that are read.
const KERAS: [&str; 3] = ["config.json", "metadata.json", "model.weights.h5"];

/// Two of the three are enough: an error about the missing one is clearer than one about a zip.
fn is_keras(archive: &zip::Archive) -> bool {
    KERAS.iter().filter(|name| archive.members().iter().any(|m| m.name == **name)).count() >= 2
}

/// Whether `torch.save` or `torch.jit.save` wrote a zip: pickled objects below a folder of any name.
fn is_pytorch(archive: &zip::Archive) -> bool {
    archive.members().iter().any(|m| m.name.split_once('/').is_some_and(|(_, inside)| inside == "data.pkl"))
}

cut!(
    forms,
    load_keras_members,
    /// The members of a Keras 3 file.
    pub fn keras_members(source: &SharedSource, limits: &Limits) -> Result<KerasFiles> {
        let archive = zip::Archive::open(source, limits)?;
        let mut files = KerasFiles::default();
        for (index, member) in archive.members().iter().enumerate() {
            let source = || archive.source(index, format!("{}/{}", source.name(), member.name));
            match KERAS.iter().position(|name| *name == member.name) {
                Some(0) => files.config = Some(source()),
                Some(1) => files.metadata = Some(source()),
                Some(_) => files.weights = Some(source()),
                None => files.others.push(member.name.clone()),
            }
        }
        Ok(files)
    }
);

/// Fetches the chunk that reads archives.
#[cfg(feature = "split-explorer")]
pub async fn load() -> std::result::Result<(), NotLoaded> {
    load_unpack_all().await?;
    load_holds_keras().await?;
    load_keras_members().await
}
