//! The configuration of a Keras file, in an otherwise valid `.keras` archive.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;
#[path = "../stored_zip.rs"]
mod stored_zip;

use everything::everything_of;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let metadata = br#"{"keras_version": "3.0.0", "date_saved": "2024-01-01"}"#;
    let archive = stored_zip::of(&[("metadata.json", metadata), ("config.json", bytes)]);
    everything_of(&[("model.keras", &archive)]);
});
