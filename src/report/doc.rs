//! Documentation of ids in a report.

/// Address of the section about a requirement, finding or piece of advice, from the root of the project. The page has
/// the same documents beside it, as `.html` instead of `.md`.
pub fn doc(id: &str) -> String {
    let page = match id.split('-').next() {
        Some("tflite") => "tflite",
        Some("graph") => "graphs",
        Some("saved") => "saved-models",
        Some("checkpoint") => "checkpoints",
        _ => "keras",
    };
    format!("docs/findings/{page}.md#{id}")
}
