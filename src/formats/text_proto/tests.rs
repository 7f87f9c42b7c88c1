use super::*;
use crate::bytes::{Error, Failure, MemorySource};
use crate::formats::proto::tensorflow::{AttrValue, CheckpointState, GraphDef, MetaGraphDef, attr_value::Value};

fn parse<M: prost::Message + Default>(name: &'static str, text: &str) -> Result<M> {
    decode(&MemorySource::new("t.pbtxt", text.as_bytes()), name, &Limits::default())
}

fn attr(text: &str) -> Result<Option<Value>> {
    parse::<AttrValue>("tensorflow.AttrValue", text).map(|a| a.value)
}

fn param<'e>(error: &'e Error, name: &str) -> &'e str {
    error.value(name).unwrap_or_default()
}

#[test]
fn every_kind_of_value_is_read() {
    assert_eq!(attr("i: -0x10").unwrap(), Some(Value::I(-16)));
    assert_eq!(attr("i: 010").unwrap(), Some(Value::I(8)));
    assert_eq!(attr("i: -9223372036854775808").unwrap(), Some(Value::I(i64::MIN)));
    assert_eq!(attr("f: -1.5e-3f").unwrap(), Some(Value::F(-1.5e-3)));
    assert_eq!(attr("f: -inf").unwrap(), Some(Value::F(f32::NEG_INFINITY)));
    assert_eq!(attr("f: .5").unwrap(), Some(Value::F(0.5)));
    assert_eq!(attr("b: true # yes").unwrap(), Some(Value::B(true)));
    assert_eq!(attr("type: DT_FLOAT").unwrap(), Some(Value::Type(1)));
    assert_eq!(attr("type: 77").unwrap(), Some(Value::Type(77)));
    assert_eq!(attr(r#"s: "a\n\x41\102" 'c"'"#).unwrap(), Some(Value::S(Bytes::from_static(b"a\nABc\""))));
    let Some(Value::List(list)) = attr("list { i: [1, 2] i: 3 shape < dim { size: -1 } >, shape {} }").unwrap() else {
        panic!("not a list");
    };
    assert_eq!(list.i, [1, 2, 3]);
    assert_eq!(list.shape.len(), 2);
    assert_eq!(list.shape[0].dim[0].size, -1);
}

#[test]
fn map_entries_and_expanded_any_are_read() {
    let graph: GraphDef = parse(
        "tensorflow.GraphDef",
        r#"node { name: "a" attr { key: "T" value { type: DT_HALF } } attr: { key: "N" value: { i: 2 } } }"#,
    )
    .unwrap();
    assert_eq!(graph.node[0].attr.keys().collect::<Vec<_>>(), ["N", "T"]);
    let meta: MetaGraphDef = parse(
        "tensorflow.MetaGraphDef",
        r#"meta_info_def { any_info { [type.googleapis.com/tensorflow.VersionDef] { producer: 3 } } }"#,
    )
    .unwrap();
    let any = meta.meta_info_def.unwrap().any_info.unwrap();
    assert_eq!((any.type_url.as_str(), &any.value[..]), ("type.googleapis.com/tensorflow.VersionDef", &[8u8, 3][..]));
}

#[test]
fn refusals_name_line_and_column() {
    for (text, id, line, column) in [
        ("node {\n  nome: 1 }", "text-proto-unknown-field", "2", "3"),
        ("node {\n", "text-proto-unexpected", "2", "1"),
        ("node { name: 1 }", "text-proto-bad-value", "1", "14"),
        ("node { name: \"a\n\" }", "text-proto-open-string", "1", "14"),
        ("node { name: \"\\q\" }", "text-proto-bad-escape", "1", "15"),
        ("node { name: \"\\777\" }", "text-proto-bad-escape", "1", "15"),
        ("node { name: \"\\xff\" }", "text-proto-bad-value", "1", "14"),
        ("node { name: 'a' name: 'b' }", "text-proto-set-twice", "1", "18"),
        ("node { attr { value { i: 1 b: true } } }", "text-proto-set-twice", "1", "28"),
        ("version: 4294967296", "text-proto-bad-value", "1", "10"),
        ("version 4", "text-proto-unexpected", "1", "9"),
        ("node }", "text-proto-unexpected", "1", "6"),
        ("[a.b] { }", "text-proto-unexpected", "1", "1"),
        ("\u{0}\u{1}", "text-proto-unexpected", "1", "1"),
    ] {
        let error = parse::<GraphDef>("tensorflow.GraphDef", text).unwrap_err();
        assert_eq!((error.id(), param(&error, "line"), param(&error, "column")), (id, line, column), "{text}");
    }
}

#[test]
fn nesting_is_bounded() {
    let text = format!("node {{ experimental_type {{ {}", "args { ".repeat(100_000));
    let error = parse::<GraphDef>("tensorflow.GraphDef", &text).unwrap_err();
    assert_eq!((error.failure, error.id()), (Failure::OverLimit, "proto-too-deep"));
}

#[test]
fn watched_fields_are_found_in_the_text() {
    let text = MemorySource::new("t.pbtxt", &b"node { name: 'a' }\n node {}"[..]);
    let marks = transcode(&text, "tensorflow.GraphDef", &Limits::default(), &[("tensorflow.GraphDef", "node")]);
    let ranges: Vec<_> = marks.unwrap().unwrap().marks.into_iter().map(|m| m.range).collect();
    assert_eq!(ranges, [0..18, 20..27]);
}

#[test]
fn a_state_file_is_read() {
    let state: CheckpointState = parse(
        "tensorflow.CheckpointState",
        "model_checkpoint_path: \"ckpt-2\"\nall_model_checkpoint_paths: \"ckpt-1\"\n\
         all_model_checkpoint_paths: \"ckpt-2\"\nall_model_checkpoint_timestamps: 1700000000.25\n",
    )
    .unwrap();
    assert_eq!(state.all_model_checkpoint_paths, ["ckpt-1", "ckpt-2"]);
    assert_eq!(state.all_model_checkpoint_timestamps, [1_700_000_000.25]);
}
