//! The choice of float16 on the GPU, which needs an adapter with `shader-f16`.

use super::clipboard::{call, navigator};
use super::phase::Phase;
use super::state::Run;
use crate::services::run::schema::Backend;
use crate::web::app::words::t;
use crate::web::dom::{IntoNode, Node, html};
use js_sys::{Array, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// The check box, and the reason if it is disabled; empty on other backends.
pub fn precision_box(run: Run) -> Node {
    let choose = move |event| {
        run.half.set(event_target_checked(&event));
        if run.phase.get_untracked() != Phase::Idle {
            run.load();
        }
    };
    let shown = move || {
        if run.backend.get() != Backend::Gpu {
            return Node::Nothing;
        }
        if run.has_half.get_untracked().is_none() {
            spawn_local(async move {
                // The view may be closed by then.
                let _ = run.has_half.try_set(has_half().await);
            });
        }
        let off = move || run.has_half.get() != Some(true);
        let why = move || {
            (run.has_half.get() == Some(false)).then(|| {
                html! {
                    <span class="soft" id="run-half-off">{t("error-gpu-not-half")}</span>
                }
            })
        };
        html! {
            <label><input type="checkbox" id="run-half" prop:checked=run.half.get_untracked() disabled=off on:change=choose/>
                " "{t("run-half")}</label>
            {why}
        }
    };
    shown.into_node()
}

/// Whether the adapter of the engine has `shader-f16`; `None` without an adapter.
async fn has_half() -> Option<bool> {
    let wanted = js_sys::Object::new();
    Reflect::set(&wanted, &"powerPreference".into(), &"high-performance".into()).ok()?;
    let asked: Promise = call(&navigator("gpu")?, "requestAdapter", &Array::of1(&wanted))?.dyn_into().ok()?;
    let adapter = JsFuture::from(asked).await.ok().filter(JsValue::is_object)?;
    let features = Reflect::get(&adapter, &"features".into()).ok()?;
    call(&features, "has", &Array::of1(&"shader-f16".into()))?.as_bool()
}
