//! A picture from the camera as an input. Only if the browser has one; nothing is recorded, nothing leaves the page.

use super::clipboard::{call, navigator};
use super::entry::Picked;
use super::image;
use super::state::Run;
use crate::web::app::words::t;
use crate::web::dom::{IntoNode, Node, NodeRef, html};
use js_sys::{Array, Object, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Element, ImageBitmap};

/// Whether a camera can be requested: not on pages without encryption.
pub fn has_camera() -> bool {
    navigator("mediaDevices").is_some_and(|devices| Reflect::has(&devices, &"getUserMedia".into()).unwrap_or(false))
}

/// The button and, while it is open, the camera's picture.
pub fn camera(run: Run, index: usize) -> Node {
    let stream = RwSignal::new_local(None::<JsValue>);
    let video = NodeRef::new();
    let stop = move || {
        if let Some(Some(open)) = stream.try_update(Option::take) {
            stop_tracks(&open);
        }
    };
    // Does not notify: subscribers of the signal are disposed with it.
    on_cleanup(move || {
        if let Some(Some(open)) = stream.try_maybe_update(|stream| (false, stream.take())) {
            stop_tracks(&open);
        }
    });
    let start = move |_| {
        spawn_local(async move {
            match open().await {
                // The view was closed while the browser asked.
                Some(open) if stream.is_disposed() => stop_tracks(&open),
                Some(open) => stream.set(Some(open)),
                None => run.complain("run-camera-refused", index),
            }
        });
    };
    let take = move |_| {
        let Some(seen) = video.get_untracked::<Element>() else { return };
        spawn_local(async move {
            match still(&seen).await {
                Some(blob) => run.give(index, Picked { name: t("run-camera-picture"), blob }),
                None => run.complain("run-camera-refused", index),
            }
            stop();
        });
    };
    Effect::new(move |_| {
        if let (Some(seen), Some(open)) = (video.get::<Element>(), stream.get()) {
            let _ = Reflect::set(&seen, &"srcObject".into(), &open);
        }
    });
    let shown = move || {
        if stream.with(Option::is_none) {
            return html! { <button on:click=start>{t("run-camera")}</button> };
        }
        html! {
            <span class="run-camera">
                // Not `play()`: its promise is rejected when the view closes first.
                <video autoplay=true muted=true playsinline=true aria-label=t("run-camera-view") node_ref=video></video>
                <button class="primary" on:click=take>{t("run-camera-take")}</button>
                <button on:click=move |_| stop()>{t("cancel")}</button>
            </span>
        }
    };
    shown.into_node()
}

/// Turns the camera off.
fn stop_tracks(stream: &JsValue) {
    let tracks: Array = call(stream, "getTracks", &Array::new()).unwrap_or_default().unchecked_into();
    tracks.iter().for_each(|track| drop(call(&track, "stop", &Array::new())));
}

/// Requests the camera; `None` without one or when the user refuses.
async fn open() -> Option<JsValue> {
    let wanted = Object::new();
    Reflect::set(&wanted, &"video".into(), &true.into()).ok()?;
    let promise: Promise = call(&navigator("mediaDevices")?, "getUserMedia", &Array::of1(&wanted))?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()
}

/// The current picture of the video, as a file.
async fn still(video: &Element) -> Option<Blob> {
    let promise: Promise = call(&window(), "createImageBitmap", &Array::of1(video))?.dyn_into().ok()?;
    let bitmap: ImageBitmap = JsFuture::from(promise).await.ok()?.dyn_into().ok()?;
    let (canvas, context) = image::canvas(bitmap.width(), bitmap.height())?;
    context.draw_image_with_image_bitmap(&bitmap, 0.0, 0.0).ok()?;
    bitmap.close();
    let promise = Promise::new(&mut |resolve, _| drop(canvas.to_blob(&resolve)));
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}
