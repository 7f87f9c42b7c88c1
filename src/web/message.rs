//! Fields of the objects that page and workers send each other; [`super::protocol`] and [`super::run_protocol`] define
//! their content.

/// The job number of a request.
pub const JOB: &str = "job";
/// The JSON text.
pub const JSON: &str = "json";
/// The blobs, or arrays of bytes.
pub const BLOBS: &str = "blobs";
/// The JSON of an answer.
pub const ANSWER: &str = "answer";
