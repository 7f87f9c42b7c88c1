//! Means, sums and pools.

use crate::builder::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use vintage::engine::Program;

/// A function of a tensor that is made smaller: a mean over its image, a mean or sum over its last axes, or a pool.
#[derive(Clone, Debug)]
enum Smaller {
    Image { keep: i64 },
    LastAxes { code: i32, axes: Vec<i32>, keep: i64 },
    Pool(Pool),
}

/// AVERAGE_POOL_2D or MAX_POOL_2D.
#[derive(Clone, Debug)]
pub struct Pool {
    code: i32,
    taps: [usize; 2],
    stride: [usize; 2],
    activation: i64,
}

pub fn pools() -> impl Strategy<Value = Pool> {
    let windows = prop_oneof![2 => ([1..=4usize, 1..=4], [1..=3usize, 1..=3]), 1 => Just(([2; 2], [2; 2]))];
    (select(vec![1, 17]), windows, 0..2i64).prop_map(|(code, (taps, stride), activation)| Pool {
        code,
        taps,
        stride,
        activation,
    })
}

fn smaller() -> impl Strategy<Value = Smaller> {
    // From one of the axes to the end, counted from either side, in any order.
    let axes = (0..4i32, vec(any::<bool>(), 4), any::<bool>()).prop_map(|(first, from_end, rotated)| {
        let mut axes: Vec<i32> = (first..4).zip(from_end).map(|(axis, end)| axis - 4 * i32::from(end)).collect();
        let by = usize::from(rotated) % axes.len();
        axes.rotate_left(by);
        axes
    });
    prop_oneof![
        1 => (0..2i64).prop_map(|keep| Smaller::Image { keep }),
        1 => (select(vec![40, 74]), axes, 0..2i64).prop_map(|(code, axes, keep)| Smaller::LastAxes { code, axes, keep }),
        2 => pools().prop_map(Smaller::Pool),
    ]
}

/// A program of one such node.
fn smaller_program(smaller: &Smaller, dtype: i32, [height, width, channels]: [usize; 3], seed: u64) -> Program {
    let r = &mut Random::new(seed);
    let list = |axes: &[i32]| Some(axes.iter().flat_map(|v| v.to_le_bytes()).collect());
    let mut b = Builder::new();
    let x = activations(&mut b, r, dtype, &[1, height, width, channels]);
    b.input(x);
    match smaller {
        Smaller::Image { keep } => {
            let axes = b.tensor(I32, &[2], None, list(&[1, 2]));
            let y = activations(&mut b, r, dtype, &[1, channels]);
            b.node(40, vec![x, axes], y, vec![("keep_dims", *keep)])
        }
        Smaller::LastAxes { code, axes, keep } => {
            let axes = b.tensor(I32, &[axes.len()], None, list(axes));
            let y = b.tensor(F32, &[], None, None);
            b.node(*code, vec![x, axes], y, vec![("keep_dims", *keep)])
        }
        Smaller::Pool(pool) => pooled(r, b, x, pool, (dtype, [1, height, width, channels])),
    }
}

/// A program of one pool, which reads the images `x` of this type and shape.
fn pooled(r: &mut Random, mut b: Builder, x: i32, pool: &Pool, (dtype, shape): (i32, [usize; 4])) -> Program {
    let (&Pool { code, taps, stride, activation }, [batch, height, width, channels]) = (pool, shape);
    let y = activations(&mut b, r, dtype, &[batch, height.div_ceil(stride[0]), width.div_ceil(stride[1]), channels]);
    // The runtime's pools do not rescale: quantized values mean the same before and after.
    let quant = b.model.subgraphs[0].tensors[x as usize].quantization.clone();
    b.model.subgraphs[0].tensors[y as usize].quantization = quant;
    let options = vec![
        ("padding", 0),
        ("stride_h", stride[0] as i64),
        ("stride_w", stride[1] as i64),
        ("filter_height", taps[0] as i64),
        ("filter_width", taps[1] as i64),
        ("fused_activation_function", activation),
    ];
    b.node(code, vec![x], y, options)
}

/// A program of a pool of several images.
#[cfg(not(target_arch = "wasm32"))]
pub fn pool_program(pool: &Pool, dtype: i32, shape: [usize; 4], seed: u64) -> Program {
    let (r, mut b) = (&mut Random::new(seed), Builder::new());
    let x = activations(&mut b, r, dtype, &shape);
    b.input(x);
    pooled(r, b, x, pool, (dtype, shape))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn pools_and_means_agree(
        (smaller, dtype) in (smaller(), types()),
        // Channels up to more than two blocks.
        size in (1..=9usize, 1..=9usize, prop_oneof![3 => 1..=20usize, 1 => 21..=70usize]),
        seed in seeds(),
    ) {
        // Over the last axes, only floats have a fast kernel.
        let dtype = if matches!(smaller, Smaller::LastAxes { .. }) { F32 } else { dtype };
        let program = smaller_program(&smaller, dtype, size.into(), seed);
        agree(&program, seed, &format!("{smaller:?} of {size:?} type {dtype} seed {seed}"));
    }
}
