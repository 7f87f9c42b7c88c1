//! Weights for machines that add two products in 16 bits, which saturate.
//!
//! An input is a uint8. So the products of two neighboring weights of a channel fit if these are int8 whose sum is at most 128 in size,
//! which it always is if their signs differ. Others become sums of weights that fit; of trained ones that is one of a hundred.

/// The largest sum of two neighboring weights, in size.
const PAIR: i32 = 128;

/// Whether the products of two neighboring weights fit.
fn fits([a, b]: [i32; 2]) -> bool {
    let int8 = i8::MIN.into()..=i8::MAX.into();
    int8.contains(&a) && int8.contains(&b) && (a + b).abs() <= PAIR
}

/// Weights that fit and are a part of two neighboring ones.
pub fn part(pair: [i32; 2]) -> [i32; 2] {
    if fits(pair) {
        return pair;
    }
    // How many parts are needed: of the sum, and of each weight.
    let [a, b] = pair.map(i32::unsigned_abs);
    let sum = (pair[0] + pair[1]).unsigned_abs().div_ceil(PAIR.unsigned_abs());
    let most = sum.max(a.max(b).div_ceil(i8::MAX.unsigned_abs().into())) as i32;
    pair.map(|weight| weight / most)
}

/// Three rows of weights of eight channels in pairs: of each channel, rows 0 and 1, then row 2 and what is left of row 1; `None` if
/// that does not fit either.
pub fn in_pairs(rows: [[i16; 8]; 3]) -> Option<[[i8; 4]; 8]> {
    let mut pairs = [[0; 4]; 8];
    for (i, to) in pairs.iter_mut().enumerate() {
        let [a, b, c] = rows.map(|row| i32::from(row[i]));
        let first = b.clamp(-PAIR - a, PAIR - a);
        let rest = b - first;
        if !fits([a, first]) || !fits([c, rest]) {
            return None;
        }
        *to = [a, first, c, rest].map(|weight| weight as i8);
    }
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_parts_that_fit_are_any_two_weights() {
        for a in -255..=255 {
            for b in -255..=255 {
                let (mut rest, mut count) = ([a, b], 0);
                while rest != [0; 2] {
                    let part = part(rest);
                    assert!(fits(part), "{a} and {b}: {part:?}");
                    rest = [rest[0] - part[0], rest[1] - part[1]];
                    count += 1;
                }
                assert!(count <= if [a, b].iter().all(|w| (-128..=127).contains(w)) { 2 } else { 4 }, "{a} and {b}");
            }
        }
    }

    #[test]
    fn row_1_is_divided_between_its_neighbors() {
        let one = |a: i16, b: i16, c: i16| in_pairs([[a; 8], [b; 8], [c; 8]]).map(|pairs| pairs[0]);
        assert_eq!(one(100, 20, 100), Some([100, 20, 100, 0]));
        assert_eq!(one(100, 50, 100), Some([100, 28, 100, 22]));
        assert_eq!(one(-128, -128, 0), Some([-128, 0, 0, -128]));
        assert_eq!(one(-128, 127, 127), Some([-128, 127, 127, 0]));
        assert_eq!(one(127, 127, 127), None);
        assert_eq!(one(0, 128, 0), None);
    }
}
