//! Where parts of a configuration stand in the file: the configuration as it is kept has no places, so its text is walked
//! once more, for those that are asked about.

use super::{Form, KerasDocument, Value};
use crate::bytes::{Limits, SharedSource, Span, read_range};
use crate::json;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A text of JSON in a file.
struct Text {
    /// How paths into it begin.
    root: &'static str,
    /// Which member of the JSON that is; empty for the whole.
    member: &'static str,
    source: SharedSource,
    /// Bytes of the text.
    range: Range<u64>,
}

impl KerasDocument {
    /// Where parts of the configuration stand, by their paths (`config.json.layers[1].config.dtype`, `model_config`, …) or
    /// by the name of a layer. What is not found is left out.
    pub fn places(&self, fields: &BTreeSet<String>, limits: &Limits) -> BTreeMap<String, Span> {
        let mut found = BTreeMap::new();
        for Text { root, member, source, range } in self.texts() {
            // Layers go by their names: the configuration tells where they stand.
            let mut names = BTreeMap::new();
            if member == "config" {
                layers(self.config.get(member), root.to_owned(), fields, &mut names);
            }
            let Ok(bytes) = read_range(&*source, range.clone(), limits) else { continue };
            let Ok(text) = std::str::from_utf8(&bytes) else { continue };
            let mut each = |path: &str, part: Range<usize>| {
                let rest = if member.is_empty() { Some(path) } else { path.strip_prefix(".config") };
                let Some(path) = rest.map(|rest| format!("{root}{rest}")) else { return };
                let named = names.get(&path).cloned();
                for field in [named, fields.contains(&path).then_some(path)].into_iter().flatten() {
                    let place = source.span(range.start + part.start as u64..range.start + part.end as u64);
                    found.insert(field.clone(), Span { field, ..place });
                }
            };
            // What is damaged was told when it was read.
            let _ = json::walk(text, &mut each);
        }
        found
    }

    /// A member of an archive by the name that places in it give.
    pub fn member(&self, name: &str) -> Option<SharedSource> {
        self.members.iter().find(|member| **member.name() == *name).cloned()
    }

    fn texts(&self) -> Vec<Text> {
        if self.form == Form::Archive {
            let of = |name: &'static str, member| {
                let source = self.members.iter().find(|source| source.name().rsplit('/').next() == Some(name))?;
                Some(Text { root: name, member, source: source.clone(), range: 0..source.len() })
            };
            return [of("config.json", "config"), of("metadata.json", "")].into_iter().flatten().collect();
        }
        let Some((file, tree)) = &self.store else { return Vec::new() };
        let root = tree.objects.first();
        let of = |name: &'static str, member| {
            let range = root?.attribute(name)?.place(file)?;
            Some(Text { root: name, member, source: file.source().clone(), range })
        };
        [of("model_config", "config"), of("training_config", "")].into_iter().flatten().collect()
    }
}

/// Paths of the layers whose names are wanted, with those names.
fn layers(value: &Value, path: String, wanted: &BTreeSet<String>, out: &mut BTreeMap<String, String>) {
    match value {
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                layers(item, format!("{path}[{index}]"), wanted, out);
            }
        }
        Value::Object(members) => {
            let name = value.find("name").or_else(|| value.get("config").find("name")).and_then(Value::text);
            if let Some(name) = name.filter(|name| value.find("class_name").is_some() && wanted.contains(*name)) {
                out.insert(path.clone(), name.to_owned());
            }
            for (name, member) in members {
                layers(member, format!("{path}.{name}"), wanted, out);
            }
        }
        _ => {}
    }
}
