//! Errors, positions and evidence.

use crate::bytes::{Cause, Error, Span};
use crate::compat::Evidence;
use crate::report::schema;

/// An error of a reader. The message is the id until a front end fills in its text.
pub fn error(error: &Error) -> schema::ErrorInfo {
    schema::ErrorInfo {
        failure: error.failure,
        message: error.id().to_owned(),
        detail: error.message.clone(),
        at: place(&error.at),
        missing_file: error.value("file").filter(|_| error.cause == Cause::MissingFile).map(str::to_owned),
    }
}

/// A position in a file.
pub fn place(span: &Span) -> schema::Place {
    schema::Place {
        file: span.file.to_string(),
        range: span.range.as_ref().map(|range| (range.start, range.end)),
        field: span.field.clone(),
    }
}

/// A node that shows a requirement.
pub fn evidence(evidence: &Evidence) -> schema::Evidence {
    let at = &evidence.at;
    let known = !at.file.is_empty() || at.range.is_some() || !at.field.is_empty();
    schema::Evidence {
        what: evidence.what,
        graph: evidence.graph.clone(),
        index: evidence.index,
        name: evidence.name.clone(),
        at: known.then(|| place(at)),
    }
}
