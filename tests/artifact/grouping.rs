//! Groups dropped files: real folders and prefixes, complete and broken.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::{Artifact, Document, Dropped, Grouped, Kind, group, group_with};
use vintage::bytes::{FileSource, Limits, MemorySource};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Everything below a fixture folder except the goldens, as a browser passes a dropped folder.
fn folder(path: &str) -> Vec<Dropped> {
    fn walk(at: &Path, shown: &str, into: &mut Vec<Dropped>) {
        let mut entries: Vec<_> = std::fs::read_dir(at).unwrap().map(|e| e.unwrap().path()).collect();
        entries.sort();
        for entry in entries {
            let name = entry.file_name().unwrap().to_string_lossy().into_owned();
            let shown = format!("{shown}/{name}");
            if entry.is_dir() {
                walk(&entry, &shown, into);
            } else if !name.contains("golden") {
                let source = Rc::new(FileSource::open(&entry, shown.clone()).unwrap());
                into.push(Dropped { path: shown, source });
            }
        }
    }
    let at = fixtures().join(path);
    let mut out = Vec::new();
    walk(&at, &at.file_name().unwrap().to_string_lossy(), &mut out);
    out
}

fn file(path: &str) -> Dropped {
    renamed(path, path.rsplit('/').next().unwrap())
}

fn renamed(path: &str, name: &str) -> Dropped {
    let source = Rc::new(FileSource::open(&fixtures().join(path), name).unwrap());
    Dropped { path: name.to_owned(), source }
}

fn grouped(dropped: Vec<Dropped>) -> Vec<Artifact> {
    sorted(dropped).artifacts
}

fn sorted(dropped: Vec<Dropped>) -> Grouped {
    let mut before: Vec<String> = dropped.iter().map(|d| d.path.clone()).collect();
    let grouped = group_with(dropped, &Limits::default(), &mut |_, _, _| {});
    let files = grouped.artifacts.iter().flat_map(|a| &a.files).chain(grouped.unused.iter().map(|one| &one.file));
    let mut after: Vec<String> = files.map(|d| d.path.clone()).collect();
    before.sort();
    after.sort();
    assert_eq!(before, after, "every dropped file is in exactly one artifact, or not used");
    grouped
}

fn kinds(artifacts: &[Artifact]) -> Vec<(Kind, &str)> {
    artifacts.iter().map(|a| (a.kind, a.name.as_str())).collect()
}

#[test]
fn a_tflite_file_is_recognized_by_content_with_any_name() {
    let artifacts = grouped(vec![renamed("tflite/ops/while.tflite", "something.dat")]);
    assert_eq!(kinds(&artifacts), [(Kind::Tflite, "something.dat")]);
    assert!(artifacts[0].error.is_none() && matches!(artifacts[0].document, Some(Document::Tflite(_))));
}

#[test]
fn a_checkpoint_folder_gives_each_checkpoint_with_its_shards_and_the_state_file() {
    let artifacts = grouped(folder("checkpoints/guide/tf_ckpts"));
    let names: BTreeSet<_> = kinds(&artifacts).into_iter().collect::<Vec<_>>().iter().map(|(_, n)| *n).collect();
    assert!(names.contains("checkpoint") && names.contains("ckpt-8") && names.contains("ckpt-10"), "{names:?}");
    for artifact in &artifacts {
        assert!(artifact.error.is_none(), "{}: {:?}", artifact.name, artifact.error);
        match artifact.kind {
            Kind::Checkpoint => assert_eq!(artifact.files.len(), 2),
            kind => assert_eq!(kind, Kind::CheckpointState),
        }
    }
}

#[test]
fn sharded_v1_and_v2_checkpoints_are_whole() {
    for (path, form, files) in [("checkpoints/sharded_v1_tf115", "v1", 3), ("checkpoints/sharded_v2_tf115", "v2", 5)] {
        let artifacts = grouped(folder(path));
        let checkpoints: Vec<_> = artifacts.iter().filter(|a| a.kind == Kind::Checkpoint).collect();
        assert!(!checkpoints.is_empty());
        for artifact in checkpoints {
            assert!(artifact.error.is_none(), "{}: {:?}", artifact.name, artifact.error);
            let Some(Document::Checkpoint(document)) = &artifact.document else { panic!("{path}") };
            assert_eq!((document.form(), artifact.files.len()), (form, files), "{path}");
        }
        assert!(artifacts.iter().any(|a| a.kind == Kind::MetaGraph && a.error.is_none()), "{path}: its .meta");
    }
}

#[test]
fn every_saved_model_fixture_is_one_artifact_with_its_variables() {
    let root = fixtures().join("savedmodels");
    let mut seen = 0;
    for entry in std::fs::read_dir(root).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if name == "corrupt" || !fixtures().join("savedmodels").join(&name).is_dir() {
            continue;
        }
        let artifacts = grouped(folder(&format!("savedmodels/{name}")));
        let models: Vec<_> = artifacts.iter().filter(|a| a.kind == Kind::SavedModel).collect();
        assert!(!models.is_empty(), "{name}: {:?}", kinds(&artifacts));
        for model in models {
            assert!(model.error.is_none(), "{name}: {:?}", model.error);
        }
        assert!(artifacts.iter().all(|a| a.kind == Kind::SavedModel), "{name}: {:?}", kinds(&artifacts));
        seen += 1;
    }
    assert!(seen >= 5);
}

#[test]
fn several_models_dropped_at_once_stay_apart() {
    let mut dropped = folder("public/savedmodels/serving/saved_model_half_plus_two_2_versions");
    dropped.push(file("graphdefs/frozen.pb"));
    dropped.push(file("tflite/ops/while.tflite"));
    let artifacts = grouped(dropped);
    let count = |kind| artifacts.iter().filter(|a| a.kind == kind).count();
    assert_eq!((count(Kind::SavedModel), count(Kind::GraphDef), count(Kind::Tflite)), (2, 1, 1));
    let names: Vec<_> = artifacts.iter().map(|a| a.name.as_str()).collect();
    assert!(names.contains(&"00000123") && names.contains(&"00000124"));
}

#[test]
fn graphs_are_distinguished_by_content() {
    let mut seen = 0;
    for entry in std::fs::read_dir(fixtures().join("graphdefs")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.contains("golden") || name.starts_with("broken") || !(name.ends_with("pb") || name.ends_with("pbtxt")) {
            continue;
        }
        // An empty graph is an empty file.
        if name == "empty.pb" {
            continue;
        }
        let artifacts = grouped(vec![renamed(&format!("graphdefs/{name}"), "no_hint")]);
        assert_eq!(artifacts[0].kind, Kind::GraphDef, "{name}: {:?}", artifacts[0].error);
        seen += 1;
    }
    assert!(seen >= 15);
}

/// S16: the data file was given instead of the prefix.
#[test]
fn s16_a_data_file_without_its_index_says_so() {
    let name = "ckpt-8.data-00000-of-00001";
    let artifacts = grouped(vec![file(&format!("checkpoints/guide/tf_ckpts/{name}"))]);
    assert_eq!(kinds(&artifacts), [(Kind::Checkpoint, "ckpt-8")]);
    let error = artifacts[0].error.as_ref().unwrap();
    assert_eq!(error.id(), "checkpoint-index-missing");
    assert_eq!(error.value("index"), Some("ckpt-8.index"));
}

#[test]
fn an_index_under_another_name_finds_its_shards() {
    let folder = "checkpoints/guide/tf_ckpts";
    let artifacts = grouped(vec![
        renamed(&format!("{folder}/ckpt-8.index"), "weights"),
        renamed(&format!("{folder}/ckpt-8.data-00000-of-00001"), "renamed.data-00000-of-00001"),
    ]);
    assert_eq!(kinds(&artifacts), [(Kind::Checkpoint, "weights")]);
    assert!(artifacts[0].error.is_none(), "{:?}", artifacts[0].error);
}

#[test]
fn a_damaged_index_is_a_checkpoint_with_an_error() {
    for case in ["index_wrong_magic", "index_empty", "index_truncated_half"] {
        let artifacts = grouped(folder(&format!("checkpoints/corrupt/{case}")));
        assert_eq!(artifacts.len(), 1, "{case}: {:?}", kinds(&artifacts));
        assert_eq!(artifacts[0].kind, Kind::Checkpoint);
        assert!(artifacts[0].error.is_some(), "{case}");
    }
}

#[test]
fn an_unknown_file_shows_its_first_bytes() {
    let source = MemorySource::shared("notes", &b"\x00\x01hello"[..]);
    let notes = Dropped { path: "notes".into(), source };
    let alone = grouped(vec![notes.clone()]);
    assert_eq!(kinds(&alone), [(Kind::Unknown, "notes")]);
    let error = alone[0].error.as_ref().unwrap();
    assert_eq!(error.id(), "file-unknown");
    assert_eq!(error.value("bytes"), Some("00 01 68 65 6c 6c 6f"));
    // Beside a model it is unused.
    let beside = sorted(vec![notes, file("keras/cnn_keras3.weights.h5")]);
    assert_eq!(kinds(&beside.artifacts), [(Kind::Keras, "cnn_keras3.weights.h5")]);
    assert!(beside.artifacts[0].error.is_none() && beside.artifacts[0].document.is_some());
    assert_eq!((beside.unused[0].file.path.as_str(), &beside.unused[0].reason), ("notes", error));
}

/// The user may mean it, so it counts.
#[test]
fn a_damaged_model_is_never_a_file_that_is_not_used() {
    let damaged = |name: &str| Dropped { path: name.into(), source: MemorySource::shared(name, &b"\x00\x01hello"[..]) };
    for name in ["a.tflite", "a.h5", "a.meta", "a.index", "a.data-00000-of-00001"] {
        let grouped = sorted(vec![file("tflite/ops/while.tflite"), damaged(name)]);
        assert_eq!((grouped.artifacts.len(), grouped.unused.len()), (2, 0), "{name}");
        assert!(grouped.artifacts[1].error.is_some(), "{name}");
    }
}

#[test]
fn what_operating_systems_leave_beside_files_is_passed_over() {
    let bytes = |path: &str, bytes: &[u8]| Dropped {
        path: path.to_owned(),
        source: MemorySource::shared(path.to_owned(), bytes.to_vec()),
    };
    let clutter = || {
        vec![
            bytes("m/.DS_Store", b"\0\0\0\x01Bud1\0\0\x10\0"),
            bytes("__MACOSX/m/._model.tflite", b"\0\x05\x16\x07\0\x02\0\0Mac OS X        "),
            bytes("m/desktop.ini", b"[.ShellClassInfo]\r\n"),
        ]
    };
    let mut dropped = clutter();
    dropped.push(renamed("tflite/ops/while.tflite", "m/model.tflite"));
    // The name alone is not enough.
    dropped.push(renamed("tflite/ops/abs_i32.tflite", "m/._add.tflite"));
    let artifacts = group(dropped, &Limits::default());
    assert_eq!(kinds(&artifacts), [(Kind::Tflite, "model.tflite"), (Kind::Tflite, "._add.tflite")]);
    // Alone it is an artifact of unknown kind.
    assert!(grouped(clutter()).iter().all(|artifact| artifact.error.is_some()));
}
