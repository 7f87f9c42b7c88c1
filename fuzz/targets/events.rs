//! An event file of TensorBoard: records, and the graph in one of them.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::everything_of;
use vintage::bytes::MemorySource;
use vintage::formats::graph_def::GraphDocument;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = GraphDocument::open_events(&MemorySource::shared("events", bytes), &everything::limits());
    everything_of(&[("events.out.tfevents.1", bytes)]);
});
