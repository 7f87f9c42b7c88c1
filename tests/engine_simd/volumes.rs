//! CONV_3D, CONV_3D_TRANSPOSE.

use crate::builder::*;
use proptest::prelude::*;
use vintage::engine::Program;

/// A convolution of volumes.
#[derive(Clone, Debug)]
pub struct Convolution {
    is_transposed: bool,
    batch: usize,
    size: [usize; 3],
    channels: [usize; 2],
    taps: [usize; 3],
    stride: [usize; 3],
    dilation: [usize; 3],
    same: bool,
    with_bias: bool,
    activation: i64,
    pub seed: u64,
}

impl Convolution {
    /// Depth, height and width of the result.
    fn result(&self) -> [usize; 3] {
        let Self { is_transposed, size, taps, stride, dilation, same, .. } = *self;
        let reach = |i: usize| (taps[i] - 1) * dilation[i] + 1;
        [0, 1, 2].map(|i| match (is_transposed, same) {
            (true, true) => size[i] * stride[i],
            (true, false) => (size[i] - 1) * stride[i] + reach(i),
            (false, true) => size[i].div_ceil(stride[i]),
            (false, false) => (size[i] - reach(i)) / stride[i] + 1,
        })
    }

    /// Lines of the result that are computed in parts.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn lines(&self) -> usize {
        let [depth, height, _] = self.result();
        if self.is_transposed { 0 } else { self.batch * depth * height }
    }

    pub fn program(&self) -> Program {
        let Self { is_transposed, batch, size, channels: [input, output], taps, stride, dilation, same, .. } = *self;
        let (r, to) = (&mut Random::new(self.seed), self.result());
        let mut b = Builder::new();
        let x = activations(&mut b, r, F32, &[batch, size[0], size[1], size[2], input]);
        b.input(x);
        let last = if is_transposed { [output, input] } else { [input, output] };
        let shape = [taps[0], taps[1], taps[2], last[0], last[1]];
        let values = random_floats(r, shape.iter().product());
        let w = b.tensor(F32, &shape, None, Some(values));
        let values = random_floats(r, output);
        let bias = b.tensor(F32, &[output], None, Some(values));
        let shape = [batch, to[0], to[1], to[2], output];
        let y = activations(&mut b, r, F32, &shape);
        let mut operands = vec![x, w];
        if is_transposed {
            operands = vec![b.integers(&[5], &shape), w, x];
        }
        if self.with_bias {
            operands.push(bias);
        }
        let mut options = vec![("padding", i64::from(!same)), ("fused_activation_function", self.activation)];
        for (i, names) in
            [["stride_d", "dilation_d_factor"], ["stride_h", "dilation_h_factor"], ["stride_w", "dilation_w_factor"]]
                .into_iter()
                .enumerate()
        {
            options.push((names[0], stride[i] as i64));
            options.push((names[1], dilation[i] as i64));
        }
        b.node(if is_transposed { 141 } else { 132 }, operands, y, options)
    }
}

prop_compose! {
    pub fn convolutions()(
        (is_transposed, batch, mut size) in (any::<bool>(), 1..=2usize, [1..=5usize, 1..=6, 1..=13]),
        channels in [1..=9usize, 1..=19],
        taps in [1..=3usize, 1..=3, 1..=4],
        stride in [1..=2usize, 1..=2, 1..=3],
        dilation in [1..=2usize, 1..=2, 1..=2],
        (same, with_bias, activation) in (any::<bool>(), any::<bool>(), activation_codes()),
        seed in seeds(),
    ) -> Convolution {
        // The runtime has no transposed convolution with dilation.
        let dilation = if is_transposed { [1; 3] } else { dilation };
        for (i, size) in size.iter_mut().enumerate() {
            *size = (*size).max((taps[i] - 1) * dilation[i] + 1);
        }
        Convolution { is_transposed, batch, size, channels, taps, stride, dilation, same, with_bias, activation, seed }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(240))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn convolutions_of_volumes_agree(convolution in convolutions()) {
        agree(&convolution.program(), convolution.seed, &format!("{convolution:?}"));
    }
}
