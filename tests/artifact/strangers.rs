//! Files that are not models: each is identified by its content, with any name.

use std::rc::Rc;
use vintage::artifact::{Artifact, Dropped, Kind, group, group_with};
use vintage::bytes::{Failure, FileSource, Limits, MemorySource};

/// Extensions of everything that Vintage reads, and some of what it does not.
const NAMES: [&str; 19] = [
    "x.tflite",
    "x.lite",
    "x.pb",
    "x.pbtxt",
    "x.meta",
    "x.index",
    "x.ckpt",
    "x.h5",
    "x.hdf5",
    "x.weights.h5",
    "x.keras",
    "x.zip",
    "x.tar.gz",
    "x.pbmm",
    "checkpoint",
    "saved_model.pb",
    "m/saved_model.pbtxt",
    "m/saved_model.cpb",
    "x",
];

const LFS: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 17483\n";

/// Content, and the id of the sentence that names it.
const CONTENTS: [(&[u8], &str); 17] = [
    (b"", "file-empty"),
    (&[0; 16], "content-zeros"),
    (&[0; 64], "content-zeros"),
    (b"hello\n", "content-text"),
    (b"# Model\n\n## Use\n", "content-markdown"),
    (b"{\"model_type\": \"bert\"}", "content-json"),
    (b"\n<!doctype html>\n<html lang=en>", "content-html"),
    (LFS, "content-git-lfs"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", "content-image"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "content-image"),
    (b"GIF89a\x01\0\x01\0", "content-image"),
    (b"RIFF\x10\0\0\0WEBPVP8 ", "content-image"),
    (b"\x08\x08\x12\x07pytorch\x1a\x032.1\x3a\x04\x0a\x02\x0a\0", "content-onnx"),
    (b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.", "content-pytorch"),
    (b"\x80\x04\x95\x0b\0\0\0\0\0\0\0}\x94.", "content-pickle"),
    (b"GGUF\x03\0\0\0\0\0\0\0", "content-gguf"),
    (b"\x0e\0\0\0\0\0\0\0{\"a\":{\"dtype\":1}}", "content-safetensors"),
];

fn bytes(path: &str, bytes: &[u8]) -> Dropped {
    Dropped { path: path.to_owned(), source: MemorySource::shared(path.to_owned(), bytes.to_vec()) }
}

fn only(dropped: Vec<Dropped>) -> Artifact {
    let mut artifacts = group(dropped, &Limits::default());
    assert_eq!(artifacts.len(), 1, "{:?}", artifacts.iter().map(|a| &a.name).collect::<Vec<_>>());
    artifacts.remove(0)
}

#[test]
fn content_is_named_under_every_extension() {
    for name in NAMES {
        for (content, id) in CONTENTS {
            let artifact = only(vec![bytes(name, content)]);
            let error = artifact.error.expect("an error");
            assert_eq!(error.id(), id, "{} as {name}", content.escape_ascii());
            assert_eq!(&*error.at.file, name);
            // TensorFlow reads a message without bytes, so there is a verdict beside the error.
            let is_message = id == "file-empty" && (name.ends_with(".pb") || name.ends_with(".pbtxt"));
            assert_eq!(artifact.document.is_some(), is_message, "{} as {name}", content.escape_ascii());
            if id != "file-empty" {
                assert_eq!(error.failure, Failure::Foreign, "{id}");
            }
        }
    }
}

#[test]
fn what_says_how_large_or_of_which_kind_is_a_value() {
    let error = |content: &[u8]| only(vec![bytes("x.tflite", content)]).error.unwrap();
    assert_eq!(error(LFS).value("bytes"), Some("17483"));
    assert_eq!(error(&[0; 300]).value("bytes"), Some("300"));
    assert_eq!(error(b"\xff\xd8\xff\xe0").value("form"), Some("JPEG"));
}

#[test]
fn a_zip_of_torch_save_is_one_file_of_pytorch() {
    let source = super::archives::zip(&[
        ("model/data.pkl", &b"\x80\x02}q\0."[..]),
        ("model/version", b"3\n"),
        ("model/data/0", &[0; 8]),
    ]);
    let artifact = only(vec![bytes("model.pt", &source)]);
    assert_eq!((artifact.kind, artifact.error.unwrap().id()), (Kind::Unknown, "content-pytorch"));
}

#[test]
fn damaged_models_are_not_taken_for_something_else() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for (fixture, name, kind) in [
        ("tflite/ops/add_0.tflite", "x.tflite", Kind::Tflite),
        ("graphdefs/frozen.pb", "x.pb", Kind::GraphDef),
        ("graphdefs/frozen.pbtxt", "x.pbtxt", Kind::GraphDef),
        ("checkpoints/guide/tf_ckpts/ckpt-8.index", "x.index", Kind::Checkpoint),
        ("keras/cnn_keras3.weights.h5", "x.h5", Kind::Keras),
        ("savedmodels/functions/saved_model.pb", "saved_model.pb", Kind::SavedModel),
    ] {
        let whole = std::fs::read(root.join(fixture)).unwrap();
        let artifact = only(vec![bytes(name, &whole[..whole.len() / 2])]);
        assert_eq!(artifact.kind, kind, "{fixture}");
        let error = artifact.error.unwrap_or_else(|| panic!("{fixture}: half of it is no error"));
        assert!(!error.id().starts_with("content-") && error.id() != "file-unknown", "{fixture}: {}", error.id());
    }
}

#[test]
fn a_shard_that_is_a_git_lfs_pointer_is_named() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/checkpoints/guide/tf_ckpts");
    let index = Rc::new(FileSource::open(&folder.join("ckpt-8.index"), "ckpt-8.index").unwrap());
    let index = Dropped { path: "ckpt-8.index".to_owned(), source: index };
    let artifact = only(vec![index, bytes("ckpt-8.data-00000-of-00001", LFS)]);
    let error = artifact.error.unwrap();
    assert_eq!((artifact.kind, error.id()), (Kind::Checkpoint, "content-git-lfs"));
    assert_eq!(&*error.at.file, "ckpt-8.data-00000-of-00001");
    assert!(artifact.document.is_some(), "the index is read");
}

#[test]
fn beside_a_model_only_what_should_be_one_is_an_artifact() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite/ops/add_0.tflite");
    let model = bytes("m/model.tflite", &std::fs::read(path).unwrap());
    let dropped = vec![
        bytes("m/.gitattributes", b"*.tflite filter=lfs\n"),
        bytes("m/README.md", b"# A model\n"),
        bytes("m/golden.json", b"[1, 2]"),
        bytes("m/photo", b"\xff\xd8\xff\xe0"),
        bytes("m/second.tflite", LFS),
        bytes("m/third.h5", b""),
        model,
    ];
    let grouped = group_with(dropped, &Limits::default(), &mut |_, _, _| {});
    let names: Vec<_> = grouped.artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
    assert_eq!(names, ["model.tflite", "second.tflite", "third.h5"]);
    let unused: Vec<_> = grouped.unused.iter().map(|one| (one.file.path.as_str(), one.reason.id())).collect();
    let expected = [
        ("m/.gitattributes", "content-text"),
        ("m/README.md", "content-markdown"),
        ("m/golden.json", "content-json"),
        ("m/photo", "content-image"),
    ];
    assert_eq!(unused, expected);
}
