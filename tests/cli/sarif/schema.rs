//! A validator for the JSON Schema of SARIF: every keyword that this schema uses, and no other.

use serde_json::Value;
use std::collections::BTreeSet;

/// The official schema.
pub fn official() -> Value {
    serde_json::from_str(include_str!("sarif-schema-2.1.0.json")).expect("JSON")
}

/// Violations of a document, each with its position.
pub fn violations(document: &Value, schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Validator { root: schema }.check(document, schema, "", &mut found);
    found
}

struct Validator<'a> {
    root: &'a Value,
}

impl Validator<'_> {
    fn check(&self, value: &Value, schema: &Value, at: &str, found: &mut Vec<String>) {
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            if let Some(problem) = self.broken(value, keyword, rule, schema, at, found) {
                found.push(format!("{at}: {problem}"));
            }
        }
    }

    /// The objection of a keyword; violations inside of the value are added to `found`.
    fn broken(
        &self,
        value: &Value,
        keyword: &str,
        rule: &Value,
        schema: &Value,
        at: &str,
        found: &mut Vec<String>,
    ) -> Option<String> {
        let bad = |is_bad: bool| is_bad.then(|| format!("{keyword} {rule}, not {value}"));
        match keyword {
            "$schema" | "title" | "id" | "description" | "default" | "definitions" => None,
            "$ref" => {
                let path = rule.as_str()?.strip_prefix('#').expect("a local reference");
                self.check(value, self.root.pointer(path).expect("a definition"), at, found);
                None
            }
            "type" => bad(match rule {
                Value::Array(types) => !types.iter().any(|one| is_type(value, one)),
                one => !is_type(value, one),
            }),
            "enum" => bad(!rule.as_array()?.contains(value)),
            "minimum" => bad(value.as_f64().is_some_and(|number| number < rule.as_f64().expect("a number"))),
            "maximum" => bad(value.as_f64().is_some_and(|number| number > rule.as_f64().expect("a number"))),
            "minItems" => {
                bad(value.as_array().is_some_and(|list| (list.len() as u64) < rule.as_u64().expect("a count")))
            }
            "uniqueItems" => {
                let list = value.as_array()?;
                let distinct: BTreeSet<String> = list.iter().map(Value::to_string).collect();
                bad(rule == true && distinct.len() < list.len())
            }
            "pattern" => {
                let pattern = regex_lite::Regex::new(rule.as_str()?).expect("a pattern");
                bad(value.as_str().is_some_and(|text| !pattern.is_match(text)))
            }
            "format" => bad(value.as_str().is_some_and(|text| !has_format(text, rule.as_str().expect("a name")))),
            "required" => {
                let missing = |name: &&Value| value.get(name.as_str().expect("a name")).is_none();
                let missing = value.as_object().and_then(|_| rule.as_array()?.iter().find(missing));
                missing.map(|name| format!("{name} is missing"))
            }
            "properties" => {
                for (name, schema) in rule.as_object()? {
                    if let Some(inner) = value.get(name) {
                        self.check(inner, schema, &format!("{at}/{name}"), found);
                    }
                }
                None
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, inner) in value.as_object()? {
                    let is_known = known.is_some_and(|known| known.contains_key(name));
                    match rule {
                        Value::Bool(allowed) if !is_known && !allowed => found.push(format!("{at}: no {name}")),
                        Value::Object(_) if !is_known => self.check(inner, rule, &format!("{at}/{name}"), found),
                        _ => {}
                    }
                }
                None
            }
            "items" => {
                for (index, inner) in value.as_array()?.iter().enumerate() {
                    self.check(inner, rule, &format!("{at}/{index}"), found);
                }
                None
            }
            "anyOf" | "oneOf" => {
                let fits = |one: &&Value| {
                    let mut inside = Vec::new();
                    self.check(value, one, at, &mut inside);
                    inside.is_empty()
                };
                let count = rule.as_array()?.iter().filter(fits).count();
                bad(if keyword == "oneOf" { count != 1 } else { count == 0 })
            }
            other => panic!("the validator does not know {other}"),
        }
    }
}

fn is_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("no type {other}"),
    }
}

fn has_format(text: &str, format: &str) -> bool {
    let is_uri = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
    let scheme = |text: &str| {
        text.split_once(':').is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        })
    };
    match format {
        "uri" => is_uri(text) && scheme(text),
        "uri-reference" => is_uri(text),
        "date-time" => text.len() >= 20 && text.as_bytes()[10] == b'T',
        other => panic!("no format {other}"),
    }
}

/// The validator finds what is wrong in a log, so an empty list means something.
#[test]
fn the_validator_refuses_broken_logs() {
    let schema = official();
    let log = |result: Value| serde_json::json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "a"}}, "results": [result]}]});
    let message = serde_json::json!({"text": "a"});
    assert_eq!(violations(&log(serde_json::json!({"message": message})), &schema), Vec::<String>::new());
    let at = |region: Value| {
        let physical = serde_json::json!({"artifactLocation": {"uri": "a"}, "region": region});
        serde_json::json!({"message": message, "locations": [{"physicalLocation": physical}]})
    };
    assert_eq!(
        violations(&log(at(serde_json::json!({"byteOffset": 0, "byteLength": 2}))), &schema),
        Vec::<String>::new()
    );
    for broken in [
        serde_json::json!({}),
        serde_json::json!({"message": {}}),
        serde_json::json!({"message": message, "level": "fatal"}),
        serde_json::json!({"message": message, "ruleIndex": -2}),
        serde_json::json!({"message": message, "rule_id": "a"}),
        serde_json::json!({"message": message, "hostedViewerUri": "no scheme"}),
        at(serde_json::json!({"byteOffset": -2})),
        at(serde_json::json!({"startLine": 0})),
    ] {
        assert!(!violations(&log(broken.clone()), &schema).is_empty(), "{broken}");
    }
    assert!(!violations(&serde_json::json!({"version": "2.0.0", "runs": []}), &schema).is_empty());
}
