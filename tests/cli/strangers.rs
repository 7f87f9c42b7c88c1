//! Answers of the CLI about files that are not models.

use crate::support::{fixture, vintage};

/// Runs `vintage inspect` on a file of this name and content.
fn inspect(name: &str, content: &[u8]) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "vintage-strangers-{}-{}",
        std::process::id(),
        name.replace('/', "-")
    ));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a file");
    let answer = vintage(&["inspect", &path.display().to_string()]);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    answer.text
}

#[test]
fn each_kind_of_content_is_named_in_one_sentence() {
    let lfs = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 17483\n";
    let graph = std::fs::read(fixture("graphdefs/frozen.pb")).expect("a fixture");
    for name in
        ["x.tflite", "x.lite", "x.pb", "x.pbtxt", "x.meta", "x.index", "x.h5", "x.keras", "x.zip", "saved_model.pb"]
    {
        for (content, sentence) in [
            (&b""[..], "The file is empty."),
            (&[0; 16], "All 16 bytes are zero."),
            (b"hello\n", "This is plain text."),
            (b"{\"a\": 1}", "This is JSON."),
            (b"<!DOCTYPE html><html>", "This is a web page (HTML)."),
            (lfs, "This is a Git LFS pointer, not the model."),
            (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "This is a JPEG image."),
        ] {
            let text = inspect(name, content);
            assert!(text.contains(sentence), "{name}: {text}");
        }
    }
    assert!(inspect("x.tflite", lfs).contains("git lfs pull"), "the remedy is missing");
    assert!(inspect("x.tflite", &graph).contains("GraphDef"), "a model under another name is read as what it is");
}

#[test]
fn a_saved_model_given_as_a_file_is_loaded_by_its_folder() {
    let model = std::fs::read(fixture("savedmodels/keras2_compiled/saved_model.pb")).expect("a fixture");
    let dropped = vintage::artifact::Dropped {
        path: "saved_model.pb".to_owned(),
        source: vintage::bytes::MemorySource::shared("saved_model.pb", model),
    };
    let opened = vintage::report::open(vec![dropped], &vintage::bytes::Limits::default(), &mut |_| {});
    let steps = opened.advice(0).expect("advice").steps;
    let step = steps.iter().find(|step| step.snippet.contains("TFSMLayer")).expect("a snippet");
    assert!(step.snippet.contains("TFSMLayer(\"path/to/the/folder\""), "{}", step.snippet);
}
