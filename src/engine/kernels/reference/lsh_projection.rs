//! LSH_PROJECTION: bits for the side of random planes on which a tensor lies; the planes come from a hash.

use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{operands, types};
use crate::engine::program::{Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[(Op::LshProjection, Definition::new(1, check, shape, run))];

/// Whether the bits of a hash form one number.
fn packed(view: &NodeView) -> Option<bool> {
    match view.node.params {
        Params::Projection { kind: 1 } => Some(true),
        Params::Projection { kind: 2 } => Some(false),
        _ => None,
    }
}

fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    let floats = [0, 2].iter().all(|&i| !view.has(i) || view.dtype(i) == Some(Dtype::F32));
    let whole = view.dtype(1).is_some_and(|d| d.bits() >= 8 && !matches!(d, Dtype::String | Dtype::Resource));
    types(view, floats && whole && view.out_dtype(0) == Some(Dtype::I32))?;
    if packed(view).is_some() { Ok(()) } else { Err(Refusal::new("engine-body")) }
}

fn shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [hashes, bits] = dims(view.shape(0))?;
    let rows = view.shape(1).first().copied();
    if bits > 32 || rows.is_none() || (view.has(2) && view.shape(2) != [rows.unwrap_or(0)]) {
        return Err(misfit());
    }
    let shape = if packed(view) == Some(true) { vec![hashes] } else { vec![elements(&[hashes, bits])?] };
    Ok(Some(vec![shape]))
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let [_, bits] = dims(view.shape(0))?;
    let (seeds, input, weights) = (io.input::<f32>(0), io.bytes(1), io.input::<f32>(2));
    let rows = view.shape(1)[0];
    let row = input.len().checked_div(rows).unwrap_or(0);
    let mut key = vec![0; 4 + row];
    let mut bit = |seed: f32| {
        let mut score = 0.0;
        for i in 0..rows {
            key[..4].copy_from_slice(&seed.to_le_bytes());
            key[4..].copy_from_slice(&input[i * row..][..row]);
            let value = fingerprint(&key) as i64 as f64;
            score += if view.has(2) { f64::from(weights[i]) * value } else { value };
        }
        i32::from(score > 0.0)
    };
    let out = io.output::<i32>(0);
    if packed(view) == Some(false) {
        out.iter_mut().zip(seeds).for_each(|(o, &seed)| *o = bit(seed));
        return Ok(());
    }
    for (i, out) in out.iter_mut().enumerate() {
        let number = seeds[i * bits..][..bits].iter().fold(0, |number: i32, &seed| number << 1 | bit(seed));
        // Numbers of different hashes do not collide.
        *out = number.wrapping_add((i as i32).wrapping_mul(1i32.wrapping_shl(bits as u32)));
    }
    Ok(())
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut held = [0; 8];
    held.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(held)
}

fn half(bytes: &[u8], at: usize) -> u64 {
    let mut held = [0; 4];
    held.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(held).into()
}

fn mixed(v: u64) -> u64 {
    v ^ v >> 47
}

/// Combines two words into one.
fn joined(u: u64, v: u64, factor: u64) -> u64 {
    let a = mixed((u ^ v).wrapping_mul(factor));
    mixed((v ^ a).wrapping_mul(factor)).wrapping_mul(factor)
}

/// The 64-bit fingerprint of FarmHash (Geoff Pike, 2014), which never changes.
fn fingerprint(s: &[u8]) -> u64 {
    let n = s.len();
    let factor = K2.wrapping_add(2 * n as u64);
    match n {
        0 => K2,
        1..=3 => {
            let y = u64::from(s[0]) + (u64::from(s[n / 2]) << 8);
            let z = n as u64 + (u64::from(s[n - 1]) << 2);
            mixed(y.wrapping_mul(K2) ^ z.wrapping_mul(K0)).wrapping_mul(K2)
        }
        4..=7 => joined((n as u64).wrapping_add(half(s, 0) << 3), half(s, n - 4), factor),
        8..=16 => {
            let (a, b) = (word(s, 0).wrapping_add(K2), word(s, n - 8));
            let c = b.rotate_right(37).wrapping_mul(factor).wrapping_add(a);
            let d = a.rotate_right(25).wrapping_add(b).wrapping_mul(factor);
            joined(c, d, factor)
        }
        17..=32 => {
            let (y, z) = edges(s, K1, factor);
            joined(y, z, factor)
        }
        33..=64 => {
            let a = word(s, 0).wrapping_mul(K2);
            let (y, z) = edges(s, K2, factor);
            let z = joined(y, z, factor);
            let (e, f) = (word(s, 16).wrapping_mul(factor), word(s, 24));
            let g = y.wrapping_add(word(s, n - 32)).wrapping_mul(factor);
            let h = z.wrapping_add(word(s, n - 24)).wrapping_mul(factor);
            let left = e.wrapping_add(f).rotate_right(43).wrapping_add(g.rotate_right(30)).wrapping_add(h);
            joined(left, e.wrapping_add(f.wrapping_add(a).rotate_right(18)).wrapping_add(g), factor)
        }
        _ => long(s),
    }
}

/// The first two and the last two words, as used by keys of medium length.
fn edges(s: &[u8], first: u64, factor: u64) -> (u64, u64) {
    let n = s.len();
    let (a, b) = (word(s, 0).wrapping_mul(first), word(s, 8));
    let (c, d) = (word(s, n - 8).wrapping_mul(factor), word(s, n - 16).wrapping_mul(K2));
    let y = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    (y, a.wrapping_add(b.wrapping_add(K2).rotate_right(18)).wrapping_add(c))
}

/// State of a long key.
struct Running {
    x: u64,
    y: u64,
    z: u64,
    v: (u64, u64),
    w: (u64, u64),
}

/// Mixes in four words.
fn four(s: &[u8], a: u64, b: u64) -> (u64, u64) {
    let a = a.wrapping_add(word(s, 0));
    let b = b.wrapping_add(a).wrapping_add(word(s, 24)).rotate_right(21);
    let whole = a.wrapping_add(word(s, 8)).wrapping_add(word(s, 16));
    (whole.wrapping_add(word(s, 24)), b.wrapping_add(whole.rotate_right(44)).wrapping_add(a))
}

impl Running {
    /// Mixes in 64 bytes; the last ones have other weights.
    fn take(&mut self, s: &[u8], factor: u64, weight: u64) {
        let (v, w) = (self.v, self.w);
        let x = self.x.wrapping_add(self.y).wrapping_add(v.0).wrapping_add(word(s, 8));
        let y = self.y.wrapping_add(v.1).wrapping_add(word(s, 48));
        let x = x.rotate_right(37).wrapping_mul(factor) ^ w.1.wrapping_mul(weight);
        let y = y.rotate_right(42).wrapping_mul(factor);
        let y = y.wrapping_add(v.0.wrapping_mul(weight)).wrapping_add(word(s, 40));
        let z = self.z.wrapping_add(w.0).rotate_right(33).wrapping_mul(factor);
        self.v = four(s, v.1.wrapping_mul(factor), x.wrapping_add(w.0));
        self.w = four(&s[32..], z.wrapping_add(w.1), y.wrapping_add(word(s, 16)));
        // Swaps the two.
        (self.x, self.y, self.z) = (z, y, x);
    }
}

fn long(s: &[u8]) -> u64 {
    let seed = 81u64;
    let y = seed.wrapping_mul(K1).wrapping_add(113);
    let z = mixed(y.wrapping_mul(K2).wrapping_add(113)).wrapping_mul(K2);
    let x = seed.wrapping_mul(K2).wrapping_add(word(s, 0));
    let mut state = Running { x, y, z, v: (0, 0), w: (0, 0) };
    let rest = (s.len() - 1) % 64;
    for block in s[..s.len() - 1 - rest].chunks_exact(64) {
        state.take(block, K1, 1);
    }
    let factor = K1.wrapping_add((state.z & 0xff) << 1);
    state.w.0 = state.w.0.wrapping_add(rest as u64);
    state.v.0 = state.v.0.wrapping_add(state.w.0);
    state.w.0 = state.w.0.wrapping_add(state.v.0);
    state.take(&s[s.len() - 64..], factor, 9);
    let Running { x, y, z, v, w } = state;
    let left = joined(v.0, w.0, factor).wrapping_add(mixed(y).wrapping_mul(K0)).wrapping_add(z);
    joined(left, joined(v.1, w.1, factor).wrapping_add(x), factor)
}
