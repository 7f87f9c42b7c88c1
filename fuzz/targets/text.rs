//! Protocol Buffers in text form: each document that has one.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::{everything_of, limits};
use vintage::bytes::MemorySource;
use vintage::formats::checkpoint::StateDocument;
use vintage::formats::graph_def::{GraphDocument, MetaGraph};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let source = || MemorySource::shared("message.pbtxt", bytes);
    let _ = GraphDocument::open_text(&source(), &limits());
    let _ = MetaGraph::open_text(&source(), &limits());
    let _ = StateDocument::open(&source(), &limits());
    everything_of(&[("model/saved_model.pbtxt", bytes)]);
    everything_of(&[("graph.pbtxt", bytes)]);
});
