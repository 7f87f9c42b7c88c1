//! Relations of two shapes in the conditions of the tables, such as `in[0].same.out[0]`.

/// A relation of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Same,
    /// Their dimensions from the right are equal or 1.
    Broadcasts,
    /// The same, with at least as many dimensions in the second, and a 1 only in the first.
    Within,
    /// The first is a prefix of the second.
    Leads,
    /// All dimensions except the first are equal.
    Tails,
}

impl Relation {
    /// Every relation, with its word.
    const WORDS: [(&str, Self); 5] = [
        ("same", Self::Same),
        ("broadcasts", Self::Broadcasts),
        ("within", Self::Within),
        ("leads", Self::Leads),
        ("tails", Self::Tails),
    ];

    /// The relation of a word of the tables.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.into_iter().find(|(own, _)| *own == word).map(|(_, relation)| relation)
    }

    /// Whether it holds; `None` for shapes that lack the dimensions it is about.
    pub fn holds(self, a: &[i32], b: &[i32]) -> Option<bool> {
        let from_the_right = |fits: fn(i32, i32) -> bool| a.iter().rev().zip(b.iter().rev()).all(|(&x, &y)| fits(x, y));
        Some(match self {
            Self::Same => a == b,
            Self::Broadcasts => from_the_right(|x, y| x == y || x == 1 || y == 1),
            Self::Within => a.len() <= b.len() && from_the_right(|x, y| x == y || x == 1),
            Self::Leads => b.starts_with(a),
            Self::Tails => a.get(1..)? == b.get(1..)?,
        })
    }
}
