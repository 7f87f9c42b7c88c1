//! Constant weights: which stay as stored, and how they are laid out.
//!
//! For 8-bit weights with float operands (dynamic range), the runtime's CPU kernels also round the operands to eight
//! bits. A GPU gains nothing from that, so here only the weights are quantized, and results are closer to the float
//! model's.

use super::{Layout, Lowered, Lowering, bad_shape, not_constant, wrong_type};
use crate::engine::data::{Aligned, f32_to_finite_f16, view};
use crate::engine::gpu::kernels::weights::{Store, columns, with_scales};
use crate::engine::gpu::kernels::{Grid, Operand, Sees};
use crate::engine::gpu::plan::Constant;
use crate::engine::program::{Dtype, Node, Quant, Tensor};
use std::sync::Arc;

/// Weights on the GPU.
pub(super) struct Weights {
    pub(super) at: Operand,
    pub(super) store: Store,
    /// The scale of each output channel of int8 weights; empty for other stores.
    scales: Vec<f32>,
}

/// The scale of each channel of dimension `axis`, if all have one zero point.
#[inline(never)]
fn scales(tensor: &Tensor, axis: usize, channels: usize) -> Option<Vec<f32>> {
    let quant = tensor.quant.as_ref().filter(|quant| quant.has_one_zero_point())?;
    match quant.scale.len() {
        1 => Some(vec![quant.scale(); channels]),
        many => (many == channels && quant.axis == axis).then(|| quant.scale.clone()),
    }
}

/// How int8 and uint8 weights are stored: as int8, all of uint8 less by 128.
#[inline(never)]
fn codes(tensor: &Tensor) -> Store {
    let zero = tensor.quant.as_ref().map_or(0, Quant::zero_point);
    Store::Int8 { zero: if tensor.dtype == Dtype::U8 { zero - 128 } else { zero } }
}

/// uint8 as int8.
fn signed(codes: &[u8]) -> Vec<u8> {
    codes.iter().map(|code| code ^ 0x80).collect()
}

/// Little-endian float16 values.
fn halves(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|&v| f32_to_finite_f16(v).to_le_bytes()).collect()
}

fn columns_of_halves(weights: &[f32], n: usize, k: usize) -> Vec<u8> {
    let weights: Vec<u16> = weights.iter().map(|&v| f32_to_finite_f16(v)).collect();
    bytemuck::cast_slice(&columns(&weights, n, k)).to_vec()
}

impl<'a> Lowering<'a> {
    /// `[n][k]` weights as columns, sent once for all nodes that use them.
    pub(super) fn matrix(&mut self, tensor: usize, n: usize, k: usize) -> Lowered<Weights> {
        let (source, store, scales) = self.source(tensor, 0, n)?;
        let (data, stored) = (self.stored(source)?, &self.graph.tensors[source]);
        let reals = |data: &Aligned| stored.reals_of(data.bytes()).unwrap_or_default();
        let pack = |data: Arc<Aligned>| match store {
            Store::Full => Constant::Owned(columns(&reals(&data), n, k)),
            Store::Half => Constant::Packed(bytemuck::cast_slice(&columns(view::<u16>(data.bytes()), n, k)).to_vec()),
            Store::Int8 { .. } if stored.dtype == Dtype::U8 => Constant::Packed(columns(&signed(data.bytes()), n, k)),
            Store::Int8 { .. } => Constant::Packed(columns(data.bytes(), n, k)),
        };
        let halve = |data: Arc<Aligned>| Constant::Packed(columns_of_halves(&reals(&data), n, k));
        let layout = Layout::Matrix { n, k };
        Ok(if self.plan.half && store == Store::Full {
            Weights { at: self.constant(&data, layout, halve)?, store: Store::Half, scales }
        } else {
            Weights { at: self.constant(&data, layout, pack)?, store, scales }
        })
    }

    /// Weights of a depthwise convolution, already in the kernel's order.
    pub(super) fn taps(&mut self, tensor: usize, channels: usize) -> Lowered<Weights> {
        let (source, store, scales) = self.source(tensor, 3, channels)?;
        let (at, store) = match store {
            Store::Full => self.table(tensor)?,
            Store::Half | Store::Int8 { .. } => {
                let data = self.stored(source)?;
                let is_unsigned = self.graph.tensors[source].dtype == Dtype::U8;
                let make = |data: Arc<Aligned>| {
                    if is_unsigned { Constant::Packed(signed(data.bytes())) } else { Constant::Plain(data) }
                };
                (self.constant(&data, Layout::Plain, make)?, store)
            }
        };
        Ok(Weights { at, store, scales })
    }

    /// Lets a kernel multiply codes with codes, if an operand and its weights are quantized: the scales of the weights become those of the
    /// products.
    #[inline(never)]
    pub(super) fn steps_of(&self, x: Operand, weights: &mut Weights) -> Sees {
        let Operand::Value(value) = x else { return Sees::Reals };
        let (Some(grid), Store::Int8 { .. }) = (self.plan.forms[value].grid(), weights.store) else {
            return Sees::Reals;
        };
        weights.scales.iter_mut().for_each(|scale| *scale *= grid.scale());
        Sees::FirstInSteps
    }

    /// An operand that may be a large constant; stored as float16 if tensors are.
    pub(super) fn table(&mut self, tensor: usize) -> Lowered<(Operand, Store)> {
        let source = self.widened[tensor].unwrap_or(tensor);
        let stored = &self.graph.tensors[source];
        let place = self.place[tensor];
        if !self.plan.half || stored.data.is_none() || matches!(place, Some(Operand::Value(_))) {
            return Ok((self.operand(tensor)?, Store::Full));
        }
        self.real(tensor)?;
        let data = self.stored(source)?;
        let make = |data: Arc<Aligned>| Constant::Packed(halves(&stored.reals_of(data.bytes()).unwrap_or_default()));
        let at = self.constant(&data, Layout::Halved, make)?;
        Ok((at, Store::Half))
    }

    /// A constant of quantized values with one scale, as stored, with that scale.
    #[inline(never)]
    pub(super) fn coded_table(&mut self, tensor: usize) -> Lowered<Option<(Operand, Store, f32)>> {
        let source = self.widened[tensor].unwrap_or(tensor);
        let stored = &self.graph.tensors[source];
        if stored.data.is_none() || Grid::of(stored).is_none() {
            return Ok(None);
        }
        let weights = self.taps(tensor, 1)?;
        let scale = stored.quant.as_ref().map_or(1.0, Quant::scale);
        Ok(Some((weights.at, weights.store, scale)))
    }

    /// The constant of a weights operand, its storage on the GPU, and the scales of int8 weights.
    fn source(&self, tensor: usize, axis: usize, channels: usize) -> Lowered<(usize, Store, Vec<f32>)> {
        let source = self.widened[tensor].unwrap_or(tensor);
        let stored = &self.graph.tensors[source];
        if stored.data.is_none() {
            return Err(not_constant(1));
        }
        let quantized = scales(stored, axis, channels);
        match (stored.dtype, quantized) {
            (Dtype::F16, _) if source != tensor => Ok((source, Store::Half, Vec::new())),
            (Dtype::I8 | Dtype::U8, Some(scales)) => Ok((source, codes(stored), scales)),
            (Dtype::F32, _) => Ok((source, Store::Full, Vec::new())),
            // Zero points are subtracted on the way.
            _ if source != tensor => Ok((source, Store::Full, Vec::new())),
            (dtype, _) => Err(wrong_type(dtype)),
        }
    }

    /// The reals of an int32 bias, which has the scale of the products of an operand and weights.
    #[inline(never)]
    pub(super) fn bias_of_products(&self, bias: usize, x: usize, weights: usize) -> Lowered<Vec<f32>> {
        let tensors = &self.graph.tensors;
        let tensor = &tensors[bias];
        let (Some(x), Some(w)) = (&tensors[x].quant, &tensors[weights].quant) else {
            return Err(wrong_type(tensor.dtype));
        };
        let data = tensor.data.as_ref().filter(|_| tensor.dtype == Dtype::I32).ok_or_else(|| not_constant(2))?;
        let data = data.read()?;
        let codes = view::<i32>(data.bytes());
        if ![1, codes.len()].contains(&w.scale.len()) {
            return Err(bad_shape());
        }
        let scales = w.scale.iter().cycle();
        Ok(codes
            .iter()
            .zip(scales)
            .map(|(&code, scale)| (f64::from(code) * f64::from(x.scale()) * f64::from(*scale)) as f32)
            .collect())
    }

    /// The bias of `n` channels, with the scales of their weights.
    #[inline(never)]
    pub(super) fn bias(&mut self, node: &Node, weights: &Weights, n: usize) -> Lowered<Operand> {
        let values = match self.optional(node, 2) {
            Some(bias) if self.graph.tensors[bias].dtype == Dtype::I32 => {
                self.bias_of_products(bias, self.input(node, 0)?, self.input(node, 1)?)?
            }
            Some(bias) => self.floats(bias, 2)?,
            None => vec![0.0; n],
        };
        if values.len() != n {
            return Err(bad_shape());
        }
        Ok(self.owned(with_scales(&values, &weights.scales, n)))
    }
}
