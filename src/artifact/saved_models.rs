//! SavedModel folders: the file with the meta graphs, and everything that belongs to it.

use super::Kind;
use super::files::{Claim, Entry, Files, Form};
use crate::formats::probe::Format;
use std::collections::BTreeMap;

/// Claims every SavedModel with its folder.
pub fn claim(files: &mut Files) -> Vec<Claim> {
    // By folder; a folder may hold the binary and the text form of one model.
    let mut heads: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, entry) in files.free() {
        if is_head(entry) {
            heads.entry(entry.folder().to_owned()).or_default().push(index);
        }
    }
    let mut claims = Vec::new();
    for (folder, heads) in heads {
        let mut members: Vec<usize> =
            files.free().filter(|(_, e)| belongs(e, &folder)).map(|(index, _)| index).collect();
        members.extend(&heads);
        crate::order::sort(&mut members);
        members.dedup();
        files.take(&members);
        let name = match folder.trim_end_matches('/').rsplit('/').next() {
            Some("") | None => files.entry(heads[0]).base().to_owned(),
            Some(last) => last.to_owned(),
        };
        claims.push(Claim { kind: Kind::SavedModel, name, members, form: Form::SavedModel(folder) });
    }
    claims
}

/// How the file with the meta graphs is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeadForm {
    /// `saved_model.pb`.
    Binary,
    /// `saved_model.pbtxt`.
    Text,
    /// `saved_model.cpb`.
    Chunked,
}

/// The form of a file with meta graphs, by its name; `None` for any other name.
pub fn form(name: &str) -> Option<HeadForm> {
    match name {
        "saved_model.pb" => Some(HeadForm::Binary),
        "saved_model.pbtxt" => Some(HeadForm::Text),
        "saved_model.cpb" => Some(HeadForm::Chunked),
        _ => None,
    }
}

/// Whether a file holds the meta graphs: by its name, which the loader requires, even if the content is damaged.
fn is_head(entry: &Entry) -> bool {
    form(entry.base()).is_some() && !matches!(entry.format, Format::Tflite | Format::Table | Format::Hdf5 | Format::Zip)
}

/// Whether a file is part of the SavedModel in `folder`.
fn belongs(entry: &Entry, folder: &str) -> bool {
    let Some(inside) = entry.path.strip_prefix(folder) else { return false };
    match inside.split_once('/') {
        Some((first, _)) => matches!(first, "variables" | "assets" | "assets.extra" | "debug"),
        // Files dropped one by one have no folders in a browser: the variables are then beside the graph.
        None => {
            matches!(inside, "fingerprint.pb" | "keras_metadata.pb" | "variables.index")
                || inside.starts_with("variables.data-")
        }
    }
}
