//! int8 weights for products of four, also on machines that add two products in 16 bits, which saturate.
//!
//! There, an input is a uint8. So the products of two neighboring weights of a channel fit if these are int8 whose sum is at most 128 in size,
//! which it always is if their signs differ. Others become sums of weights that fit; of trained ones that is one of a hundred.

/// The largest sum of two neighboring weights, in size.
const PAIR: i32 = 128;

/// Values of four depths of eight channels minus their zero point; `None` if one is no int8 or, where they must fit (`is_narrow`), the
/// products of two neighbors do not.
#[inline(always)]
pub fn packed(values: [[i8; 4]; 8], zero: i8, is_narrow: bool) -> Option<[[i8; 16]; 2]> {
    let (mut widest, mut largest) = (0, 0);
    // Two values in a number, so that vectors have eight of them.
    let pairs = bytemuck::cast::<_, [i16; 16]>(values).map(|pair| {
        let [a, b] = [pair << 8 >> 8, pair >> 8].map(|value| value - i16::from(zero));
        // The size of a number; that of a negative one minus one.
        widest = [a, b].map(|value| value ^ (value >> 15)).into_iter().fold(widest, i16::max);
        largest = (a + b).abs().max(largest);
        a & 0xff | b << 8
    });
    let is_small = !is_narrow || i32::from(largest) <= PAIR;
    (widest <= i8::MAX.into() && is_small).then(|| bytemuck::cast(pairs))
}

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
    fn packed_ones_are_those_that_fit() {
        for zero in [-128, -3, 0, 127] {
            for (a, b) in (-128..=127).flat_map(|a| (-128..=127).map(move |b| (a, b))) {
                let values = std::array::from_fn(|channel| if channel == 5 { [zero, zero, a, b] } else { [zero; 4] });
                let [a, b] = [a, b].map(|value: i8| i32::from(value) - i32::from(zero));
                let int8 = [a, b].iter().all(|&value| i8::try_from(value).is_ok());
                let mut wanted = [[0; 16]; 2];
                wanted[1][6..8].copy_from_slice(&[a as i8, b as i8]);
                assert_eq!(packed(values, zero, false), int8.then_some(wanted), "{a} and {b}");
                assert_eq!(packed(values, zero, true), fits([a, b]).then_some(wanted), "{a} and {b}");
            }
        }
    }

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
