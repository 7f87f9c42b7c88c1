//! Weights in separate files (schema 3d): the file of a group, and the range of a tensor in it.
//!
//! The rules are those of LiteRT's weight loader (`weight_loader/external_weight_loader_litert.cc`; ai-edge-litert
//! 2.1.4 was tested): a group's name is a path relative to the model's folder, and bytes are used as stored, whatever
//! `packing` is.

use super::WeightFiles;
use super::model::{Model, Tensor};
use crate::bytes::{Error, Failure, SharedSource};
use std::ops::Range;

/// The index in `paths` of the file that the model at `of` calls `name`, relative to the model's folder. Files dropped
/// one by one have no folders: then the only one with the same last part.
pub fn beside<'p>(of: &str, name: &str, paths: impl Iterator<Item = &'p str> + Clone) -> Option<usize> {
    let name = name.replace('\\', "/");
    let name = name.trim_start_matches("./");
    let whole = format!("{}{name}", &of[..of.rfind('/').map_or(0, |at| at + 1)]);
    let last = |path: &'p str| path.rsplit('/').next().unwrap_or_default();
    let base = name.rsplit('/').next().filter(|base| !base.is_empty())?;
    let others = || paths.clone().enumerate().filter(|(_, path)| *path != of);
    let there = others().find(|(_, path)| *path == whole).map(|(index, _)| index);
    there.or_else(|| {
        let mut named = others().filter(|(_, path)| last(path) == base).map(|(index, _)| index);
        named.next().filter(|_| named.next().is_none())
    })
}

/// A file and a range in it.
pub type Place = (SharedSource, Range<u64>);

impl Model {
    /// Looks up the file of each group of external buffers by the group's name, a path relative to the model's folder.
    pub fn find_weights(&mut self, beside: impl Fn(&str) -> Option<SharedSource>) {
        self.weight_files = WeightFiles(self.external_buffer_groups.iter().map(|name| beside(name)).collect());
    }

    /// File and range of the bytes of a tensor in an external buffer; `None` for other tensors.
    ///
    /// Errors, without a position: `tflite-external-buffer-unknown`, `tflite-external-group-unknown`,
    /// `tflite-weights-elsewhere` (the file is missing), `tflite-external-outside`.
    pub fn external_weights(&self, tensor: &Tensor) -> Option<Result<Place, Box<Error>>> {
        (tensor.external_buffer != 0).then(|| self.external(tensor).map_err(Box::new))
    }

    fn external(&self, tensor: &Tensor) -> Result<Place, Error> {
        let id = tensor.external_buffer;
        let Some(buffer) = self.external_buffers.iter().find(|buffer| buffer.id == id) else {
            return Err(Error::malformed("tflite-external-buffer-unknown").with("id", id));
        };
        let Some(name) = self.external_buffer_groups.get(buffer.group as usize) else {
            let error = Error::malformed("tflite-external-group-unknown").with("group", buffer.group);
            return Err(error.with("count", self.external_buffer_groups.len()));
        };
        let Some(file) = self.weight_files.of_group(buffer.group) else {
            let error = Error::new(Failure::Unreadable, "tflite-weights-elsewhere");
            return Err(error.with("tensor", &tensor.name).with("file", name));
        };
        match buffer.offset.checked_add(buffer.len) {
            Some(end) if end <= file.len() => Ok((file.clone(), buffer.offset..end)),
            _ => Err(Error::malformed("tflite-external-outside")
                .with("file", name)
                .with("offset", buffer.offset)
                .with("bytes", buffer.len)
                .with("size", file.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn a_path_from_the_folder_of_the_model() {
        let find = |of, name, paths: &[&str]| beside(of, name, paths.iter().copied());
        assert_eq!(find("m/model.tflite", "w.bin", &["w.bin", "m/model.tflite", "m/w.bin"]), Some(2));
        assert_eq!(find("m/model.tflite", "./more\\w.bin", &["m/more/w.bin"]), Some(0));
        // Without folders, only the last part of the path is compared; two files with that name are ambiguous.
        assert_eq!(find("model.tflite", "more/w.bin", &["x.bin", "w.bin"]), Some(1));
        assert_eq!(find("model.tflite", "w.bin", &["a/w.bin", "b/w.bin"]), None);
        // A model does not hold its weights twice.
        assert_eq!(find("model.tflite", "model.tflite", &["model.tflite"]), None);
        assert_eq!(find("model.tflite", "", &["model.tflite", "x"]), None);
    }
}
