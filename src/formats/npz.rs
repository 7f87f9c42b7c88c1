//! NumPy `.npz` files: a zip of `.npy` files, one for each array.
//!
//! Owns: the choice of the member. Must not know: the use of the array.

use super::npy::{self, Array};
use super::zip::Archive;
use crate::bytes::{Error, Limits, Result, SharedSource};
use crate::message::first_names;

/// Maximum number of names in an error.
const LISTED: usize = 20;

/// Names and `.npy` files of the arrays. Errors: `npz-empty`, those of zips.
pub fn members(source: &SharedSource, limits: &Limits) -> Result<Vec<(String, SharedSource)>> {
    let archive = Archive::open(source, limits)?;
    let arrays = arrays(&archive).into_iter();
    let file = |(index, name): (usize, &str)| (name.to_owned(), member(&archive, source, index, name));
    let files: Vec<_> = arrays.map(file).collect();
    if files.is_empty() {
        return Err(Error::malformed("npz-empty").at(source.span(0..source.len())));
    }
    Ok(files)
}

/// Positions and names of the arrays in an archive.
fn arrays(archive: &Archive) -> Vec<(usize, &str)> {
    let members = archive.members().iter().enumerate();
    members.filter_map(|(index, member)| Some((index, member.name.strip_suffix(".npy")?))).collect()
}

fn member(archive: &Archive, source: &SharedSource, index: usize, name: &str) -> SharedSource {
    archive.source(index, format!("{}/{name}.npy", source.name()))
}

/// The array of the first existing one of `names`, or the only one of the file.
///
/// Errors: `npz-no-such-array` (with the existing names), `npz-empty`, those of zips and of [`npy::read`].
pub fn read(source: &SharedSource, names: &[&str], limits: &Limits) -> Result<Array> {
    let archive = Archive::open(source, limits)?;
    let arrays = arrays(&archive);
    let found = names.iter().find_map(|name| arrays.iter().find(|(_, member)| member == name));
    let (index, name) = match (found, arrays.as_slice()) {
        (Some(found), _) | (None, [found]) => *found,
        (None, []) => return Err(Error::malformed("npz-empty").at(source.span(0..source.len()))),
        (None, several) => {
            return Err(Error::malformed("npz-no-such-array")
                .with("name", names.first().unwrap_or(&""))
                .with("known", first_names(several.iter().map(|(_, name)| *name), LISTED))
                .at(source.span(0..source.len())));
        }
    };
    npy::read(&*member(&archive, source, index, name), limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MemorySource;
    use miniz_oxide::deflate::compress_to_vec;

    /// A zip: name, bytes, and whether they are packed.
    fn zip(members: &[(&str, &[u8], bool)]) -> SharedSource {
        let (mut file, mut directory) = (Vec::new(), Vec::new());
        for (name, bytes, packed) in members {
            let mut crc = crate::formats::inflate::Crc::new();
            crc.add(bytes);
            let stored = if *packed { compress_to_vec(bytes, 6) } else { bytes.to_vec() };
            let header = file.len() as u32;
            let mut fields = vec![20, 0, 0, 0, if *packed { 8 } else { 0 }, 0, 0, 0, 0, 0];
            fields.extend(crc.value().to_le_bytes());
            fields.extend((stored.len() as u32).to_le_bytes());
            fields.extend((bytes.len() as u32).to_le_bytes());
            fields.extend((name.len() as u16).to_le_bytes());
            fields.extend([0, 0]);
            file.extend(b"PK\x03\x04");
            file.extend(&fields);
            file.extend(name.as_bytes());
            file.extend(&stored);
            directory.extend(b"PK\x01\x02\x14\x00");
            directory.extend(&fields);
            directory.extend([0; 10]);
            directory.extend(header.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let start = file.len() as u32;
        let count = (members.len() as u16).to_le_bytes();
        file.extend(&directory);
        file.extend(b"PK\x05\x06\0\0\0\0");
        file.extend([count, count].concat());
        file.extend((directory.len() as u32).to_le_bytes());
        file.extend(start.to_le_bytes());
        file.extend([0, 0]);
        MemorySource::shared("a.npz", file)
    }

    #[test]
    fn the_array_of_the_name_is_read_else_the_only_one() {
        let limits = Limits::default();
        let one = npy::write("int8", &[2], &[1, 2]).unwrap();
        let two = npy::write("uint8", &[1, 1], &[3]).unwrap();
        let both = zip(&[("x.npy", &one, false), ("mask.npy", &two, true), ("notes.txt", b"hello", false)]);
        assert_eq!(read(&both, &["mask"], &limits).unwrap().bytes, [3]);
        assert_eq!(read(&both, &["serving_default_x:0", "x"], &limits).unwrap().dtype, "int8");
        let error = read(&both, &["y"], &limits).unwrap_err();
        assert_eq!((error.id(), error.value("known")), ("npz-no-such-array", Some("x, mask")));
        assert_eq!(read(&zip(&[("arr_0.npy", &one, true)]), &["y"], &limits).unwrap().shape, [2]);
        assert_eq!(read(&zip(&[("a.txt", b"", false)]), &["y"], &limits).unwrap_err().id(), "npz-empty");
        assert_eq!(read(&MemorySource::shared("b", vec![1; 50]), &["y"], &limits).unwrap_err().id(), "zip-damaged");
    }
}
