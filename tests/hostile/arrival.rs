//! The answer does not depend on the source of the bytes: memory, a file, the middle of a larger file, or a source that
//! returns each byte by itself. (`tests/wasm` has the browser's `Blob`.)

use crate::everything::everything;
use crate::mutations::{fixtures, groups};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use vintage::bytes::{FileSource, MemorySource, Result, SharedSource, Source, SubSource};

/// Returns bytes one by one: code that expects more of a single read would see zeros.
struct Drops {
    inner: SharedSource,
}

impl Source for Drops {
    fn name(&self) -> &Arc<str> {
        self.inner.name()
    }

    fn len(&self) -> u64 {
        self.inner.len()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        if buf.len() as u64 > self.len().saturating_sub(offset) {
            return self.inner.read_at(offset, buf);
        }
        (offset..).zip(buf).try_for_each(|(at, byte)| self.inner.read_at(at, std::slice::from_mut(byte)))
    }
}

/// The kinds of sources.
fn arrivals(path: &Path, name: &str) -> [SharedSource; 4] {
    let bytes = std::fs::read(path).expect("a fixture");
    let memory = MemorySource::shared(name, bytes.clone());
    let file = Rc::new(FileSource::open(path, name).expect("a fixture"));
    // An odd beginning, so that nothing is aligned, and bytes after the end that must not be read.
    let mut around = vec![0x5a; 4099];
    let (start, end) = (around.len() as u64, (around.len() + bytes.len()) as u64);
    around.extend(&bytes);
    around.extend([0xa5; 977]);
    let middle = SubSource::new(name, MemorySource::shared("around", around), start..end).expect("inside");
    let drops = Drops { inner: MemorySource::shared(name, bytes) };
    [memory, file, Rc::new(middle), Rc::new(drops)]
}

#[test]
fn the_answer_does_not_depend_on_how_the_bytes_arrive() {
    let mut compared = 0;
    for group in groups() {
        let arrived: Vec<_> = group.iter().map(|name| arrivals(&fixtures().join(name), name)).collect();
        let told: Vec<String> = (0..4)
            .map(|way| group.iter().cloned().zip(arrived.iter().map(|ways| ways[way].clone())).collect())
            .map(everything)
            .collect();
        for way in 1..4 {
            assert!(told[0] == told[way], "{group:?} in way {way}");
        }
        compared += 1;
    }
    assert!(compared > 60, "{compared} groups");
}
