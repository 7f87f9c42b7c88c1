//! Index of a V2 checkpoint. Its shard holds the same bytes, so that values are read too.
#![no_main]

#[path = "../../tests/hostile/everything.rs"]
mod everything;

use everything::everything_of;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    everything_of(&[("ckpt.index", bytes), ("ckpt.data-00000-of-00001", bytes)]);
});
