//! Convolutions.

use crate::builder::*;
use proptest::prelude::*;
use vintage::engine::Program;

/// A node.
#[derive(Clone, Debug)]
pub struct Convolution {
    kind: Kind,
    batch: usize,
    /// With the zeros of `border`.
    size: [usize; 2],
    /// Zeros that a PAD puts around the image: before and after along rows, then columns.
    border: [[usize; 2]; 2],
    channels: usize,
    /// Output channels; in a depthwise convolution, those of each input channel.
    output: usize,
    taps: [usize; 2],
    stride: [usize; 2],
    dilation: [usize; 2],
    same: bool,
    bias: bool,
    activation: i64,
    pub seed: u64,
}

/// The channels of the input that a channel of the output reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channels {
    /// CONV_2D.
    All,
    /// DEPTHWISE_CONV_2D.
    Each,
    /// CONV_2D with a group for each channel.
    Grouped,
    /// CONV_2D with a group for two channels or more.
    Several,
}

fn convolutions() -> impl Strategy<Value = Convolution> {
    let taps = prop_oneof![Just([1, 1]), Just([3, 3]), Just([5, 5]), Just([7, 7]), [1..=4usize, 1..=4usize]];
    // Windows of nine columns apart are wider than kernels have room for.
    let apart = prop_oneof![7 => 1..=2usize, 1 => 9..=12usize];
    let dilation = (1..=2usize, apart).prop_map(|(y, x)| [y, x]);
    let window = (taps, [1..=3usize, 1..=3], dilation, prop::bool::weighted(2.0 / 3.0));
    let channels = prop_oneof![7 => 1..=19usize, 1 => Just(1)];
    // From 32 columns on, windows are not gathered.
    let width = prop_oneof![3 => 1..=13usize, 1 => 32..=70usize];
    let sizes = (1..=2usize, (1..=13usize, width).prop_map(|(y, x)| [y, x]), channels, 1..=21usize);
    let border = prop_oneof![2 => Just([[0; 2]; 2]), 1 => [[0..=3usize, 0..=3], [0..=3, 0..=3]]];
    let rest = (Kind::any(), prop::bool::weighted(0.75), activation_codes(), border, seeds());
    (window, sizes, rest).prop_map(|((taps, stride, dilation, same), (batch, inner, channels, output), rest)| {
        let (kind, bias, activation, border, seed) = rest;
        let size = [0, 1].map(|axis| inner[axis] + border[axis].iter().sum::<usize>());
        let reaches = |axis: usize| (taps[axis] - 1) * dilation[axis] < size[axis];
        // A window that does not fit needs padding.
        let same = same || !reaches(0) || !reaches(1);
        Convolution {
            kind,
            batch,
            size,
            border,
            channels,
            output,
            taps,
            stride,
            dilation,
            same,
            bias,
            activation,
            seed,
        }
    })
}

impl Convolution {
    fn agrees(mut self, channels: Channels) {
        let depthwise = matches!(channels, Channels::Each | Channels::Grouped);
        if channels == Channels::Several {
            self.channels = (self.channels + 1) * self.groups();
            self.output *= self.groups();
            // Others are left to the plain kernel.
            let takes = matches!(self.kind, Kind::Float | Kind::Int8 | Kind::Uint8 | Kind::Wide);
            self.kind = if takes { self.kind } else { Kind::Int8 };
        }
        if channels == Channels::Grouped {
            // One channel is one group of all; int16 and int4 are left to the plain kernel.
            self.channels += 1;
            self.kind = if matches!(self.kind, Kind::Float | Kind::Int8 | Kind::Uint8 | Kind::Mixed) {
                self.kind
            } else {
                Kind::Float
            };
        }
        if depthwise {
            // A single output in half of the cases.
            self.output = self.channels * if self.output > 10 { self.output - 10 } else { 1 };
            // No runtime has these.
            self.kind = if self.kind == Kind::MixedInt4 { Kind::Mixed } else { self.kind };
            // Others are left to the plain kernel.
            self.output = if self.kind == Kind::Wide { self.channels } else { self.output };
        }
        // Windows that kernels have code of their own for are rare among random ones.
        let is_common = self.seed.is_multiple_of(2);
        if is_common {
            self.dilation = [1, 1];
            self.stride = [self.stride[0]; 2];
        }
        if is_common && depthwise {
            let each = self.output / self.channels;
            self.channels = self.channels.next_multiple_of(4);
            self.output = self.channels * each;
        } else if is_common && channels == Channels::All {
            self.channels = 3;
        }
        let (program, what) = (self.program(channels), format!("{channels:?} {self:?}"));
        // So is one scale for floats, which are quantized without a zero point then.
        let graph = program.graph();
        let weights = graph.nodes.last().and_then(|node| node.inputs[1]);
        let has_one = weights.and_then(|w| graph.tensors[w].quant.as_ref()).is_some_and(|quant| quant.scale.len() == 1);
        if channels == Channels::Grouped && self.kind == Kind::Mixed && has_one {
            return;
        }
        if self.kind.is_exact() { equal(&program, self.seed, &what) } else { agree(&program, self.seed, &what) }
    }

    /// Groups of several channels.
    fn groups(&self) -> usize {
        2 + self.seed as usize % 4
    }

    /// Lines of all results.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn lines(&self) -> usize {
        self.batch * self.out(0)
    }

    /// Size of a result along an axis.
    fn out(&self, axis: usize) -> usize {
        let reach = (self.taps[axis] - 1) * self.dilation[axis] + 1;
        let windows = if self.same { self.size[axis] } else { self.size[axis] - reach + 1 };
        windows.div_ceil(self.stride[axis])
    }

    /// A program of it, which has two nodes if there is a border.
    pub fn program(&self, of: Channels) -> Program {
        let &Self { kind, taps: [rows, columns], channels, output, stride, dilation, same, seed, .. } = self;
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let inner = [0, 1].map(|axis| self.size[axis] - self.border[axis].iter().sum::<usize>());
        let x = activations(&mut b, r, kind.operands(), &[self.batch, inner[0], inner[1], channels]);
        b.input(x);
        let x = if inner == self.size { x } else { b.padded(x, [[0; 2], self.border[0], self.border[1], [0; 2]]) };
        let [w, bias] = match of {
            Channels::All => weights(&mut b, r, kind, &[output, rows, columns, channels], 0),
            Channels::Each => weights(&mut b, r, kind, &[1, rows, columns, output], 3),
            Channels::Grouped => weights(&mut b, r, kind, &[output, rows, columns, 1], 0),
            Channels::Several => weights(&mut b, r, kind, &[output, rows, columns, channels / self.groups()], 0),
        };
        let y = activations(&mut b, r, kind.operands(), &[self.batch, self.out(0), self.out(1), output]);
        let options = vec![
            ("padding", i64::from(!same)),
            ("stride_h", stride[0] as i64),
            ("stride_w", stride[1] as i64),
            ("dilation_h_factor", dilation[0] as i64),
            ("dilation_w_factor", dilation[1] as i64),
            ("depth_multiplier", (output / channels) as i64),
            ("fused_activation_function", self.activation),
        ];
        let operands = vec![x, w, if self.bias { bias } else { -1 }];
        b.node(if of == Channels::Each { 4 } else { 3 }, operands, y, options)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn convolutions_agree(convolution in convolutions()) {
        convolution.agrees(Channels::All);
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn depthwise_convolutions_agree(convolution in convolutions()) {
        convolution.agrees(Channels::Each);
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn convolutions_with_a_group_for_each_channel_agree(convolution in convolutions()) {
        convolution.agrees(Channels::Grouped);
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn convolutions_in_groups_agree(convolution in convolutions()) {
        convolution.agrees(Channels::Several);
    }
}

/// DEPTHWISE_CONV_2D of small images with windows of 5x5.
pub fn small() -> impl Strategy<Value = Convolution> {
    // Those of few lines reach over both of their borders.
    let sizes = ([1..=18usize, 1..=18], [[0..=4usize, 0..=4], [0..=4, 0..=4]], 1..=2usize, 1..=5usize);
    (sizes, any::<bool>(), activation_codes(), seeds()).prop_map(
        |((inner, border, batch, fours), same, activation, seed)| {
            let size = [0, 1].map(|axis| inner[axis] + border[axis].iter().sum::<usize>());
            let (channels, taps) = (4 * fours, [5; 2]);
            let same = same || size.iter().any(|&size| size < 5);
            let (kind, stride, dilation, bias) = (Kind::Float, [1; 2], [1; 2], true);
            let output = channels;
            Convolution {
                kind,
                batch,
                size,
                border,
                channels,
                output,
                taps,
                stride,
                dilation,
                same,
                bias,
                activation,
                seed,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn small_depthwise_convolutions_agree(convolution in small()) {
        agree(&convolution.program(Channels::Each), convolution.seed, &format!("{convolution:?}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(240))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn transposed_convolutions_agree(
        [batch, height, width, depth, channels] in [1..=2usize, 1..=7, 1..=7, 1..=19, 1..=11],
        (taps, stride, valid) in ([1..=4usize, 1..=4], [1..=3usize, 1..=3], any::<bool>()),
        // int16 operands are left to the plain kernel.
        (kind, is_custom) in (Kind::any().prop_filter("no kernel", |&kind| kind != Kind::Wide), any::<bool>()),
        (with_bias, activation) in (prop::bool::weighted(2.0 / 3.0), activation_codes()),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let out = |input: usize, axis: usize| {
            if valid { (input - 1) * stride[axis] + taps[axis] } else { input * stride[axis] }
        };
        let shape = [batch, out(height, 0), out(width, 1), channels];
        let mut b = Builder::new();
        let list = shape.iter().flat_map(|&d| (d as i32).to_le_bytes()).collect();
        let of = b.tensor(I32, &[4], None, Some(list));
        // MediaPipe's operator has floats only.
        let kind = if is_custom { Kind::Float } else { kind };
        let x = activations(&mut b, r, kind.operands(), &[batch, height, width, depth]);
        b.input(x);
        let [w, bias] = weights(&mut b, r, kind, &[channels, taps[0], taps[1], depth], 0);
        let y = activations(&mut b, r, kind.operands(), &shape);
        let options = vec![
            ("padding", i64::from(valid)),
            ("stride_h", stride[0] as i64),
            ("stride_w", stride[1] as i64),
            ("fused_activation_function", activation),
        ];
        let program = if is_custom {
            let options = [1 + i32::from(valid), stride[1] as i32, stride[0] as i32];
            b.custom("Convolution2DTransposeBias", vec![x, w, bias], y, &options)
        } else {
            b.node(67, vec![of, w, x, if with_bias { bias } else { -1 }], y, options)
        };
        let what =
            format!("{kind:?} {height}x{width}x{depth} taps {taps:?} stride {stride:?} custom {is_custom} seed {seed}");
        if kind.is_exact() { equal(&program, seed, &what) } else { agree(&program, seed, &what) }
    }
}
