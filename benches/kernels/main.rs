//! Speed of native kernels: `cargo xtask bench` makes the models and compares with Chromium.
//!
//! `kernels FOLDER` prints lines `FILE GMACS`, billions of multiply-adds per second, for each model of one operator,
//! and `peak-float32`, `peak-int8` for loops that only compute.

use std::hint::black_box;
use std::path::Path;
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::engine::{Backend, Entry, Program, Session};
use vintage::formats::tflite;

#[path = "../timing.rs"]
mod timing;
use timing::least;

fn main() {
    // `cargo bench` adds an argument of its own.
    let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        println!("`cargo xtask bench` makes the models that this runs.");
        return;
    };
    let folder = Path::new(&folder);
    let list = std::fs::read_to_string(folder.join("models.tsv")).expect("models.tsv");
    for line in list.lines() {
        let &[file, _, _, macs] = line.split('\t').collect::<Vec<_>>().as_slice() else { continue };
        let macs: f64 = macs.parse().expect("a count");
        let mut session = session(&folder.join(file));
        let time = least(|| session.run(&mut ()).expect("a run"));
        println!("{file} {:.3}", macs / time.as_secs_f64() / 1e9);
    }
    println!("peak-float32 {:.3}", peak(lanes::floats));
    println!("peak-int8 {:.3}", peak(lanes::ints));
}

/// A model with varied inputs.
fn session(path: &Path) -> Session {
    let source: SharedSource = std::rc::Rc::new(FileSource::open(path, "model").expect("a file"));
    let model = tflite::read(&source, &Limits::default()).expect("a model");
    let program = Program::from_tflite(&model, &source, &Entry::Main, &Limits::default()).expect("a program");
    let mut session = Session::prepare(program, Backend::Simd).expect("kernels");
    let sizes: Vec<(usize, usize)> =
        session.inputs().map(|port| (port.shape.iter().product(), port.dtype.bytes(1).unwrap_or(1))).collect();
    for (index, (count, size)) in sizes.into_iter().enumerate() {
        let value = |i: usize| (i * 37 % 101) as f32 / 50.0 - 1.0;
        let bytes: Vec<u8> = match size {
            4 => (0..count).flat_map(|i| value(i).to_le_bytes()).collect(),
            _ => (0..count).map(|i| (value(i) * 100.0) as i8 as u8).collect(),
        };
        session.set_input(index, &bytes).expect("an input");
    }
    session
}

/// Turns of the loops below.
const TURNS: usize = 1_000_000;

/// Billions of multiply-adds per second of a loop that does `.0` of them per iteration.
fn peak((macs, run): (usize, fn(usize))) -> f64 {
    (macs * TURNS) as f64 / least(|| run(black_box(TURNS))).as_secs_f64() / 1e9
}

/// Loops that keep the lanes busy without memory access: as many sums as there are registers, each squared for the next
/// iteration, so that nothing can be optimized away.
mod lanes {
    use super::black_box;
    use vintage::engine::kernels::simd::vector::{F32x4, Floats};

    const SUMS: usize = 14;

    #[allow(non_upper_case_globals)]
    pub const floats: (usize, fn(usize)) = (SUMS * 4, |turns| {
        let plus = F32x4::load(black_box(&[0.25; 4]));
        let mut sums = [plus; SUMS];
        for _ in 0..turns {
            sums = sums.map(|sum| plus.add_product(sum, sum));
        }
        for sum in sums {
            let mut out = [0.0; 4];
            sum.store(&mut out);
            black_box(out);
        }
    });

    /// Pairs of int16, as the kernels multiply natively.
    #[cfg(target_arch = "x86_64")]
    #[allow(non_upper_case_globals, unsafe_code)]
    pub const ints: (usize, fn(usize)) = (SUMS * 8, |turns| {
        use core::arch::x86_64::{_mm_add_epi32, _mm_cvtsi128_si32, _mm_madd_epi16, _mm_set1_epi32};
        // SAFETY: these only need SSE2, which is part of x86-64; they take and return values, no pointers.
        unsafe {
            let plus = _mm_set1_epi32(black_box(5));
            let mut sums = [plus; SUMS];
            for _ in 0..turns {
                for sum in &mut sums {
                    *sum = _mm_add_epi32(plus, _mm_madd_epi16(*sum, *sum));
                }
            }
            for sum in sums {
                black_box(_mm_cvtsi128_si32(sum));
            }
        }
    });

    /// On other machines the kernels have plain loops, whose peak is unknown.
    #[cfg(not(target_arch = "x86_64"))]
    #[allow(non_upper_case_globals)]
    pub const ints: (usize, fn(usize)) = (0, |_| ());
}
