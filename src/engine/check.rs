//! Check mode: how far a result may be from the reference kernel's, and whether it is.

use super::program::Op;

/// Where two results of an op differ most, measured by the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Flat index of the element.
    pub element: usize,
    /// What the kernel under check gave.
    pub got: f32,
    /// What the reference kernel gave.
    pub want: f32,
    /// Largest absolute difference of all elements; infinite where only one of the two is finite.
    pub absolute: f32,
    /// The same divided by the reference's magnitude at that element.
    pub relative: f32,
    /// The absolute difference that is allowed.
    pub tolerance: f32,
}

impl Difference {
    /// The results have different shapes: nothing can be compared.
    pub fn of_shapes() -> Self {
        let (got, want) = (f32::NAN, f32::NAN);
        Self { element: 0, got, want, absolute: f32::INFINITY, relative: f32::INFINITY, tolerance: f32::MIN_POSITIVE }
    }

    /// How much of what is allowed it takes.
    pub fn share(&self) -> f32 {
        self.absolute / self.tolerance
    }

    /// True when it is more than allowed.
    pub fn too_large(&self) -> bool {
        self.absolute > self.tolerance
    }
}

/// What is allowed for an op, as a share of the greatest magnitude in its result.
///
/// Moves must be exact. Sums are added in another order on a GPU, and WGSL promises sines and cosines to 2^-11 only.
/// Everything else comes from a few rounded steps.
pub fn tolerance(op: Option<Op>) -> f32 {
    match op {
        Some(
            Op::Reshape
            | Op::Squeeze
            | Op::ExpandDims
            | Op::Pad
            | Op::Padv2
            | Op::MirrorPad
            | Op::Concatenation
            | Op::Pack
            | Op::Unpack
            | Op::Transpose
            | Op::Slice
            | Op::StridedSlice
            | Op::Split
            | Op::SplitV
            | Op::Gather
            | Op::Tile
            | Op::BroadcastTo
            | Op::SpaceToDepth
            | Op::DepthToSpace
            | Op::Dequantize
            | Op::Relu
            | Op::Relu6
            | Op::ReluN1To1
            | Op::Relu0To1
            | Op::Abs
            | Op::Neg
            | Op::Floor
            | Op::Ceil
            | Op::Maximum
            | Op::Minimum
            | Op::Select
            | Op::SelectV2
            | Op::MaxPool2d
            | Op::ReduceMax
            | Op::ReduceMin
            | Op::Greater
            | Op::GreaterEqual
            | Op::Less
            | Op::LessEqual
            | Op::Equal
            | Op::NotEqual
            | Op::LogicalAnd
            | Op::LogicalOr
            | Op::LogicalNot
            | Op::Cast,
        ) => 0.0,
        Some(
            Op::Conv2d
            | Op::DepthwiseConv2d
            | Op::TransposeConv
            | Op::FullyConnected
            | Op::BatchMatmul
            | Op::Mean
            | Op::Sum
            | Op::ReduceProd
            | Op::Cumsum,
        ) => 1e-4,
        Some(Op::Sin | Op::Cos) => 1e-3,
        _ => 1e-5,
    }
}

/// Compares a result with the reference's; `share` is [`tolerance`]. `None` where there is no element.
pub fn compare(got: &[f32], want: &[f32], share: f32) -> Option<Difference> {
    let scale = want.iter().filter(|v| v.is_finite()).fold(0f32, |m, v| m.max(v.abs()));
    // Results below the normal range may be flushed to zero.
    let tolerance = (share * scale).max(f32::MIN_POSITIVE);
    let mut most: Option<Difference> = None;
    for (element, (&got, &want)) in got.iter().zip(want).enumerate() {
        let same = got == want || (got.is_nan() && want.is_nan());
        let absolute = match (same, got.is_finite() && want.is_finite()) {
            (true, _) => 0.0,
            (false, true) => (got - want).abs(),
            (false, false) => f32::INFINITY,
        };
        if most.is_none_or(|most| absolute > most.absolute) {
            let relative = if absolute == 0.0 { 0.0 } else { absolute / want.abs() };
            most = Some(Difference { element, got, want, absolute, relative, tolerance });
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_difference_is_told_with_its_place() {
        let found = compare(&[1.0, 2.5, 4.0], &[1.0, 2.0, 4.0], 1e-5).unwrap();
        assert_eq!((found.element, found.absolute, found.relative), (1, 0.5, 0.25));
        assert!(found.too_large());
        assert!(!compare(&[1.0, 2.00001, 4.0], &[1.0, 2.0, 4.0], 1e-5).unwrap().too_large());
    }

    #[test]
    fn equal_results_differ_nowhere_and_nothing_hides_behind_nan() {
        let same = [f32::NAN, f32::INFINITY, -0.0, 3.0];
        assert_eq!(compare(&same, &[f32::NAN, f32::INFINITY, 0.0, 3.0], 0.0).unwrap().absolute, 0.0);
        assert!(compare(&[f32::NAN], &[1.0], 1.0).unwrap().too_large());
        assert!(compare(&[1.0], &[f32::INFINITY], 1.0).unwrap().too_large());
        assert_eq!(compare(&[], &[], 1.0), None);
    }
}
