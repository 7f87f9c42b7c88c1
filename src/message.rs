//! Messages as values: a stable id and the values of its text, which is in the locale files.
//!
//! Owns: [`Message`], the common form of errors, findings, refusals and advice, from the readers to the JSON. Must not
//! know: texts, languages, presentation.

use crate::json::{Read, Reader, readable};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// A message by id, filled with values; its text is in the locale files.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Message {
    /// Stable id.
    #[cfg_attr(feature = "cli", schemars(with = "String"))]
    pub id: Cow<'static, str>,
    /// Values.
    #[cfg_attr(feature = "cli", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub params: Values,
}
readable!(Message { id, params });

impl Message {
    /// A message without values.
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        Self { id: id.into(), params: Values::default() }
    }

    /// A message with these values.
    pub fn of(id: impl Into<Cow<'static, str>>, values: &[(&'static str, &str)]) -> Self {
        let mut message = Self::new(id);
        message.params.set_all(values);
        message
    }

    /// Adds a value, or replaces the one with this name.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.set(name, value.to_string());
        self
    }

    /// The value of a name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.params.get(name)
    }
}

/// For logs and tests; users see the locale's text instead.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        for (name, value) in self.params.iter() {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}

/// The values of a message, sorted by name; names are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values(Vec<(Cow<'static, str>, String)>);

impl Values {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Sets the value of a name.
    pub fn set(&mut self, name: &'static str, value: String) {
        self.put(Cow::Borrowed(name), value);
    }

    /// Sets the values of these names.
    pub fn set_all(&mut self, values: &[(&'static str, &str)]) {
        values.iter().for_each(|(name, value)| self.set(name, (*value).to_owned()));
    }

    /// Adds values; replaces those with the same names.
    pub fn extend(&mut self, values: &Self) {
        values.0.iter().for_each(|(name, value)| self.put(name.clone(), value.clone()));
    }

    /// Names and values, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> + Clone {
        self.0.iter().map(|(name, value)| (&**name, value.as_str()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn put(&mut self, name: Cow<'static, str>, value: String) {
        let at = self.0.iter().position(|(known, _)| *known >= name).unwrap_or(self.0.len());
        match self.0.get_mut(at) {
            Some((known, old)) if *known == name => *old = value,
            _ => self.0.insert(at, (name, value)),
        }
    }
}

impl From<Vec<(&'static str, String)>> for Values {
    fn from(list: Vec<(&'static str, String)>) -> Self {
        let mut values = Self::default();
        list.into_iter().for_each(|(name, value)| values.set(name, value));
        values
    }
}

impl Serialize for Values {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Read for Values {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        from.members(&mut |from, name| {
            let mut value = String::new();
            let is_text = value.read(from);
            self.put(Cow::Owned(name.to_owned()), value);
            is_text
        })
    }
}

/// The first `most` of several names, as a value of a text.
pub fn first_names<'a>(names: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    let mut names = names.into_iter();
    let first: Vec<&str> = names.by_ref().take(most).collect();
    first.join(", ") + if names.next().is_some() { ", …" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_sorted_by_name_and_each_name_is_there_once() {
        let message = Message::new("file-gone").with("size", 8).with("file", "a.bin").with("size", 9);
        assert_eq!(message.to_string(), "file-gone file=a.bin size=9");
        assert_eq!(message, Message::new("file-gone").with("file", "a.bin").with("size", 9));
        assert_eq!((message.value("file"), message.value("name")), (Some("a.bin"), None));
    }

    #[test]
    fn values_of_another_message_replace_those_of_the_same_name() {
        let mut values = Values::from(vec![("key", "a".to_owned()), ("shard", "0".to_owned())]);
        values.extend(&Values::from(vec![("key", "b".to_owned()), ("file", "c".to_owned())]));
        assert_eq!(values.iter().collect::<Vec<_>>(), [("file", "c"), ("key", "b"), ("shard", "0")]);
    }

    #[test]
    fn json_is_an_id_and_a_map_of_values() {
        let message = Message::new("kinds").with("b", "tflite").with("a", "keras");
        let text = serde_json::to_string(&message).unwrap();
        assert_eq!(text, r#"{"id":"kinds","params":{"a":"keras","b":"tflite"}}"#);
        assert_eq!(crate::json::read::<Message>(&text), Some(message));
        assert_eq!(crate::json::read::<Message>(r#"{"id":"kinds","params":{"a":1}}"#), None);
    }
}
