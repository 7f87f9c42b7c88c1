//! The language of searches: words and fields, `-` before what must not match, `|` between alternatives, parentheses.
//!
//! ```text
//! conv v>2                      words of a name or op; versions
//! op:*CONV_2D -in:decoder       names of ops, with * for any text; scopes
//! dtype:int8 shape:1x224x?      tensors that a node reads or writes
//! attr:padding=SAME const>1MB   options; bytes of constants
//! /conv_\d+$/ name~^b[0-9]      regular expressions
//! reads:x feeds:x near2:#12     readers of x, what x reads, two steps around node 12
//! between:x..y (role:input | finding:*)
//! ```

use super::error::{Problem, QueryError};
use super::fields;
use super::terms::{Query, Term, Text};
use super::tokens::{self, Kind, Token};

/// Most nested parentheses.
const DEEPEST: u32 = 32;

/// A query as it was read.
#[derive(Debug)]
pub(super) struct Parsed {
    /// `None` for an empty text.
    pub query: Option<Query>,
    /// Whether it consists of words alone.
    pub is_plain: bool,
    /// The first word in the form of a field with an unknown name; it counts as a word.
    pub doubtful: Option<QueryError>,
}

/// Reads a query.
pub(super) fn parse(text: &str) -> Result<Parsed, QueryError> {
    let tokens = tokens::tokens(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, depth: 0, is_plain: true, doubtful: None };
    let query = parser.any()?;
    if let Some(token) = tokens.get(parser.next) {
        return Err(token.wrong(Problem::Incomplete));
    }
    if query.is_none() && !tokens.is_empty() {
        return Err(tokens[0].wrong(Problem::Incomplete));
    }
    Ok(Parsed { query, is_plain: parser.is_plain, doubtful: parser.doubtful })
}

struct Parser<'a> {
    tokens: &'a [Token],
    next: usize,
    depth: u32,
    is_plain: bool,
    doubtful: Option<QueryError>,
}

impl<'a> Parser<'a> {
    fn take(&mut self, kind: Kind) -> Option<&'a Token> {
        let token = self.tokens.get(self.next).filter(|token| token.kind == kind)?;
        self.next += 1;
        self.is_plain &= kind == Kind::Term;
        Some(token)
    }

    /// Alternatives; `None` without any.
    fn any(&mut self) -> Result<Option<Query>, QueryError> {
        let Some(first) = self.all()? else { return Ok(None) };
        let mut alternatives = vec![first];
        while let Some(token) = self.take(Kind::Or) {
            alternatives.push(self.all()?.ok_or_else(|| token.wrong(Problem::Incomplete))?);
        }
        Ok(Some(if alternatives.len() == 1 { alternatives.remove(0) } else { Query::Any(alternatives) }))
    }

    fn all(&mut self) -> Result<Option<Query>, QueryError> {
        let mut parts = Vec::new();
        while let Some(part) = self.one()? {
            parts.push(part);
        }
        Ok(if parts.len() < 2 { parts.pop() } else { Some(Query::All(parts)) })
    }

    fn one(&mut self) -> Result<Option<Query>, QueryError> {
        let mut negations = 0;
        let mut last = None;
        while let Some(token) = self.take(Kind::Not) {
            negations += 1;
            last = Some(token);
        }
        let inner = if let Some(token) = self.take(Kind::Open) {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(token.wrong(Problem::Long));
            }
            let inner = self.any()?.ok_or_else(|| token.wrong(Problem::Incomplete))?;
            self.take(Kind::Close).ok_or_else(|| token.wrong(Problem::Unclosed))?;
            self.depth -= 1;
            inner
        } else if let Some(token) = self.take(Kind::Term) {
            Query::Term(self.term(token)?)
        } else {
            return last.map_or(Ok(None), |token| Err(token.wrong(Problem::Incomplete)));
        };
        Ok(Some(if negations % 2 == 1 { Query::Not(Box::new(inner)) } else { inner }))
    }

    fn term(&mut self, token: &Token) -> Result<Term, QueryError> {
        if token.quoted_from == 0 {
            self.is_plain = false;
            return Ok(Term::Word(Text::Part(token.text.to_lowercase())));
        }
        let text = token.text.as_str();
        if let Some(pattern) = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).filter(|p| !p.is_empty())
        {
            self.is_plain = false;
            return Ok(Term::Word(fields::pattern_of(token, pattern)?));
        }
        if let Some(index) = text.strip_prefix('#').and_then(|index| index.parse().ok()) {
            return Ok(Term::Index(index));
        }
        if let Some((field, compare, value)) = tokens::field(token) {
            if let Some(term) = fields::term(token, field, compare, value)? {
                self.is_plain = false;
                return Ok(term);
            }
            let (at, len) = (token.at, field.chars().count() as u32);
            let error = QueryError { problem: Problem::Field, at, len, text: field.to_owned() };
            self.doubtful.get_or_insert(error);
        }
        Ok(Term::Word(Text::Part(text.to_lowercase())))
    }
}
