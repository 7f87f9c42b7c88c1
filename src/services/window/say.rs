//! Texts of the caller's language.

/// Text of a message by id and values.
pub type Say<'a> = &'a dyn Fn(&str, &[(&str, &str)]) -> String;
