//! Copies of elements that lie at equal steps along each dimension: slices, transpositions, blocks of space and depth.

use crate::engine::copy::{BLOCK, copy_blocks, no_bits};
use crate::engine::ops::geometry::advance;

/// From this many bytes on, a bulk copy is faster.
const BULK: usize = 512;

/// Copies, for each output element in order, the input element that `steps` and `start` point to.
pub fn walk(out_shape: &[usize], steps: &[isize], start: isize, size: usize, from: &[u8], to: &mut [u8]) {
    if to.is_empty() {
        return;
    }
    let (mut shape, mut steps) = merged(out_shape, steps);
    // Elements side by side are copied at once.
    let mut run = size;
    if steps.last() == Some(&1) {
        run *= shape.pop().unwrap_or(1);
        steps.pop();
    }
    let size = size as isize;
    let mut last = || (shape.pop().unwrap_or(1), steps.pop().unwrap_or(0) * size);
    let (columns, rows) = (last(), last());
    let (mut index, mut at) = (vec![0usize; shape.len()], start * size);
    for to in to.chunks_exact_mut(rows.0 * columns.0 * run) {
        let plane = Plane { from, at, rows: rows.0, columns: columns.0, steps: [rows.1, columns.1] };
        plane.copy(run, to);
        advance(&mut index, &shape, |d, by| at += steps[d] * size * by);
    }
}

/// The same sizes and steps in as few dimensions as possible.
fn merged(shape: &[usize], steps: &[isize]) -> (Vec<usize>, Vec<isize>) {
    let (mut sizes, mut merged) = (Vec::with_capacity(shape.len()), Vec::<isize>::with_capacity(shape.len()));
    for (&size, &step) in shape.iter().zip(steps).filter(|(size, _)| **size != 1) {
        match (sizes.last_mut(), merged.last_mut()) {
            (Some(before), Some(outer)) if *outer == step * size as isize => {
                *before *= size;
                *outer = step;
            }
            _ => {
                sizes.push(size);
                merged.push(step);
            }
        }
    }
    (sizes, merged)
}

/// Two dimensions of runs of bytes, the first of which lies at `at`; steps are in bytes.
struct Plane<'a> {
    from: &'a [u8],
    at: isize,
    rows: usize,
    columns: usize,
    steps: [isize; 2],
}

impl Plane<'_> {
    fn copy(&self, run: usize, to: &mut [u8]) {
        let none = no_bits();
        match run {
            1 => self.elements::<1>(to),
            2 => self.elements::<2>(to),
            4 => self.elements::<4>(to),
            8 => self.elements::<8>(to),
            // Copies of a known length are no calls. The middle of a run is copied twice.
            ..4 => self.each(run, to, ends::<2>),
            5..8 => self.each(run, to, ends::<4>),
            9..16 => self.each(run, to, ends::<8>),
            16..=32 => self.each(run, to, ends::<BLOCK>),
            BULK.. => self.each(run, to, <[u8]>::copy_from_slice),
            _ => self.each(run, to, |to, from| {
                copy_blocks(to.as_chunks_mut().0, from.as_chunks().0, none);
                ends::<BLOCK>(to, from);
            }),
        }
    }

    /// Calls `copy` for each run of the output with that of the input.
    #[inline(always)]
    fn each(&self, run: usize, to: &mut [u8], copy: impl Fn(&mut [u8], &[u8])) {
        let mut at = self.at;
        for row in to.chunks_exact_mut(self.columns * run) {
            let mut from = at;
            for to in row.chunks_exact_mut(run) {
                copy(to, &self.from[from as usize..][..run]);
                from += self.steps[1];
            }
            at += self.steps[0];
        }
    }

    /// Copies elements of `N` bytes.
    fn elements<const N: usize>(&self, to: &mut [u8]) {
        let is_transposed = self.steps[0] == N as isize;
        match self.columns {
            2 if is_transposed && N != 2 => self.interleave::<N, 2>(to),
            4 if is_transposed && N != 2 => self.interleave::<N, 4>(to),
            8.. if is_transposed && N == 1 && self.rows >= 8 => self.tiles(to, transposed_bytes),
            4.. if is_transposed && N == 4 && self.rows >= 4 => self.tiles(to, transposed_words),
            _ => self.each(N, to, |to, from| {
                if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
                    *to = *from;
                }
            }),
        }
    }

    /// Copies `COLUMNS` columns, each of which lies side by side in the input.
    fn interleave<const N: usize, const COLUMNS: usize>(&self, to: &mut [u8]) {
        let columns: [&[[u8; N]]; COLUMNS] = std::array::from_fn(|column| {
            let start = (self.at + column as isize * self.steps[1]) as usize;
            self.from[start..][..self.rows * N].as_chunks().0
        });
        let rows = to.as_chunks_mut::<N>().0.as_chunks_mut::<COLUMNS>().0;
        for (row, to) in rows.iter_mut().take(self.rows).enumerate() {
            for (to, column) in to.iter_mut().zip(columns) {
                *to = column[row];
            }
        }
    }

    /// Copies elements, each column of which lies side by side in the input, in tiles of `SIDE` rows and columns; the last ones overlap
    /// others.
    #[inline(always)]
    fn tiles<const SIDE: usize, const BYTES: usize>(
        &self,
        to: &mut [u8],
        transposed: impl Fn([[u8; BYTES]; SIDE]) -> [[u8; BYTES]; SIDE],
    ) {
        let size = BYTES / SIDE;
        for row in (0..self.rows).step_by(SIDE).map(|row| row.min(self.rows - SIDE)) {
            for column in (0..self.columns).step_by(SIDE).map(|column| column.min(self.columns - SIDE)) {
                let mut tile = [[0; BYTES]; SIDE];
                for (i, part) in tile.iter_mut().enumerate() {
                    let start = self.at + (column + i) as isize * self.steps[1];
                    if let Some(from) = self.from[start as usize + row * size..].first_chunk() {
                        *part = *from;
                    }
                }
                for (i, part) in transposed(tile).into_iter().enumerate() {
                    if let Some(to) = to[((row + i) * self.columns + column) * size..].first_chunk_mut() {
                        *to = part;
                    }
                }
            }
        }
    }
}

/// Copies the first and the last `N` bytes of a run.
#[inline(always)]
fn ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
        *to = *from;
    }
}

/// A tile of single bytes, rows as columns: blocks of four bytes, of two and of one change places.
#[inline(always)]
fn transposed_bytes(tile: [[u8; 8]; 8]) -> [[u8; 8]; 8] {
    let mut tile = tile.map(u64::from_le_bytes);
    let mut swap = |i: usize, distance: usize, low: u64| {
        let (a, b, bits) = (tile[i], tile[i + distance], 8 * distance);
        tile[i] = a & low | (b & low) << bits;
        tile[i + distance] = a >> bits & low | b & !low;
    };
    (0..4).for_each(|i| swap(i, 4, 0xffff_ffff));
    [0, 1, 4, 5].into_iter().for_each(|i| swap(i, 2, 0xffff_0000_ffff));
    [0, 2, 4, 6].into_iter().for_each(|i| swap(i, 1, 0x00ff_00ff_00ff_00ff));
    tile.map(u64::to_le_bytes)
}

/// A tile of words, rows as columns.
#[inline(always)]
fn transposed_words(tile: [[u8; 16]; 4]) -> [[u8; 16]; 4] {
    let [a, b, c, d]: [[[u8; 4]; 4]; 4] = bytemuck::cast(tile);
    bytemuck::cast([
        [a[0], b[0], c[0], d[0]],
        [a[1], b[1], c[1], d[1]],
        [a[2], b[2], c[2], d[2]],
        [a[3], b[3], c[3], d[3]],
    ])
}
