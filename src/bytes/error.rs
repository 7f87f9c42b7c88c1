//! The error type of all readers: cause, position (file, byte range, field path) and kind.

use crate::json::vocabulary;
use crate::message::{Message, Values};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Result of anything that reads bytes.
pub type Result<T> = std::result::Result<T, Error>;

vocabulary! {
    /// Kinds of failure that users must be able to distinguish.
    pub enum Failure {
        /// The bytes are not valid in their format.
        #[default]
        Malformed = "malformed",
        /// Vintage does not read this form yet; the bytes may be fine.
        Unsupported = "unsupported",
        /// Reading further would exceed [`super::Limits`].
        OverLimit = "over_limit",
        /// The bytes could not be fetched (missing file, permission, network).
        Unreadable = "unreadable",
        /// The content belongs to another program or is the result of a failed copy: Vintage has no reader for it.
        Foreign = "foreign",
    }
}

/// Property of an error that code decides by, beside the kind of failure; ids are for texts only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cause {
    /// Nothing decides by it.
    #[default]
    Other,
    /// The file is empty.
    EmptyFile,
    /// A file that another one names is missing.
    MissingFile,
    /// The bytes end too early, or an offset leads out of them.
    CutOff,
    /// A stored size is not that of the type and shape.
    Size,
    /// A stored checksum is not that of the bytes.
    Checksum,
    /// The number of a type has no meaning.
    UnknownType,
    /// The type has no plain values.
    NoPlainValues,
    /// A text is not UTF-8.
    NotUtf8,
    /// Encrypted, or packed in a way that Vintage does not read: the content is not known.
    Packed,
    /// A budget for all of a file is spent; reading on is pointless.
    BudgetSpent,
}

/// A position in a file: file, bytes, field. Unknown parts are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Name of the file as it was dropped or given; empty when the position is not tied to one file.
    pub file: Arc<str>,
    /// Byte range within that file.
    pub range: Option<Range<u64>>,
    /// Path of fields from the root of the document, such as `subgraphs[0].operators[12].inputs`.
    pub field: String,
}

impl Span {
    /// A position known by file and bytes.
    pub fn bytes(file: impl Into<Arc<str>>, range: Range<u64>) -> Self {
        Self { file: file.into(), range: Some(range), field: String::new() }
    }

    /// The same position with a field path.
    #[must_use]
    pub fn field(mut self, path: impl Into<String>) -> Self {
        self.field = path.into();
        self
    }
}

/// The reason a file could not be read.
///
/// The message's id, such as `sstable-bad-magic`, names two texts in the locale files: `error-<id>` describes the error,
/// `error-<id>-advice` the remedy. There is no text here, so that the page can show it in the user's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind of failure.
    pub failure: Failure,
    /// Property that code decides by.
    pub cause: Cause,
    /// Stable id and values.
    pub message: Message,
    /// Position in the file. Boxed to keep `Result` small.
    pub at: Box<Span>,
}

impl Error {
    /// An error of the given kind without a position.
    pub fn new(failure: Failure, id: &'static str) -> Self {
        Self { failure, cause: Cause::Other, message: Message::new(id), at: Box::default() }
    }

    /// Id of its message.
    pub fn id(&self) -> &str {
        &self.message.id
    }

    /// A value of its message.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.message.value(name)
    }

    /// The bytes are not valid in their format.
    pub fn malformed(id: &'static str) -> Self {
        Self::new(Failure::Malformed, id)
    }

    /// A form Vintage does not read yet.
    pub fn unsupported(id: &'static str) -> Self {
        Self::new(Failure::Unsupported, id)
    }

    /// Content of another program.
    pub fn foreign(id: &'static str) -> Self {
        Self::new(Failure::Foreign, id)
    }

    /// A limit of [`super::Limits`] would be exceeded.
    pub fn over_limit(id: &'static str) -> Self {
        Self::new(Failure::OverLimit, id)
    }

    /// Sets the property that code decides by.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = cause;
        self
    }

    /// Adds a value for the message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.message.params.set(name, value.to_string());
        self
    }

    /// Adds values for the message.
    #[must_use]
    pub fn with_all(mut self, values: &Values) -> Self {
        self.message.params.extend(values);
        self
    }

    /// Sets the position.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.at = Box::new(span);
        self
    }

    /// Sets the field path, keeping file and range.
    #[must_use]
    pub fn in_field(mut self, path: impl Into<String>) -> Self {
        self.at.field = path.into();
        self
    }
}

/// For logs and tests; users see the locale's text instead.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.failure, self.message)?;
        if !self.at.file.is_empty() {
            write!(f, " in {}", self.at.file)?;
        }
        if let Some(range) = &self.at.range {
            write!(f, " bytes {}..{}", range.start, range.end)?;
        }
        if !self.at.field.is_empty() {
            write!(f, " at {}", self.at.field)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
