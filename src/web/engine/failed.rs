//! Failures of this worker.

use crate::bytes::Error;
use crate::message::Message;
use crate::services::run::schema::{Failed, FailedKind};
use crate::services::run::unreadable;

/// A failure with only an id.
pub fn failure(id: &'static str) -> Box<Failed> {
    Box::new(Failed { kind: FailedKind::Usage, message: Message::new(id), ..Failed::default() })
}

/// A file that cannot be read.
pub fn unread(error: &Error) -> Box<Failed> {
    Box::new(unreadable(error))
}
