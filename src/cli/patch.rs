//! `vintage patch`: rewrites the configuration of a Keras file for another release. Values are copied unchanged.

use super::inspect::{complain_about_unopened, open};
use super::{Paths, Words, exit, output, print_json, print_line, target};
use crate::artifact::{Artifact, Kind};
use crate::bytes::{Limits, SharedSource, read_range};
use crate::formats::inflate::Crc;
use crate::formats::zip;
use crate::report::schema::{Message, Outcome};
use crate::services::advice::schema::{Change, Patch};
use std::path::{Path, PathBuf};

/// Changes that the plain text shows; `--json` has them all.
const SHOWN: usize = 40;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long = "for", value_name = "CHANNEL@RELEASE")]
    target: String,
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long)]
    lossy: bool,
    #[arg(long)]
    force: bool,
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    patch(arguments, words).unwrap_or_else(|code| code)
}

/// The exit code; `Err` for a failure that was already reported.
fn patch(arguments: &Arguments, words: &Words) -> Result<u8, u8> {
    let target = target::parse(&arguments.target, words)?;
    for path in [&arguments.out, &arguments.config].into_iter().flatten() {
        may_write(path, arguments, words)?;
    }
    let opened = open(&arguments.paths, words);
    complain_about_unopened(&opened, words);
    let fail = |id: &str, params: &[(&str, &str)], code: u8| Err(output::fail(words, id, params, code));
    let Some(index) = opened.artifacts.iter().position(opened_as_keras) else {
        return fail("cli-patch-no-keras", &[], exit::UNREADABLE);
    };
    let Some(patch) = opened.patched(index, &target.channel, &target.release) else {
        return fail("cli-patch-nothing", &[("target", &arguments.target)], exit::UNKNOWN);
    };
    // The reason against a copy comes after the answer, which lists the losses.
    let no_copy = |id: &str, params: &[(&str, &str)], code: u8| {
        print(&patch, arguments, words);
        output::complain(&words.find(id, params.iter().copied()).unwrap_or_else(|| id.to_owned()));
        Ok(code)
    };
    if let Some(path) = &arguments.out {
        if !patch.lossless && !arguments.lossy {
            return no_copy("cli-patch-lossy", &[], exit::REFUSED);
        }
        let Some(bytes) = copy(&opened.artifacts[index], &patch, &arguments.paths.limits()) else {
            return no_copy("cli-patch-no-room", &[("place", &patch.place)], exit::UNKNOWN);
        };
        write(path, &bytes, words)?;
    }
    if let Some(path) = &arguments.config {
        write(path, patch.config.as_bytes(), words)?;
    }
    print(&patch, arguments, words);
    Ok(if patch.outcome == Outcome::Refused { exit::REFUSED } else { exit::OK })
}

fn print(patch: &Patch, arguments: &Arguments, words: &Words) {
    if arguments.json {
        print_json(patch);
    } else {
        print_line(&text(patch, words));
    }
}

/// Whether a file may be written: the input file only with `--force`, because it may be the only copy of a model.
fn may_write(path: &Path, arguments: &Arguments, words: &Words) -> Result<(), u8> {
    let real = |path: &Path| path.canonicalize().ok();
    let of_path = real(path);
    let is_input = of_path.is_some() && arguments.paths.paths.iter().any(|input| real(input) == of_path);
    if arguments.force || !is_input {
        return Ok(());
    }
    Err(output::fail(words, "cli-file-is-input", &[("file", &path.display().to_string())], exit::USAGE))
}

fn write(path: &Path, bytes: &[u8], words: &Words) -> Result<(), u8> {
    output::write_file(path, bytes).map_err(|error| {
        let (file, reason) = (path.display().to_string(), error.to_string());
        output::fail(words, "cli-file-unwritable", &[("file", &file), ("reason", &reason)], exit::UNREADABLE)
    })
}

fn opened_as_keras(artifact: &Artifact) -> bool {
    artifact.kind == Kind::Keras
}

fn text(patch: &Patch, words: &Words) -> String {
    let word = |id: &str| words.word(id);
    let mut text = format!("{}: {}\n", patch.target, word(&format!("cli-outcome-{}", patch.outcome.word())));
    for left in &patch.left {
        text += &format!("  {} {left}\n", word("cli-because"));
    }
    for change in patch.changes.iter().take(SHOWN) {
        text += &format!("  {}\n    {}\n    - {}\n", described(change, words), change.path, change.before);
        if !change.after.is_empty() {
            text += &format!("    + {}\n", change.after);
        }
    }
    if patch.changes.len() > SHOWN {
        let count = (patch.changes.len() - SHOWN).to_string();
        text += &format!("  {}\n", words.find("cli-more", [("count", count.as_str())]).unwrap_or_default());
    }
    text + &word(if patch.lossless { "patch-lossless" } else { "patch-lossy" })
}

fn described(change: &Change, words: &Words) -> String {
    let Message { id, params } = &change.message;
    words.find(&format!("patch-{id}"), params.iter()).unwrap_or_else(|| id.to_string())
}

/// The complete file with its new configuration; `None` if there is no room for it.
fn copy(artifact: &Artifact, patch: &Patch, limits: &Limits) -> Option<Vec<u8>> {
    let source = &artifact.files.first()?.source;
    if patch.place == "config.json" { archive(source, patch, limits) } else { hdf5(source, artifact, patch, limits) }
}

fn bytes(source: &SharedSource, limits: &Limits) -> Option<Vec<u8>> {
    // The complete file counts as one value here, because the user asked to copy it.
    let limits = Limits { structure_bytes: u64::MAX, value_bytes: u64::MAX, ..*limits };
    read_range(&**source, 0..source.len(), &limits).ok()
}

/// A zip of the same members, stored: weights compress little, and Keras stores them too.
fn archive(source: &SharedSource, patch: &Patch, limits: &Limits) -> Option<Vec<u8>> {
    let archive = zip::Archive::open(source, limits).ok()?;
    let (mut out, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (index, member) in archive.members().iter().enumerate().filter(|(_, member)| !member.name.ends_with('/')) {
        let bytes = match member.name.as_str() {
            "config.json" => patch.config.clone().into_bytes(),
            name => bytes(&archive.source(index, name), limits)?,
        };
        let (size, at) = (u32::try_from(bytes.len()).ok()?, u32::try_from(out.len()).ok()?);
        let mut crc = Crc::new();
        crc.add(&bytes);
        // Version 2.0, no flags, stored, 1 January 1980.
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        common.extend(crc.value().to_le_bytes());
        common.extend([size.to_le_bytes(), size.to_le_bytes()].concat());
        common.extend(u16::try_from(member.name.len()).ok()?.to_le_bytes());
        common.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(member.name.as_bytes());
        out.extend(bytes);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(member.name.as_bytes());
        count = count.checked_add(1)?;
    }
    let (at, size) = (u32::try_from(out.len()).ok()?, u32::try_from(directory.len()).ok()?);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend([size.to_le_bytes(), at.to_le_bytes()].concat());
    out.extend([0, 0]);
    Some(out)
}

/// The same file with the text of the attribute overwritten and padded with blanks, which JSON ignores. Only if the new
/// text is not longer, and no checksum covers it: files of the old form, which h5py writes.
fn hdf5(source: &SharedSource, artifact: &Artifact, patch: &Patch, limits: &Limits) -> Option<Vec<u8>> {
    let mut bytes = bytes(source, limits)?;
    let Some(crate::artifact::Document::Keras(document)) = &artifact.document else { return None };
    let old = document.config.json().into_bytes();
    let mut found = bytes.windows(old.len()).enumerate().filter(|(_, window)| *window == old).map(|(at, _)| at);
    let (at, again) = (found.next()?, found.next());
    let old_form = bytes.get(8).is_some_and(|version| *version < 2);
    if again.is_some() || !old_form || patch.config.len() > old.len() {
        return None;
    }
    let place = &mut bytes[at..at + old.len()];
    place.fill(b' ');
    place[..patch.config.len()].copy_from_slice(patch.config.as_bytes());
    Some(bytes)
}
