//! Models of many operators: an assessment is in proportion to their number. A check that looked through all operators for
//! each of them took seconds for 20,000.

use crate::everything::limits;
use crate::measure::{cost, within_bounds};
use flatbuffers::{FlatBufferBuilder, WIPOffset};
use prost::Message;
use vintage::artifact::Dropped;
use vintage::bytes::MemorySource;
use vintage::formats::proto::tensorflow::{AttrValue, GraphDef, NodeDef, VersionDef, attr_value::Value};
use vintage::report;

const OPERATORS: u32 = 40_000;

fn opens_within_bounds(name: &str, bytes: Vec<u8>) {
    let size = bytes.len() as u64;
    let dropped = vec![Dropped { path: name.to_owned(), source: MemorySource::shared(name, bytes) }];
    let (opened, cost) = cost(|| report::open(dropped, &limits(), &mut |_| {}));
    let artifact = &opened.report.artifacts[0];
    assert_eq!(artifact.error, None, "{name}");
    assert!(artifact.graphs[0].nodes >= u64::from(OPERATORS), "{name}");
    within_bounds(name, size, cost);
}

/// ADD, LOGISTIC and MUL in turn; each reads the result before it, those with two inputs another one as well.
fn tflite() -> Vec<u8> {
    const SLOT: fn(u16) -> u16 = |field| 4 + 2 * field;
    const CODES: [(i8, bool); 3] = [(0, true), (14, false), (18, true)];
    let mut b = FlatBufferBuilder::new();
    let start = b.start_table();
    let buffer = b.end_table(start);
    let shape = b.create_vector(&[1, 16]);
    let tensors: Vec<_> = (0..=OPERATORS)
        .map(|i| {
            let name = b.create_string(&format!("layers_{}/out_{i}", i / 8));
            let start = b.start_table();
            b.push_slot_always(SLOT(0), shape);
            b.push_slot_always(SLOT(3), name);
            b.end_table(start)
        })
        .collect();
    let operators: Vec<_> = (0..OPERATORS)
        .map(|i| {
            let (code, two) = (i % 3, CODES[i as usize % 3].1);
            let read = [i as i32, i.saturating_sub(7) as i32];
            let inputs = b.create_vector(&read[..1 + usize::from(two)]);
            let outputs = b.create_vector(&[i as i32 + 1]);
            let start = b.start_table();
            b.push_slot_always::<u32>(SLOT(0), code);
            b.push_slot_always(SLOT(1), inputs);
            b.push_slot_always(SLOT(2), outputs);
            b.end_table(start)
        })
        .collect();
    let tensors = b.create_vector(&tensors);
    let operators = b.create_vector(&operators);
    let (inputs, outputs) = (b.create_vector(&[0]), b.create_vector(&[OPERATORS as i32]));
    let start = b.start_table();
    b.push_slot_always(SLOT(0), tensors);
    b.push_slot_always(SLOT(1), inputs);
    b.push_slot_always(SLOT(2), outputs);
    b.push_slot_always(SLOT(3), operators);
    let subgraph: WIPOffset<_> = b.end_table(start);
    let subgraphs = b.create_vector(&[subgraph]);
    let codes = CODES.map(|(code, _)| {
        let start = b.start_table();
        b.push_slot_always::<i8>(SLOT(0), code);
        b.push_slot_always::<i32>(SLOT(2), 1);
        b.push_slot_always::<i32>(SLOT(3), i32::from(code));
        b.end_table(start)
    });
    let codes = b.create_vector(&codes);
    let buffers = b.create_vector(&[buffer]);
    let start = b.start_table();
    b.push_slot_always::<u32>(SLOT(0), 3);
    b.push_slot_always(SLOT(1), codes);
    b.push_slot_always(SLOT(2), subgraphs);
    b.push_slot_always(SLOT(4), buffers);
    let model = b.end_table(start);
    b.finish(model, Some("TFL3"));
    b.finished_data().to_vec()
}

/// A placeholder and sums, each of the result before it and of another one.
fn graph_def() -> Vec<u8> {
    let float = || AttrValue { value: Some(Value::Type(1)) };
    let name = |i: u32| format!("scope_{}/sum_{i}", i / 8);
    let first = NodeDef {
        name: name(0),
        op: "Placeholder".into(),
        attr: [("dtype".to_owned(), float())].into(),
        ..NodeDef::default()
    };
    let sums = (1..=OPERATORS).map(|i| NodeDef {
        name: name(i),
        op: "AddV2".into(),
        input: vec![name(i - 1), name(i.saturating_sub(7))],
        attr: [("T".to_owned(), float())].into(),
        ..NodeDef::default()
    });
    let node = std::iter::once(first).chain(sums).collect();
    let versions = Some(VersionDef { producer: 1882, ..VersionDef::default() });
    GraphDef { node, versions, ..GraphDef::default() }.encode_to_vec()
}

#[test]
fn a_model_of_many_operators_opens_within_bounds() {
    opens_within_bounds("large.tflite", tflite());
}

#[test]
fn a_graph_of_many_nodes_opens_within_bounds() {
    opens_within_bounds("large.pb", graph_def());
}
