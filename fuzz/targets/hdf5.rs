//! HDF5, and the Keras files that are written in it.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::everything_of;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    everything_of(&[("model.h5", bytes)]);
});
