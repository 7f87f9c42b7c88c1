//! Inputs from files and typed text: `.npy`, `.npz`, `.csv`, `.json`, text.
//!
//! Owns: the format of a file, and fitting its content to an input. Numbers written as text are those that the tensor
//! stores (quantized values, if it is quantized), as in a `.npy` file.

use super::failed::usage;
use super::io::{Input, Output};
use super::schema::{Failed, FailedKind, Port};
use crate::bytes::{self, Limits, SharedSource, read_range};
use crate::engine::program::Dtype;
use crate::engine::text::Texts;
use crate::formats::text_array::{self, Item, Member, TextArray, Wrong, place};
use crate::formats::{npy, npz};
use crate::message::first_names;
use crate::report::tell;

/// Maximum number of names in an error.
const LISTED: usize = 20;

impl Input {
    /// The values of a file for an input. Its format is recognized by its first bytes, and by its name if those are
    /// text.
    ///
    /// Errors name the file.
    pub fn from_file(source: &SharedSource, port: &Port, limits: &Limits) -> Result<Self, Failed> {
        Self::read_file(source, port, limits).map_err(|failed| of_file(source, failed))
    }

    fn read_file(source: &SharedSource, port: &Port, limits: &Limits) -> Result<Self, Failed> {
        let unreadable = |error: bytes::Error| unreadable(&error);
        let start = read_range(&**source, 0..source.len().min(6), limits).map_err(unreadable)?;
        if start.starts_with(b"\x93NUMPY") {
            return npy::read(&**source, limits).and_then(tensor).map(Self::from).map_err(unreadable);
        }
        if start.starts_with(b"PK") {
            return npz::read(source, &names(port), limits).and_then(tensor).map(Self::from).map_err(unreadable);
        }
        let name = source.name().to_lowercase();
        let ends = |end: &str| name.ends_with(end);
        if ends(".npy") || ends(".npz") {
            // It should be a .npy file and is not: its reader reports the error.
            return npy::read(&**source, limits).and_then(tensor).map(Self::from).map_err(unreadable);
        }
        let place = [("name", port.name.clone()), ("file", source.name().to_string())];
        let bytes = read_range(&**source, 0..source.len(), limits).map_err(unreadable)?;
        let Ok(text) = String::from_utf8(bytes) else { return Err(usage("run-file-unknown", &place)) };
        if ends(".json") {
            return from_json(&text, port);
        }
        if ends(".csv") || ends(".tsv") {
            let table = text_array::csv(&text, port.dtype != Dtype::String.name());
            let table = table.map_err(|wrong| bad(&text, &wrong, port))?;
            return Self::written(&text, &table, port, Layout::Table);
        }
        if ends(".txt") || port.dtype == Dtype::String.name() {
            return Self::from_text(&text, port);
        }
        Err(usage("run-file-unknown", &place))
    }

    /// Typed text for an input: for strings one per line, or all of it if the input takes one; for numbers as in a
    /// table.
    pub fn from_text(text: &str, port: &Port) -> Result<Self, Failed> {
        if port.dtype != Dtype::String.name() {
            let table = text_array::csv(text, true).map_err(|wrong| bad(text, &wrong, port))?;
            return Self::written(text, &table, port, Layout::Table);
        }
        let one = port.shape.iter().product::<usize>() == 1;
        let bare = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
        let lines = if one {
            TextArray { shape: vec![1], items: vec![Item { at: 0, text: bare.into() }] }
        } else {
            text_array::lines(text)
        };
        Self::written(text, &lines, port, Layout::Table)
    }

    /// Items of a text as an input.
    fn written(text: &str, array: &TextArray, port: &Port, layout: Layout) -> Result<Self, Failed> {
        let dtype = Dtype::from_name(&port.dtype).unwrap_or(Dtype::F32);
        let Some(shape) = fit(&array.shape, &port.shape, layout) else {
            return Err(usage(
                "run-file-shape",
                &[
                    ("name", port.name.clone()),
                    ("wanted", format!("{:?}", port.shape)),
                    ("count", port.shape.iter().product::<usize>().to_string()),
                    ("given", format!("{:?}", array.shape)),
                ],
            ));
        };
        if dtype == Dtype::String {
            let mut texts = Texts::default();
            let handles: Vec<u32> = array.items.iter().map(|item| texts.put(item.text.as_bytes())).collect();
            return Ok(Self::Tensor { dtype, shape, bytes: texts.pack(&handles) });
        }
        let mut bytes = Vec::new();
        for item in &array.items {
            if let Err(id) = push(dtype, &item.text, &mut bytes) {
                let (line, column) = place(text, item.at);
                let mut shown: String = item.text.chars().take(40).collect();
                if shown.len() < item.text.len() {
                    shown.push('…');
                }
                return Err(usage(
                    id,
                    &[
                        ("name", port.name.clone()),
                        ("dtype", port.dtype.clone()),
                        ("text", shown),
                        ("line", line.to_string()),
                        ("column", column.to_string()),
                    ],
                ));
            }
        }
        Ok(Self::Tensor { dtype, shape, bytes })
    }
}

/// Names of an input: its name, and the name without the additions of TensorFlow's converter.
fn names(port: &Port) -> [&str; 2] {
    [&port.name, stripped(&port.name)]
}

/// A name without the additions of TensorFlow's converter.
pub(super) fn stripped(name: &str) -> &str {
    name.strip_prefix("serving_default_").unwrap_or(name).trim_end_matches(":0")
}

/// The first names, for an error.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    first_names(names, LISTED)
}

/// The position of an input by name, or by number written as text.
pub fn position(ports: &[Port], name: &str) -> Option<usize> {
    let named = |which: usize| ports.iter().position(|port| names(port)[which] == name);
    named(0).or_else(|| named(1)).or_else(|| name.parse().ok().filter(|position| *position < ports.len()))
}

/// The array of a NumPy file as a tensor.
pub(super) fn tensor(npy::Array { dtype, shape, bytes }: npy::Array) -> bytes::Result<Output> {
    let dtype = Dtype::from_name(dtype)
        .ok_or_else(|| bytes::Error::unsupported("npy-unsupported-type").with("descr", dtype))?;
    Ok(Output { dtype, shape, bytes })
}

/// A failure that names its file.
pub(super) fn of_file(source: &SharedSource, failed: Failed) -> Failed {
    Failed { file: Some(source.name().to_string()), ..failed }
}

/// The member of the input's name, or the only one.
fn from_json(text: &str, port: &Port) -> Result<Input, Failed> {
    let members = text_array::json(text).map_err(|wrong| bad(text, &wrong, port))?;
    let named = names(port).into_iter().find_map(|name| members.iter().find(|member| member.name == name));
    let found = match (named, members.as_slice()) {
        (Some(found), _) | (None, [found]) => found,
        (None, several) => {
            let known = listed(several.iter().map(|member| member.name.as_str()));
            return Err(usage("run-file-no-member", &[("name", port.name.clone()), ("known", known)]));
        }
    };
    let Member { array, .. } = found;
    Input::written(text, array, port, Layout::Nested)
}

/// Source of a text's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Nesting: the shape is used as it is.
    Nested,
    /// Rows and columns, the only shape of a table.
    Table,
}

/// The shape of an input for a written text; `None` when they do not match.
fn fit(given: &[usize], wanted: &[usize], layout: Layout) -> Option<Vec<usize>> {
    let count = |shape: &[usize]| shape.iter().try_fold(1usize, |product, dim| product.checked_mul(*dim));
    let dims = |shape: &[usize]| shape.iter().copied().filter(|dim| *dim != 1).collect::<Vec<_>>();
    let is_flat = dims(given).len() <= 1 || layout == Layout::Table;
    // The same values with more or fewer dimensions of size 1, or all of them in one row.
    if count(given)? == count(wanted)? && (is_flat || dims(given) == dims(wanted)) {
        return Some(wanted.to_vec());
    }
    match layout {
        // A shape that is written out is intended; the model decides whether it takes it.
        Layout::Nested if given.len() == wanted.len() => Some(given.to_vec()),
        Layout::Nested => None,
        // One row per item of the batch; rank one is a column or a row.
        Layout::Table => match (given, wanted) {
            ([rows, 1], [_]) | ([1, rows], [_]) | ([rows], [_]) => Some(vec![*rows]),
            ([rows, columns], [_, rest @ ..]) if count(rest)? == *columns => {
                Some(std::iter::once(*rows).chain(rest.iter().copied()).collect())
            }
            _ => None,
        },
    }
}

/// Appends an item; the id of the error when the type cannot hold it.
fn push(dtype: Dtype, text: &str, out: &mut Vec<u8>) -> Result<(), &'static str> {
    let real = || text.parse::<f64>().map_err(|_| "run-file-not-a-number");
    // Integers may be written as 3.0 or 1e3; beyond 2^53 only digits are exact.
    let whole = || {
        text.parse::<i128>().or_else(|_| match real()? {
            value if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 => Ok(value as i128),
            _ => Err("run-file-not-whole"),
        })
    };
    macro_rules! integer {
        ($type:ty) => {
            out.extend(<$type>::try_from(whole()?).map_err(|_| "run-file-out-of-range")?.to_le_bytes())
        };
    }
    match dtype {
        Dtype::F32 => {
            let value = real()?;
            if value.is_finite() && !(value as f32).is_finite() {
                return Err("run-file-out-of-range");
            }
            out.extend((value as f32).to_le_bytes());
        }
        Dtype::F64 => out.extend(real()?.to_le_bytes()),
        Dtype::Bool => out.push(match text {
            "true" | "True" | "1" => 1,
            "false" | "False" | "0" => 0,
            _ => return Err("run-file-not-a-bool"),
        }),
        Dtype::I8 => integer!(i8),
        Dtype::U8 => integer!(u8),
        Dtype::I16 => integer!(i16),
        Dtype::U16 => integer!(u16),
        Dtype::I32 => integer!(i32),
        Dtype::U32 => integer!(u32),
        Dtype::I64 => integer!(i64),
        Dtype::U64 => integer!(u64),
        _ => return Err("run-file-type"),
    }
    Ok(())
}

/// The error of a text, and its position.
fn bad(text: &str, wrong: &Wrong, port: &Port) -> Failed {
    let (line, column) = place(text, wrong.at);
    usage(wrong.id, &[("name", port.name.clone()), ("line", line.to_string()), ("column", column.to_string())])
}

/// A file that is not what it should be.
pub fn unreadable(error: &bytes::Error) -> Failed {
    Failed { kind: FailedKind::Unreadable, message: tell::error(error).detail, ..Failed::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MemorySource;

    fn port(dtype: &str, shape: &[usize]) -> Port {
        Port { name: "x".to_owned(), dtype: dtype.to_owned(), shape: shape.to_vec(), ..Port::default() }
    }

    fn read(file: &str, bytes: &[u8], port: &Port) -> Result<(Vec<usize>, Vec<u8>), (String, String)> {
        match Input::from_file(&MemorySource::shared(file, bytes), port, &Limits::default()) {
            Ok(Input::Tensor { dtype, shape, bytes }) => {
                assert_eq!(dtype.name(), port.dtype);
                Ok((shape, bytes))
            }
            Ok(other) => panic!("{other:?}"),
            Err(failed) => {
                let values: Vec<String> = failed.message.params.iter().map(|(n, v)| format!("{n}={v}")).collect();
                Err((failed.message.id.into_owned(), values.join(" ")))
            }
        }
    }

    fn floats(bytes: &[u8]) -> Vec<f32> {
        bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
    }

    #[test]
    fn json_lists_and_members_become_tensors() {
        let takes = port("float32", &[1, 2, 2]);
        for text in ["[[[1, 2.5], [-0.1, NaN]]]", "[[1, 2.5], [-0.1, NaN]]", "[1, 2.5, -0.1, NaN]"] {
            let (shape, bytes) = read("a.json", text.as_bytes(), &takes).unwrap();
            assert_eq!((shape, &floats(&bytes)[..3]), (vec![1, 2, 2], &[1.0, 2.5, -0.1][..]), "{text}");
        }
        // The batch is written out; the model may be resized.
        assert_eq!(read("a.json", b"[[[1,2],[3,4]],[[1,2],[3,4]]]", &takes).unwrap().0, [2, 2, 2]);
        let both = br#"{"y": [9], "x": [1, 2, 3, 4]}"#;
        assert_eq!(floats(&read("a.JSON", both, &takes).unwrap().1), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(read("a.json", br#"{"instances": [1, 2, 3, 4]}"#, &takes).unwrap().0, [1, 2, 2]);
        let neither = br#"{"y": [9], "z": [1, 2, 3, 4]}"#;
        assert_eq!(
            read("a.json", neither, &takes).unwrap_err(),
            ("run-file-no-member".into(), "known=y, z name=x".into())
        );
        // Channels first is not channels last, even with the same number of values.
        let turned = read("a.json", b"[[1,2,3],[4,5,6]]", &port("float32", &[1, 3, 2])).unwrap_err();
        assert_eq!(turned.0, "run-file-shape");
    }

    #[test]
    fn inputs_are_known_without_what_the_converter_adds() {
        let ports =
            ["serving_default_image:0", "image", "x:0"].map(|name| Port { name: name.into(), ..Port::default() });
        let found = ["image", "x", "serving_default_image:0", "1", "3", "y"].map(|name| position(&ports, name));
        assert_eq!(found, [Some(1), Some(2), Some(0), Some(1), None, None]);
    }

    #[test]
    fn tables_fill_an_input_or_a_batch() {
        let takes = port("int32", &[1, 2]);
        assert_eq!(read("a.csv", b"a,b\n1,2\n", &takes).unwrap(), (vec![1, 2], vec![1, 0, 0, 0, 2, 0, 0, 0]));
        assert_eq!(read("a.csv", b"1,2\n3,4\n5,6", &takes).unwrap().0, [3, 2]);
        assert_eq!(read("a.tsv", b"1\t2", &takes).unwrap().0, [1, 2]);
        assert_eq!(read("a.csv", b"1\n2\n3", &port("uint8", &[1])).unwrap(), (vec![3], vec![1, 2, 3]));
        let (id, values) = read("a.csv", b"1,2,3\n", &takes).unwrap_err();
        assert_eq!((id.as_str(), values.as_str()), ("run-file-shape", "count=2 given=[1, 3] name=x wanted=[1, 2]"));
    }

    #[test]
    fn numbers_that_a_type_cannot_hold_are_told_with_their_place() {
        let found = |text: &str, dtype: &str| read("a.csv", text.as_bytes(), &port(dtype, &[1, 2])).unwrap_err();
        let place =
            |dtype: &str, text: &str, column: u32| format!("column={column} dtype={dtype} line=1 name=x text={text}");
        assert_eq!(found("1,2.5", "int8"), ("run-file-not-whole".into(), place("int8", "2.5", 3)));
        assert_eq!(found("1,300", "uint8"), ("run-file-out-of-range".into(), place("uint8", "300", 3)));
        assert_eq!(found("cat,1", "float32"), ("run-file-not-a-number".into(), place("float32", "cat", 1)));
        assert_eq!(found("1e39,1", "float32"), ("run-file-out-of-range".into(), place("float32", "1e39", 1)));
        assert_eq!(found("1,yes", "bool"), ("run-file-not-a-bool".into(), place("bool", "yes", 3)));
        assert_eq!(found("1,2", "complex64").0, "run-file-type");
        let most = i64::MAX.to_string();
        let (_, bytes) = read("a.csv", format!("{most},1e3").as_bytes(), &port("int64", &[1, 2])).unwrap();
        assert_eq!(bytes, [i64::MAX.to_le_bytes(), 1000i64.to_le_bytes()].concat());
        assert_eq!(found("1,\n2", "int8").0, "array-ragged");
    }

    #[test]
    fn floats_are_the_nearest_to_what_is_written() {
        let (_, bytes) = read("a.json", b"[0.10000000149011612, 3.4028235e38]", &port("float32", &[2])).unwrap();
        assert_eq!(floats(&bytes), [0.1, f32::MAX]);
    }

    #[test]
    fn texts_fill_inputs_of_strings() {
        let (one, many) = (port("string", &[1]), port("string", &[2]));
        let mut texts = Texts::default();
        let mut packed = |all: &[&[u8]]| {
            let handles: Vec<u32> = all.iter().map(|text| texts.put(text)).collect();
            texts.pack(&handles)
        };
        assert_eq!(read("a.txt", b"two\nlines\n", &one).unwrap(), (vec![1], packed(&[b"two\nlines"])));
        assert_eq!(read("a.txt", b"two\r\nlines\n", &many).unwrap(), (vec![2], packed(&[b"two", b"lines"])));
        assert_eq!(read("a.txt", b"a\nb\nc", &many).unwrap().0, [3]);
        assert_eq!(read("a.json", br#"["1", "x,y"]"#, &many).unwrap(), (vec![2], packed(&[b"1", b"x,y"])));
        assert_eq!(read("a.csv", b"\"x,y\"\n2", &many).unwrap(), (vec![2], packed(&[b"x,y", b"2"])));
    }

    #[test]
    fn files_of_no_known_kind_are_refused() {
        let takes = port("float32", &[1]);
        assert_eq!(read("a.bin", &[0xff, 0xfe, 0], &takes).unwrap_err().0, "run-file-unknown");
        assert_eq!(read("a.md", b"# words", &takes).unwrap_err().0, "run-file-unknown");
        assert_eq!(read("a.npy", b"words", &takes).unwrap_err().0, "npy-bad-magic");
        assert_eq!(read("a.npz", b"PK\x03\x04", &takes).unwrap_err().0, "zip-damaged");
        let file = npy::write("float32", &[1], &[0, 0, 128, 63]).unwrap();
        // By content, whatever its name.
        assert_eq!(floats(&read("array", &file, &takes).unwrap().1), [1.0]);
        assert_eq!(read("a.txt", b"1.5", &takes).unwrap().0, [1]);
    }
}
