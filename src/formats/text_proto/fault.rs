//! Errors in a text, before line numbers are known.

use super::window::line_and_column;
use crate::bytes::{Cause, Error, Failure, Source};
use crate::message::Message;
use std::ops::Range;

/// Errors in a text.
#[derive(Clone, Debug)]
pub struct TextFault {
    failure: Failure,
    message: Message,
    range: Range<u64>,
    /// The read error, if that is what ended the text.
    unreadable: Option<Box<Error>>,
}

impl TextFault {
    /// The text is not valid.
    pub(super) fn new(id: &'static str, range: Range<u64>) -> Self {
        Self { failure: Failure::Malformed, message: Message::new(id), range, unreadable: None }
    }

    /// A form Vintage does not read.
    pub(super) fn unsupported(id: &'static str, range: Range<u64>) -> Self {
        Self { failure: Failure::Unsupported, ..Self::new(id, range) }
    }

    /// A limit would be exceeded.
    pub(super) fn over_limit(id: &'static str, range: Range<u64>, limit: u64) -> Self {
        Self { failure: Failure::OverLimit, ..Self::new(id, range) }.with("limit", limit)
    }

    /// Adds a value for the message.
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.message.params.set(name, value.to_string());
        self
    }

    /// The text could not be read to its end.
    pub(super) fn unreadable(error: Error) -> Self {
        let unreadable = Some(Box::new(error));
        Self { failure: Failure::Unreadable, message: Message::default(), range: 0..0, unreadable }
    }

    /// Converts it to an error of the file.
    pub fn into_error(self, source: &dyn Source) -> Error {
        if let Some(error) = self.unreadable {
            return *error;
        }
        let (line, column) = line_and_column(source, self.range.start);
        let message = self.message.with("line", line).with("column", column);
        Error { failure: self.failure, cause: Cause::Other, message, at: Box::new(source.span(self.range)) }
    }
}
