//! Pieces of partitioned variables: their ranges, their keys, and joining them.

use crate::formats::proto::tensorflow::TensorSliceProto;
use crate::formats::proto::tensorflow::tensor_slice_proto::extent::HasLengthHack;

/// Part of a tensor: for each dimension a start and a length, or the full dimension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// Start and length by dimension; a length of -1 is the full dimension.
    pub extents: Vec<(i64, i64)>,
}

impl Slice {
    /// From its message.
    pub fn from_proto(slice: &TensorSliceProto) -> Self {
        let extent = |e: &crate::formats::proto::tensorflow::tensor_slice_proto::Extent| match e.has_length_hack {
            Some(HasLengthHack::Length(length)) => (e.start, length),
            None => (0, -1),
        };
        Self { extents: slice.extent.iter().map(extent).collect() }
    }

    /// As `SaveV2` writes it: `0,2:-`.
    pub fn spec(&self) -> String {
        let part = |&(start, length): &(i64, i64)| match length {
            -1 => "-".to_owned(),
            _ => format!("{start},{length}"),
        };
        self.extents.iter().map(part).collect::<Vec<_>>().join(":")
    }

    /// Key of the piece of tensor `name` in a table.
    pub fn key(&self, name: &[u8]) -> Vec<u8> {
        let mut key = vec![0]; // a zero in front: such keys sort before ordinary names
        for &byte in name {
            match byte {
                0 => key.extend([0, 0xff]),
                0xff => key.extend([0xff, 0]),
                other => key.push(other),
            }
        }
        key.extend([0, 1]);
        ordered_unsigned(&mut key, self.extents.len() as u64);
        for &(start, length) in &self.extents {
            ordered_signed(&mut key, start);
            ordered_signed(&mut key, length);
        }
        key
    }

    /// Start and length within `shape`; `None` when it does not lie inside.
    pub fn within(&self, shape: &[i64]) -> Option<Vec<(u64, u64)>> {
        if self.extents.len() != shape.len() {
            return None;
        }
        self.extents
            .iter()
            .zip(shape)
            .map(|(&(start, length), &dim)| {
                let dim = u64::try_from(dim).ok()?;
                if length == -1 {
                    return Some((0, dim));
                }
                let (start, length) = (u64::try_from(start).ok()?, u64::try_from(length).ok()?);
                (start.checked_add(length)? <= dim).then_some((start, length))
            })
            .collect()
    }
}

/// The number of significant bytes, then those bytes, most significant first.
fn ordered_unsigned(out: &mut Vec<u8>, value: u64) {
    let bytes = value.to_be_bytes();
    let len = 8 - value.leading_zeros() as usize / 8;
    out.push(len as u8);
    out.extend_from_slice(&bytes[8 - len..]);
}

/// A signed number in an order-preserving form: as many leading one bits as there are bytes, then the number; all bits
/// flipped for negative ones. 0 is `80`, 2 is `82`, -1 is `7f`.
fn ordered_signed(out: &mut Vec<u8>, value: i64) {
    let magnitude = if value < 0 { !value } else { value } as u64;
    let bits = 64 - magnitude.leading_zeros() as usize;
    let len = bits / 7 + 1; // n bytes hold 7n - 1 bits
    let mut wide = [if value < 0 { 0xff } else { 0 }; 10];
    wide[2..].copy_from_slice(&value.to_be_bytes());
    let mark = 0xffff_u16.checked_shl(16 - len as u32).unwrap_or(0xffff).to_be_bytes();
    let body = &mut wide[10 - len..];
    body[0] ^= mark[0];
    if let Some(second) = body.get_mut(1) {
        *second ^= mark[1];
    }
    out.extend_from_slice(body);
}

/// Calls `copy(to, from, count)` for every run of elements that is contiguous both in the full tensor of that shape and
/// in the piece at `part`.
pub(super) fn for_each_run(shape: &[u64], part: &[(u64, u64)], mut copy: impl FnMut(usize, usize, usize)) {
    if part.iter().any(|&(_, length)| length == 0) {
        return;
    }
    let Some((&(last_start, run), outer)) = part.split_last() else {
        return copy(0, 0, 1);
    };
    let mut position = vec![0u64; outer.len()];
    let mut from = 0usize;
    loop {
        let row = position.iter().zip(outer).zip(shape).fold(0u64, |at, ((p, (start, _)), dim)| at * dim + start + p);
        let to = row * shape[outer.len()] + last_start;
        copy(to as usize, from, run as usize);
        from += run as usize;
        // Count up, last dimension first.
        let mut axis = outer.len();
        loop {
            let Some(next) = axis.checked_sub(1) else { return };
            axis = next;
            position[axis] += 1;
            if position[axis] < outer[axis].1 {
                break;
            }
            position[axis] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(value: i64) -> Vec<u8> {
        let mut out = Vec::new();
        ordered_signed(&mut out, value);
        out
    }

    #[test]
    fn the_documented_key_comes_out() {
        let slice = Slice { extents: vec![(0, 2), (0, -1)] };
        let hex: String = slice.key(b"part").iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "00706172740001010280828".to_owned() + "07f");
        assert_eq!(slice.spec(), "0,2:-");
    }

    #[test]
    fn the_order_of_numbers_is_the_order_of_their_keys() {
        let mut numbers = vec![0, 1, 63, 64, 8191, 8192, 1 << 20, 1 << 34, 1 << 48, (1 << 55) - 1, 1 << 55, 1 << 62];
        numbers.extend([i64::MAX, i64::MIN]);
        numbers.extend(numbers.clone().iter().map(|n| !n));
        numbers.sort_unstable();
        numbers.dedup();
        for pair in numbers.windows(2) {
            assert!(signed(pair[0]) < signed(pair[1]), "{pair:?}");
        }
        assert_eq!((signed(63).len(), signed(64).len(), signed(-64).len(), signed(-65).len()), (1, 2, 1, 2));
        assert_eq!(signed(i64::MAX).len(), 10);
    }

    #[test]
    fn pieces_land_where_they_belong() {
        let mut whole = [0; 12];
        for_each_run(&[3, 4], &[(1, 2), (1, 2)], |to, from, count| {
            for i in 0..count {
                whole[to + i] = from + i + 1;
            }
        });
        assert_eq!(whole, [0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0]);
        let mut scalar = 0;
        for_each_run(&[], &[], |_, _, count| scalar += count);
        assert_eq!(scalar, 1);
    }

    #[test]
    fn a_piece_outside_is_refused() {
        let slice = Slice { extents: vec![(i64::MAX, 1)] };
        assert_eq!(slice.within(&[3]), None);
        assert_eq!(Slice { extents: vec![(1, 2)] }.within(&[3]), Some(vec![(1, 2)]));
        assert_eq!(Slice { extents: vec![(2, 2)] }.within(&[3]), None);
        assert_eq!(slice.within(&[3, 3]), None);
    }
}
