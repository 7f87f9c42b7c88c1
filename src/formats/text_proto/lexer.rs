//! Splits text into tokens, one at a time.

use super::fault::TextFault;
use super::window::Window;
use crate::bytes::{Error, Source};
use std::ops::Range;

/// The next token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits and `_`, not starting with a digit.
    Name,
    /// Digits, possibly a fraction, an exponent, a base prefix.
    Number,
    /// A quoted string, decoded.
    Text(Vec<u8>),
    /// One of `{ } < > [ ] : , ; - . /` or any other single byte.
    Symbol(u8),
    /// The end of the text.
    End,
}

/// Longest piece of a text that an error repeats.
const SHOWN: usize = 60;

pub(super) struct Lexer<'a> {
    window: Window<'a>,
    /// The last token as written: complete for names and numbers, its first bytes for strings.
    word: Vec<u8>,
    /// Maximum length of a name or number in bytes.
    longest: u64,
    /// Number of lines before the last token's line, and the start of that line.
    line: u64,
    line_start: u64,
}

impl<'a> Lexer<'a> {
    pub fn new(source: &'a dyn Source, longest: u64) -> Self {
        let mut window = Window::new(source);
        // A byte order mark is not part of the text.
        if [0, 1, 2].map(|i| window.peek(i)) == [Some(0xef), Some(0xbb), Some(0xbf)] {
            window.skip(3);
        }
        let line_start = window.position();
        Self { window, word: Vec::new(), longest, line: 1, line_start }
    }

    /// The last token as written: complete for names and numbers, its first bytes for strings.
    pub fn word(&self) -> &[u8] {
        &self.word
    }

    /// Line of the last token, from 1, and its start. Only blanks contain line ends.
    pub fn line(&self) -> (u64, u64) {
        (self.line, self.line_start)
    }

    /// The beginning of the last token, for errors.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.word[..self.word.len().min(SHOWN)]).into_owned()
    }

    /// The read error, if there was one: the text then seems to end early.
    pub fn failure(&mut self) -> Option<Error> {
        self.window.failure()
    }

    /// The next token and its position.
    pub fn next(&mut self) -> Result<(Token, Range<u64>), TextFault> {
        self.skip_blanks();
        let start = self.window.position();
        let token = match self.peek(0) {
            None => Token::End,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                self.take_word(|b, _| b.is_ascii_alphanumeric() || b == b'_')?;
                Token::Name
            }
            Some(b'0'..=b'9') => {
                self.number()?;
                Token::Number
            }
            Some(b'.') if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => {
                self.number()?;
                Token::Number
            }
            Some(quote @ (b'"' | b'\'')) => Token::Text(self.quoted(quote, start)?),
            Some(symbol) => {
                self.window.skip(1);
                Token::Symbol(symbol)
            }
        };
        match token {
            Token::Name | Token::Number | Token::Symbol(_) => {
                self.word.clear();
                self.word.extend_from_slice(self.window.kept());
            }
            Token::End => self.word.clear(),
            Token::Text(_) => {}
        }
        Ok((token, start..self.window.position()))
    }

    fn peek(&mut self, ahead: usize) -> Option<u8> {
        self.window.peek(ahead)
    }

    /// Reads the bytes of a word, `keep(byte, the one before)`.
    fn take_word(&mut self, keep: impl Fn(u8, u8) -> bool) -> Result<(), TextFault> {
        let start = self.window.position();
        let mut previous = 0;
        while let Some(byte) = self.peek(0).filter(|byte| keep(*byte, previous)) {
            previous = byte;
            self.window.skip(1);
            if self.window.position() - start > self.longest {
                let range = start..self.window.position();
                return Err(TextFault::over_limit("text-proto-word-too-long", range, self.longest));
            }
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            self.window.forget();
            let (mut at, line, start) = (self.window.position(), &mut self.line, &mut self.line_start);
            self.window.skip_while(|b| {
                at += 1;
                if b == b'\n' {
                    (*line, *start) = (*line + 1, at);
                }
                b.is_ascii_whitespace() || b == 0x0b
            });
            self.window.forget();
            if self.peek(0) != Some(b'#') {
                return;
            }
            loop {
                // In pieces, so that a long comment is not kept.
                let piece = self.window.take_run(|b| b != b'\n').len();
                self.window.forget();
                if piece == 0 {
                    break;
                }
            }
        }
    }

    fn number(&mut self) -> Result<(), TextFault> {
        let hex = self.peek(0) == Some(b'0') && matches!(self.peek(1), Some(b'x' | b'X'));
        self.take_word(|b, previous| {
            let sign_of_exponent = matches!(b, b'+' | b'-') && matches!(previous, b'e' | b'E') && !hex;
            b.is_ascii_alphanumeric() || b == b'.' || sign_of_exponent
        })
    }

    fn quoted(&mut self, quote: u8, start: u64) -> Result<Vec<u8>, TextFault> {
        self.word.clear();
        for ahead in 0..SHOWN {
            self.word.extend(self.window.peek(ahead));
        }
        self.window.skip(1);
        let mut out = Vec::new();
        loop {
            let plain = self.window.take_run(|b| b != quote && b != b'\\' && b != b'\n');
            out.extend_from_slice(plain);
            // Decoded bytes are not kept.
            self.window.forget();
            match self.peek(0) {
                Some(b) if b == quote => {
                    self.window.skip(1);
                    let length = self.window.position() - start;
                    self.word.truncate(usize::try_from(length).unwrap_or(SHOWN));
                    return Ok(out);
                }
                Some(b'\\') => self.escape(&mut out)?,
                Some(b'\n') | None => {
                    return Err(TextFault::new("text-proto-open-string", start..self.window.position()));
                }
                Some(_) => {}
            }
        }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), TextFault> {
        let start = self.window.position();
        let bad = |end: u64| TextFault::new("text-proto-bad-escape", start..end);
        self.window.skip(1);
        let letter = self.peek(0).ok_or_else(|| bad(self.window.position()))?;
        let plain = match letter {
            b'0'..=b'7' => {
                let value = self.digits(8, 3).ok_or_else(|| bad(self.window.position()))?;
                out.push(u8::try_from(value).map_err(|_| bad(self.window.position()))?);
                return Ok(());
            }
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'?' => letter,
            b'x' | b'X' => {
                self.window.skip(1);
                let value = self.digits(16, 2).ok_or_else(|| bad(self.window.position()))?;
                out.push(value as u8);
                return Ok(());
            }
            b'u' | b'U' => {
                self.window.skip(1);
                let count = if letter == b'u' { 4 } else { 8 };
                let from = self.window.position();
                let value = self.digits(16, count).filter(|_| self.window.position() == from + count as u64);
                let character = value.and_then(char::from_u32).ok_or_else(|| bad(self.window.position()))?;
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => {
                self.window.skip(1);
                return Err(bad(self.window.position()));
            }
        };
        self.window.skip(1);
        out.push(plain);
        Ok(())
    }

    /// Up to `count` digits; `None` when there are none.
    fn digits(&mut self, base: u32, count: usize) -> Option<u32> {
        let mut value = None;
        for _ in 0..count {
            let Some(digit) = self.peek(0).and_then(|b| (b as char).to_digit(base)) else { break };
            value = Some(value.unwrap_or(0u32).wrapping_mul(base).wrapping_add(digit));
            self.window.skip(1);
        }
        value
    }
}
