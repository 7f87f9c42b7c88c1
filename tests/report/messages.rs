//! Every message between page and workers is read as it was written.

use serde::Serialize;
use std::fmt::Debug;
use vintage::graph::{Options, QueryError};
use vintage::json::{Read, read};
use vintage::report::graphs::{FoundNodes, Listing, OutlineRow, OutlineRows, Reveal, TargetName};
use vintage::report::schema::{Artifact, ErrorInfo, Outcome, Report};
use vintage::services::classes::schema::{ClassBy, Classing, NodeClass, NodeClasses};
use vintage::services::evolution::schema::Plan;
use vintage::services::objects::schema::{ObjectListing, ObjectRow, ObjectRows};
use vintage::services::restore::Program;
use vintage::services::restore::mapping::Mapping;
use vintage::services::run::Number;
use vintage::services::run::schema::{
    Backend, Compared, Failed, Hints, InputHint, OutputDifference, OutputHint, Port, Prepared, Ran, Summary,
};
use vintage::services::values::schema::{
    Check, CheckCount, Checked, CheckedValue, Column, Histogram, ListedValue, ListedValues, ReadAll, Row, ScopeName,
    ScopeSize, ScopeSizes, Statistics, TableListing, TableRow, TableRows, Value,
};
use vintage::web::model::table::TableForm;
use vintage::web::protocol::{Lists, PREPARE, Question, RawBytes, Reply, Request};
use vintage::web::run_protocol::{Fill, RunReply, RunRequest};

fn survives<T: Serialize + Read + Default + PartialEq + Debug>(value: T) {
    let text = serde_json::to_string(&value).expect("JSON");
    assert_eq!(read::<T>(&text), Some(value), "{text}");
}

#[test]
fn messages_of_the_explorer() {
    let (job, artifact, variable) = (u32::MAX, 3, "a/\"b\"\\\u{7}é".to_owned());
    survives(Request::Open { paths: vec!["x/y".into(), String::new()], brief: true });
    survives(Request::Cancel);
    survives(Request::Bytes { artifact, file: variable.clone(), offset: u64::MAX, len: 1 });
    survives(Request::Extract { artifact, file: variable.clone() });
    survives(Question::Values { artifact, variable: variable.clone() });
    survives(Question::List { artifact });
    survives(Question::Check { artifact });
    let listing = TableListing { filter: "é".into(), by: Column::Mean, down: true, scope: 3, from: 9, count: 256 };
    survives(Question::Table { artifact, listing: listing.clone() });
    survives(Question::TableText { artifact, listing, form: TableForm::Markdown });
    survives(Question::Scopes { artifact, scope: 7, most: 10 });
    survives(Question::ReadAll { artifact, statistics: true });
    let listing = ObjectListing { filter: "a".into(), named: true, from: 1, count: 2, most: 3 };
    survives(Question::Objects { artifact, listing: listing.clone() });
    survives(Question::ObjectsText { artifact, listing, form: TableForm::Json });
    survives(Question::Details { artifact });
    survives(Question::Advice { artifact });
    survives(Question::Prepare { artifact });
    assert_eq!(read(PREPARE), Some(Question::Prepare { artifact: 0 }));
    survives(Question::Delegates { artifact });
    survives(Question::Compare { artifact, other: 4, values: true });
    let mapping = vec![Mapping { into: variable.clone(), key: "a".into() }, Mapping::default()];
    survives(Question::Restore { artifact, program: Program::default(), mapping });
    survives(Question::Evolution { plan: Plan::default() });
    survives(Question::Verdict { target: "tf@2.4".into(), action: Some("read".into()) });
    survives(Question::Report);
    survives(Question::Keep);
    survives(Question::Join);
    let expanded = Some(["a".to_owned(), "a/b".to_owned()].into());
    let options = Options { expanded, group: true, show_constants: true, blocks: true, ..Options::default() };
    survives(Question::Graph { artifact, graph: None, options, reveal: Some(Reveal::Node { index: 7 }), pieces: true });
    let reveal = Some(Reveal::Source { index: 8 });
    survives(Question::Graph { artifact, graph: Some(2), options: Options::default(), reveal, pieces: false });
    let find = Question::Find { artifact, graph: Some(0), text: variable.clone(), from: 3, all: true };
    survives(find.clone());
    let target = TargetName { channel: "tensorflow".into(), release: "2.4.0".into() };
    let open = [variable.clone()].into();
    let (graph, node) = (Some(1), Some(9));
    let scope = "a/b".to_owned();
    let listing =
        Listing { group: true, blocks: true, open, from: 7, count: 200, target: Some(target.clone()), node, scope };
    survives(Question::Outline { artifact, graph, listing });
    let classing = Classing { by: ClassBy::Engine, target: Some(target), engine: "xnnpack".into() };
    survives(Question::Classes { artifact, graph, classing });
    let classes = vec![NodeClass { key: "int8".into(), nodes: 2 }, NodeClass::default()];
    survives(NodeClasses { classes, of: vec![0, 2, 0], engines: vec!["xnnpack".into()] });
    survives(Request::from(find));
    survives(Reply::Progress { job, stage: "read".into(), subject: variable.clone(), done: 1, total: 2 });
    let report = Report {
        schema: 1,
        artifacts: vec![Artifact::default(), Artifact { bytes: 9, ..Artifact::default() }],
        ..Report::default()
    };
    let lists = vec![Lists { variables: 1, objects: usize::MAX }, Lists::default()];
    survives(Reply::Report { job, report, lists });
    survives(Reply::Piece { job });
    survives(Reply::Answer { job });
    survives(Reply::Failed { job, error: ErrorInfo { message: variable.clone(), ..ErrorInfo::default() } });
    survives(Reply::Stopped { text: variable });
    survives(RawBytes { offset: 1, size: 2, hex: "00ff".into() });
    let one = ListedValue {
        name: "a".into(),
        label: "b".into(),
        shape: vec![-1, 3],
        bytes: u64::MAX,
        ..ListedValue::default()
    };
    survives(ListedValues { values: vec![one.clone(), ListedValue::default()] });
    let row = TableRow { index: 3, value: one, result: Some(Row { mean: Some(-0.5), ..Row::default() }) };
    survives(TableRows { all: 9, bytes: 8, total: 7, from: 6, rows: vec![row, TableRow::default()] });
    let counts = vec![CheckCount { check: Check::Wrong, values: 2 }];
    survives(ReadAll { statistics: true, counts, errors: vec![ErrorInfo::default()], more: 1 });
    let inside = vec![ScopeSize { scope: 1, name: "a".into(), count: 2, model: 3, optimizer: 4 }];
    let path = vec![ScopeName::default(), ScopeName { scope: 1, name: "a".into() }];
    survives(ScopeSizes { scopes: 2, optimizer: true, path, bytes: 7, inside, more: 5 });
    let object = ObjectRow {
        index: 1,
        path: "net".into(),
        children: vec!["a".into()],
        slots: vec![("m".into(), "net/a".into())],
        ..ObjectRow::default()
    };
    survives(ObjectRows { total: 2, from: 1, rows: vec![object] });
    let histogram = Histogram { low: -1.5, high: 1e300, whole: false, counts: vec![0, u64::MAX] };
    let statistics =
        Statistics { of: "value".into(), mean: Some(-0.0), histogram: Some(histogram), ..Statistics::default() };
    survives(Value { statistics: Some(statistics), check: Check::Wrong, partial: true, ..Value::default() });
    survives(Checked {
        values: vec![CheckedValue { check: Check::None, ..CheckedValue::default() }],
        ..Checked::default()
    });
    survives(FoundNodes { nodes: vec![Default::default()], total: 1, all: vec![7], error: None });
    survives(FoundNodes { error: Some(QueryError { at: 3, len: 2, ..Default::default() }), ..Default::default() });
    let row = OutlineRow { node: Some(3), verdict: Some(Outcome::Refused), open: true, ..OutlineRow::default() };
    survives(OutlineRows { total: 9, from: 2, rows: vec![row, OutlineRow::default()], at: Some(4) });
}

#[test]
fn messages_of_the_engine() {
    let (job, backend, name) = (1, Backend::Simd, "model.tflite".to_owned());
    survives(RunRequest::Load {
        job,
        name,
        weights: vec!["weights.bin".to_owned()],
        signature: Some("decode".into()),
        backend,
        check: true,
        half: true,
    });
    let inputs = vec![
        Fill::Zeros,
        Fill::Random { seed: u64::MAX },
        Fill::File { name: "a.csv".into() },
        Fill::Text { text: "a\nb".into() },
        Fill::Pixels { mean: vec![127.5f32.to_bits()], std: vec![0.1f32.to_bits()] },
    ];
    survives(RunRequest::Run { job, inputs, repeat: 3, warmup: 1 });
    survives(RunReply::Ready { module: "simd128".into(), threads: 2 });
    let port = Port { shape: vec![1, 224], scale: Some(0.003_921_569), zero_point: Some(-128), ..Port::default() };
    let prepared = Prepared { inputs: vec![port.clone()], ..Prepared::default() };
    let output = OutputHint { labels: vec!["tench".into()], by_value: true };
    let hints = Hints { inputs: vec![InputHint { mean: vec![127.5], std: vec![1.0] }], outputs: vec![output] };
    survives(RunReply::Loaded { job, prepared, hints });
    survives(RunReply::Progress { job, done: 1, total: 2, rounds: 3 });
    // A double cannot represent the last digits of the first two.
    let first = vec![Number::Signed(i64::MAX), Number::Unsigned(u64::MAX), Number::Real(1e-300), Number::Real(-0.0)];
    let (top, min) = (vec![(5, Number::Real(0.25))], Some(Number::Real(1.5)));
    let output = Summary { top, first, min, ..Summary::default() };
    let difference = OutputDifference { name: "y".into(), at: Some(3), absolute: 0.5, ..OutputDifference::default() };
    let compared = Compared { backend: Backend::Gpu, differences: vec![difference], ..Compared::default() };
    let ran = Ran {
        inputs: vec![port],
        invocations_ms: vec![0.1, 12.0],
        outputs: vec![output],
        compared: Some(compared),
        ..Ran::default()
    };
    survives(RunReply::Ran { job, ran });
    let failed = Failed { node: Some((0, 1, "ADD".into())), can_fall_back: true, ..Failed::default() };
    survives(RunReply::Failed { job, failed });
    survives(RunReply::Stopped { text: "why".into() });
}

#[test]
fn what_is_no_message_is_refused() {
    for text in
        ["", "null", "{}", "\"open\"", "{\"ask\":{\"question\":1}}", "{\"close\":{}}", "{\"open\":{\"paths\":[]}"]
    {
        assert_eq!(read::<Request>(text), None, "{text}");
    }
}
