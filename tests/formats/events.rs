//! Event files of TensorBoard: the first graph in files that TensorFlow wrote, compared with its own reader; damage.

use prost::Message;
use serde_json::Value;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use vintage::artifact::{Artifact, Document, Dropped, Grouped, Kind, group_with};
use vintage::bytes::{Failure, Limits, MemorySource, Result, SharedSource, Source};
use vintage::formats::graph_def::{Form, GraphDocument};
use vintage::formats::proto::tensorflow::GraphDef;
use vintage::formats::sstable::{crc32c, mask};
use vintage::report;

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)).unwrap()
}

fn written(name: &str) -> Vec<u8> {
    bytes(&format!("events/events.out.tfevents.{name}"))
}

fn grouped(files: &[(&str, Vec<u8>)]) -> Grouped {
    let dropped = |(path, bytes): &(&str, Vec<u8>)| Dropped {
        path: (*path).to_owned(),
        source: MemorySource::shared(*path, bytes.clone()),
    };
    group_with(files.iter().map(dropped).collect(), &Limits::default(), &mut |_, _, _| {})
}

fn lone(bytes: Vec<u8>) -> Artifact {
    grouped(&[("events.out.tfevents.1.host", bytes)]).artifacts.remove(0)
}

fn document(artifact: &Artifact) -> &GraphDocument {
    let Some(Document::GraphDef(document)) = &artifact.document else { panic!("{:?}", artifact.error) };
    document
}

/// Id and start of the error.
fn error(bytes: Vec<u8>) -> (String, u64) {
    let error = lone(bytes).error.unwrap();
    (error.id().to_owned(), error.at.range.as_ref().unwrap().start)
}

fn record(event: &[u8]) -> Vec<u8> {
    let length = (event.len() as u64).to_le_bytes();
    let sum = |bytes: &[u8]| mask(crc32c(bytes)).to_le_bytes();
    [&length[..], &sum(&length), event, &sum(event)].concat()
}

/// The first record of every file.
fn first() -> Vec<u8> {
    record(b"\x09\0\0\0\0\0\0\xf8\x3f\x1a\x0dbrain.Event:2")
}

#[test]
fn the_first_graph_is_the_one_that_tensorflow_reads() {
    let golden: Value = serde_json::from_slice(&bytes("events/golden.json")).unwrap();
    for name in ["v1_graph", "v1_meta", "v2_graph"] {
        let file = written(name);
        let artifact = lone(file.clone());
        assert!(artifact.error.is_none(), "{name}: {:?}", artifact.error);
        let document = document(&artifact);
        assert_eq!((artifact.kind, document.form), (Kind::GraphDef, Form::Events));
        let nodes = document.graph.node.iter().map(|node| Value::from(vec![&*node.name, &*node.op]));
        assert_eq!(Value::from(nodes.collect::<Vec<_>>()), golden[name]["graph"]["nodes"], "{name}");
        assert_eq!(document.graph.versions.as_ref().unwrap().producer, golden[name]["graph"]["producer"]);
        // The position of a node is that of its bytes in the event file.
        for (index, node) in document.graph.node.iter().enumerate() {
            let range = document.spans.node(index).unwrap();
            let alone = GraphDef::decode(&file[range.start as usize..range.end as usize]).unwrap();
            assert_eq!(alone.node, std::slice::from_ref(node), "{name}");
        }
    }
    assert!(golden["v2_scalars"]["graph"].is_null());
    let artifact = lone(written("v2_scalars"));
    assert_eq!((artifact.kind, artifact.error.unwrap().id()), (Kind::Unknown, "events-no-graph"));
}

#[test]
fn the_report_has_a_verdict_about_the_graph() {
    let file = Dropped { path: "log".to_owned(), source: MemorySource::shared("log", written("v1_graph")) };
    let report = report::open(vec![file], &Limits::default(), &mut |_| {}).report;
    let artifact = &report.artifacts[0];
    assert_eq!((artifact.identity.form.as_str(), artifact.graphs[0].nodes), ("events", 7));
    assert!(artifact.actions().next().is_some());
}

/// A log beside a model changes nothing about the model, and is not read.
#[test]
fn beside_a_model_a_log_is_not_used() {
    let model = ("m/graph.pb", bytes("graphdefs/frozen.pb"));
    let log = "m/events.out.tfevents.1.host";
    for file in [written("v1_graph"), written("v2_scalars"), first()[..40].to_vec()] {
        let grouped = grouped(&[(log, file), model.clone()]);
        let names: Vec<_> = grouped.artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
        assert_eq!(names, ["graph.pb"]);
        let unused: Vec<_> = grouped.unused.iter().map(|one| (one.file.path.as_str(), one.reason.id())).collect();
        assert_eq!(unused, [(log, "content-events")]);
    }
}

#[test]
fn of_several_logs_those_with_a_graph_are_read() {
    let grouped = grouped(&[
        ("logs/validation/events.out.tfevents.1", written("v2_scalars")),
        ("logs/train/events.out.tfevents.2", written("v2_graph")),
        ("logs/train/events.out.tfevents.3", written("v1_meta")),
    ]);
    let names: Vec<_> = grouped.artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
    assert_eq!(names, ["events.out.tfevents.2", "events.out.tfevents.3"]);
    assert_eq!(grouped.unused[0].reason.id(), "events-no-graph");
}

#[test]
fn damage_is_reported_with_its_place_and_only_up_to_the_graph() {
    let file = written("v1_graph");
    let whole = document(&lone(file.clone())).graph.clone();
    let second = first_record_end(&file);
    // The length of the second record, its bytes, and its end.
    for (at, place) in [(second + 1, second), (second + 40, second + 12)] {
        let mut broken = file.clone();
        broken[at] ^= 1;
        assert_eq!(error(broken), ("events-damaged".to_owned(), place as u64));
    }
    for cut in [second + 5, second + 12, second + 100] {
        assert_eq!(error(file[..cut].to_vec()), ("events-truncated".to_owned(), second as u64));
    }
    // Behind the graph there may be anything.
    let graph_ends = second + first_record_end(&file[second..]);
    assert_eq!(document(&lone(file[..graph_ends + 3].to_vec())).graph, whole);
    for at in 0..file.len() {
        let mut broken = file.clone();
        broken[at] ^= 0x55;
        lone(broken);
        lone(file[..at].to_vec());
    }
}

fn first_record_end(file: &[u8]) -> usize {
    u64::from_le_bytes(file[..8].try_into().unwrap()) as usize + 16
}

/// Events with right checksums whose content is not what it should be.
#[test]
fn events_of_any_content_get_an_answer() {
    let after_first = |event: &[u8]| [first(), record(event)].concat();
    let place = first().len() as u64;
    assert_eq!(error(after_first(b"\x22\x7f\x0a")), ("events-damaged".to_owned(), place + 12));
    assert_eq!(error(after_first(b"\x4a\x05\x12\x7f")), ("events-damaged".to_owned(), place + 12));
    // A graph that is cut off, with the positions of the file.
    assert_eq!(error(after_first(b"\x22\x02\x0a\x7f")), ("proto-truncated".to_owned(), place + 14));
    for empty in [&b""[..], b"\x22\0", b"\x4a\0", b"\x4a\x02\x12\0", b"\xff\xff", b"\x10"] {
        assert_eq!(error(after_first(empty)).0, "events-no-graph", "{}", empty.escape_ascii());
    }
    let event = &written("v1_graph")[first_record_end(&written("v1_graph"))..][12..];
    for at in 0..600.min(event.len()) {
        let mut broken = event[..event.len() - 4].to_vec();
        broken[at] ^= 0x15;
        lone(after_first(&broken));
    }
}

#[test]
fn limits_hold() {
    let many = [first(), record(b"\x10\x01").repeat(20)].concat();
    let source = MemorySource::shared("log", many);
    let error = GraphDocument::open_events(&source, &Limits { list_len: 10, ..Limits::default() }).unwrap_err();
    assert_eq!((error.failure, error.id()), (Failure::OverLimit, "list-too-long"));
    let source = MemorySource::shared("log", written("v1_graph"));
    let error = GraphDocument::open_events(&source, &Limits { structure_bytes: 64, ..Limits::default() }).unwrap_err();
    assert_eq!((error.failure, error.id()), (Failure::OverLimit, "structure-too-large"));
}

/// A file of which only pieces exist: zeros elsewhere. Counts the bytes that are read.
struct Sparse {
    name: Arc<str>,
    len: u64,
    pieces: Vec<(u64, Vec<u8>)>,
    read: RefCell<u64>,
}

impl Source for Sparse {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        *self.read.borrow_mut() += buf.len() as u64;
        buf.fill(0);
        for (start, piece) in &self.pieces {
            for (index, byte) in piece.iter().enumerate() {
                if let Some(at) = (start + index as u64).checked_sub(offset).filter(|at| *at < buf.len() as u64) {
                    buf[at as usize] = *byte;
                }
            }
        }
        Ok(())
    }
}

#[test]
fn large_records_are_skipped_by_their_length() {
    let length = (1_u64 << 30).to_le_bytes();
    // A summary of 1 GiB, twice.
    let head = [&length[..], &mask(crc32c(&length)).to_le_bytes(), b"\x10\x01\x2a"].concat();
    let file = written("v1_graph");
    let (begin, rest) = file.split_at(first_record_end(&file));
    let mut pieces = vec![(0, begin.to_vec())];
    let mut at = begin.len() as u64;
    for _ in 0..2 {
        pieces.push((at, head.clone()));
        at += 12 + (1 << 30) + 4;
    }
    pieces.push((at, rest.to_vec()));
    let len = at + rest.len() as u64;
    let sparse = Rc::new(Sparse { name: "log".into(), len, pieces, read: RefCell::new(0) });
    let source: SharedSource = sparse.clone();
    let document = GraphDocument::open_events(&source, &Limits::default()).unwrap();
    assert_eq!(document.graph.node.len(), 7);
    assert!(*sparse.read.borrow() < 100_000, "{} bytes of {len} were read", sparse.read.borrow());
}
