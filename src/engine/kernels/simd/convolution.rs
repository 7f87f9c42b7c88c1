//! CONV_2D and FULLY_CONNECTED as matrix products: 1x1 windows directly from the input, others through strips of
//! gathered windows.

use super::dynamic_range::{DynamicRangePanels, Scale};
use super::gemm::{ROWS, STRIP};
use super::gemm_ints::InputRows;
use super::panels::{Int, Order, Panels};
use super::rows;
use super::sparse::{self, SparseWeights, Sum};
use super::vector::{F32x4, Floats};
use super::windows::{self, Lines, Windows, gather, piece};
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::ops::convolution::{Conv, Depthwise, conv_geometry, depthwise_geometry};
use crate::engine::ops::dynamic_range::quantize_row;
use crate::engine::ops::fully_connected;
use crate::engine::ops::geometry::{Plane, Span, dims, misfit};
use crate::engine::planes::{self, Planes, distance};
use crate::engine::program::Params;
use crate::engine::view::{ADDED, Io, Kernel, NodeView, Rows};

struct Convolution {
    panels: Panels,
    /// Weights that are not zero, where the panels are faster for images of pixels.
    for_planes: Option<SparseWeights>,
    /// Range of the sums of results and operand [`ADDED`], if planes are such sums.
    sum: Option<(f32, f32)>,
    geometry: Conv,
    /// Finds it for other shapes.
    of: fn(&NodeView) -> Result<Conv>,
    depth: usize,
    /// A float input is quantized with a zero point.
    asymmetric: bool,
}

/// Prepares CONV_2D: float32, int8, uint8, or float32 with weights of eight bits or four; constant weights, one group.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let asymmetric = view.quant(1).is_ok_and(|q| q.scale.len() > 1);
    Convolution::prepare(view, conv_geometry, Order::ChannelsFirst, asymmetric)
}

/// Prepares DEPTHWISE_CONV_2D of one channel for the same types: a CONV_2D whose weights have the output channels last.
pub fn prepare_single(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    Convolution::prepare(view, single_geometry, Order::ChannelsLast, true)
}

/// Geometry of DEPTHWISE_CONV_2D with one channel as that of CONV_2D.
fn single_geometry(view: &NodeView) -> Result<Conv> {
    let Depthwise { batch, plane, input, multiplier } = depthwise_geometry(view)?;
    if input == 1 { Ok(Conv { batch, plane, input, depth: 1, output: multiplier }) } else { Err(misfit()) }
}

impl Convolution {
    fn prepare(
        view: &NodeView,
        of: fn(&NodeView) -> Result<Conv>,
        order: Order,
        asymmetric: bool,
    ) -> Result<Option<Box<dyn Kernel>>> {
        let geometry = of(view)?;
        if geometry.depth != geometry.input {
            return Ok(None);
        }
        let depth = geometry.plane.y.taps * geometry.plane.x.taps * geometry.input;
        let Some(panels) = Panels::pack(view, geometry.output, depth, order)? else { return Ok(None) };
        let mut new = Self { panels, for_planes: None, sum: None, geometry, of, depth, asymmetric };
        if new.is_pointwise()
            && let Some(sparse) = new.panels.sparse(view)?
        {
            if sparse.is_for_rows() {
                new.panels = Panels::Sparse(sparse);
            } else {
                new.for_planes = Some(sparse);
            }
        }
        Ok(Some(Box::new(new)))
    }

    fn is_pointwise(&self) -> bool {
        windows::is_pointwise(&self.geometry)
    }

    /// Whether this node multiplies planes.
    fn takes_planes(&self) -> bool {
        let has_weights = matches!(self.panels, Panels::Sparse(_)) || self.for_planes.is_some();
        has_weights && self.geometry.batch == 1 && self.is_pointwise()
    }

    /// Computes output pixels `first..`, at most [`STRIP`]. Windows inside an image are multiplied where they lie, others
    /// are gathered; so are all of narrow images, of which too few would be left.
    fn strip(&self, Lines { x, ring }: Lines<'_, f32>, mut first: usize, scratch: &mut [f32], mut out: &mut [f32]) {
        let Panels::Float(panels) = &self.panels else { return };
        let Conv { plane: Plane { y, x: w }, input: channels, output, .. } = self.geometry;
        while !out.is_empty() {
            let (count, starts) = piece(&self.geometry, ring, first, out.len() / output);
            let (now, rest) = out.split_at_mut(count * output);
            if let Some(starts) = starts {
                let lines = starts.map(|start| &x[start..]);
                panels.windows::<F32x4>(&lines[..y.taps], w.taps * channels, w.stride * channels, now);
            } else {
                let rows = &mut scratch[..count * self.depth];
                gather(&self.geometry, Lines { x, ring }, first, self.depth, rows, 0);
                panels.run::<F32x4>(rows, now);
            }
            (out, first) = (rest, first + count);
        }
    }

    /// Computes planes from an image of pixels. One thread does all: the results of a strip lie in all planes.
    fn begin_planes(&self, x: &[f32], pixels: usize, room: &mut [f32], planes: &mut [f32]) {
        let (g, distance) = (&self.geometry, distance(pixels));
        let (rows, scratch) = room.split_at_mut(STRIP * g.output);
        for first in (0..pixels).step_by(STRIP) {
            let rows = &mut rows[..STRIP.min(pixels - first) * g.output];
            self.strip(Lines { x, ring: g.plane.y.input }, first, scratch, rows);
            rows_to_planes::<F32x4>(rows, g.output, distance, &mut planes[first..]);
        }
    }

    fn run_int(&self, int: &Int, io: &mut Io) {
        let g = &self.geometry;
        let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
        let depth = int.depth();
        if self.is_pointwise() && int.takes(g.input) {
            int.all(x, g.output, &io.crew(), io.scratch(), out);
            return;
        }
        let windows = Windows { geometry: g, x, pad: int.zero() as u8, depth, in_place: int.takes_segments() };
        windows.multiply(&io.crew(), io.scratch(), out, &|rows, room, out| int.multiply(rows, room, out));
    }

    /// Elements of an image of the input.
    fn image(&self) -> usize {
        let Conv { plane: Plane { y, x }, input, .. } = self.geometry;
        y.input * x.input * input
    }

    /// Each image is quantized by itself.
    #[inline(never)]
    fn run_dynamic_range(&self, packed: &DynamicRangePanels, io: &mut Io) {
        let g = &self.geometry;
        let (x, out) = (io.input::<f32>(0), io.output::<i32>(0));
        let crew = io.crew();
        let (quantized, rows) = io.scratch::<i8>().split_at_mut(self.image());
        let (depth, pixels) = (packed.depth(), g.plane.y.output * g.plane.x.output * g.output);
        for (x, out) in x.chunks_exact(self.image().max(1)).zip(out.chunks_exact_mut(pixels.max(1))) {
            let scale = quantize_row(x, self.asymmetric, quantized);
            let windows = Windows { geometry: g, x: quantized, pad: scale.1 as u8, depth, in_place: true };
            windows.multiply(&crew, rows, out, &|rows, room, out| packed.run(rows, &|_| scale, room, out));
        }
    }
}

impl Kernel for Convolution {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.geometry = (self.of)(view)?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let quantized = if matches!(self.panels, Panels::DynamicRange(_)) { self.image() } else { 0 };
        quantized + self.panels.scratch(self.depth)
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        self.panels.take_rows();
        let g = &self.geometry;
        match &self.panels {
            panels @ (Panels::Float(_) | Panels::Sparse(_)) => {
                let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
                let (crew, scratch) = (io.crew(), io.scratch::<f32>());
                if self.is_pointwise() {
                    panels.all_floats(x, (g.input, g.output), &crew, scratch, out);
                    return Ok(());
                }
                let units = Units { len: g.output, cost: self.depth * g.output, step: STRIP };
                crew.share(units, scratch, out, |first, scratch, out| {
                    for (s, out) in out.chunks_mut(STRIP * g.output).enumerate() {
                        self.strip(Lines { x, ring: g.plane.y.input }, first + s * STRIP, scratch, out);
                    }
                });
            }
            Panels::Int(int) => self.run_int(int, io),
            Panels::DynamicRange(packed) => self.run_dynamic_range(packed, io),
        }
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        (self.geometry.batch == 1 && matches!(self.panels, Panels::Float(_) | Panels::Sparse(_)))
            .then_some(self.geometry.plane.y)
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        self.panels.take_rows();
        let g = &self.geometry;
        let panels = &self.panels;
        let (x, out, w) = (io.input::<f32>(0), io.output::<f32>(0), g.plane.x);
        let (from, to) = (w.input * g.input, w.output * g.output);
        let scratch = io.scratch::<f32>();
        let mut row = rows.rows.start;
        while row < rows.rows.end {
            // As many contiguous rows as possible: incomplete tiles cost the most.
            let (at, place) = (row % rows.input, row % rows.output);
            let count = (rows.rows.end - row).min(rows.output - place).min(rows.input - at);
            let count = if self.is_pointwise() { count } else { 1 };
            let strip = panels.strip();
            let strips = out[place * to..][..count * to].chunks_mut(strip * g.output);
            if self.is_pointwise() {
                let x = x[at * from..][..count * from].chunks(strip * g.input);
                x.zip(strips).for_each(|(x, out)| panels.floats(x, scratch, out));
                row += count;
                continue;
            }
            for (s, out) in strips.enumerate() {
                self.strip(Lines { x, ring: rows.input }, row * w.output + s * strip, scratch, out);
            }
            row += 1;
        }
        Ok(())
    }

    fn planes(&self) -> Planes {
        match self.panels {
            _ if self.takes_planes() => Planes::Either,
            Panels::Float(_) if self.geometry.batch == 1 && self.geometry.output.is_multiple_of(4) => Planes::Begins,
            _ => Planes::None,
        }
    }

    fn scratch_for_planes(&self) -> usize {
        size_of::<f32>() * (STRIP * self.geometry.output + sparse::STRIP * self.depth)
    }

    fn join_sum(&mut self, range: (f32, f32)) -> bool {
        let joins = self.takes_planes();
        self.sum = joins.then_some(range);
        joins
    }

    fn run_planes(&mut self, io: &mut Io, [from, to]: [bool; 2]) -> Result<()> {
        let (x, room, out, crew) = (io.input::<f32>(0), io.scratch::<f32>(), io.output::<f32>(0), io.crew());
        let Conv { plane, input, output, .. } = self.geometry;
        let pixels = plane.y.output * plane.x.output;
        if !self.takes_planes() {
            self.begin_planes(x, pixels, room, out);
            return Ok(());
        }
        let sparse = match &mut self.panels {
            Panels::Sparse(sparse) => Some(sparse),
            _ => self.for_planes.as_mut(),
        };
        let Some(sparse) = sparse else { return Ok(()) };
        if from {
            sparse.for_planes(pixels);
        } else {
            sparse.for_rows();
        }
        let sparse = &*sparse;
        let sum = self.sum.map(|range| Sum { image: io.input(ADDED), range });
        if to {
            let units = Units { len: distance(pixels), cost: pixels * input, step: 1 };
            crew.share(units, room, out, |first, room, out| {
                sparse.to_planes::<F32x4>((x, from), pixels, room, first, sum, out);
            });
        } else {
            let units = Units { len: output, cost: input * output, step: planes::STRIP };
            crew.share(units, room, out, |first, _, out| sparse.planes_to_rows::<F32x4>(x, first, out));
        }
        Ok(())
    }
}

/// Puts rows of channels, a multiple of four, at the beginning of planes.
fn rows_to_planes<F: Floats>(rows: &[f32], channels: usize, distance: usize, planes: &mut [f32]) {
    for first in (0..channels).step_by(4) {
        let mut four = planes[first * distance..].chunks_mut(distance);
        let mut four: [&mut [f32]; 4] = std::array::from_fn(|_| four.next().unwrap_or_default());
        for (at, rows) in rows.chunks(4 * channels).enumerate() {
            // Rows that are missing are those before them; a plane has room for their results.
            let row = |i: usize| rows.get(i * channels + first..).and_then(|row| row.first_chunk());
            let Some(last) = row(0) else { continue };
            let lanes = F::transposed([0, 1, 2, 3].map(|i| F::load(row(i).unwrap_or(last))));
            for (plane, lanes) in four.iter_mut().zip(lanes) {
                if let Some(place) = plane.get_mut(4 * at..).and_then(|place| place.first_chunk_mut()) {
                    lanes.store(place);
                }
            }
        }
    }
}

struct Dense {
    panels: Panels,
    depth: usize,
    output: usize,
    /// Rows of a float input are quantized with a zero point.
    asymmetric: bool,
}

/// Prepares FULLY_CONNECTED: float32, int8, uint8, or float32 with weights of eight bits or four; constant weights.
pub fn prepare_dense(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let [output, depth] = dims(view.shape(1))?;
    if let Some(kernel) = rows::prepare(view)? {
        return Ok(Some(kernel));
    }
    let Some(panels) = Panels::pack(view, output, depth, Order::ChannelsFirst)? else { return Ok(None) };
    let sparse = panels.sparse(view)?.filter(SparseWeights::is_for_rows);
    let panels = sparse.map_or(panels, Panels::Sparse);
    let asymmetric = matches!(view.node.params, Params::FullyConnected { asymmetric_inputs: true, .. });
    Ok(Some(Box::new(Dense { panels, depth, output, asymmetric })))
}

impl Kernel for Dense {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        fully_connected::geometry(view).map(|_| ())
    }

    fn scratch(&self) -> usize {
        self.panels.scratch(self.depth)
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        match &self.panels {
            panels @ (Panels::Float(_) | Panels::Sparse(_)) => {
                let (x, scratch, out) = (io.input::<f32>(0), io.scratch::<f32>(), io.output::<f32>(0));
                panels.all_floats(x, (self.depth, self.output), &io.crew(), scratch, out);
            }
            Panels::Int(int) => self.run_int(int, io),
            Panels::DynamicRange(packed) => self.run_dynamic_range(packed, io),
        }
        Ok(())
    }
}

impl Dense {
    /// Each row is quantized by itself.
    fn run_dynamic_range(&self, packed: &DynamicRangePanels, io: &mut Io) {
        let (x, out) = (io.input::<f32>(0), io.output::<i32>(0));
        let depth = packed.depth();
        let strip = |x: &[f32], scratch: &mut [i8], out: &mut [i32]| {
            let mut scales: [Scale; STRIP] = [(1.0, 0); STRIP];
            let (rows, room) = scratch.split_at_mut(STRIP * depth);
            let rows = &mut rows[..x.len() / self.depth * depth];
            for ((to, from), scale) in rows.chunks_exact_mut(depth).zip(x.chunks_exact(self.depth)).zip(&mut scales) {
                let (quantized, rest) = to.split_at_mut(self.depth);
                *scale = quantize_row(from, self.asymmetric, quantized);
                // It is multiplied by zero weights.
                rest.fill(0);
            }
            packed.run(InputRows::new(&[rows], depth), &|r| scales[r], room, out);
        };
        let units = Units { len: self.output, cost: depth * self.output / 2, step: ROWS };
        io.crew().share(units, io.scratch::<i8>(), out, |first, rows, out| {
            let x = &x[first * self.depth..][..out.len() / self.output * self.depth];
            for (x, out) in x.chunks(STRIP * self.depth).zip(out.chunks_mut(STRIP * self.output)) {
                strip(x, rows, out);
            }
        });
    }

    fn run_int(&self, int: &Int, io: &mut Io) {
        let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
        let depth = int.depth();
        if int.takes(self.depth) {
            int.all(x, self.output, &io.crew(), io.scratch(), out);
            return;
        }
        let units = Units { len: self.output, cost: depth * self.output / 2, step: ROWS };
        io.crew().share(units, io.scratch::<i8>(), out, |first, scratch, out| {
            let x = &x[first * self.depth..][..out.len() / self.output * self.depth];
            for (x, out) in x.chunks(STRIP * self.depth).zip(out.chunks_mut(STRIP * self.output)) {
                let (rows, room) = scratch.split_at_mut(STRIP * depth);
                let rows = &mut rows[..x.len() / self.depth * depth];
                for (to, from) in rows.chunks_exact_mut(depth).zip(x.chunks_exact(self.depth)) {
                    to[..self.depth].copy_from_slice(from);
                    to[self.depth..].fill(int.zero());
                }
                int.multiply(InputRows::new(&[rows], depth), room, out);
            }
        });
    }
}
