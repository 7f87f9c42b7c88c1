//! Zips of models: like a dropped folder; broken, encrypted and hostile ones have an error.

use miniz_oxide::deflate::compress_to_vec;
use std::path::Path;
use vintage::artifact::{Artifact, Document, Dropped, Kind, group};
use vintage::bytes::{Limits, MemorySource, SharedSource};
use vintage::formats::tflite;
use vintage::formats::zip::Archive;

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)).unwrap()
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

/// Writes zips member by member, by the format's published layout.
#[derive(Default)]
struct Writer {
    body: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
    /// Added to the checksum, the unpacked size and the flags, to write broken ones.
    crc_off: u32,
    size_off: u32,
    flags: u16,
}

impl Writer {
    fn add(&mut self, name: &str, data: &[u8], deflate: bool) -> &mut Self {
        let packed = if deflate { compress_to_vec(data, 6) } else { data.to_vec() };
        let method: u16 = if deflate { 8 } else { 0 };
        let mut common = Vec::new();
        common.extend(20u16.to_le_bytes());
        common.extend(self.flags.to_le_bytes());
        common.extend(method.to_le_bytes());
        common.extend([0; 4]);
        common.extend((crc32(data).wrapping_add(self.crc_off)).to_le_bytes());
        common.extend((packed.len() as u32).to_le_bytes());
        common.extend((data.len() as u32 + self.size_off).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&common);
        self.directory.extend([0; 10]);
        self.directory.extend((self.body.len() as u32).to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.body.extend(b"PK\x03\x04");
        self.body.extend(&common);
        self.body.extend(name.as_bytes());
        self.body.extend(packed);
        self.count += 1;
        self
    }

    fn finish(&self) -> Vec<u8> {
        let mut out = self.body.clone();
        out.extend(&self.directory);
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend(self.count.to_le_bytes());
        out.extend(self.count.to_le_bytes());
        out.extend((self.directory.len() as u32).to_le_bytes());
        out.extend((self.body.len() as u32).to_le_bytes());
        out.extend([0; 2]);
        out
    }
}

fn grouped(name: &str, zip: Vec<u8>) -> Vec<Artifact> {
    group(vec![Dropped { path: name.into(), source: MemorySource::shared(name, zip) }], &Limits::default())
}

#[test]
fn a_zip_of_a_checkpoint_and_a_model_is_grouped_like_a_folder() {
    let folder = "checkpoints/guide/tf_ckpts";
    let mut zip = Writer::default();
    zip.add("tf_ckpts/", b"", false);
    for name in ["ckpt-8.index", "ckpt-8.data-00000-of-00001", "checkpoint"] {
        zip.add(&format!("tf_ckpts/{name}"), &bytes(&format!("{folder}/{name}")), true);
    }
    let model = bytes("tflite/ops/while.tflite");
    zip.add("models/while.tflite", &model, false);
    let artifacts = grouped("all.zip", zip.finish());
    let kinds: Vec<_> = artifacts.iter().map(|a| (a.kind, a.name.as_str(), a.files.len())).collect();
    assert_eq!(
        kinds,
        [(Kind::Checkpoint, "ckpt-8", 2), (Kind::CheckpointState, "checkpoint", 1), (Kind::Tflite, "while.tflite", 1)]
    );
    assert!(artifacts.iter().all(|a| a.error.is_none()), "{:?}", artifacts[0].error);
    assert_eq!(artifacts[2].files[0].path, "all.zip/models/while.tflite");
    let mut back = vec![0; model.len()];
    artifacts[2].files[0].source.read_at(0, &mut back).unwrap();
    assert_eq!(back, model);
}

#[test]
fn a_real_keras_file_is_one_artifact() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/keras");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "keras") {
            let artifacts = grouped("model", std::fs::read(&path).unwrap());
            assert_eq!((artifacts.len(), artifacts[0].kind), (1, Kind::Keras), "{}", path.display());
            assert!(artifacts[0].error.is_none() && artifacts[0].document.is_some());
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_zip_appended_to_a_model_names_its_associated_files() {
    let model = bytes("tflite/ops/while.tflite");
    let mut whole = model.clone();
    whole.extend(Writer::default().add("labels.txt", b"cat\ndog\n", true).finish());
    let source: SharedSource = MemorySource::shared("m.tflite", whole);
    let read = tflite::read(&source, &Limits::default()).unwrap();
    assert_eq!(read.associated_files, [("labels.txt".to_owned(), 8)]);
    assert!(read.flatbuffer_len <= model.len() as u64);
    let archive = Archive::open(&source, &Limits::default()).unwrap();
    let labels = archive.source(0, "labels.txt");
    let mut text = [0; 8];
    labels.read_at(0, &mut text).unwrap();
    assert_eq!(&text, b"cat\ndog\n");
}

#[test]
fn broken_members_say_why_and_the_rest_is_read() {
    let model = bytes("tflite/ops/while.tflite");
    let text = [b'x'; 4096];
    type Change = fn(&mut Writer);
    let cases: [(&str, bool, Change); 4] = [
        ("zip-member-damaged", true, |w| w.crc_off = 1),
        ("zip-member-damaged", false, |w| w.crc_off = 1),
        ("zip-encrypted", true, |w| w.flags = 1),
        ("zip-bomb", true, |w| w.size_off = 1 << 30),
    ];
    for (id, deflate, change) in cases {
        let mut zip = Writer::default();
        zip.add("good.tflite", &model, true);
        change(&mut zip);
        zip.add("bad.bin", &text, deflate);
        let artifacts = grouped("some.zip", zip.finish());
        assert_eq!(artifacts.len(), 2, "{id}");
        assert!(matches!(artifacts[0].document, Some(Document::Tflite(_))), "{id}");
        assert_eq!(artifacts[1].error.as_ref().unwrap().id(), id);
    }
    let twice = Writer::default().add("a.tflite", &model, true).add("a.tflite", &model, true).finish();
    let artifacts = grouped("twice.zip", twice);
    assert!(artifacts[0].error.is_none());
    assert_eq!(artifacts[1].error.as_ref().unwrap().id(), "zip-duplicate-name");
}

#[test]
fn memory_for_unpacking_is_bounded_for_the_whole_archive() {
    let mut zip = Writer::default();
    for name in ["a", "b", "c"] {
        zip.add(name, &[7; 1000], true);
    }
    let source: SharedSource = MemorySource::shared("z", zip.finish());
    let limits = Limits { inflated_bytes: 2500, ..Limits::default() };
    let archive = Archive::open(&source, &limits).unwrap();
    let read = |index| archive.source(index, "m").read_at(0, &mut [0; 10]);
    assert!(read(0).is_ok() && read(1).is_ok());
    assert_eq!(read(2).unwrap_err().id(), "zip-too-large");
}

#[test]
fn cut_and_flipped_zips_never_panic() {
    let model = bytes("tflite/ops/while.tflite");
    let sound = Writer::default().add("a/b.tflite", &model, true).add("c", b"text", false).finish();
    for len in (0..sound.len()).step_by(7) {
        grouped("cut.zip", sound[..len].to_vec());
    }
    for at in 0..sound.len() {
        let mut broken = sound.clone();
        broken[at] ^= 0x55;
        grouped("flipped.zip", broken);
    }
    assert_eq!(grouped("empty.zip", Writer::default().finish())[0].error.as_ref().unwrap().id(), "archive-empty");
}

/// Each zip in it stays below the limit on growth, but all of them together do not.
#[test]
fn what_archives_may_grow_counts_for_all_of_them_together() {
    let attack = include_bytes!("../attacks/zip_of_many_zips_of_zeros/manybombs.zip").to_vec();
    let artifacts = grouped("manybombs.zip", attack);
    let refused = |a: &Artifact| a.error.as_ref().is_some_and(|error| error.id() == "archive-grows-too-much");
    assert!(artifacts.len() == 60 && artifacts.iter().filter(|a| refused(a)).count() >= 58, "{}", artifacts.len());
}
