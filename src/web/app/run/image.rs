//! An image file to pixels of a given size, by the browser's own decoder.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, ImageBitmap};

/// RGBA pixels of an image, stretched to `width` x `height`; `None` when the browser cannot decode it.
pub async fn pixels(file: &Blob, width: u32, height: u32) -> Option<Blob> {
    let window = web_sys::window()?;
    let decoded = JsFuture::from(window.create_image_bitmap_with_blob(file).ok()?).await.ok()?;
    let bitmap: ImageBitmap = decoded.dyn_into().ok()?;
    let canvas: HtmlCanvasElement = window.document()?.create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context.draw_image_with_image_bitmap_and_dw_and_dh(&bitmap, 0.0, 0.0, f64::from(width), f64::from(height)).ok()?;
    bitmap.close();
    let data = context.get_image_data(0.0, 0.0, f64::from(width), f64::from(height)).ok()?;
    // The bytes go to the worker as a blob, like every other file.
    let array = Reflect::get(&data, &"data".into()).ok()?;
    Blob::new_with_u8_array_sequence(&js_sys::Array::of1(&array)).ok()
}
