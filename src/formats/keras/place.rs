//! Positions of parts of a configuration in the file: the parsed configuration has no positions, so its text is read
//! once more, for requested parts only.

use super::{Form, KerasDocument, Value};
use crate::bytes::{Limits, SharedSource, Span, read_range};
use crate::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

/// A JSON text in a file.
struct Text {
    /// How paths into it begin.
    root: &'static str,
    /// The member of the JSON; empty for all of it.
    member: &'static str,
    source: SharedSource,
    /// Bytes of the text.
    range: Range<u64>,
}

impl KerasDocument {
    /// Positions of parts of the configuration, by path (`config.json.layers[1].config.dtype`, `model_config`, …) or by
    /// the name of a layer. Parts that are not found are left out.
    pub fn places(&self, fields: &BTreeSet<String>, limits: &Limits) -> BTreeMap<String, Span> {
        let mut found = BTreeMap::new();
        for Text { root, member, source, range } in self.texts() {
            // Paths of the traversal, with the requested names.
            let mut wanted: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            let inner = if member.is_empty() { String::new() } else { format!(".{member}") };
            for field in fields {
                if let Some(rest) =
                    field.strip_prefix(root).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                {
                    wanted.entry(format!("{inner}{rest}")).or_default().push(field);
                }
            }
            // The configuration maps names of layers to paths.
            if member == "config" {
                layers(self.config.get(member), &mut inner.clone(), fields, &mut wanted);
            }
            if wanted.is_empty() {
                continue;
            }
            let Ok(bytes) = read_range(&*source, range.clone(), limits) else { continue };
            let Ok(text) = std::str::from_utf8(&bytes) else { continue };
            let mut each = |path: &str, part: Range<usize>| {
                for field in wanted.get(path).into_iter().flatten() {
                    let place = source.span(range.start + part.start as u64..range.start + part.end as u64);
                    found.insert((*field).to_owned(), Span { field: (*field).to_owned(), ..place });
                }
            };
            // Damage was reported when the file was read.
            let _ = json::walk(text, &mut each);
        }
        found
    }

    /// A member of an archive, by the name in its positions.
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

/// Adds the paths of the layers whose names are wanted.
fn layers<'a>(value: &Value, path: &mut String, names: &'a BTreeSet<String>, out: &mut BTreeMap<String, Vec<&'a str>>) {
    let outer = path.len();
    match value {
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                let _ = write!(path, "[{index}]");
                layers(item, path, names, out);
                path.truncate(outer);
            }
        }
        Value::Object(members) => {
            let name = value.find("name").or_else(|| value.get("config").find("name")).and_then(Value::text);
            let name = name.filter(|_| value.find("class_name").is_some()).and_then(|name| names.get(name));
            if let Some(name) = name {
                out.entry(path.clone()).or_default().push(name);
            }
            for (name, member) in members {
                path.push('.');
                path.push_str(name);
                layers(member, path, names, out);
                path.truncate(outer);
            }
        }
        _ => {}
    }
}
