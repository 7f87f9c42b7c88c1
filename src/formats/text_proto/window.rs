//! The part of a text that is being read. A text may be much larger than memory, so only the part from the current
//! token on is held.

use crate::bytes::{Error, Source};

/// Bytes read at once.
const STEP: u64 = 256 << 10;

/// A window that moves over a source.
pub(super) struct Window<'a> {
    source: &'a dyn Source,
    bytes: Vec<u8>,
    /// Offset of `bytes` in the source.
    base: u64,
    /// The next byte, as an index of `bytes`.
    at: usize,
    /// From here on `bytes` must be kept.
    keep: usize,
    /// The read error; the text then seems to end there.
    failed: Option<Error>,
}

impl<'a> Window<'a> {
    pub fn new(source: &'a dyn Source) -> Self {
        Self { source, bytes: Vec::new(), base: 0, at: 0, keep: 0, failed: None }
    }

    /// Position of the next byte in the source.
    pub fn position(&self) -> u64 {
        self.base + self.at as u64
    }

    /// The read error.
    pub fn failure(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// The byte `ahead` of the next one; `None` past the end.
    pub fn peek(&mut self, ahead: usize) -> Option<u8> {
        match self.bytes.get(self.at + ahead) {
            Some(byte) => Some(*byte),
            None => self.fill(ahead),
        }
    }

    #[cold]
    fn fill(&mut self, ahead: usize) -> Option<u8> {
        let next = self.base + self.bytes.len() as u64;
        let more = (self.source.len() - next).min(STEP) as usize;
        if more == 0 || self.failed.is_some() {
            return None;
        }
        self.bytes.drain(..self.keep);
        self.base += self.keep as u64;
        self.at -= self.keep;
        self.keep = 0;
        let old = self.bytes.len();
        self.bytes.resize(old + more, 0);
        if let Err(error) = self.source.read_at(next, &mut self.bytes[old..]) {
            self.bytes.truncate(old);
            self.failed = Some(error);
            return None;
        }
        // No caller looks further ahead than a step.
        self.bytes.get(self.at + ahead).copied()
    }

    /// Skips `count` bytes that were peeked at.
    pub fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Skips bytes while they match.
    pub fn skip_while(&mut self, mut wanted: impl FnMut(u8) -> bool) {
        loop {
            let run = self.bytes[self.at..].iter().position(|byte| !wanted(*byte));
            match run {
                Some(run) => {
                    self.at += run;
                    return;
                }
                None => {
                    self.at = self.bytes.len();
                    if self.peek(0).is_none() {
                        return;
                    }
                }
            }
        }
    }

    /// Drops everything before the next byte.
    pub fn forget(&mut self) {
        self.keep = self.at;
    }

    /// Bytes kept up to the next byte.
    pub fn kept(&self) -> &[u8] {
        &self.bytes[self.keep..self.at]
    }

    /// Takes the matching bytes in the window, from the next one on.
    pub fn take_run(&mut self, wanted: impl Fn(u8) -> bool) -> &[u8] {
        if self.peek(0).is_none() {
            return &[];
        }
        let rest = &self.bytes[self.at..];
        let run = rest.iter().position(|byte| !wanted(*byte)).unwrap_or(rest.len());
        self.at += run;
        &self.bytes[self.at - run..self.at]
    }
}

/// Line and column, from 1, of a position in a text; the column counts characters.
pub(super) fn line_and_column(source: &dyn Source, place: u64) -> (u64, u64) {
    let (mut line, mut column) = (1, 1);
    let mut bytes = vec![0; STEP as usize];
    let mut at = 0;
    let end = place.min(source.len());
    while at < end {
        let step = (end - at).min(STEP) as usize;
        if source.read_at(at, &mut bytes[..step]).is_err() {
            break;
        }
        for byte in &bytes[..step] {
            match byte {
                b'\n' => (line, column) = (line + 1, 1),
                // Bytes that continue a character do not count.
                0x80..0xc0 => {}
                _ => column += 1,
            }
        }
        at += step as u64;
    }
    (line, column)
}

/// Bytes of a line that are read for a message about it.
const LINE: u64 = 4096;

/// Characters of a line that such a message repeats.
const SHOWN: usize = 300;

/// The line that begins at `start`, and the column of `place` in it: from 1, in characters, as far as the line is read.
pub(super) fn line_of(source: &dyn Source, start: u64, place: u64) -> (String, u64) {
    let mut bytes = vec![0; LINE.min(source.len().saturating_sub(start)) as usize];
    if source.read_at(start, &mut bytes).is_err() {
        return (String::new(), place - start + 1);
    }
    let before = &bytes[..bytes.len().min((place - start) as usize)];
    let continued = before.iter().filter(|byte| (0x80..0xc0).contains(*byte)).count() as u64;
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let line = String::from_utf8_lossy(&bytes[..end]);
    let line = line.trim_end_matches('\r');
    let cut = line.char_indices().nth(SHOWN).map_or(line.len(), |(at, _)| at);
    let dots = if cut < line.len() { "…" } else { "" };
    (format!("{}{dots}", &line[..cut]), place - start + 1 - continued)
}
