//! Attr values as texts, and whether a value is the default (and can be left out without loss).

use crate::decimal::decimal;
use crate::formats::dtype;
use crate::formats::proto::tensorflow::attr_value::{ListValue, Value};
use crate::formats::proto::tensorflow::{AttrValue, OpDef};
use serde_json::Value as Json;

/// Whether a value equals a default of the tables, which is written as JSON.
pub fn is_default(value: &AttrValue, json: &str) -> bool {
    match (crate::json::read::<Json>(json), &value.value) {
        (Some(json), Some(value)) => equals(value, &json),
        _ => false,
    }
}

/// Whether a value equals the default in the producer's op definition.
pub fn is_producer_default(value: &AttrValue, op: &OpDef, attr: &str) -> bool {
    let definition = op.attr.iter().find(|definition| definition.name == attr);
    definition.and_then(|d| d.default_value.as_ref()).is_some_and(|default| same(default, value))
}

/// Equality of values, with an absent list equal to an empty one.
fn same(a: &AttrValue, b: &AttrValue) -> bool {
    let empty = |v: &AttrValue| matches!(&v.value, Some(Value::List(list)) if **list == ListValue::default());
    a == b || (empty(a) && empty(b))
}

fn equals(value: &Value, json: &Json) -> bool {
    let text = |bytes: &[u8], json: &Json| json.as_str().is_some_and(|s| s.as_bytes() == bytes);
    let float = |a: f32, json: &Json| match json {
        Json::Number(number) => decimal(number.as_str()).is_some_and(|b| a == b as f32),
        _ => false,
    };
    let type_name = |number: i32, json: &Json| json.as_str().is_some_and(|s| dtype::constant(number) == Some(s));
    match value {
        Value::S(bytes) => text(bytes, json),
        Value::I(i) => json.as_i64() == Some(*i),
        Value::F(f) => float(*f, json),
        Value::B(b) => json.as_bool() == Some(*b),
        Value::Type(t) => type_name(*t, json),
        Value::List(list) => json.as_array().is_some_and(|items| {
            fn all<T>(list: &[T], items: &[Json], same: impl Fn(&T, &Json) -> bool) -> bool {
                list.len() == items.len() && list.iter().zip(items).all(|(a, b)| same(a, b))
            }
            all(&list.i, items, |a, b| b.as_i64() == Some(*a))
                && list.s.is_empty()
                && list.f.is_empty()
                && list.b.is_empty()
                && list.r#type.is_empty()
                || !list.s.is_empty() && all(&list.s, items, |a, b| text(a, b))
                || !list.f.is_empty() && all(&list.f, items, |a, b| float(*a, b))
                || !list.b.is_empty() && all(&list.b, items, |a, b| b.as_bool() == Some(*a))
                || !list.r#type.is_empty() && all(&list.r#type, items, |a, b| type_name(*a, b))
        }),
        _ => false,
    }
}
