//! Texts that describe a tensor on an edge or in an attribute, such as `1×224×224×3 float32` or `1×3 int8, 0.5 * (q - 3)`.

/// The words before the quantization.
fn words(label: &str) -> impl Iterator<Item = &str> {
    label.split(", ").next().unwrap_or_default().split(' ')
}

fn is_shape(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '?')
}

/// The dtype of a label; empty without one.
pub fn label_dtype(label: &str) -> &str {
    words(label).find(|word| !is_shape(word) && *word != "any").unwrap_or_default()
}

/// The shape of a label; `None` without one.
pub(super) fn label_shape(label: &str) -> Option<&str> {
    words(label).find(|word| is_shape(word))
}

/// Whether an attribute describes a tensor, or names a type of values.
pub(super) fn is_tensor(name: &str) -> bool {
    matches!(name, "tensor" | "constant" | "T" | "dtype" | "SrcT" | "DstT" | "out_type")
        || name.starts_with("constant ")
        || name.starts_with("variable ")
}
