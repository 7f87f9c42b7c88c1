//! Names of blocks by their content: the words of the field where ops show them (norm, attention, mlp), otherwise the
//! main ops.

/// Most parts of a name.
const PARTS: usize = 4;

/// A part of a block, as far as its ops show it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Norm,
    Attention,
    /// Matrix products; two or more in a row are an mlp.
    Dense(u32),
    Softmax,
    /// A convolution, recurrent layer or the like, by the name of its op.
    Named(String),
}

/// The name of a block with these ops, such as `norm + attention + mlp`.
pub(super) fn name(ops: &[&str]) -> String {
    let mut parts: Vec<Part> = Vec::new();
    for op in ops {
        let Some(part) = part(op) else { continue };
        match (parts.last_mut(), part) {
            (Some(Part::Dense(count)), Part::Dense(_)) => *count += 1,
            (Some(last), part) if *last == part => {}
            (_, part) => parts.push(part),
        }
    }
    let mut words: Vec<String> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let near = |at: Option<usize>| at.and_then(|at| parts.get(at)) == Some(&Part::Softmax);
        let word = match part {
            Part::Norm => "norm",
            Part::Attention => "attention",
            Part::Softmax if matches!(i.checked_sub(1).and_then(|at| parts.get(at)), Some(Part::Dense(_))) => {
                "attention"
            }
            // The products of an attention are part of it.
            Part::Dense(_) if near(i.checked_sub(1)) || near(Some(i + 1)) => continue,
            Part::Dense(1) => "dense",
            Part::Dense(_) => "mlp",
            Part::Softmax => "softmax",
            Part::Named(name) => name,
        };
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    if words.is_empty() {
        for op in ops.iter().filter(|op| !op.is_empty()) {
            if !words.iter().any(|known| known == op) {
                words.push((*op).to_owned());
            }
        }
    }
    if words.len() > PARTS {
        words.truncate(PARTS);
        words.push("…".to_owned());
    }
    words.join(" + ")
}

/// The part of a block that an op shows.
fn part(op: &str) -> Option<Part> {
    let plain: String = op.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let has = |word: &str| plain.contains(word);
    if has("norm") || matches!(plain.as_str(), "rsqrt" | "squareddifference") {
        return Some(Part::Norm);
    }
    if has("attention") || has("sdpa") {
        return Some(Part::Attention);
    }
    if plain == "softmax" {
        return Some(Part::Softmax);
    }
    if has("matmul") || matches!(plain.as_str(), "fullyconnected" | "dense" | "einsum" | "einsumdense") {
        return Some(Part::Dense(1));
    }
    let main = has("conv") || has("lstm") || has("gru") || has("rnn") || has("svdf") || has("embedding");
    main.then(|| Part::Named(op.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn the_words_of_the_field_where_ops_show_them() {
        let attention = ["FULLY_CONNECTED", "BATCH_MATMUL", "ADD", "SOFTMAX", "BATCH_MATMUL", "FULLY_CONNECTED"];
        assert_eq!(name(&attention), "attention");
        assert_eq!(name(&["Rsqrt", "Mul", "MatMul", "Gelu", "MatMul", "AddV2"]), "norm + mlp");
        assert_eq!(name(&["CONV_2D", "DEPTHWISE_CONV_2D", "CONV_2D", "ADD"]), "CONV_2D + DEPTHWISE_CONV_2D");
        assert_eq!(name(&["MatMul", "Softmax"]), "attention");
        assert_eq!(name(&["Softmax"]), "softmax");
        assert_eq!(name(&["ADD", "MUL", "SUB", "DIV", "NEG"]), "ADD + MUL + SUB + DIV + …");
    }
}
