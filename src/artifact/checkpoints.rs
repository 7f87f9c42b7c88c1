//! Checkpoints: an index with its shards, a V1 table or its shards, data files without an index.

use super::Kind;
use super::files::{Claim, Entry, Files, Form};
use crate::bytes::Limits;
use crate::formats::checkpoint::{self, TableForm};
use crate::formats::probe::Format;
use crate::order;
use std::collections::BTreeMap;

/// `model.ckpt.data-00001-of-00004` -> (`model.ckpt`, 1, 4).
pub fn shard_name(name: &str) -> Option<(&str, u32, u32)> {
    let (prefix, rest) = name.rsplit_once(".data-")?;
    let (id, of) = rest.split_once("-of-")?;
    Some((prefix, number(id)?, number(of)?))
}

/// `model.ckpt-00001-of-00004`, the shards of a V1 checkpoint -> (`model.ckpt`, 1, 4).
pub fn v1_shard_name(name: &str) -> Option<(&str, u32, u32)> {
    let (rest, of) = name.rsplit_once("-of-")?;
    let (prefix, id) = rest.rsplit_once('-')?;
    Some((prefix, number(id)?, number(of)?))
}

/// Exactly five digits, as TensorFlow writes them.
fn number(text: &str) -> Option<u32> {
    (text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Claims every checkpoint among the free files.
pub fn claim(files: &mut Files, limits: &Limits) -> Vec<Claim> {
    // Data files by folder and prefix.
    let mut shards: BTreeMap<(String, String), Vec<(u32, usize)>> = BTreeMap::new();
    let mut indexes = Vec::new();
    let mut tables: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (index, entry) in files.free() {
        if entry.format == Format::Table {
            match checkpoint::probe(&entry.file.source, limits) {
                Ok(TableForm::V1) => {
                    let prefix = v1_shard_name(entry.base()).map_or(entry.base(), |(prefix, ..)| prefix);
                    tables.entry((entry.folder().to_owned(), prefix.to_owned())).or_default().push(index);
                }
                // Opening a damaged table reports the damage.
                Ok(TableForm::V2Index) | Err(_) => indexes.push(index),
            }
        } else if let Some((prefix, id, _)) = shard_name(entry.base()) {
            let of = shards.entry((entry.folder().to_owned(), prefix.to_owned())).or_default();
            of.push((id, index));
        } else if entry.base().ends_with(".index") && matches!(entry.format, Format::Unknown | Format::Empty) {
            indexes.push(index);
        }
    }
    let mut claims = Vec::new();
    let mut lonely = Vec::new();
    for index in indexes {
        let entry = files.entry(index);
        match shards.remove(&(entry.folder().to_owned(), prefix_of(entry).to_owned())) {
            Some(found) => claims.push(bundle(entry, index, found)),
            None => lonely.push(index),
        }
    }
    // Renamed files: in a folder with one index and one set of shards left over, they are a pair.
    for &index in &lonely {
        let entry = files.entry(index);
        let alone = lonely.iter().filter(|&&other| files.entry(other).folder() == entry.folder()).count() == 1;
        let mut beside = shards.keys().filter(|(folder, _)| folder == entry.folder());
        let key = beside.next().filter(|_| alone).cloned();
        let only = beside.next().is_none();
        let found = key.filter(|_| only).and_then(|key| shards.remove(&key));
        claims.push(bundle(entry, index, found.unwrap_or_default()));
    }
    for ((_, prefix), mut found) in shards {
        order::sort(&mut found);
        let members = found.into_iter().map(|(_, index)| index).collect();
        claims.push(Claim { kind: Kind::Checkpoint, name: prefix, members, form: Form::ShardsOnly });
    }
    for ((_, name), members) in tables {
        claims.push(Claim { kind: Kind::Checkpoint, name, members, form: Form::BundleV1 });
    }
    for claim in &claims {
        files.take(&claim.members);
    }
    claims
}

/// Name of an index without `.index`.
fn prefix_of(entry: &Entry) -> &str {
    entry.base().strip_suffix(".index").unwrap_or(entry.base())
}

fn bundle(entry: &Entry, index: usize, mut shards: Vec<(u32, usize)>) -> Claim {
    order::sort(&mut shards);
    let mut members = vec![index];
    members.extend(shards.iter().map(|(_, shard)| *shard));
    order::sort(&mut members);
    Claim { kind: Kind::Checkpoint, name: prefix_of(entry).to_owned(), members, form: Form::BundleV2 { index, shards } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shard_names_are_taken_apart() {
        assert_eq!(shard_name("a.data-00001-of-00004"), Some(("a", 1, 4)));
        assert_eq!(shard_name("a.data-1-of-4"), None);
        assert_eq!(v1_shard_name("model.ckpt-10-00002-of-00003"), Some(("model.ckpt-10", 2, 3)));
        assert_eq!(v1_shard_name("model.ckpt-10"), None);
    }
}
