//! Reads JSON into the crate's types, in one pass, without generic code for each type.
//!
//! Derived readers are a state machine per struct; those of the report alone took a fifth of the page's module. Here a
//! type only lists its fields ([`readable!`]), and all work is done by functions that exist once. Missing fields keep
//! their default, unknown ones are skipped, a value of the wrong type makes the complete text unreadable. The input is
//! the output of [`serde::Serialize`] for these types.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

/// Maximum nesting of lists and objects; reading recurses.
pub(crate) const DEPTH: u32 = 100;

/// The value of a JSON text; `None` when it is not valid JSON, or of another type.
pub fn read<T: Read + Default>(text: &str) -> Option<T> {
    let mut value = T::default();
    Reader::new(text).whole(&mut value).then_some(value)
}

/// Like [`read`], for text written by Python: half of a surrogate pair, which Python reads and writes, becomes the
/// replacement character. The error is the byte where the text stops being JSON.
pub fn read_python<T: Read + Default>(text: &str) -> Result<T, usize> {
    let mut value = T::default();
    let mut reader = Reader { takes_halves: true, ..Reader::new(text) };
    if reader.whole(&mut value) { Ok(value) } else { Err(reader.at) }
}

/// Like [`read`], into a value that keeps the part before an error; the error is the byte where the text is wrong.
pub fn read_into(text: &str, value: &mut dyn Read) -> Result<(), usize> {
    let mut reader = Reader::new(text);
    if reader.whole(value) { Ok(()) } else { Err(reader.at) }
}

/// Walks a text and reports the path of each value (`.name`, `[index]`; empty for the complete text) with its bytes,
/// inner values first. Python's `NaN` and `Infinity` count as values. Returns false when the text is not valid JSON.
pub fn walk(text: &str, each: &mut dyn FnMut(&str, Range<usize>)) -> bool {
    let mut reader = Reader::new(text);
    reader.walk(&mut String::new(), each)
}

/// Types that can be read from JSON.
pub trait Read {
    /// Reads the next value into `self`, which holds its default; false for a value of another type.
    fn read(&mut self, from: &mut Reader<'_>) -> bool;
}

/// Reading position in a text.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    /// Whether half of a surrogate pair counts as a character.
    takes_halves: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, depth: 0, takes_halves: false }
    }

    fn whole(&mut self, value: &mut dyn Read) -> bool {
        let read = value.read(self);
        self.space();
        read && self.at == self.text.len()
    }

    fn space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Offset of the next byte.
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// Takes a byte if it is the next one.
    fn next_is(&mut self, byte: u8) -> bool {
        let is = self.byte() == Some(byte);
        self.at += usize::from(is);
        is
    }

    /// Takes a byte if it is the next one after white space.
    fn mark(&mut self, mark: u8) -> bool {
        self.space();
        self.next_is(mark)
    }

    /// The next byte after white space.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.space();
        self.byte()
    }

    /// Takes a word (`null`, `true`, `false`) if it is the next one.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        self.space();
        let is = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += if is { word.len() } else { 0 };
        is
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at > start
    }

    /// The next number as written.
    pub(crate) fn number(&mut self) -> Option<&'a str> {
        self.space();
        let start = self.at;
        self.next_is(b'-');
        let mut sound = self.next_is(b'0') || self.digits();
        if self.next_is(b'.') {
            sound &= self.digits();
        }
        if self.next_is(b'e') || self.next_is(b'E') {
            let _sign = self.next_is(b'+') || self.next_is(b'-');
            sound &= self.digits();
        }
        if sound { self.text.get(start..self.at) } else { None }
    }

    fn unsigned(&mut self, most: u64) -> Option<u64> {
        self.number()?.parse().ok().filter(|number| *number <= most)
    }

    fn signed(&mut self, least: i64, most: i64) -> Option<i64> {
        self.number()?.parse().ok().filter(|number| (least..=most).contains(number))
    }

    /// JSON has no NaN and no infinity; they are written as null, and come back as NaN.
    fn float(&mut self) -> Option<f64> {
        if self.word("null") { Some(f64::NAN) } else { self.number()?.parse().ok().filter(|n: &f64| n.is_finite()) }
    }

    /// The next string.
    pub(crate) fn string(&mut self) -> Option<Cow<'a, str>> {
        if !self.mark(b'"') {
            return None;
        }
        let mut unescaped: Option<String> = None;
        let mut start = self.at;
        loop {
            match self.byte()? {
                b'"' => {
                    let piece = self.text.get(start..self.at)?;
                    self.at += 1;
                    return Some(match unescaped {
                        None => Cow::Borrowed(piece),
                        Some(before) => Cow::Owned(before + piece),
                    });
                }
                b'\\' => {
                    let before = unescaped.get_or_insert_default();
                    before.push_str(self.text.get(start..self.at)?);
                    self.at += 1;
                    before.push(self.escape()?);
                    start = self.at;
                }
                0..0x20 => return None,
                _ => self.at += 1,
            }
        }
    }

    /// The character that an escape after a backslash means.
    fn escape(&mut self) -> Option<char> {
        let byte = self.byte()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let code = self.unit()?;
                let after = self.at;
                if (0xd800..0xdc00).contains(&code) && self.next_is(b'\\') && self.next_is(b'u') {
                    let low = self.unit()?.checked_sub(0xdc00).filter(|low| *low < 0x400);
                    if let Some(both) = low.and_then(|low| char::from_u32(0x10000 + ((code - 0xd800) << 10) + low)) {
                        return Some(both);
                    }
                    self.at = after;
                }
                char::from_u32(code).or(self.takes_halves.then_some(char::REPLACEMENT_CHARACTER))?
            }
            _ => return None,
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | char::from(self.byte()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }

    /// Items between two brackets, separated by commas.
    fn between(&mut self, open: u8, close: u8, each: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        if self.depth == DEPTH || !self.mark(open) {
            return false;
        }
        self.depth += 1;
        if !self.mark(close) {
            loop {
                if !each(self) {
                    return false;
                }
                if self.mark(close) {
                    break;
                }
                if !self.next_is(b',') {
                    return false;
                }
            }
        }
        self.depth -= 1;
        true
    }

    /// A list: `each` takes one item.
    pub fn items(&mut self, each: &mut dyn FnMut(&mut Self) -> bool) -> bool {
        self.between(b'[', b']', each)
    }

    /// An object: `each` gets the name of a member and reads its value.
    pub fn members(&mut self, each: &mut dyn FnMut(&mut Self, &str) -> bool) -> bool {
        self.between(b'{', b'}', &mut |from| match from.string() {
            Some(name) => from.mark(b':') && each(from, &name),
            None => false,
        })
    }

    /// A list of exactly these values.
    pub fn tuple(&mut self, values: &mut [&mut dyn Read]) -> bool {
        let mut index = 0;
        self.items(&mut |from| {
            index += 1;
            values.get_mut(index - 1).is_some_and(|value| value.read(from))
        }) && index == values.len()
    }

    /// An object whose members are the fields of a struct: names, and the fields to write to.
    pub fn fields(&mut self, names: &[&str], values: &mut [&mut dyn Read]) -> bool {
        // Fields were written in this order, so the next name is usually the one after the last match.
        let mut next = 0;
        self.members(&mut |from, name| {
            let index = (next..names.len()).chain(0..next).find(|index| names[*index] == name);
            let Some(index) = index else { return from.skip() };
            next = index + 1;
            values[index].read(from)
        })
    }

    /// The next variant of an enum, and whether it has fields: `"name"`, or `{"name":` followed by the fields and
    /// [`Self::end`].
    pub fn tag(&mut self, names: &[&str]) -> Option<(usize, bool)> {
        let open = self.mark(b'{');
        let tag = self.string()?;
        if open && !self.mark(b':') {
            return None;
        }
        Some((names.iter().position(|name| *name == tag)?, open))
    }

    /// The end of a variant with fields.
    pub fn end(&mut self) -> bool {
        self.mark(b'}')
    }

    fn walk(&mut self, path: &mut String, each: &mut dyn FnMut(&str, Range<usize>)) -> bool {
        self.space();
        let (start, outer) = (self.at, path.len());
        let sound = match self.byte() {
            Some(b'{') => self.members(&mut |from, name| {
                path.push('.');
                path.push_str(name);
                let sound = from.walk(path, each);
                path.truncate(outer);
                sound
            }),
            Some(b'[') => {
                let mut index = 0;
                self.items(&mut |from| {
                    let _ = write!(path, "[{index}]");
                    index += 1;
                    let sound = from.walk(path, each);
                    path.truncate(outer);
                    sound
                })
            }
            Some(b'N') => self.word("NaN"),
            Some(b'I') => self.word("Infinity"),
            _ => self.word("-Infinity") || self.skip(),
        };
        each(path, start..self.at);
        sound
    }

    fn skip(&mut self) -> bool {
        self.space();
        match self.byte() {
            Some(b'{') => self.members(&mut |from, _| from.skip()),
            Some(b'[') => self.items(&mut Self::skip),
            Some(b'"') => self.string().is_some(),
            _ => self.word("null") || self.word("true") || self.word("false") || self.number().is_some(),
        }
    }
}

/// Implements [`Read`] for a type: `readable!(Struct { field, … })`, or `readable!(enum Enum { "name" => Variant,
/// "other" => Other { field, … }, … })`. A missing field or variant does not compile.
macro_rules! readable {
    (enum $type:ident { $($name:literal => $variant:ident $({ $($field:ident),* $(,)? })?),* $(,)? }) => {
        impl $crate::json::Read for $type {
            fn read(&mut self, from: &mut $crate::json::Reader<'_>) -> bool {
                // Only a compile-time check that every variant is listed.
                match self { $(Self::$variant { .. })|* => {} }
                let Some((which, open)) = from.tag(&[$($name),*]) else { return false };
                let mut index = 0..;
                $(if index.next() == Some(which) {
                    return $crate::json::readable!(@variant self from open $variant $({ $($field),* })?);
                })*
                false
            }
        }
    };
    (@variant $self:ident $from:ident $open:ident $variant:ident) => {{
        *$self = Self::$variant;
        !$open
    }};
    (@variant $self:ident $from:ident $open:ident $variant:ident { $($field:ident),* }) => {{
        *$self = Self::$variant { $($field: Default::default()),* };
        match $self {
            Self::$variant { $($field),* } => {
                $open && $from.fields(&[$(stringify!($field)),*], &mut [$($field),*]) && $from.end()
            }
            _ => false,
        }
    }};
    ($type:ident { $($field:ident),* $(,)? $(; $rest:tt)? }) => {
        impl $crate::json::Read for $type {
            fn read(&mut self, from: &mut $crate::json::Reader<'_>) -> bool {
                let Self { $($field),* $(, $rest)? } = self;
                from.fields(&[$(stringify!($field)),*], &mut [$($field),*])
            }
        }
    };
}
pub(crate) use readable;

/// Defines a closed vocabulary: an enum whose values are words of the JSON. It is [`Read`] and serialized as its word, and has
/// `ALL`, `word` and `from_word`. It is displayed as its word. One variant is marked `#[default]`.
macro_rules! vocabulary {
    ($(#[$meta:meta])* pub enum $type:ident { $($(#[$of:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        pub enum $type {
            $($(#[$of])* #[serde(rename = $word)] $variant),*
        }

        impl $type {
            /// Every value, in the order of the definition.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its word in the JSON.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),*
                }
            }

            /// The value with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        $crate::json::readable!(enum $type { $($word => $variant),* });
    };
}
pub(crate) use vocabulary;

/// Stores a value; false when there is none.
fn put<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

impl Read for String {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.string().map(Cow::into_owned))
    }
}

impl Read for Cow<'static, str> {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.string().map(|text| Cow::Owned(text.into_owned())))
    }
}

impl Read for bool {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        *self = from.word("true");
        *self || from.word("false")
    }
}

impl Read for u32 {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.unsigned(u64::from(Self::MAX)).map(|number| number as Self))
    }
}

impl Read for u64 {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.unsigned(Self::MAX))
    }
}

impl Read for usize {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.unsigned(Self::MAX as u64).map(|number| number as Self))
    }
}

impl Read for i32 {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.signed(i64::from(Self::MIN), i64::from(Self::MAX)).map(|number| number as Self))
    }
}

impl Read for i64 {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.signed(Self::MIN, Self::MAX))
    }
}

impl Read for f64 {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.float())
    }
}

impl Read for f32 {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        put(self, from.float().map(|number| number as Self))
    }
}

impl<T: Read + Default> Read for Option<T> {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        *self = None;
        from.word("null") || self.insert(T::default()).read(from)
    }
}

impl<T: Read> Read for Box<T> {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        (**self).read(from)
    }
}

impl<T: Read + Default> Read for Vec<T> {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        self.clear();
        from.items(&mut |from| {
            let mut item = T::default();
            let read = item.read(from);
            self.push(item);
            read
        })
    }
}

impl Read for BTreeSet<String> {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        self.clear();
        from.items(&mut |from| from.string().map(|item| self.insert(item.into_owned())).is_some())
    }
}

impl<T: Read + Default> Read for BTreeMap<String, T> {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        self.clear();
        from.members(&mut |from, name| {
            let mut value = T::default();
            let read = value.read(from);
            self.insert(name.to_owned(), value);
            read
        })
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        from.tuple(&mut [&mut self.0, &mut self.1])
    }
}

impl<A: Read, B: Read, C: Read> Read for (A, B, C) {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        from.tuple(&mut [&mut self.0, &mut self.1, &mut self.2])
    }
}

impl Read for Value {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        from.space();
        *self = match from.byte() {
            Some(b'{') => {
                let mut members = Map::new();
                let read = from.members(&mut |from, name| {
                    let mut value = Self::Null;
                    let read = value.read(from);
                    members.insert(name.to_owned(), value);
                    read
                });
                return read && put(self, Some(Self::Object(members)));
            }
            Some(b'[') => {
                let mut items = Vec::new();
                return items.read(from) && put(self, Some(Self::Array(items)));
            }
            Some(b'"') => return put(self, from.string().map(|text| Self::String(text.into_owned()))),
            Some(b'n') if from.word("null") => Self::Null,
            Some(b't') if from.word("true") => Self::Bool(true),
            Some(b'f') if from.word("false") => Self::Bool(false),
            _ => return put(self, from.number().and_then(|digits| digits.parse().ok()).map(Self::Number)),
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Point {
        x: i32,
        name: Option<String>,
        tail: Vec<(u32, f64)>,
    }
    readable!(Point { x, name, tail });

    #[derive(Clone, Debug, Default, PartialEq)]
    enum Shape {
        #[default]
        Nothing,
        Dot {
            at: Point,
            open: bool,
        },
    }
    readable!(enum Shape { "nothing" => Nothing, "dot" => Dot { at, open } });

    #[test]
    fn missing_fields_keep_their_default_and_unknown_ones_are_skipped() {
        let text = r#" { "new" : [{"a":[1,null,"}"]}] , "tail":[[3,0.5],[4,-1e3]],"x":-7 } "#;
        assert_eq!(read(text), Some(Point { x: -7, name: None, tail: vec![(3, 0.5), (4, -1000.0)] }));
        assert_eq!(read("{}"), Some(Point::default()));
    }

    #[test]
    fn variants_are_named_and_stand_as_serde_writes_them() {
        assert_eq!(read(r#""nothing""#), Some(Shape::Nothing));
        let dot = Shape::Dot { at: Point { x: 1, ..Point::default() }, open: true };
        assert_eq!(read(r#"{"dot":{"open":true,"at":{"x":1}}}"#), Some(dot));
        for wrong in [r#""dot""#, r#"{"nothing":{}}"#, r#""circle""#, r#"{"dot":{"open":true}"#, r#"{"dot":{}},"#] {
            assert_eq!(read::<Shape>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_types_and_numbers_out_of_range_are_refused() {
        for wrong in [
            r#"{"x":2147483648}"#,
            r#"{"x":1.0}"#,
            r#"{"x":null}"#,
            r#"{"name":5}"#,
            r#"{"tail":{}}"#,
            r#"{"tail":[[1]]}"#,
            r#"{"tail":[[1,2,3]]}"#,
            r#"{"tail":[[-1,2]]}"#,
            "[]",
            "",
            "{} {}",
        ] {
            assert_eq!(read::<Point>(wrong), None, "{wrong}");
        }
        assert_eq!((read::<u32>("4294967295"), read::<u32>("4294967296")), (Some(u32::MAX), None));
        assert_eq!(read::<u64>("18446744073709551615"), Some(u64::MAX));
        assert_eq!(read::<i64>("-9223372036854775808"), Some(i64::MIN));
        assert!(read::<f64>("null").unwrap().is_nan() && read::<f64>("1e999").is_none());
    }

    #[test]
    fn text_is_unescaped() {
        let text = r#""a\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00b""#;
        assert_eq!(read::<String>(text).as_deref(), Some("a\"\\/\u{8}\u{c}\n\r\téé😀b"));
        for wrong in [r#""\ud83d""#, r#""\ud83dA""#, r#""\ude00""#, r#""\x""#, r#""\u12""#, "\"\n\"", "\"open", "\""] {
            assert_eq!(read::<String>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn deep_nesting_ends() {
        assert!(read::<Value>(&("[".repeat(90) + &"]".repeat(90))).is_some());
        assert!(read::<Value>(&"[".repeat(1_000_000)).is_none());
        assert!(read::<Point>(&("{\"y\":".to_owned() + &"[".repeat(1_000_000))).is_none());
    }

    /// Equality of values, except for the last digits of floats, which serde_json does not read exactly.
    fn same(a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
            (Value::Object(a), Value::Object(b)) => {
                a.keys().eq(b.keys()) && a.values().zip(b.values()).all(|(a, b)| same(a, b))
            }
            (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
                let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
                (a - b).abs() <= 1e-15 * a.abs() && a.is_sign_negative() == b.is_sign_negative()
            }
            _ => a == b,
        }
    }

    /// Almost valid JSON, damaged in many ways: compares with another implementation.
    #[test]
    fn what_is_json_is_decided_as_serde_json_does() {
        let seeds = [
            r#"{"a":[1,-2.5e+3,true,false,null,"t\u0041\n"],"b":{"c":[],"d":{}},"":0}"#,
            r#"[-0, 0.0, 12345678901234567890, -9223372036854775808, 1E2, "\ud83d\ude00", "é"]"#,
        ];
        let marks =
            ["", "[", "]", "{", "}", ",", ":", "\"", "\\", "0", "-", ".", "e", "1", " ", "\t", "n", "u", "é", "\u{1}"];
        let (mut sound, mut broken) = (0, 0);
        for seed in seeds {
            assert_eq!(read::<Value>(seed), serde_json::from_str(seed).ok());
            let cuts: Vec<usize> = seed.char_indices().map(|(at, _)| at).chain([seed.len()]).collect();
            for (index, at) in cuts.iter().enumerate() {
                for end in [*at, *cuts.get(index + 1).unwrap_or(at)] {
                    for mark in marks {
                        let text = format!("{}{mark}{}", &seed[..*at], &seed[end..]);
                        let theirs = serde_json::from_str::<Value>(&text).ok();
                        *if theirs.is_some() { &mut sound } else { &mut broken } += 1;
                        let ours = read::<Value>(&text);
                        assert_eq!(ours.is_some(), theirs.is_some(), "{text}");
                        assert!(ours.iter().zip(&theirs).all(|(a, b)| same(a, b)), "{text}: {ours:?} {theirs:?}");
                    }
                }
            }
        }
        assert!(sound > 100 && broken > 1000, "{sound} {broken}");
    }
}
