//! Files that the user saves.

use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Saves bytes under a name.
pub fn save(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Ok(link) = document().create_element("a") {
        let link: HtmlAnchorElement = link.unchecked_into();
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

/// Saves text of a media type under a name.
pub fn save_text(name: &str, text: &str, media: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(media);
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&Array::of1(&JsValue::from_str(text)), &options) {
        save(name, &blob);
    }
}
