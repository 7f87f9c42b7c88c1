//! Tensors as values of JavaScript.

use crate::services::run::Value;
use js_sys::{Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// Tensors as alternating bytes and shape.
pub fn array(values: &[&Value]) -> Array {
    let list = Array::new();
    for value in values {
        list.push(&Uint8Array::from(value.bytes.as_slice()));
        let shape: Vec<u32> = value.shape.iter().map(|&size| size as u32).collect();
        list.push(&Uint32Array::from(shape.as_slice()));
    }
    list
}

/// The inverse.
pub fn values(list: &Array) -> Vec<Value> {
    let value = |i: u32| Value {
        bytes: list.get(i).unchecked_into::<Uint8Array>().to_vec(),
        shape: list.get(i + 1).unchecked_into::<Uint32Array>().to_vec().into_iter().map(|size| size as usize).collect(),
    };
    (0..list.length() / 2).map(|i| value(i * 2)).collect()
}
