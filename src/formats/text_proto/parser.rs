//! Converts tokens to wire form with the field tables.

use super::encode;
use super::fault::TextFault;
use super::lexer::{Lexer, Token};
use super::number;
use super::schema::{Field, Kind, Message};
use super::uses::{Use, Uses};
use crate::bytes::{Limits, Source};
use crate::formats::proto::{fields, wire};
use std::ops::Range;

/// Wire form of a text, and the requested positions.
#[derive(Debug)]
pub struct Transcoded {
    /// Wire form.
    pub wire: Vec<u8>,
    /// Places of watched fields, in order of their start.
    pub marks: Vec<Mark>,
    /// Names that the text uses, each at its first position.
    pub uses: Vec<Use>,
}

/// Position of a watched field in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Position in the list of watched fields.
    pub watch: usize,
    /// From the field's name to the end of its value.
    pub range: Range<u64>,
}

/// Converts text to the wire form of the message with this full name.
pub fn transcode(
    source: &dyn Source,
    name: &'static str,
    limits: &Limits,
    watch: &[(&str, &str)],
) -> Result<Transcoded, TextFault> {
    let index = wire::message_index(name).expect("only names of proto/ are asked for");
    let mut parser = Parser {
        lexer: Lexer::new(source, limits.text_bytes),
        limits,
        token: Token::End,
        range: 0..0,
        previous_end: 0,
        depth_left: limits.depth.min(99),
        elements_left: limits.list_len.saturating_mul(8),
        watch,
        marks: Vec::new(),
        uses: Uses::default(),
    };
    let mut out = Vec::new();
    let done = parser.advance().and_then(|()| parser.fields(index, &mut out, None));
    // A source that cannot be read further looks like a text that ends early.
    match parser.lexer.failure() {
        Some(error) => Err(TextFault::unreadable(error)),
        None => done.map(|()| Transcoded { wire: out, marks: parser.marks, uses: parser.uses.into_vec(source) }),
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    limits: &'a Limits,
    /// The next token and its position; the lexer holds its text.
    token: Token,
    range: Range<u64>,
    /// End of the previous token.
    previous_end: u64,
    depth_left: u32,
    elements_left: u64,
    watch: &'a [(&'a str, &'a str)],
    marks: Vec<Mark>,
    uses: Uses,
}

impl Parser<'_> {
    fn advance(&mut self) -> Result<(), TextFault> {
        self.previous_end = self.range.end;
        (self.token, self.range) = self.lexer.next()?;
        Ok(())
    }

    fn is(&self, symbol: u8) -> bool {
        self.token == Token::Symbol(symbol)
    }

    fn take(&mut self, symbol: u8) -> Result<bool, TextFault> {
        let there = self.is(symbol);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    fn expect(&mut self, symbol: u8) -> Result<(), TextFault> {
        if self.take(symbol)? { Ok(()) } else { Err(self.unexpected().with("wanted", symbol as char)) }
    }

    fn shown(&self) -> String {
        self.lexer.shown()
    }

    fn unexpected(&self) -> TextFault {
        TextFault::new("text-proto-unexpected", self.range.clone()).with("found", self.shown())
    }

    fn bad_value(&self, field: &Field) -> TextFault {
        TextFault::new("text-proto-bad-value", self.range.clone()).with("field", field.name).with("found", self.shown())
    }

    fn name(&mut self) -> Result<String, TextFault> {
        if self.token != Token::Name {
            return Err(self.unexpected());
        }
        let name = self.shown_name();
        self.advance()?;
        Ok(name)
    }

    fn shown_name(&self) -> String {
        String::from_utf8_lossy(self.lexer.word()).into_owned()
    }

    /// The output must stay within the limit for one structure.
    fn held(&self, out: &[u8]) -> Result<(), TextFault> {
        if out.len() as u64 <= self.limits.structure_bytes {
            return Ok(());
        }
        let fault = TextFault::over_limit("structure-too-large", self.range.clone(), self.limits.structure_bytes);
        Err(fault.with("size", out.len()))
    }

    /// Spends one element of the budget.
    fn spend(&mut self) -> Result<(), TextFault> {
        match self.elements_left.checked_sub(1) {
            Some(left) => {
                self.elements_left = left;
                Ok(())
            }
            None => {
                let limit = self.limits.list_len.saturating_mul(8);
                Err(TextFault::over_limit("proto-too-many", self.range.clone(), limit))
            }
        }
    }

    /// Fields up to `close` (not consumed), or up to the end of the text.
    fn fields(&mut self, index: usize, out: &mut Vec<u8>, close: Option<u8>) -> Result<(), TextFault> {
        let message = &fields::MESSAGES[index];
        let mut seen = Vec::new();
        loop {
            match (&self.token, close) {
                (Token::End, None) => return Ok(()),
                (Token::Symbol(s), Some(c)) if *s == c => return Ok(()),
                (Token::Symbol(b'['), _) => self.expanded_any(message, out)?,
                _ => self.field(index, message, out, &mut seen)?,
            }
            let _ = self.take(b',')? || self.take(b';')?;
            self.held(out)?;
        }
    }

    fn field(
        &mut self,
        index: usize,
        message: &'static Message,
        out: &mut Vec<u8>,
        seen: &mut Vec<&'static Field>,
    ) -> Result<(), TextFault> {
        let range = self.range.clone();
        let line = self.lexer.line();
        let name = self.name()?;
        let Some(place) = message.place(&name) else {
            return Err(TextFault::new("text-proto-unknown-field", range)
                .with("message", message.name)
                .with("field", name));
        };
        let field = &message.fields[place];
        self.uses.field(index, place, &range, line);
        if !field.repeated {
            let clash = seen.iter().any(|s| s.number == field.number || (field.oneof >= 0 && s.oneof == field.oneof));
            if clash {
                return Err(TextFault::new("text-proto-set-twice", range).with("field", name));
            }
            seen.push(field);
        }
        let colon = self.take(b':')?;
        if !colon && !matches!(field.kind, Kind::Message(_)) {
            return Err(self.unexpected().with("wanted", ':'));
        }
        let watched = self.watch.iter().position(|w| *w == (message.name, field.name));
        if field.repeated && self.take(b'[')? {
            if self.take(b']')? {
                return Ok(());
            }
            loop {
                let start = self.range.start;
                self.value(field, out, watched, start)?;
                if !self.take(b',')? {
                    return self.expect(b']');
                }
            }
        }
        self.value(field, out, watched, range.start)
    }

    fn value(
        &mut self,
        field: &'static Field,
        out: &mut Vec<u8>,
        watched: Option<usize>,
        start: u64,
    ) -> Result<(), TextFault> {
        let Kind::Message(index) = field.kind else {
            return self.scalar(field, out);
        };
        let mark = watched.map(|watch| {
            self.marks.push(Mark { watch, range: start..start });
            self.marks.len() - 1
        });
        let mut content = Vec::new();
        self.message(index, &mut content)?;
        encode::bytes(out, field.number, &content);
        if let Some(mark) = mark {
            self.marks[mark].range.end = self.previous_end;
        }
        Ok(())
    }

    /// `{ … }` or `< … >`.
    fn message(&mut self, index: usize, out: &mut Vec<u8>) -> Result<(), TextFault> {
        self.spend()?;
        let close = match self.token {
            Token::Symbol(b'{') => b'}',
            Token::Symbol(b'<') => b'>',
            _ => return Err(self.unexpected().with("wanted", '{')),
        };
        self.depth_left = self.depth_left.checked_sub(1).ok_or_else(|| {
            TextFault::over_limit("proto-too-deep", self.range.clone(), u64::from(self.limits.depth.min(99)))
        })?;
        self.advance()?;
        self.fields(index, out, Some(close))?;
        self.depth_left += 1;
        self.expect(close)
    }

    /// `[host/full.name] { … }` within an `Any`: the inner message written out.
    fn expanded_any(&mut self, message: &'static Message, out: &mut Vec<u8>) -> Result<(), TextFault> {
        let start = self.range.start;
        if message.name != "tensorflow.Any" {
            return Err(self.unexpected());
        }
        self.advance()?;
        let mut url = String::new();
        while matches!(self.token, Token::Name | Token::Number | Token::Symbol(b'.' | b'/' | b'-' | b'_')) {
            url += &self.shown_name();
            if url.len() as u64 > self.limits.text_bytes {
                return Err(self.unexpected());
            }
            self.advance()?;
        }
        let url_range = start + 1..self.previous_end;
        self.expect(b']')?;
        let Some(inner) = url.rsplit('/').next().and_then(wire::message_index) else {
            return Err(TextFault::unsupported("text-proto-unknown-type", url_range).with("type", url));
        };
        self.take(b':')?;
        let mut content = Vec::new();
        self.message(inner, &mut content)?;
        encode::bytes(out, 1, url.as_bytes());
        encode::bytes(out, 2, &content);
        Ok(())
    }

    fn scalar(&mut self, field: &'static Field, out: &mut Vec<u8>) -> Result<(), TextFault> {
        if matches!(field.kind, Kind::String | Kind::Bytes) {
            return self.quoted(field, out);
        }
        let negative = self.take(b'-')?;
        if !matches!(self.token, Token::Name | Token::Number) {
            return Err(self.bad_value(field));
        }
        let word = self.shown_name();
        let done = self.plain(field, &word, negative, out);
        done.ok_or_else(|| self.bad_value(field))?;
        self.advance()
    }

    /// Numbers, booleans and enum values; `None` when `word` is not valid for this field.
    fn plain(&mut self, field: &Field, word: &str, negative: bool, out: &mut Vec<u8>) -> Option<()> {
        let is_number = self.token == Token::Number;
        let n = field.number;
        match field.kind {
            Kind::Double => fixed(out, n, 1, &number::float(word, negative)?.to_le_bytes()),
            Kind::Float => fixed(out, n, 5, &(number::float(word, negative)? as f32).to_le_bytes()),
            Kind::Fixed32 => fixed(out, n, 5, &(number::unsigned(word, negative, 32)? as u32).to_le_bytes()),
            Kind::Fixed64 => fixed(out, n, 1, &number::unsigned(word, negative, 64)?.to_le_bytes()),
            Kind::Sfixed32 => fixed(out, n, 5, &(number::signed(word, negative, 32)? as i32).to_le_bytes()),
            Kind::Sfixed64 => fixed(out, n, 1, &number::signed(word, negative, 64)?.to_le_bytes()),
            Kind::Int32 => varint(out, n, number::signed(word, negative, 32)? as u64),
            Kind::Int64 => varint(out, n, number::signed(word, negative, 64)? as u64),
            Kind::Uint32 => varint(out, n, number::unsigned(word, negative, 32)?),
            Kind::Uint64 => varint(out, n, number::unsigned(word, negative, 64)?),
            Kind::Sint32 => varint(out, n, encode::zigzag(number::signed(word, negative, 32)?)),
            Kind::Sint64 => varint(out, n, encode::zigzag(number::signed(word, negative, 64)?)),
            Kind::Bool => {
                let value = match word {
                    "true" | "True" | "t" | "1" => true,
                    "false" | "False" | "f" | "0" => false,
                    _ => return None,
                };
                if negative {
                    return None;
                }
                varint(out, n, u64::from(value));
            }
            Kind::Enum(_) if is_number => varint(out, n, number::signed(word, negative, 32)? as u64),
            Kind::Enum(index) if !negative => {
                let place = fields::ENUMS[index].place(word)?;
                self.uses.value(index, place, &self.range, self.lexer.line());
                varint(out, n, fields::ENUMS[index].values[place].1 as i64 as u64);
            }
            _ => return None,
        }
        Some(())
    }

    /// Adjacent quoted pieces are one string.
    fn quoted(&mut self, field: &'static Field, out: &mut Vec<u8>) -> Result<(), TextFault> {
        self.spend()?;
        let start = self.range.start;
        let mut content = match std::mem::replace(&mut self.token, Token::End) {
            Token::Text(piece) => piece,
            other => {
                self.token = other;
                return Err(self.bad_value(field));
            }
        };
        self.advance()?;
        while let Token::Text(piece) = &mut self.token {
            content.append(piece);
            self.held(&content)?;
            self.advance()?;
        }
        if field.kind == Kind::String && std::str::from_utf8(&content).is_err() {
            let range = start..self.previous_end;
            return Err(TextFault::new("text-proto-bad-value", range).with("field", field.name).with("found", ""));
        }
        encode::bytes(out, field.number, &content);
        Ok(())
    }
}

fn fixed(out: &mut Vec<u8>, number: u32, wire: u8, bytes: &[u8]) {
    encode::tag(out, number, wire);
    out.extend_from_slice(bytes);
}

fn varint(out: &mut Vec<u8>, number: u32, value: u64) {
    encode::tag(out, number, 0);
    encode::varint(out, value);
}
