//! A SavedModel in chunks: Riegeli records, packed or not, with the messages in them.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::everything_of;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    everything_of(&[("model/saved_model.cpb", bytes)]);
});
