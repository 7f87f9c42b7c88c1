//! Any drop: the probe decides.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::everything_of;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    everything_of(&[("dropped", bytes)]);
});
