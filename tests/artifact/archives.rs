//! Archives of models: tar and gzip, complete, nested, cut, flipped and hostile. The tars have the forms of GNU tar,
//! bsdtar's pax and old tar: built here block by block, by the published layout.

use miniz_oxide::deflate::compress_to_vec;
use std::path::Path;
use vintage::artifact::{Artifact, Document, Dropped, Kind, group, group_with};
use vintage::bytes::{Limits, MemorySource};

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)).unwrap()
}

fn grouped(name: &str, data: Vec<u8>) -> Vec<Artifact> {
    grouped_within(name, data, &Limits::default())
}

fn grouped_within(name: &str, data: Vec<u8>, limits: &Limits) -> Vec<Artifact> {
    group(vec![Dropped { path: name.into(), source: MemorySource::shared(name, data) }], limits)
}

/// Paths with the id of the error, empty for none.
fn said(artifacts: &[Artifact]) -> Vec<(String, &str)> {
    let paths = |a: &Artifact| a.files.iter().map(|f| f.path.as_str()).collect::<Vec<_>>().join("+");
    artifacts.iter().map(|a| (paths(a), a.error.as_ref().map_or("", |e| e.id()))).collect()
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

fn gzip(data: &[u8], name: Option<&str>) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, if name.is_some() { 8 } else { 0 }, 0, 0, 0, 0, 0, 3];
    if let Some(name) = name {
        out.extend(name.as_bytes());
        out.push(0);
    }
    out.extend(compress_to_vec(data, 6));
    out.extend(crc32(data).to_le_bytes());
    out.extend((data.len() as u32).to_le_bytes());
    out
}

/// A zip of stored members.
pub(super) fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut body, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in members {
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend(crc32(data).to_le_bytes());
        common.extend((data.len() as u32).to_le_bytes());
        common.extend((data.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend((body.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        body.extend(b"PK\x03\x04");
        body.extend(&common);
        body.extend(name.as_bytes());
        body.extend(*data);
    }
    let (start, size, count) = (body.len() as u32, directory.len() as u32, members.len() as u16);
    body.extend(directory);
    body.extend(b"PK\x05\x06\0\0\0\0");
    body.extend(count.to_le_bytes());
    body.extend(count.to_le_bytes());
    body.extend(size.to_le_bytes());
    body.extend(start.to_le_bytes());
    body.extend([0, 0]);
    body
}

/// Writes tars block by block.
#[derive(Default)]
struct Tar(Vec<u8>);

impl Tar {
    fn header(&mut self, name: &str, kind: u8, size: u64, change: impl FnOnce(&mut [u8])) -> &mut Self {
        let mut block = [0u8; 512];
        let short = &name.as_bytes()[..name.len().min(100)];
        block[..short.len()].copy_from_slice(short);
        block[100..108].copy_from_slice(b"0000644\0");
        block[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
        block[156] = kind;
        block[257..265].copy_from_slice(b"ustar\x0000");
        block[148..156].fill(b' ');
        change(&mut block);
        let sum: u32 = block.iter().map(|b| u32::from(*b)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        self.0.extend(block);
        self
    }

    fn body(&mut self, data: &[u8]) -> &mut Self {
        self.0.extend(data);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    fn file(&mut self, name: &str, data: &[u8]) -> &mut Self {
        self.header(name, b'0', data.len() as u64, |_| ()).body(data)
    }

    /// An extended header of records before the next member.
    fn pax(&mut self, kind: u8, records: &[(&str, &str)]) -> &mut Self {
        let mut text = String::new();
        for (key, value) in records {
            let rest = format!(" {key}={value}\n");
            let mut len = rest.len() + 1;
            while len.to_string().len() + rest.len() != len {
                len = len.to_string().len() + rest.len();
            }
            text += &format!("{len}{rest}");
        }
        self.header("PaxHeaders/x", kind, text.len() as u64, |_| ()).body(text.as_bytes())
    }

    fn finish(&self) -> Vec<u8> {
        let mut out = self.0.clone();
        out.resize(out.len() + 1024, 0);
        out
    }
}

const MODEL: &str = "tflite/ops/while.tflite";

#[test]
fn a_tar_of_a_saved_model_is_the_folder_in_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/savedmodels/functions");
    let mut tar = Tar::default();
    tar.header("functions/", b'5', 0, |_| ());
    let inside =
        ["saved_model.pb", "fingerprint.pb", "variables/variables.index", "variables/variables.data-00000-of-00001"];
    for name in inside {
        tar.file(&format!("functions/{name}"), &std::fs::read(root.join(name)).unwrap());
    }
    for (name, data) in [
        ("m.tar", tar.finish()),
        ("m.tar.gz", gzip(&tar.finish(), None)),
        ("m.tgz", gzip(&tar.finish(), Some("x.tar"))),
    ] {
        let artifacts = grouped(name, data);
        assert_eq!(artifacts.len(), 1, "{name}");
        assert_eq!((artifacts[0].kind, artifacts[0].name.as_str()), (Kind::SavedModel, "functions"), "{name}");
        assert!(artifacts[0].error.is_none(), "{name}: {:?}", artifacts[0].error);
        let paths: Vec<_> = artifacts[0].files.iter().map(|f| f.path.clone()).collect();
        assert_eq!(paths.len(), inside.len());
        assert!(paths.contains(&format!("{name}/functions/saved_model.pb")), "{paths:?}");
        let Some(Document::SavedModel(model)) = &artifacts[0].document else { panic!("{name}") };
        assert!(model.variables.as_ref().is_some_and(Result::is_ok));
    }
}

#[test]
fn a_gzip_of_one_file_is_that_file() {
    let model = bytes(MODEL);
    let paths = [
        ("while.tflite.gz", None, "while.tflite.gz/while.tflite"),
        ("x.gz", Some("../q/real.tflite"), "x.gz/real.tflite"),
        ("odd", None, "odd/odd"),
    ];
    for (name, inside, path) in paths {
        let artifacts = grouped(name, gzip(&model, inside));
        assert_eq!(said(&artifacts), [(path.to_owned(), "")]);
        assert_eq!(artifacts[0].kind, Kind::Tflite);
    }
    // Two streams one after another are one file, as `cat a.gz b.gz` makes them; zeros after them are padding.
    let mut parts = gzip(&model[..1000], None);
    parts.extend(gzip(&model[1000..], None));
    parts.resize(parts.len() + 512, 0);
    let artifacts = grouped("parts.gz", parts);
    assert_eq!(said(&artifacts), [("parts.gz/parts".to_owned(), "")]);
    let mut back = vec![0; model.len()];
    artifacts[0].files[0].source.read_at(0, &mut back).unwrap();
    assert_eq!(back, model);
}

#[test]
fn archives_inside_archives_are_opened_to_the_limit() {
    let model = bytes(MODEL);
    let tgz = gzip(Tar::default().file("deep/while.tflite", &model).0.as_slice(), None);
    let inner = zip(&[("a.tar.gz", &tgz), ("graph.pb", &bytes("graphdefs/frozen_tf1_15_5.pb"))]);
    let outer = zip(&[("inner.zip", &inner), ("while.tflite", &model)]);
    let expected = [
        ("o.zip/inner.zip/a.tar.gz/deep/while.tflite", ""),
        ("o.zip/inner.zip/graph.pb", ""),
        ("o.zip/while.tflite", ""),
    ];
    assert_eq!(said(&grouped("o.zip", outer.clone())), expected.map(|(p, e)| (p.to_owned(), e)));
    // zip, zip, gzip, tar: four.
    let limits = Limits { archive_depth: 3, ..Limits::default() };
    let artifacts = grouped_within("o.zip", outer, &limits);
    assert_eq!(artifacts.len(), 3);
    assert!(said(&artifacts).contains(&("o.zip/inner.zip/a.tar.gz".to_owned(), "archive-too-deep")));
}

#[test]
fn long_names_and_sizes_of_every_form_are_understood() {
    let model = bytes(MODEL);
    let long = format!("{}/m.tflite", "d".repeat(150));
    let mut tar = Tar::default();
    // GNU: the name in a member of its own; its header keeps no prefix.
    tar.header("././@LongLink", b'L', long.len() as u64 + 1, |b| b[257..265].copy_from_slice(b"ustar  \0"));
    tar.body(format!("{long}\0").as_bytes()).header("cut", b'0', model.len() as u64, |b| {
        b[257..265].copy_from_slice(b"ustar  \0");
        b[345..350].copy_from_slice(b"12345");
    });
    tar.body(&model);
    // POSIX: path and size in records; the header's own size is wrong and must not count.
    let size = model.len().to_string();
    tar.pax(b'x', &[("mtime", "1.5"), ("path", "pax/größe.tflite"), ("size", &size)]);
    tar.header("short", b'0', 1, |_| ()).body(&model);
    // ustar: a prefix.
    tar.header("u.tflite", b'0', model.len() as u64, |b| b[345..351].copy_from_slice(b"prefix")).body(&model);
    // A size too large for octal digits is written in base 256.
    tar.header("b256.tflite", b'0', 0, |b| {
        b[124..136].fill(0);
        b[124] = 0x80;
        b[128..136].copy_from_slice(&(model.len() as u64).to_be_bytes());
    });
    tar.body(&model);
    // The form before POSIX: no magic word, type 0.
    tar.header("old.tflite", 0, model.len() as u64, |b| b[257..265].fill(0)).body(&model);
    let artifacts = grouped("t", tar.finish());
    let paths = [long.as_str(), "pax/größe.tflite", "prefix/u.tflite", "b256.tflite", "old.tflite"];
    assert_eq!(said(&artifacts), paths.map(|path| (format!("t/{path}"), "")));
    assert!(artifacts.iter().all(|a| a.kind == Kind::Tflite && a.bytes_equal(&model)));
}

trait BytesEqual {
    fn bytes_equal(&self, expected: &[u8]) -> bool;
}

impl BytesEqual for Artifact {
    fn bytes_equal(&self, expected: &[u8]) -> bool {
        let source = &self.files[0].source;
        let mut read = vec![0; source.len() as usize];
        source.read_at(0, &mut read).unwrap();
        read == expected
    }
}

#[test]
fn what_is_no_file_says_so() {
    let model = bytes(MODEL);
    let mut tar = Tar::default();
    tar.header("latest", b'2', 0, |b| b[157..163].copy_from_slice(b"ckpt-8")).file("while.tflite", &model);
    tar.header("hard", b'1', 4096, |b| b[157..169].copy_from_slice(b"while.tflite"));
    tar.header("null", b'3', 0, |_| ());
    tar.header("holes", b'S', 512, |_| ()).body(&[1; 512]);
    tar.pax(b'x', &[("GNU.sparse.major", "1"), ("GNU.sparse.name", "holes2")]);
    tar.header("GNUSparseFile.1/holes2", b'0', 512, |_| ()).body(&[1; 512]);
    tar.file("while.tflite", &model);
    let dropped = Dropped { path: "t.tar".into(), source: MemorySource::shared("t.tar", tar.finish()) };
    let grouped = group_with(vec![dropped], &Limits::default(), &mut |_, _, _| {});
    let expected = [
        ("t.tar/while.tflite", ""),
        ("t.tar/while.tflite", "tar-duplicate-name"),
        ("t.tar/holes", "tar-sparse"),
        ("t.tar/holes2", "tar-sparse"),
    ];
    assert_eq!(said(&grouped.artifacts), expected.map(|(p, e)| (p.to_owned(), e)));
    let unused: Vec<_> = grouped.unused.iter().map(|one| (one.file.path.as_str(), one.reason.id())).collect();
    assert_eq!(unused, [("t.tar/latest", "tar-link"), ("t.tar/hard", "tar-link"), ("t.tar/null", "tar-device")]);
    assert_eq!(grouped.unused[0].reason.value("target"), Some("ckpt-8"));
}

#[test]
fn names_that_lead_elsewhere_stay_inside() {
    let model = bytes(MODEL);
    let mut tar = Tar::default();
    for name in ["../../etc/passwd", "/etc/a.tflite", "..\\up.tflite", "./b.tflite"] {
        tar.file(name, &model);
    }
    let paths = ["t/etc/passwd", "t/etc/a.tflite", "t/up.tflite", "t/b.tflite"];
    assert_eq!(said(&grouped("t", tar.finish())), paths.map(|p| (p.to_owned(), "")));
    let zipped = zip(&[("../../x/a.tflite", &model), ("C:\\b.tflite", &model), ("x/./a.tflite", &model)]);
    let expected = [("z/x/a.tflite", ""), ("z/C:/b.tflite", ""), ("z/x/a.tflite", "zip-duplicate-name")];
    assert_eq!(said(&grouped("z", zipped)), expected.map(|(p, e)| (p.to_owned(), e)));
}

#[test]
fn a_damaged_archive_shows_the_files_around_the_damage() {
    let model = bytes(MODEL);
    let mut tar = Tar::default();
    tar.file("a.tflite", &model).file("b.tflite", &model).file("c.tflite", &model);
    let whole = tar.finish();
    let second = 512 + model.len().next_multiple_of(512);
    let mut flipped = whole.clone();
    flipped[second + 3] ^= 1;
    let artifacts = grouped("t.tar", flipped);
    let expected = [("t.tar/a.tflite", ""), ("t.tar/c.tflite", ""), ("t.tar", "tar-header-damaged")];
    assert_eq!(said(&artifacts), expected.map(|(p, e)| (p.to_owned(), e)));
    assert_eq!(artifacts[2].error.as_ref().unwrap().at.range, Some(second as u64..second as u64 + 512));
    let cut = grouped("t.tar", whole[..second + 512 + 100].to_vec());
    assert_eq!(said(&cut)[0], ("t.tar/a.tflite".to_owned(), ""));
    assert_eq!(said(&cut)[2], ("t.tar".to_owned(), "tar-member-cut"));
    assert!(cut[1].error.is_some(), "the model that was cut says what is missing");
    // A cut gzip: the tar in it is cut, too.
    let packed = gzip(&whole, None);
    let artifacts = grouped("t.tgz", packed[..packed.len() - 40].to_vec());
    let errors: Vec<_> = said(&artifacts).into_iter().map(|(_, error)| error).collect();
    assert!(errors.contains(&"gzip-cut") && artifacts[0].error.is_none(), "{:?}", said(&artifacts));
    let mut wrong = packed;
    let at = wrong.len() - 8;
    wrong[at] ^= 1;
    let artifacts = grouped("t.tgz", wrong);
    assert_eq!(artifacts.len(), 4);
    assert_eq!(artifacts[3].error.as_ref().unwrap().id(), "gzip-damaged");
}

#[test]
fn bombs_are_refused_and_name_the_limit() {
    let zeros = vec![0; 80 << 20];
    let bomb = gzip(&zeros, None);
    assert!(bomb.len() < 100_000);
    let artifacts = grouped("b.gz", bomb.clone());
    assert!(artifacts.iter().any(|a| a.error.as_ref().is_some_and(|e| e.id() == "archive-grows-too-much")));
    let limits = Limits { inflated_bytes: 1 << 20, ..Limits::default() };
    let nested = zip(&[("1.gz", &bomb), ("2.gz", &bomb)]);
    let artifacts = grouped_within("b.zip", nested, &limits);
    assert_eq!(artifacts.iter().filter(|a| a.error.as_ref().is_some_and(|e| e.id() == "gzip-too-large")).count(), 2);
    let limits = Limits { files: 5, ..Limits::default() };
    let mut tar = Tar::default();
    for i in 0..10 {
        tar.file(&i.to_string(), b"x");
    }
    let artifacts = grouped_within("t.tar", tar.finish(), &limits);
    assert_eq!((artifacts.len(), artifacts[5].error.as_ref().unwrap().id()), (6, "tar-too-many-files"));
}

#[test]
fn what_is_packed_otherwise_is_named() {
    let artifacts = grouped("m.tar.xz", b"\xfd7zXZ\0and more of it".to_vec());
    let error = artifacts[0].error.as_ref().unwrap();
    assert_eq!((error.id(), error.value("form")), ("archive-form-unsupported", Some("xz")));
    assert_eq!(grouped("e.gz", gzip(b"", None))[0].error.as_ref().unwrap().id(), "file-empty");
}

#[test]
fn cut_and_flipped_archives_never_panic() {
    let model = bytes(MODEL);
    let mut tar = Tar::default();
    tar.pax(b'x', &[("path", "p.tflite")]).file("a", &model).file("b", b"text");
    let tar = tar.finish();
    let packed = gzip(&tar, Some("n.tar"));
    for sound in [&tar, &packed] {
        for len in (0..sound.len()).step_by(13) {
            grouped("cut", sound[..len].to_vec());
        }
        for at in 0..sound.len() {
            let mut broken = sound.clone();
            broken[at] ^= 0x55;
            grouped("flipped", broken);
        }
    }
}

/// A real tar of GNU tar and a real gzip, where the machine has the programs.
#[test]
fn the_programs_own_archives_are_read() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/checkpoints");
    for form in ["gnu", "pax", "ustar", "v7"] {
        let made = std::process::Command::new("tar")
            .args(["--exclude", "*golden*", "--format", form, "-C"])
            .arg(&fixtures)
            .args(["-czf", "-", "guide/tf_ckpts"])
            .output();
        let Ok(made) = made else { return };
        assert!(made.status.success());
        let artifacts = grouped("guide.tar.gz", made.stdout);
        assert!(artifacts.len() >= 3, "{form}");
        for artifact in &artifacts {
            assert!(
                matches!(artifact.kind, Kind::Checkpoint | Kind::CheckpointState),
                "{form}: {:?}",
                said(&artifacts)
            );
            assert!(artifact.error.is_none(), "{form}: {:?}", artifact.error);
        }
    }
}
