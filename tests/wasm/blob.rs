//! Bytes of a blob are the same for any sequence of reads.

use js_sys::{Array, Uint8Array};
use vintage::bytes::{Failure, Source};
use vintage::web::blob::BlobSource;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

/// A blob of `len` bytes that depend on their offset: no period divides a window.
fn blob(len: usize) -> (Vec<u8>, BlobSource) {
    let bytes: Vec<u8> = (0..len).map(|i| (i % 251) as u8 ^ (i / 65_521) as u8).collect();
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes.as_slice()))).expect("a blob");
    (bytes, BlobSource::new("a.bin", blob).expect("a worker has a synchronous reader"))
}

#[wasm_bindgen_test]
fn small_and_large_reads_give_the_same_bytes() {
    let (bytes, source) = blob(700_001);
    assert_eq!(source.len(), 700_001);
    // Forwards, backwards, over the edges of the cached window, longer than it, and the very last byte.
    for (offset, len) in [
        (0, 4),
        (262_140, 8),
        (699_990, 11),
        (10, 1),
        (262_144, 1),
        (0, 700_001),
        (100_000, 300_000),
        (700_000, 1),
        (5, 0),
    ] {
        let mut read = vec![0; len];
        source.read_at(offset, &mut read).expect("inside the blob");
        assert_eq!(read, bytes[offset as usize..offset as usize + len], "{len} bytes at {offset}");
    }
}

#[wasm_bindgen_test]
fn a_read_past_the_end_is_refused_with_its_place() {
    let (_, source) = blob(10);
    for offset in [8, 10, u64::MAX] {
        let error = source.read_at(offset, &mut [0; 3]).expect_err("past the end");
        assert_eq!((error.failure, error.id()), (Failure::Malformed, "bytes-past-end"));
        assert_eq!(&*error.at.file, "a.bin");
    }
}

#[wasm_bindgen_test]
fn an_empty_blob_has_no_bytes() {
    let (_, source) = blob(0);
    assert!(source.is_empty());
    assert!(source.read_at(0, &mut []).is_ok());
    assert!(source.read_at(0, &mut [0]).is_err());
}
