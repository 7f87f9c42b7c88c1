//! PAD, RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR.

use crate::builder::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Session};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(240))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn paddings_agree(
        shape in vec(0..=5usize, 1..=4),
        // Few dimensions of many have a padding.
        pads in vec(prop_oneof![2 => Just([0usize; 2]), 3 => [0..=3usize, 0..=3]], 4),
        dtype in select(vec![F32, I8, U8, Dtype::I64.code(), Dtype::I16.code()]),
        given in any::<bool>(),
        // Whether the last dimension and its padding are full blocks of bytes.
        blocks in any::<bool>(),
        seed in seeds(),
    ) {
        let (mut shape, mut pads) = (shape, pads);
        if blocks {
            let last = shape.len() - 1;
            shape[last] *= 16;
            pads[last] = pads[last].map(|size| size * 16);
        }
        let r = &mut Random::new(seed);
        let mut b = Builder::new();
        let is_quantized = dtype == I8 || dtype == U8;
        let x = if is_quantized { activations(&mut b, r, dtype, &shape) } else { b.tensor(dtype, &shape, None, None) };
        b.input(x);
        let list = b.integers(&[shape.len(), 2], pads[..shape.len()].as_flattened());
        let mut operands = vec![x, list];
        if given {
            let value = (0..8).map(|_| r.below(256) as u8).collect::<Vec<u8>>();
            let size = match dtype { F32 => 4, I8 | U8 => 1, _ if dtype == Dtype::I16.code() => 2, _ => 8 };
            operands.push(b.tensor(dtype, &[], None, Some(value[..size].to_vec())));
        }
        let quant = b.model.subgraphs[0].tensors[x as usize].quantization.clone();
        let y = b.tensor(dtype, &[], None, None);
        b.model.subgraphs[0].tensors[y as usize].quantization = quant;
        let program = b.node(if given { 60 } else { 34 }, operands, y, Vec::new());
        equal(&program, seed, &format!("{shape:?} {pads:?} type {dtype} given {given} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn resized_images_agree(
        shape in [1..=2usize, 1..=7, 1..=7, 1..=19],
        size in [1..=20usize, 1..=20],
        (align, half) in select(vec![(0, 0), (1, 0), (0, 1)]),
        (code, dtype) in (select(vec![23, 97]), types()),
        seed in seeds(),
    ) {
        let r = &mut Random::new(seed);
        let program = resizing(r, (code, dtype), shape, size, (align, half));
        agree(&program, seed, &format!("code {code} {shape:?} to {size:?} {align} {half} type {dtype} seed {seed}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn repeated_tensors_have_every_element(
        // Sizes and how often they repeat; rows of all lengths, in bytes.
        dimensions in vec((0..=4usize, 1..=3usize), 1..=4),
        (last, times) in (prop_oneof![Just(1usize), 0..=40usize], 1..=70usize),
        // TILE, or BROADCAST_TO with sizes of 1 where it repeats.
        is_tile in any::<bool>(),
        dtype in select(vec![F32, I8, Dtype::I64.code()]),
        seed in seeds(),
    ) {
        let mut dimensions = dimensions;
        dimensions.push((last, times));
        if !is_tile {
            dimensions.iter_mut().filter(|(_, times)| *times > 1).for_each(|(size, _)| *size = 1);
        }
        let (shape, times): (Vec<usize>, Vec<usize>) = dimensions.iter().copied().unzip();
        let to: Vec<usize> = dimensions.iter().map(|(size, times)| size * times).collect();
        let mut b = Builder::new();
        let quant = (dtype == I8).then(|| (vec![1.0], 0, 0));
        let x = b.tensor(dtype, &shape, quant.clone(), None);
        b.input(x);
        let list = b.integers(&[shape.len()], if is_tile { &times } else { &to });
        let y = b.tensor(dtype, &to, quant, None);
        let mut session = Session::prepare(b.node(if is_tile { 69 } else { 130 }, vec![x, list], y, vec![]), Backend::Simd).unwrap();
        let size = match dtype { F32 => 4, I8 => 1, _ => 8 };
        let r = &mut Random::new(seed);
        let from: Vec<u8> = (0..size * shape.iter().product::<usize>()).map(|_| r.below(256) as u8).collect();
        session.set_input(0, &from).unwrap();
        session.run(&mut ()).unwrap();
        let element = |mut i: usize| {
            let mut at = 0;
            let mut step = 1;
            for (&own, &all) in shape.iter().zip(&to).rev() {
                at += i % all % own * step;
                (i, step) = (i / all, step * own);
            }
            &from[at * size..][..size]
        };
        let want: Vec<u8> = (0..to.iter().product()).flat_map(|i| element(i).to_vec()).collect();
        prop_assert_eq!(session.output(0).unwrap(), want);
    }
}

/// Bytes of an element.
fn element_size(dtype: i32) -> usize {
    match dtype {
        F32 => 4,
        I8 => 1,
        _ if dtype == Dtype::I16.code() => 2,
        _ => 8,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn transposed_slices_have_every_element(
        // Part of each dimension: elements before it, its size, elements behind it.
        dimensions in vec(
            (prop_oneof![2 => Just(0usize), 1 => 0..=2usize], prop_oneof![3 => 1..=6usize, 1 => 7..=20usize], 0..=1usize),
            1..=5,
        ),
        order in Just((0..5usize).collect::<Vec<_>>()).prop_shuffle(),
        dtype in select(vec![F32, I8, Dtype::I64.code(), Dtype::I16.code()]),
        seed in seeds(),
    ) {
        let rank = dimensions.len();
        let order: Vec<usize> = order.into_iter().filter(|&axis| axis < rank).collect();
        let begin: Vec<usize> = dimensions.iter().map(|d| d.0).collect();
        let part: Vec<usize> = dimensions.iter().map(|d| d.1).collect();
        let all: Vec<usize> = dimensions.iter().map(|d| d.0 + d.1 + d.2).collect();
        let to: Vec<usize> = order.iter().map(|&axis| part[axis]).collect();
        let mut b = Builder::new();
        let quant = (dtype == I8).then(|| (vec![1.0], 0, 0));
        let x = b.tensor(dtype, &all, quant.clone(), None);
        b.input(x);
        let (first, sizes) = (b.integers(&[rank], &begin), b.integers(&[rank], &part));
        let cut = b.tensor(dtype, &part, quant.clone(), None);
        b.operator(65, vec![x, first, sizes], cut, Vec::new());
        let axes = b.integers(&[rank], &order);
        let y = b.tensor(dtype, &to, quant, None);
        let mut session = Session::prepare(b.node(39, vec![cut, axes], y, Vec::new()), Backend::Simd).unwrap();
        let size = element_size(dtype);
        let r = &mut Random::new(seed);
        let from: Vec<u8> = (0..size * all.iter().product::<usize>()).map(|_| r.below(256) as u8).collect();
        session.set_input(0, &from).unwrap();
        session.run(&mut ()).unwrap();
        let element = |mut i: usize| {
            let mut index = begin.clone();
            for (&axis, &size) in order.iter().zip(&to).rev() {
                index[axis] += i % size;
                i /= size;
            }
            let at = index.iter().zip(&all).fold(0, |at, (index, size)| at * size + index);
            &from[at * size..][..size]
        };
        let want: Vec<u8> = (0..to.iter().product()).flat_map(|i| element(i).to_vec()).collect();
        prop_assert_eq!(session.output(0).unwrap(), want, "{:?} by {:?} type {}", dimensions, order, dtype);
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn depth_becomes_space(
        // Channels of the output: runs of all lengths.
        [height, width, block, channels] in [1..=3usize, 1..=3, 1..=4, 1..=40],
        dtype in select(vec![F32, I8]),
        seed in seeds(),
    ) {
        let mut b = Builder::new();
        let quant = (dtype == I8).then(|| (vec![1.0], 0, 0));
        let shape = [1, height, width, channels * block * block];
        let x = b.tensor(dtype, &shape, quant.clone(), None);
        b.input(x);
        let y = b.tensor(dtype, &[1, height * block, width * block, channels], quant, None);
        let mut session =
            Session::prepare(b.node(5, vec![x], y, vec![("block_size", block as i64)]), Backend::Simd).unwrap();
        let pixel = element_size(dtype) * channels;
        let r = &mut Random::new(seed);
        let from: Vec<u8> = (0..pixel * height * width * block * block).map(|_| r.below(256) as u8).collect();
        session.set_input(0, &from).unwrap();
        session.run(&mut ()).unwrap();
        let mut want = Vec::new();
        for (row, column) in (0..height * block).flat_map(|row| (0..width * block).map(move |column| (row, column))) {
            let at = (row / block * width + column / block) * block * block + row % block * block + column % block;
            want.extend_from_slice(&from[at * pixel..][..pixel]);
        }
        prop_assert_eq!(session.output(0).unwrap(), want, "{:?} block {} type {}", shape, block, dtype);
    }
}
