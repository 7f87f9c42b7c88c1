//! Fixtures of every format, damaged thousands of times: flipped bits, extreme numbers, cuts, insertions, swapped pieces.
//!
//! Tests of the readers alone are beside them (`tests/tensorflow`, `tflite_damage`); here each damaged file goes all
//! the way to the views, with a bounded cost.

use crate::everything::everything;
use crate::measure::{cost, within_bounds};
use std::path::PathBuf;
use vintage::bytes::{MemorySource, SharedSource};

/// Damaged copies of each group of files. More by hand: `VINTAGE_MUTATIONS=1000 cargo nextest run --test hostile`.
const ROUNDS: usize = 40;

/// Folder of the fixtures.
pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Files that are dropped together, by their paths among the fixtures: every format and form, and small enough to be
/// damaged often.
pub fn groups() -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    for folder in ["events", "graphdefs", "keras", "tflite/ops_direct", "tflite/corrupt", "public/graphdefs"] {
        // Every seventh: the forms repeat themselves.
        let step = if folder.starts_with("tflite") { 7 } else { 2 };
        groups.extend(files_under(folder).into_iter().step_by(step).map(|file| vec![file]));
    }
    for folder in ["checkpoints", "savedmodels", "public/savedmodels"] {
        let mut entries: Vec<_> = std::fs::read_dir(fixtures().join(folder))
            .expect("a folder of fixtures")
            .map(|entry| entry.expect("an entry"))
            .filter(|entry| entry.path().is_dir())
            .map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy()))
            .collect();
        entries.sort();
        groups.extend(entries.iter().map(|entry| files_under(entry)));
    }
    let small = |group: &Vec<String>| {
        let sizes = group.iter().map(|file| std::fs::metadata(fixtures().join(file)).expect("a fixture").len());
        !group.is_empty() && group.len() < 40 && sizes.sum::<u64>() < 200_000
    };
    groups.retain(small);
    groups
}

/// Files of a folder and its subfolders, except goldens, in order.
fn files_under(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(fixtures().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries.map(|entry| entry.expect("an entry")) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            found.extend(files_under(&path));
        } else if !name.contains("golden") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// SplitMix64: the same damage on every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// Damages bytes in one of six ways.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return bytes.push(self.next() as u8);
        }
        let at = self.below(bytes.len());
        match self.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, self.next() as u8),
            2 => {
                // A number with an extreme value, little-endian as lengths and offsets are.
                let extremes = [u64::MAX, 1 << 63, 0x7fff_ffff_ffff_ffff, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff, 0, 1];
                let extreme = extremes[self.below(extremes.len())].to_le_bytes();
                let width = [1, 2, 4, 8][self.below(4)].min(bytes.len() - at);
                bytes[at..at + width].copy_from_slice(&extreme[..width]);
            }
            3 => {
                let len = self.below(32).min(bytes.len() - at);
                let to = self.below(bytes.len() - len + 1);
                bytes.copy_within(at..at + len, to);
            }
            4 => drop(bytes.drain(at..(at + self.below(64)).min(bytes.len()))),
            _ => (0..=self.below(4)).for_each(|_| {
                let at = self.below(bytes.len());
                bytes[at] ^= 1 << self.below(8);
            }),
        }
    }
}

#[test]
fn damaged_files_get_an_answer_within_bounds() {
    let rounds = std::env::var("VINTAGE_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS);
    let mut dice = Dice(0x0061_6765);
    let mut damaged = 0;
    for group in groups() {
        let originals: Vec<Vec<u8>> =
            group.iter().map(|file| std::fs::read(fixtures().join(file)).expect("a fixture")).collect();
        for round in 0..rounds {
            let mut files = originals.clone();
            let which = dice.below(files.len());
            dice.damage(&mut files[which]);
            let bytes = files.iter().map(|file| file.len() as u64).sum();
            let source = |(name, bytes): (&String, Vec<u8>)| -> (String, SharedSource) {
                (name.clone(), MemorySource::shared(name.as_str(), bytes))
            };
            let sources = group.iter().zip(files).map(source).collect();
            let (_, cost) = cost(|| everything(sources));
            within_bounds(&format!("{} damaged, round {round}", group[which]), bytes, cost);
            damaged += 1;
        }
    }
    assert!(damaged > 60 * rounds, "{damaged} files");
}
