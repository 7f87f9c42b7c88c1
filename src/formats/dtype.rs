//! TensorFlow's element types: number to name and size. The only list of them.
//!
//! Numbers are those of `DataType` in `proto/tensorflow/types.proto`; a number above 100 is the reference form of
//! the number 100 below it.

use crate::formats::proto::tensorflow::DataType;

/// Added to the number of a data type: a reference to a variable of it.
pub const REFERENCE: i32 = 100;

/// Properties of an element type.
struct Row {
    number: i32,
    name: &'static str,
    /// Bytes of an element in a checkpoint; 0 where elements have no fixed size.
    size: u8,
}

const fn row(number: i32, name: &'static str, size: u8) -> Row {
    Row { number, name, size }
}

/// In order of number, from 1 without gaps.
const ROWS: [Row; 33] = [
    row(1, "float32", 4),
    row(2, "float64", 8),
    row(3, "int32", 4),
    row(4, "uint8", 1),
    row(5, "int16", 2),
    row(6, "int8", 1),
    row(7, "string", 0),
    row(8, "complex64", 8),
    row(9, "int64", 8),
    row(10, "bool", 1),
    row(11, "qint8", 1),
    row(12, "quint8", 1),
    row(13, "qint32", 4),
    row(14, "bfloat16", 2),
    row(15, "qint16", 2),
    row(16, "quint16", 2),
    row(17, "uint16", 2),
    row(18, "complex128", 16),
    row(19, "float16", 2),
    row(20, "resource", 0),
    row(21, "variant", 0),
    row(22, "uint32", 4),
    row(23, "uint64", 8),
    row(24, "float8_e5m2", 1),
    row(25, "float8_e4m3fn", 1),
    row(26, "float8_e4m3fnuz", 1),
    row(27, "float8_e4m3b11fnuz", 1),
    row(28, "float8_e5m2fnuz", 1),
    row(29, "int4", 1),
    row(30, "uint4", 1),
    row(31, "int2", 1),
    row(32, "uint2", 1),
    row(33, "float4_e2m1fn", 1),
];

fn find(number: i32) -> Option<&'static Row> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    ROWS.get(index).filter(|r| r.number == number)
}

/// Name in lower case, such as `float32`, or `float32_ref` for the reference form; `None` for unknown numbers and for
/// 0, which means "not set".
pub fn name(number: i32) -> Option<String> {
    if number > REFERENCE {
        return find(number - REFERENCE).map(|r| format!("{}_ref", r.name));
    }
    find(number).map(|r| r.name.to_owned())
}

/// Name of its constant without `DT_`, such as `FLOAT`; references count as their type.
pub fn constant(number: i32) -> Option<&'static str> {
    let name = DataType::try_from(number).ok()?.as_str_name().strip_prefix("DT_")?;
    Some(name.strip_suffix("_REF").unwrap_or(name))
}

/// Name to show: like [`name`], and `unknown(77)` for a number without one; empty for 0.
pub fn label(number: i32) -> String {
    match number {
        0 => String::new(),
        _ => name(number).unwrap_or_else(|| format!("unknown({number})")),
    }
}

/// Bytes of an element as stored in a checkpoint; `None` for string, resource, variant and unknown numbers. Types of
/// fewer than eight bits take a full byte there.
pub fn size(number: i32) -> Option<u64> {
    find(number).filter(|r| r.size > 0).map(|r| u64::from(r.size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::proto::tensorflow::DataType;

    #[test]
    fn every_type_of_the_proto_has_a_name() {
        for number in 1..=133 {
            assert_eq!(DataType::try_from(number).is_ok(), name(number).is_some(), "number {number}");
        }
    }

    #[test]
    fn names_are_those_of_tensorflow() {
        assert_eq!(name(DataType::DtHalf as i32).as_deref(), Some("float16"));
        assert_eq!(name(DataType::DtInt64Ref as i32).as_deref(), Some("int64_ref"));
        assert_eq!(name(77), None);
        assert_eq!(label(77), "unknown(77)");
        assert_eq!(name(i32::MIN), None);
    }
}
