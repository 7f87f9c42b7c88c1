//! The tokens of a query, with their positions.

use super::error::{Problem, QueryError};

/// Most characters of a query.
const LONGEST: usize = 2_000;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Term,
    Not,
    Or,
    Open,
    Close,
}

/// A token: its text without quotes, and its characters in the query.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub text: String,
    pub at: u32,
    pub len: u32,
    /// First byte of `text` that was in quotes; its length if none was.
    pub quoted_from: usize,
}

impl Token {
    /// The error that this token is wrong.
    pub(super) fn wrong(&self, problem: Problem) -> QueryError {
        QueryError { problem, at: self.at, len: self.len, text: self.text.clone() }
    }
}

/// The tokens of a query. Spaces separate; quotes keep spaces, and marks of the language, in a term.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    if text.chars().nth(LONGEST).is_some() {
        return Err(QueryError {
            problem: Problem::Long,
            at: 0,
            len: text.chars().count() as u32,
            text: String::new(),
        });
    }
    let chars: Vec<char> = text.chars().collect();
    let mut tokens: Vec<Token> = Vec::new();
    let mut open = 0u32;
    let mut i = 0;
    while i < chars.len() {
        let at = i as u32;
        let mark = match chars[i] {
            c if c.is_whitespace() => {
                i += 1;
                continue;
            }
            '(' => Some(Kind::Open),
            ')' if open > 0 => Some(Kind::Close),
            '|' => Some(Kind::Or),
            '-' if chars.get(i + 1).is_some_and(|next| !next.is_whitespace()) => Some(Kind::Not),
            _ => None,
        };
        if let Some(kind) = mark {
            open = match kind {
                Kind::Open => open + 1,
                Kind::Close => open - 1,
                _ => open,
            };
            tokens.push(Token { kind, text: chars[i].to_string(), at, len: 1, quoted_from: 1 });
            i += 1;
            continue;
        }
        let (token, end) = term(&chars, i, open)?;
        tokens.push(token);
        i = end;
    }
    Ok(tokens)
}

/// A term from character `start` on, and the character after it.
fn term(chars: &[char], start: usize, open: u32) -> Result<(Token, usize), QueryError> {
    let mut text = String::new();
    let mut quoted_from = None;
    // Parentheses inside a term, as in a pattern, belong to it.
    let mut inner = 0u32;
    let mut i = start;
    while i < chars.len() && !chars[i].is_whitespace() {
        match chars[i] {
            '"' => {
                let Some(len) = chars[i + 1..].iter().position(|c| *c == '"') else {
                    let text = chars[i..].iter().collect();
                    let len = (chars.len() - i) as u32;
                    return Err(QueryError { problem: Problem::Unclosed, at: i as u32, len, text });
                };
                quoted_from.get_or_insert(text.len());
                text.extend(&chars[i + 1..i + 1 + len]);
                i += len + 2;
                continue;
            }
            '(' => inner += 1,
            ')' if inner > 0 => inner -= 1,
            ')' if open > 0 => break,
            _ => {}
        }
        text.push(chars[i]);
        i += 1;
    }
    let quoted_from = quoted_from.unwrap_or(text.len());
    Ok((Token { kind: Kind::Term, at: start as u32, len: (i - start) as u32, quoted_from, text }, i))
}

/// How a field compares with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// As is usual for the field.
    Usual,
    /// With the complete value.
    Equal,
    /// With a regular expression.
    Matches,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
}

impl Comparison {
    /// The comparisons that values contain, such as those of attrs, with their marks; of two that begin at the same
    /// character, the longer mark first.
    pub(super) const IN_VALUES: [(&str, Self); 7] = [
        (">=", Self::GreaterEqual),
        ("<=", Self::LessEqual),
        ("!=", Self::NotEqual),
        ("=", Self::Equal),
        ("~", Self::Matches),
        (">", Self::Greater),
        ("<", Self::Less),
    ];

    /// The comparison at the start of a text, and the text after its mark.
    fn at_start(text: &str) -> Option<(Self, &str)> {
        let mut all = [(":", Self::Usual)].into_iter().chain(Self::IN_VALUES);
        all.find_map(|(mark, comparison)| Some((comparison, text.strip_prefix(mark)?)))
    }
}

/// Name of the field, comparison and value of a term that has them.
pub(super) fn field(token: &Token) -> Option<(&str, Comparison, &str)> {
    let text = token.text.as_str();
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).filter(|end| *end > 0 && *end < token.quoted_from)?;
    let (comparison, value) = Comparison::at_start(&text[end..])?;
    Some((&text[..end], comparison, value))
}
