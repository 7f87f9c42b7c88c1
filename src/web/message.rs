//! Fields of the objects that page and workers send each other; what stands in them say [`super::protocol`] and
//! [`super::run_protocol`].

/// The job number of a request.
pub const JOB: &str = "job";
/// The JSON text.
pub const JSON: &str = "json";
/// The blobs, or arrays of bytes.
pub const BLOBS: &str = "blobs";
/// The JSON of an answer.
pub const ANSWER: &str = "answer";
