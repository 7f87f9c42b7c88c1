//! Rarer forms of TensorFlow's models: SavedModels in chunks, memory-mapped graphs, files under wrong names, several
//! artifacts at once.

use prost::Message;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::{Artifact, Document, Dropped, Kind, group};
use vintage::bytes::{FileSource, Limits, MemorySource};
use vintage::formats::graph_def::Form;
use vintage::formats::proto::tensorflow::{AttrValue, GraphDef, attr_value};
use vintage::report::schema::Outcome;
use vintage::report::{self, details::Extent};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(path)).unwrap()
}

fn dropped(path: &str, shown: &str) -> Dropped {
    let source = Rc::new(FileSource::open(&fixtures().join(path), shown).unwrap());
    Dropped { path: shown.to_owned(), source }
}

fn memory(shown: &str, bytes: Vec<u8>) -> Dropped {
    Dropped { path: shown.to_owned(), source: MemorySource::shared(shown, bytes) }
}

fn opened(files: Vec<Dropped>) -> Vec<Artifact> {
    group(files, &Limits::default())
}

fn chunked(packing: &str) -> Vec<Dropped> {
    let names =
        ["saved_model.cpb", "fingerprint.pb", "variables/variables.index", "variables/variables.data-00000-of-00001"];
    names.iter().map(|name| dropped(&format!("chunked/{packing}/{name}"), &format!("m/{name}"))).collect()
}

/// The parts of each packing are the model that was split, and TensorFlow's own reader found the same parts in them.
#[test]
fn a_model_in_chunks_is_the_model_it_was() {
    let whole = opened(vec![dropped("chunked/whole/saved_model.pb", "saved_model.pb")]);
    let Some(Document::SavedModel(whole)) = &whole[0].document else { panic!() };
    let mut prints = Vec::new();
    for packing in ["none", "brotli", "snappy"] {
        let artifacts = opened(chunked(packing));
        assert_eq!((artifacts.len(), artifacts[0].kind), (1, Kind::SavedModel), "{packing}");
        assert!(artifacts[0].error.is_none(), "{packing}: {:?}", artifacts[0].error);
        let Some(Document::SavedModel(model)) = &artifacts[0].document else { panic!() };
        assert_eq!(model.form, Form::Chunked);
        assert_eq!(model.meta_graphs.len(), 1);
        assert_eq!(model.meta_graphs[0].def, whole.meta_graphs[0].def, "{packing}");
        assert_eq!(model.variables.as_ref().unwrap().as_ref().unwrap().variables().len(), 2);
        let mut recorded: Value = serde_json::from_slice(&bytes(&format!("chunked/{packing}/recorded.json"))).unwrap();
        assert_eq!(recorded["reader"].take(), "tensorflow 2.21.0");
        prints.push(recorded);
    }
    assert!(prints.iter().all(|print| *print == prints[0]), "{prints:?}");
    // The released packages do not look for this form, and their message is reported.
    let told = report::open(chunked("none"), &Limits::default(), &mut |_| {}).report.artifacts.remove(0);
    let window = told.windows.iter().find(|window| window.channel == "tensorflow").unwrap();
    assert!(window.releases.is_empty());
    let verdict = window.verdicts.iter().find(|verdict| verdict.release == "2.21.0").unwrap();
    assert_eq!(verdict.outcome, Outcome::Refused);
    assert!(verdict.prints.as_deref().unwrap_or_default().starts_with("SavedModel file does not exist at: "));
    // By itself, and under another name.
    let alone = opened(vec![dropped("chunked/brotli/saved_model.cpb", "something.bin")]);
    assert!(alone[0].kind == Kind::SavedModel && alone[0].error.is_none());
}

#[test]
fn damage_in_chunks_is_reported_and_never_panics() {
    let id =
        |bytes: Vec<u8>| opened(vec![memory("saved_model.cpb", bytes)])[0].error.as_ref().map(|e| e.id().to_owned());
    for packing in ["none", "brotli", "snappy"] {
        let sound = bytes(&format!("chunked/{packing}/saved_model.cpb"));
        assert_eq!(id(sound.clone()), None);
        let mut flipped = sound.clone();
        flipped[sound.len() / 2] ^= 1;
        assert_eq!(id(flipped).as_deref(), Some("riegeli-damaged"));
        for len in (0..sound.len()).step_by(sound.len() / 60) {
            assert!(id(sound[..len].to_vec()).is_some(), "{packing} cut to {len}");
        }
        for at in (0..sound.len()).step_by(sound.len() / 200) {
            let mut broken = sound.clone();
            broken[at] ^= 0xff;
            id(broken);
        }
    }
}

/// A frozen graph in the form of `convert_graphdef_memmapped_format`: large constants as regions aligned to 64 bytes,
/// the graph, the directory, its offset.
fn mapped(graph: &GraphDef) -> (Vec<u8>, Vec<(String, u64, u64)>) {
    let mut graph = graph.clone();
    let (mut out, mut regions) = (Vec::new(), Vec::new());
    for (index, node) in graph.node.iter_mut().enumerate() {
        let Some(attr_value::Value::Tensor(tensor)) = node.attr.get("value").and_then(|a| a.value.clone()) else {
            continue;
        };
        if node.op != "Const" || tensor.tensor_content.len() < 32 {
            continue;
        }
        out.resize(usize::next_multiple_of(out.len(), 64), 0);
        let name = format!("memmapped_package://InitialConst{index}");
        regions.push((name.clone(), out.len() as u64, tensor.tensor_content.len() as u64));
        out.extend_from_slice(&tensor.tensor_content);
        node.op = "ImmutableConst".to_owned();
        node.attr.remove("value");
        let text = |s: &str| AttrValue { value: Some(attr_value::Value::S(s.as_bytes().to_vec().into())) };
        node.attr.insert("memory_region_name".to_owned(), text(&name));
        let shape = tensor.tensor_shape.clone().unwrap_or_default();
        node.attr.insert("shape".to_owned(), AttrValue { value: Some(attr_value::Value::Shape(shape)) });
    }
    regions.push(("memmapped_package://.".to_owned(), out.len() as u64, graph.encoded_len() as u64));
    out.extend(graph.encode_to_vec());
    let place = out.len() as u64;
    for (name, offset, _) in &regions {
        let mut element = vec![8];
        prost::encoding::encode_varint(*offset, &mut element);
        element.push(0x12);
        prost::encoding::encode_varint(name.len() as u64, &mut element);
        element.extend(name.as_bytes());
        out.push(0x0a);
        prost::encoding::encode_varint(element.len() as u64, &mut out);
        out.extend(element);
    }
    out.extend(place.to_le_bytes());
    (out, regions)
}

fn frozen() -> GraphDef {
    GraphDef::decode(bytes("graphdefs/frozen_tf1_15_5.pb").as_slice()).unwrap()
}

#[test]
fn a_graph_to_be_mapped_is_its_graph_with_regions() {
    let (file, regions) = mapped(&frozen());
    assert!(regions.len() > 1, "{regions:?}");
    let report = report::open(vec![memory("frozen.pbmm", file.clone())], &Limits::default(), &mut |_| {});
    let told = &report.report.artifacts[0];
    assert!(told.error.is_none(), "{:?}", told.error);
    assert_eq!((told.identity.form.as_str(), told.graphs[0].nodes), ("mapped", frozen().node.len() as u64));
    assert_eq!(told.graphs[0].ops["ImmutableConst"], regions.len() as u64 - 1);
    let details = report.details(0, Extent::ALL).unwrap();
    // Where the writer gives no lengths, padding counts.
    for (ours, written) in details.regions.iter().zip(&regions) {
        assert_eq!((&ours.0, ours.1), (&written.0, written.1));
        assert!((written.2..written.2 + 64).contains(&ours.2));
    }
    assert_eq!(details.regions.len(), regions.len());
    // The position of a node is that of its bytes in this file.
    let Some(Document::GraphDef(document)) = &report.artifacts[0].document else { panic!() };
    let range = document.spans.node(0).unwrap();
    let lone = GraphDef::decode(&file[range.start as usize..range.end as usize]).unwrap();
    assert_eq!(lone.node[0].name, frozen().node[0].name);
}

#[test]
fn damaged_directories_are_reported_and_never_panic() {
    let (sound, regions) = mapped(&frozen());
    let id = |bytes: Vec<u8>| opened(vec![memory("g.pbmm", bytes)])[0].error.as_ref().map(|e| e.id().to_owned());
    let place = u64::from_le_bytes(sound[sound.len() - 8..].try_into().unwrap()) as usize;
    // The first region's offset beyond the second's.
    let mut wrong = sound.clone();
    wrong[place + 3] = 0x7f;
    assert!(id(wrong).is_some());
    let mut nameless = sound.clone();
    let graph = regions.last().unwrap().0.as_bytes();
    let at = nameless.windows(graph.len()).rposition(|w| w == graph).unwrap() + graph.len() - 1;
    nameless[at] = b'x';
    assert_eq!(id(nameless).as_deref(), Some("mapped-no-graph"));
    for at in place..sound.len() {
        let mut broken = sound.clone();
        broken[at] ^= 0x55;
        id(broken);
    }
}

/// Files are recognized by content; opened together, each is itself.
#[test]
fn every_form_is_known_under_any_name_and_all_at_once() {
    let cases = [
        ("tflite/ops/while.tflite", Kind::Tflite),
        ("graphdefs/frozen_tf1_15_5.pb", Kind::GraphDef),
        ("graphdefs/frozen.pbtxt", Kind::GraphDef),
        ("savedmodels/functions/saved_model.pb", Kind::SavedModel),
        ("savedmodels/builder_text_tf11/saved_model.pbtxt", Kind::SavedModel),
        ("chunked/none/saved_model.cpb", Kind::SavedModel),
        ("checkpoints/guide/tf_ckpts/ckpt-8.index", Kind::Checkpoint),
        ("checkpoints/name_based_v1_tf115/model.ckpt-10", Kind::Checkpoint),
        ("checkpoints/guide/tf_ckpts/checkpoint", Kind::CheckpointState),
    ];
    let names = [
        "model.h5",
        "x.tflite",
        "photo.jpg",
        "noextension",
        "archive.zip",
        "weights.tar.gz",
        "a.meta",
        "b.index",
        "saved.pbmm",
    ];
    for shift in 0..names.len() {
        let files: Vec<Dropped> = cases
            .iter()
            .enumerate()
            .map(|(i, (path, _))| dropped(path, &format!("{i}/{}", names[(i + shift) % names.len()])))
            .collect();
        let artifacts = opened(files);
        assert_eq!(artifacts.len(), cases.len());
        for (i, (path, kind)) in cases.iter().enumerate() {
            let start = format!("{i}/");
            let artifact = artifacts.iter().find(|a| a.files[0].path.starts_with(&start)).unwrap();
            let shown = format!("{path} as {}", artifact.files[0].path);
            assert_eq!(artifact.kind, *kind, "{shown}");
            // Without its shard a checkpoint is listed and reports the missing file; everything else is complete.
            let fine = artifact.error.is_none() || *kind == Kind::Checkpoint;
            assert!(fine && artifact.document.is_some(), "{shown}: {:?}", artifact.error);
        }
    }
}

/// A state file lists which of its checkpoints are present; a `.meta` file belongs to its checkpoint.
#[test]
fn related_files_refer_to_each_other() {
    let folder = "checkpoints/guide/tf_ckpts";
    let files =
        ["checkpoint", "ckpt-9.index", "ckpt-9.data-00000-of-00001", "ckpt-10.index", "ckpt-10.data-00000-of-00001"];
    let files = files.iter().map(|name| dropped(&format!("{folder}/{name}"), &format!("t/{name}"))).collect();
    let report = report::open(files, &Limits::default(), &mut |_| {});
    let state = report.report.artifacts.iter().position(|a| a.name == "checkpoint").unwrap();
    let details = report.details(state, Extent::ALL).unwrap();
    let listed: Vec<_> = details.state.iter().map(|l| (l.path.as_str(), l.newest, l.present)).collect();
    assert_eq!(listed, [("ckpt-8", false, false), ("ckpt-9", false, true), ("ckpt-10", true, true)]);
    assert!(details.state.iter().all(|l| l.timestamp.is_some()));
    let mut beside = details.beside;
    beside.sort();
    assert_eq!(beside, ["ckpt-10", "ckpt-9"]);

    let folder = "checkpoints/name_based_v1_tf115";
    let files = ["model.ckpt-10", "model.ckpt-10.meta"];
    let files = files.iter().map(|name| dropped(&format!("{folder}/{name}"), &format!("v/{name}"))).collect();
    let report = report::open(files, &Limits::default(), &mut |_| {});
    for (index, artifact) in report.report.artifacts.iter().enumerate() {
        let other = if artifact.name.ends_with(".meta") { "model.ckpt-10" } else { "model.ckpt-10.meta" };
        assert_eq!(report.details(index, Extent::ALL).unwrap().beside, [other], "{}", artifact.name);
    }
}
