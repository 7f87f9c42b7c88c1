//! Depthwise convolution: one filter per channel, taps unrolled, several output columns per thread.

use std::fmt::Write as _;

use super::elem::Elem;
use super::gemm::{Style, Window};
use super::weights::Store;
use super::wgsl::Wgsl;
use super::{Activation, Dispatch, Operand};

/// A depthwise convolution.
#[derive(Clone, Copy, Debug)]
pub struct Depthwise {
    /// Images.
    pub batch: u32,
    /// Geometry; channels are the input's.
    pub window: Window,
    /// Output channels per input channel.
    pub multiplier: u32,
    /// Function at the end.
    pub activation: Activation,
    /// Input.
    pub x: Operand,
    /// Weights, `[filter rows][filter columns][output channels]` as in the file.
    pub weights: Operand,
    /// How they are stored.
    pub store: Store,
    /// Bias as [`super::weights::with_scales`] lays it out.
    pub bias: Operand,
    /// Output.
    pub y: Operand,
}

/// Output columns of one thread on a software adapter: neighbors share most of their inputs.
const COLUMNS: u32 = 4;
/// Below this many results (or fours) each has a thread of its own on hardware.
const FEW: u64 = 1 << 16;
/// Filters up to this many taps are unrolled.
const UNROLLED: u32 = 49;

impl Depthwise {
    /// The dispatch.
    pub fn dispatch(&self, style: Style) -> Dispatch {
        let w = &self.window;
        let channels = w.input[2] * self.multiplier;
        let elem = if self.multiplier == 1 { Elem::for_channels(channels) } else { Elem::One };
        let taps = w.filter[0] * w.filter[1];
        let results = u64::from(self.batch * w.output[0] * w.output[1]) * u64::from(channels / elem.lanes());
        let wide = match style {
            Style::Direct => COLUMNS,
            // Few threads wait for memory longer than they save by sharing it.
            Style::Tiled if results < FEW => 1,
            Style::Tiled => 2,
        };
        let columns = if taps <= UNROLLED && w.output[1] >= wide { wide } else { 1 };
        let across = w.output[1].div_ceil(columns);
        let lanes = elem.lanes();
        let s = w
            .declare(Wgsl::new(), elem)
            .constant("MULTIPLIER", self.multiplier)
            .uniform("oc", channels / lanes)
            .uniform("across", across)
            .uniform("biases", channels.next_multiple_of(4) / lanes)
            .read("x", elem, self.x);
        let s = self.store.declare(s, "weight", elem, self.weights).read("bias", elem, self.bias);
        let s = self.activation.declare(s, elem);
        let ty = elem.ty();
        let mut body = format!(
            "let c = i % p.oc; let rest = i / p.oc; let ox = rest % p.across * {columns}u;\n\
             let oy = rest / p.across % p.oh; let n = rest / p.across / p.oh;\n\
             let iy0 = i32(oy) * SH - p.pt; let ix0 = i32(ox) * SW - p.pl;\n\
             let base = i32(n) * p.h * p.w; let ic = c / MULTIPLIER;\n"
        );
        for j in 0..columns {
            let _ = writeln!(body, "var s{j} = {ty}();");
        }
        if taps <= UNROLLED {
            self.unrolled(&mut body, columns, ty, style);
        } else {
            let _ = writeln!(
                body,
                "for (var ky = 0; ky < KH; ky++) {{ for (var kx = 0; kx < KW; kx++) {{\n\
                 let iy = iy0 + ky * DH; let ix = ix0 + kx * DW;\n\
                 if (inside(iy, ix)) {{ s0 += x(u32(base + iy * p.w + ix) * p.c + ic) * weight(u32(ky * KW + kx) * p.oc + c); }} \
                 }} }}"
            );
        }
        let _ = writeln!(body, "let o = ((n * p.oh + oy) * p.ow + ox) * p.oc + c;");
        for j in 0..columns {
            let sum = self.store.finished(&format!("s{j}"), "c", "p.biases");
            let _ = writeln!(body, "if (ox + {j}u < p.ow) {{ store(o + {j}u * p.oc, act({sum})); }}");
        }
        let threads = u64::from(self.batch) * u64::from(w.output[0]) * u64::from(across) * u64::from(channels / lanes);
        s.finish_flat("depthwise", (elem, self.y), threads, &body)
    }

    /// Row by row: each input column that any of the outputs needs is read once.
    fn unrolled(&self, body: &mut String, columns: u32, ty: &str, style: Style) {
        let w = &self.window;
        let span = (columns - 1) * w.stride[1] + (w.filter[1] - 1) * w.dilation[1] + 1;
        for ky in 0..w.filter[0] {
            let _ = writeln!(body, "{{ let iy = iy0 + {}; let line = base + iy * p.w;", ky * w.dilation[0]);
            // Hardware waits for memory once if nothing is in the way of the reads; software saves those of rows outside.
            let within = if style == Style::Direct {
                body.push_str("if (u32(iy) < u32(p.h)) {\n");
                "u32(ix) < u32(p.w)"
            } else {
                body.push_str("{\n");
                "inside(iy, ix)"
            };
            for kx in 0..w.filter[1] {
                let _ = writeln!(body, "let k{kx} = weight({}u * p.oc + c);", ky * w.filter[1] + kx);
            }
            for column in 0..span {
                let mut users = Vec::new();
                for j in 0..columns {
                    for kx in 0..w.filter[1] {
                        if j * w.stride[1] + kx * w.dilation[1] == column {
                            users.push((j, kx));
                        }
                    }
                }
                if users.is_empty() {
                    continue;
                }
                let _ = write!(
                    body,
                    "{{ let ix = ix0 + {column}; let within = {within};\n\
                     let v = select({ty}(), x(u32(select(0, line + ix, within)) * p.c + ic), within);"
                );
                for (j, kx) in users {
                    let _ = write!(body, " s{j} += v * k{kx};");
                }
                body.push_str(" }\n");
            }
            body.push_str("} }\n");
        }
    }
}
