//! LSTM: the input's part of all steps as one product, then all steps in one dispatch.

use super::{Lowered, Lowering, bad_shape, fused, option, small, wrong_type};
use crate::engine::gpu::kernels::gemm::{Gemm, Rows};
use crate::engine::gpu::kernels::recurrent::Lstm;
use crate::engine::gpu::kernels::weights::{Store, columns};
use crate::engine::gpu::kernels::{Activation, Operand};
use crate::engine::operator::Refusal;
use crate::engine::ops::recurrent::operands::{CELL, Gate, HIDDEN, NORMS, PROJECTION};
use crate::engine::program::{Dtype, Node, Params};

impl<'a> Lowering<'a> {
    #[inline(never)]
    pub(super) fn lstm(&mut self, node: &'a Node) -> Lowered {
        let Params::Recurrent { activation, time_major, cell_clip, kernel_type: 0, .. } = node.params else {
            return Err(option("kernel_type"));
        };
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        if (PROJECTION..=PROJECTION + 1).chain(NORMS..NORMS + 4).any(|i| self.optional(node, i).is_some()) {
            return Err(option("projection_layer"));
        }
        for state in [HIDDEN, CELL] {
            let state = &self.graph.tensors[self.input(node, state)?];
            if state.dtype != Dtype::F32 || !state.is_variable {
                return Err(wrong_type(state.dtype));
            }
        }
        let (steps, batch, input, time_major) = match *self.shape(x) {
            [batch, input] => (1, batch, input, true),
            [time, batch, input] if time_major => (time, batch, input, true),
            [batch, time, input] => (time, batch, input, false),
            _ => return Err(bad_shape()),
        };
        let &[cells, depth] = self.shape(self.input(node, Gate::Forget.input_weights())?) else {
            return Err(bad_shape());
        };
        if cells > Lstm::MOST as usize {
            let bytes = cells.saturating_mul(Lstm::ROOM);
            return Err(Refusal::new("gpu-too-large")
                .with("bytes", bytes)
                .with("limit", Lstm::MOST as usize * Lstm::ROOM));
        }
        let rows = steps.checked_mul(batch).ok_or_else(bad_shape)?;
        let results = self.graph.tensors[y].elements();
        if depth != input || rows.checked_mul(cells) != Some(results) || self.graph.tensors[x].dtype != Dtype::F32 {
            return Err(bad_shape());
        }
        // The gates of all rows, and results with the states behind them.
        small(results.checked_mul(4).ok_or_else(bad_shape)?)?;
        let kept = batch.checked_mul(2 * cells).ok_or_else(bad_shape)?;
        small(results.checked_add(kept).ok_or_else(bad_shape)?)?;
        let coupled = self.optional(node, Gate::Input.input_weights()).is_none();
        let of_input = self.gates(node, cells * input, Gate::input_weights)?;
        let of_hidden = self.gates(node, cells * cells, Gate::recurrent_weights)?;
        let bias = self.gates(node, cells, Gate::bias)?;
        let peephole = |gate: Gate| gate.peephole().unwrap_or(usize::MAX);
        let peepholes = Gate::ALL.iter().any(|&gate| self.optional(node, peephole(gate)).is_some());
        let peepholes = if peepholes { Some(self.gates(node, cells, peephole)?) } else { None };

        // The four gates of a cell are neighbors, so that a thread reads them at once.
        let by_cell = |values: &[Vec<f32>], width: usize| -> Vec<f32> {
            let rows =
                (0..cells).flat_map(|cell| values.iter().map(move |gate| &gate[cell * width..(cell + 1) * width]));
            rows.flatten().copied().collect()
        };
        let a = self.operand(x)?;
        let b = self.owned(columns(&by_cell(&of_input, input), 4 * cells, input));
        let bias = self.owned(by_cell(&bias, 1));
        let gates = Operand::Value(self.scratch((rows * 4 * cells) as u64));
        let (m, n, k) = (small(rows)?, small(4 * cells)?, small(input)?);
        let (rows, activation_of_gates, store) = (Rows::Dense, Activation::None, Store::Full);
        let product = Gemm { m, n, k, rows, activation: activation_of_gates, a, b, store, bias, y: gates };
        self.push(product.dispatch(self.style));

        let weights = self.owned(columns(&by_cell(&of_hidden, cells), 4 * cells, cells));
        let peepholes = peepholes.map(|values| self.owned(by_cell(&values, 1)));
        let value = self.value(y);
        self.plan.kept[value] = kept as u64;
        let kernel = Lstm {
            sizes: [small(steps)?, small(batch)?, small(cells)?],
            time_major,
            coupled,
            peepholes,
            activation: fused(activation)?,
            clip: cell_clip,
            gates,
            weights,
            y: Operand::Value(value),
        };
        self.push(kernel.dispatch());
        Ok(())
    }

    /// An operand of each gate, zeros where it is absent.
    fn gates(&self, node: &Node, len: usize, operand: impl Fn(Gate) -> usize) -> Lowered<Vec<Vec<f32>>> {
        Gate::ALL
            .iter()
            .map(|&gate| {
                let at = operand(gate);
                let Some(tensor) = self.optional(node, at) else { return Ok(vec![0.0; len]) };
                let values = self.floats(tensor, at)?;
                if values.len() == len { Ok(values) } else { Err(bad_shape()) }
            })
            .collect()
    }
}
