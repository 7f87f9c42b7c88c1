//! Resizing of NHWC images, with the coordinate rules of the TFLite runtime.

use super::elem::Elem;
use super::wgsl::Wgsl;
use super::{Dispatch, Operand};

/// A resize.
#[derive(Clone, Copy, Debug)]
pub struct Resize {
    /// Interpolate between four neighbors, else take one.
    pub bilinear: bool,
    /// The corner pixels of both images coincide.
    pub align_corners: bool,
    /// Pixels are areas, their centers at one half.
    pub half_pixel: bool,
    /// Images.
    pub batch: u32,
    /// Input height, width, channels.
    pub input: [u32; 3],
    /// Output height, width.
    pub output: [u32; 2],
}

impl Resize {
    /// Input pixels for one output pixel.
    fn scale(&self, axis: usize) -> f32 {
        let (from, to) = (self.input[axis], self.output[axis]);
        if self.align_corners && to > 1 { (from - 1) as f32 / (to - 1) as f32 } else { from as f32 / to as f32 }
    }

    /// The dispatch.
    pub fn dispatch(&self, x: Operand, y: Operand) -> Dispatch {
        let elem = Elem::for_channels(self.input[2]);
        let source = if self.bilinear {
            let at = if self.half_pixel { "(f32(i) + 0.5) * scale - 0.5" } else { "f32(i) * scale" };
            format!("fn at(i: u32, scale: f32) -> f32 {{ return {at}; }}")
        } else {
            let offset = if self.half_pixel { "0.5" } else { "0.0" };
            let round = if self.align_corners { "floor(v + 0.5)" } else { "floor(v)" };
            format!(
                "fn near(i: u32, scale: f32, size: u32) -> u32 {{ let v = (f32(i) + {offset}) * scale; \
                 return u32(clamp(i32({round}), 0, i32(size) - 1)); }}"
            )
        };
        let value = if self.bilinear {
            "let fy = at(oy, p.sy); let fx = at(ox, p.sx);\n\
             let y0 = u32(max(floor(fy), 0.0)); let y1 = u32(clamp(ceil(fy), 0.0, f32(p.h - 1u)));\n\
             let x0 = u32(max(floor(fx), 0.0)); let x1 = u32(clamp(ceil(fx), 0.0, f32(p.w - 1u)));\n\
             let dy = fy - f32(y0); let dx = fx - f32(x0); let b = n * p.h;\n\
             let r0 = (b + y0) * p.w; let r1 = (b + y1) * p.w;\n\
             let top = x((r0 + x0) * p.c + c) * (1.0 - dx) + x((r0 + x1) * p.c + c) * dx;\n\
             let low = x((r1 + x0) * p.c + c) * (1.0 - dx) + x((r1 + x1) * p.c + c) * dx;\n\
             store(i, top * (1.0 - dy) + low * dy);"
        } else {
            "store(i, x(((n * p.h + near(oy, p.sy, p.h)) * p.w + near(ox, p.sx, p.w)) * p.c + c));"
        };
        let body = format!(
            "let c = i % p.c; let ox = i / p.c % p.ow; let oy = i / p.c / p.ow % p.oh; let n = i / p.c / p.ow / p.oh;\n\
             {value}"
        );
        let channels = self.input[2] / elem.lanes();
        let threads =
            u64::from(self.batch) * u64::from(self.output[0]) * u64::from(self.output[1]) * u64::from(channels);
        Wgsl::new()
            .uniform("h", self.input[0])
            .uniform("w", self.input[1])
            .uniform("c", channels)
            .uniform("oh", self.output[0])
            .uniform("ow", self.output[1])
            .uniform_f32("sy", self.scale(0))
            .uniform_f32("sx", self.scale(1))
            .read("x", elem, x)
            .helper(&source)
            .finish_flat("resize", (elem, y), threads, &body)
    }
}
