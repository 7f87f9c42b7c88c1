//! The chunks that opening files will enter. Only a forecast: [`crate::chunks::complete`] fetches any chunk that it
//! misses.

use super::archives::is_archive;
use super::checkpoints::shard_name;
use super::{Dropped, files, saved_models};
use crate::chunks::Part;
use crate::formats::probe::{Format, probe};
use std::collections::BTreeSet;

/// The chunks that reading and reporting these files may enter. The content of an archive is unknown before it is
/// unpacked.
pub fn needs(dropped: &[Dropped]) -> BTreeSet<Part> {
    let mut parts = BTreeSet::new();
    let has_index = dropped.iter().any(|file| file.path.ends_with(".index"));
    for file in dropped {
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or_default();
        let found = probe(&*file.source);
        // The values of a checkpoint have no form of their own.
        if has_index && shard_name(name).is_some() {
            continue;
        }
        // Unknown content is identified by a chunk; the file's name may still select a reader.
        if found == Format::Unknown {
            parts.insert(Part::Forms);
        }
        let format = files::named(found, name);
        match format {
            // Such a file is not unpacked.
            Format::Zip if name.ends_with(".keras") => parts.extend([Part::Forms, Part::Keras]),
            _ if is_archive(format) => {
                parts.extend(Part::ALL);
            }
            Format::Tflite => parts.extend([Part::Tflite]),
            Format::Hdf5 => parts.extend([Part::Keras]),
            Format::Riegeli => parts.extend([Part::Chunked, Part::Tensorflow]),
            Format::CheckpointState => parts.extend([Part::Forms, Part::Checkpoint]),
            Format::Table => parts.extend([Part::Checkpoint]),
            _ if format.is_text() => parts.extend([Part::Forms, Part::Tensorflow]),
            Format::Unknown if name.ends_with(".index") => parts.extend([Part::Checkpoint]),
            Format::Empty | Format::Unknown => {}
            _ => parts.extend([Part::Tensorflow]),
        }
        match saved_models::form(name) {
            Some(saved_models::HeadForm::Binary) => parts.extend([Part::Tensorflow]),
            Some(saved_models::HeadForm::Text) => parts.extend([Part::Forms, Part::Tensorflow]),
            Some(saved_models::HeadForm::Chunked) => parts.extend([Part::Chunked, Part::Tensorflow]),
            None => {}
        }
    }
    parts
}
