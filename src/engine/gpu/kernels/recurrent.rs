//! LSTM over a sequence: one group for each batch row walks all steps, with the states in workgroup memory. What the input
//! contributes to the gates is a product of its own, computed before for all steps.

use std::fmt::Write as _;

use super::elem::Elem;
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// Threads of a group.
const THREADS: u32 = 256;
/// Weights that a thread reads at once.
const AT_ONCE: u32 = 8;

/// A direction of an LSTM without projection.
#[derive(Clone, Copy, Debug)]
pub struct Lstm {
    /// Steps, batch rows, cells.
    pub sizes: [u32; 3],
    /// Rows of the input and output are steps of batch rows, not batch rows of steps.
    pub time_major: bool,
    /// The input gate is what the forget gate leaves.
    pub coupled: bool,
    /// Cells are connected to their own gates: weights as `[cell]` of four.
    pub peepholes: Option<Operand>,
    /// Function of new values and results.
    pub activation: Activation,
    /// Greatest magnitude of the cell state; 0: any.
    pub clip: f32,
    /// Contribution of the input, `[row][cell]` of four gates: input, forget, cell, output.
    pub gates: Operand,
    /// Weights of the hidden state, `[hidden][cell]` of four gates.
    pub weights: Operand,
    /// Output, `[row][cell]`, followed by the hidden and the cell state of each batch row.
    pub y: Operand,
}

impl Lstm {
    /// The most cells: their states and next states take workgroup memory, of which every adapter has 16 KiB.
    pub const MOST: u32 = 1024;
    /// Bytes of that memory for a cell.
    pub const ROOM: usize = 12;

    /// The dispatch.
    pub fn dispatch(&self) -> Dispatch {
        let [steps, batch, cells] = self.sizes;
        let across = cells.next_power_of_two().min(THREADS);
        let slices = THREADS / across;
        let mut s = Wgsl::new()
            .constant("CELLS", cells)
            .uniform("steps", steps)
            .uniform("batch", batch)
            .uniform_f32("clip", self.clip)
            .read("gates", Elem::Four, self.gates)
            .read("weights", Elem::Four, self.weights)
            .helper(&format!("var<workgroup> part: array<vec4f, {THREADS}>;"))
            .helper("var<workgroup> hidden: array<f32, CELLS>;\nvar<workgroup> after: array<f32, CELLS>;")
            .helper("var<workgroup> cell: array<f32, CELLS>;");
        let [mut to_own, mut to_next] = ["", ""];
        if let Some(peepholes) = self.peepholes {
            s = s.read("peepholes", Elem::Four, peepholes);
            to_own = "let own = peepholes(j); g += vec4f(own.xy * cell[j], 0.0, 0.0);";
            to_next = "g.w += own.w * c;";
        }
        let enter = if self.coupled { "1.0 - f" } else { "share(g.x)" };
        let clipped = if self.clip > 0.0 { "clamp(c, -p.clip, p.clip)" } else { "c" };
        let row = if self.time_major { "step * p.batch + b" } else { "b * p.steps + step" };
        // Reads that do not wait for each other: the weights come from memory in every step.
        let term = |i: u32| format!("hidden[k + {0}u] * weights((k + {0}u) * CELLS + j)", i * slices);
        let terms = (0..AT_ONCE).map(term).collect::<Vec<_>>().join(" + ");
        let (ahead, stride) = ((AT_ONCE - 1) * slices, AT_ONCE * slices);
        let mut body = format!(
            "let b = wid.x; let t = lid.y * {across}u + lid.x;\n\
             let states = p.steps * p.batch * CELLS; let own_hidden = states + b * CELLS;\n\
             let own_cell = states + (p.batch + b) * CELLS;\n\
             for (var j = t; j < CELLS; j += {THREADS}u) {{\n\
             hidden[j] = f32(y[own_hidden + j]); cell[j] = f32(y[own_cell + j]); }}\nworkgroupBarrier();\n\
             for (var step = 0u; step < p.steps; step++) {{ let row = {row};\n\
             for (var first = 0u; first < CELLS; first += {across}u) {{ let j = first + lid.x; var s = vec4f();\n\
             if (j < CELLS) {{ var k = lid.y;\n\
             for (; k + {ahead}u < CELLS; k += {stride}u) {{ s += {terms}; }}\n\
             for (; k < CELLS; k += {slices}u) {{ s += hidden[k] * weights(k * CELLS + j); }} }}\n\
             part[t] = s;\nworkgroupBarrier();\n\
             if (lid.y == 0u && j < CELLS) {{ var g = gates(row * CELLS + j);\n\
             for (var i = 0u; i < {slices}u; i++) {{ g += part[i * {across}u + lid.x]; }}\n{to_own}\n"
        );
        let _ = write!(
            body,
            "let f = share(g.y); var c = f * cell[j] + ({enter}) * act(g.z); c = {clipped};\n{to_next}\n\
             let h = share(g.w) * act(c); cell[j] = c; after[j] = h; store(row * CELLS + j, h); }}\nworkgroupBarrier();\n}}\n\
             for (var j = t; j < CELLS; j += {THREADS}u) {{ hidden[j] = after[j]; }}\nworkgroupBarrier();\n}}\n\
             for (var j = t; j < CELLS; j += {THREADS}u) {{\n\
             y[own_hidden + j] = Of_y(hidden[j]); y[own_cell + j] = Of_y(cell[j]); }}"
        );
        let share = Activation::Logistic.function("share", Elem::One);
        let s = self.activation.declare(s.helper(&share), Elem::One);
        s.finish("lstm", (Elem::One, self.y), [across, slices, 1], [batch, 1, 1], &body)
    }
}
