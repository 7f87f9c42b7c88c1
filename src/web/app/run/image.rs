//! Decodes an image file to pixels of a given size, with the browser's own decoder.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, ImageBitmap};

/// A canvas and its drawing context.
pub fn canvas(width: u32, height: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = web_sys::window()?.document()?.create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??.unchecked_into();
    Some((canvas, context))
}

/// RGBA pixels of an image in `width` x `height`: all of it stretched, or with `crop` the largest part in the middle that
/// has the proportions. `None` when the browser cannot decode it.
pub async fn pixels(file: &Blob, width: u32, height: u32, crop: bool) -> Option<Blob> {
    let window = web_sys::window()?;
    let decoded = JsFuture::from(window.create_image_bitmap_with_blob(file).ok()?).await.ok()?;
    let bitmap: ImageBitmap = decoded.dyn_into().ok()?;
    let (_, context) = canvas(width, height)?;
    // The input is often much smaller than the image: the browser's best filter avoids aliasing.
    let _ = Reflect::set(&context, &"imageSmoothingQuality".into(), &"high".into());
    let (to_width, to_height) = (f64::from(width), f64::from(height));
    let (full_width, full_height) = (f64::from(bitmap.width()), f64::from(bitmap.height()));
    let scale = if crop { (full_width / to_width).min(full_height / to_height) } else { 0.0 };
    let (part_width, part_height) =
        if crop { (to_width * scale, to_height * scale) } else { (full_width, full_height) };
    let (x, y) = ((full_width - part_width) / 2.0, (full_height - part_height) / 2.0);
    context
        .draw_image_with_image_bitmap_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            &bitmap,
            x,
            y,
            part_width,
            part_height,
            0.0,
            0.0,
            to_width,
            to_height,
        )
        .ok()?;
    bitmap.close();
    let data = context.get_image_data(0.0, 0.0, to_width, to_height).ok()?;
    // The bytes are sent to the worker as a blob, like every other file.
    let array = Reflect::get(&data, &"data".into()).ok()?;
    Blob::new_with_u8_array_sequence(&js_sys::Array::of1(&array)).ok()
}
