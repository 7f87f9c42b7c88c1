//! Messages in Fluent's syntax, in the languages that a reader may see: formatting by id.
//!
//! Formatting is done by Mozilla's `@fluent/bundle` (11.5 KB gzip as published), which uses the browser's own `Intl`
//! for plurals and numbers; a wasm implementation would need its own parser, plural rules and number formats. Its
//! script comes before the module and defines `FluentBundle`. Must not know: which texts there are, where they come from.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = FluentBundle, js_name = FluentBundle)]
    type Bundle;
    #[wasm_bindgen(constructor, js_namespace = FluentBundle, js_class = "FluentBundle")]
    fn new(locale: &str, options: &JsValue) -> Bundle;
    #[wasm_bindgen(method, js_name = addResource)]
    fn add_resource(this: &Bundle, resource: &Resource) -> Array;
    #[wasm_bindgen(method, js_name = getMessage)]
    fn get_message(this: &Bundle, id: &str) -> JsValue;
    #[wasm_bindgen(method, js_name = formatPattern)]
    fn format_pattern(this: &Bundle, pattern: &JsValue, args: &JsValue, errors: &Array) -> String;

    #[wasm_bindgen(js_namespace = FluentBundle, js_name = FluentResource)]
    type Resource;
    #[wasm_bindgen(constructor, js_namespace = FluentBundle, js_class = "FluentResource")]
    fn new(source: &str) -> Resource;

    #[wasm_bindgen(js_namespace = FluentBundle, js_name = FluentNumber)]
    type Number;
    #[wasm_bindgen(constructor, js_namespace = FluentBundle, js_class = "FluentNumber")]
    fn new(value: f64, options: &JsValue) -> Number;
}

/// A value for a message.
#[derive(Clone, Debug)]
pub enum Arg {
    /// Shown unchanged.
    Text(String),
    /// A name, version, path, …: monospaced and isolated from the surrounding text direction.
    Code(String),
    /// A count: grouped and pluralized by the language.
    Number(f64),
    /// A number that is a name (producer 1482): never grouped.
    Plain(f64),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<usize> for Arg {
    fn from(count: usize) -> Self {
        Self::Number(count as f64)
    }
}
impl From<u64> for Arg {
    fn from(count: u64) -> Self {
        Self::Number(count as f64)
    }
}

/// Marks around a [`Arg::Code`] in formatted text; private-use characters that file names do not use.
pub const CODE: (char, char) = ('\u{F8F0}', '\u{F8F1}');

/// The texts of a language.
pub struct Texts(Bundle);

impl Texts {
    /// A language without texts yet. Isolating marks separate names from right-to-left text; left-to-right text needs none.
    pub fn new(tag: &str, isolates: bool) -> Self {
        let options = Object::new();
        let _ = Reflect::set(&options, &"useIsolating".into(), &isolates.into());
        Self(Bundle::new(tag, &options))
    }

    /// Adds the messages of a file.
    pub fn add(&self, source: &str) {
        self.0.add_resource(&Resource::new(source));
    }

    /// Whether there is a message of this id.
    pub fn has(&self, id: &str) -> bool {
        !self.0.get_message(id).is_undefined()
    }
}

/// The message with values in the first language that has it, or its id when none has.
pub fn format(languages: &[Texts], id: &str, args: &[(&str, Arg)]) -> String {
    let values = Object::new();
    for (name, arg) in args {
        let value: JsValue = match arg {
            Arg::Text(text) => text.as_str().into(),
            Arg::Code(text) => format!("{}{text}{}", CODE.0, CODE.1).into(),
            Arg::Number(number) => (*number).into(),
            Arg::Plain(number) => {
                let options = Object::new();
                let _ = Reflect::set(&options, &"useGrouping".into(), &false.into());
                Number::new(*number, &options).into()
            }
        };
        let _ = Reflect::set(&values, &(*name).into(), &value);
    }
    for Texts(bundle) in languages {
        let message = bundle.get_message(id);
        if message.is_undefined() {
            continue;
        }
        let pattern = Reflect::get(&message, &"value".into()).unwrap_or(JsValue::NULL);
        if !pattern.is_null() {
            return bundle.format_pattern(&pattern, &values, &Array::new());
        }
    }
    id.to_owned()
}

/// A text of a picture: counts choose its form, other values stay as they are.
pub fn say(languages: &[Texts], id: &str, params: &[(&str, &str)]) -> String {
    let arg = |value: &str| match value.parse::<u32>() {
        Ok(number) if number.to_string() == value => Arg::Plain(f64::from(number)),
        _ => Arg::from(value),
    };
    let values: Vec<(&str, Arg)> = params.iter().map(|(name, value)| (*name, arg(value))).collect();
    // Direction marks of the formatter: the pictures isolate names themselves.
    format(languages, id, &values).replace(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'], "")
}
