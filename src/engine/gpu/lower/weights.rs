//! Constant weights: which stay as stored, and how they are laid out.
//!
//! For 8-bit weights with float operands (dynamic range), the runtime's CPU kernels also round the operands to eight
//! bits. A GPU gains nothing from that, so here only the weights are quantized, and results are closer to the float
//! model's.

use super::{Layout, Lowered, Lowering, bad_shape, not_constant};
use crate::engine::data::{f32_to_finite_f16, view};
use crate::engine::gpu::kernels::Operand;
use crate::engine::gpu::kernels::weights::{Store, columns, with_scales};
use crate::engine::gpu::plan::Constant;
use crate::engine::operator::Refusal;
use crate::engine::program::{Dtype, Node, Tensor};

/// Weights on the GPU.
pub(super) struct Weights {
    pub(super) at: Operand,
    pub(super) store: Store,
    /// The scale of each output channel of int8 weights; empty for other stores.
    scales: Vec<f32>,
}

/// The scale of each channel, if quantization is symmetric and scales are per channel of dimension `axis`.
fn scales(tensor: &Tensor, axis: usize, channels: usize) -> Option<Vec<f32>> {
    let quant = tensor.quant.as_ref().filter(|quant| quant.zero_point.iter().all(|&zero| zero == 0))?;
    match quant.scale.len() {
        1 => Some(vec![quant.scale(); channels]),
        many => (many == channels && quant.axis == axis).then(|| quant.scale.clone()),
    }
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
        let pack = || match store {
            Store::Full => Constant::Owned(columns(&stored.reals().unwrap_or_default(), n, k)),
            Store::Half => Constant::Packed(bytemuck::cast_slice(&columns(view::<u16>(data.bytes()), n, k)).to_vec()),
            Store::Int8 => Constant::Packed(columns(data.bytes(), n, k)),
        };
        let halve = || Constant::Packed(columns_of_halves(&stored.reals().unwrap_or_default(), n, k));
        let layout = Layout::Matrix { n, k };
        Ok(if self.plan.half && store == Store::Full {
            Weights { at: self.constant(&data, layout, halve), store: Store::Half, scales }
        } else {
            Weights { at: self.constant(&data, layout, pack), store, scales }
        })
    }

    /// Weights of a depthwise convolution, already in the kernel's order.
    pub(super) fn taps(&mut self, tensor: usize, channels: usize) -> Lowered<Weights> {
        let (source, store, scales) = self.source(tensor, 3, channels)?;
        let (at, store) = match store {
            Store::Full => self.table(tensor)?,
            Store::Half | Store::Int8 => {
                let data = self.stored(source)?;
                (self.constant(&data, Layout::Plain, || Constant::Plain(data.clone())), store)
            }
        };
        Ok(Weights { at, store, scales })
    }

    /// An operand that may be a large constant; stored as float16 if tensors are.
    pub(super) fn table(&mut self, tensor: usize) -> Lowered<(Operand, Store)> {
        let source = self.widened[tensor].unwrap_or(tensor);
        let stored = &self.graph.tensors[source];
        let place = self.place[tensor];
        if !self.plan.half || stored.data.is_none() || matches!(place, Some(Operand::Value(_))) {
            return Ok((self.operand(tensor)?, Store::Full));
        }
        self.float(tensor)?;
        let data = self.stored(source)?;
        let at = self.constant(&data, Layout::Halved, || Constant::Packed(halves(&stored.reals().unwrap_or_default())));
        Ok((at, Store::Half))
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
            (Dtype::I8, Some(scales)) => Ok((source, Store::Int8, scales)),
            (Dtype::F32, _) => Ok((source, Store::Full, Vec::new())),
            // Zero points are subtracted on the way.
            _ if source != tensor => Ok((source, Store::Full, Vec::new())),
            (dtype, _) => Err(Refusal::new("gpu-dtype").with("dtype", dtype.name())),
        }
    }

    /// The bias of `n` channels, with the scales of their weights.
    #[inline(never)]
    pub(super) fn bias(&mut self, node: &Node, weights: &Weights, n: usize) -> Lowered<Operand> {
        let values = match self.optional(node, 2) {
            Some(tensor) => self.floats(tensor, 2)?,
            None => vec![0.0; n],
        };
        if values.len() != n {
            return Err(bad_shape());
        }
        Ok(self.owned(with_scales(&values, &weights.scales, n)))
    }
}
