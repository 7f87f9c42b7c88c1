//! Text to tokens, one at a time.

use std::ops::Range;

/// What stands next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits and `_`, not starting with a digit.
    Name,
    /// Digits, possibly a fraction, an exponent, a base prefix.
    Number,
    /// A quoted text, decoded.
    Text(Vec<u8>),
    /// One of `{ } < > [ ] : , ; - . /` or any other single byte.
    Symbol(u8),
    /// Nothing more.
    End,
}

/// A broken token.
#[derive(Clone, Debug)]
pub(super) struct Broken {
    pub id: &'static str,
    pub range: Range<usize>,
}

pub(super) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        // A byte order mark is no part of the text.
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { text, at }
    }

    /// The next token and where it stands.
    pub fn next(&mut self) -> Result<(Token, Range<usize>), Broken> {
        self.skip_blanks();
        let start = self.at;
        let token = match self.peek(0) {
            None => Token::End,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.take_while(|b| b.is_ascii_alphanumeric() || b == b'_');
                Token::Name
            }
            Some(b'0'..=b'9') => {
                self.number();
                Token::Number
            }
            Some(b'.') if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => {
                self.number();
                Token::Number
            }
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                Token::Text(self.quoted(quote, start)?)
            }
            Some(symbol) => {
                self.at += 1;
                Token::Symbol(symbol)
            }
        };
        Ok((token, start..self.at))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn take_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&keep) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(|b| b.is_ascii_whitespace() || b == 0x0b);
            if self.peek(0) != Some(b'#') {
                return;
            }
            self.take_while(|b| b != b'\n');
        }
    }

    fn number(&mut self) {
        let hex = self.peek(0) == Some(b'0') && matches!(self.peek(1), Some(b'x' | b'X'));
        let mut previous = 0;
        while let Some(b) = self.peek(0) {
            let sign_of_exponent = matches!(b, b'+' | b'-') && matches!(previous, b'e' | b'E') && !hex;
            if !(b.is_ascii_alphanumeric() || b == b'.' || sign_of_exponent) {
                break;
            }
            previous = b;
            self.at += 1;
        }
    }

    fn quoted(&mut self, quote: u8, start: usize) -> Result<Vec<u8>, Broken> {
        let mut out = Vec::new();
        loop {
            let open = || Broken { id: "text-proto-open-string", range: start..self.at };
            let byte = self.peek(0).ok_or_else(open)?;
            match byte {
                b'\n' => return Err(open()),
                b if b == quote => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => self.escape(&mut out)?,
                b => {
                    out.push(b);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), Broken> {
        let start = self.at;
        let bad = |end: usize| Broken { id: "text-proto-bad-escape", range: start..end };
        self.at += 1;
        let letter = self.peek(0).ok_or_else(|| bad(self.at))?;
        self.at += 1;
        let plain = match letter {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'?' => letter,
            b'0'..=b'7' => {
                self.at -= 1;
                let value = self.digits(8, 3).ok_or_else(|| bad(self.at))?;
                u8::try_from(value).map_err(|_| bad(self.at))?
            }
            b'x' | b'X' => self.digits(16, 2).ok_or_else(|| bad(self.at))? as u8,
            b'u' | b'U' => {
                let count = if letter == b'u' { 4 } else { 8 };
                let from = self.at;
                let value = self.digits(16, count).filter(|_| self.at == from + count);
                let character = value.and_then(char::from_u32).ok_or_else(|| bad(self.at))?;
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => return Err(bad(self.at)),
        };
        out.push(plain);
        Ok(())
    }

    /// Up to `count` digits; `None` when there is not one.
    fn digits(&mut self, base: u32, count: usize) -> Option<u32> {
        let mut value = None;
        for _ in 0..count {
            let Some(digit) = self.peek(0).and_then(|b| (b as char).to_digit(base)) else { break };
            value = Some(value.unwrap_or(0u32).wrapping_mul(base).wrapping_add(digit));
            self.at += 1;
        }
        value
    }
}
