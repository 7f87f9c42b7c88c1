//! Protocol Buffers in wire format: each document that is one message, whatever the probe would say.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::{everything_of, limits};
use vintage::bytes::MemorySource;
use vintage::formats::graph_def::{GraphDocument, MetaGraph};
use vintage::formats::saved_model::{SavedModelDocument, SavedModelFiles};
use vintage::restore::ObjectGraph;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let source = || MemorySource::shared("message.pb", bytes);
    let _ = GraphDocument::open(&source(), &limits());
    let _ = MetaGraph::open(&source(), &limits());
    let files = SavedModelFiles { binary: Some(source()), fingerprint: Some(source()), ..SavedModelFiles::default() };
    if let Ok(document) = SavedModelDocument::open(files, &limits())
        && let Some(objects) = document.object_graph()
    {
        ObjectGraph::from_saved_model(objects, &limits());
    }
    everything_of(&[("model/saved_model.pb", bytes)]);
    everything_of(&[("graph.pb", bytes)]);
});
