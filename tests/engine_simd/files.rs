//! Large constants stay in the model's file: kernels that pack them read them once, and other nodes have them in memory.

use crate::builder::{Builder, F32, I32, Kind, Random, activations, weights};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use vintage::bytes::{Error, Result, SharedSource, Source};
use vintage::engine::{Backend, ErrorKind, Program, Session, fill};

/// A file that counts the bytes read, and can disappear.
struct Unsteady {
    file: SharedSource,
    read: Rc<Cell<u64>>,
    is_gone: Rc<Cell<bool>>,
    is_at_hand: bool,
}

impl Source for Unsteady {
    fn name(&self) -> &Arc<str> {
        self.file.name()
    }

    fn len(&self) -> u64 {
        self.file.len()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        if self.is_gone.get() {
            return Err(Error::malformed("bytes-past-end"));
        }
        self.read.set(self.read.get() + buf.len() as u64);
        self.file.read_at(offset, buf)
    }

    fn is_at_hand(&self) -> bool {
        self.is_at_hand
    }
}

/// A program, its file's length, and what [`Unsteady`] shares.
struct Built {
    program: Program,
    len: u64,
    read: Rc<Cell<u64>>,
    is_gone: Rc<Cell<bool>>,
}

fn built(b: Builder, output: i32, is_at_hand: bool) -> Built {
    let (read, is_gone, len) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(false)), Rc::new(Cell::new(0)));
    let (counts, gone, size) = (read.clone(), is_gone.clone(), len.clone());
    let program = b.program_in(output, move |file| {
        size.set(file.len());
        Rc::new(Unsteady { file, read: counts, is_gone: gone, is_at_hand })
    });
    Built { program, len: len.get(), read, is_gone }
}

/// FULLY_CONNECTED with more than 64 KB of weights of any kind.
fn dense(kind: Kind) -> Built {
    let (mut b, mut random) = (Builder::new(), Random::new(5));
    let x = activations(&mut b, &mut random, kind.operands(), &[3, 256]);
    b.input(x);
    let [w, bias] = weights(&mut b, &mut random, kind, &[640, 256], 0);
    let y = activations(&mut b, &mut random, kind.operands(), &[3, 640]);
    b.operator(9, vec![x, w, bias], y, vec![]);
    built(b, y, true)
}

/// GATHER of three rows of a table with rows of 1 KB.
fn gathered(rows: usize, is_at_hand: bool) -> Built {
    let (mut b, mut random) = (Builder::new(), Random::new(5));
    let table = crate::builder::random_floats(&mut random, rows * 256);
    let table = b.tensor(F32, &[rows, 256], None, Some(table));
    let places = b.tensor(I32, &[3], None, None);
    b.input(places);
    let y = b.tensor(F32, &[3, 256], None, None);
    b.operator(36, vec![table, places], y, vec![]);
    built(b, y, is_at_hand)
}

fn run(session: &mut Session) -> Vec<u8> {
    let port = session.inputs().next().unwrap();
    let values = fill::random(port.dtype, port.shape.iter().product(), 7).unwrap();
    session.set_input(0, &values).unwrap();
    session.run(&mut ()).unwrap();
    session.output(0).unwrap().to_vec()
}

const KINDS: [Kind; 5] = [Kind::Float, Kind::Int8, Kind::Uint8, Kind::Mixed, Kind::MixedInt4];

#[test]
fn a_prepared_model_needs_its_file_no_more() {
    for built in KINDS.map(dense).into_iter().chain([gathered(640, true), gathered(2048, false)]) {
        for backend in [Backend::Reference, Backend::Simd] {
            let mut session = Session::prepare(built.program.clone(), backend).unwrap();
            let there = run(&mut session);
            built.is_gone.set(true);
            assert_eq!(run(&mut session), there);
            built.is_gone.set(false);
        }
    }
}

#[test]
fn weights_are_read_once() {
    for built in KINDS.map(dense).into_iter().chain([gathered(640, true), gathered(2048, false)]) {
        let small = built.read.get();
        assert!(small < built.len / 10, "constants of {} of {} bytes were read early", small, built.len);
        Session::prepare(built.program.clone(), Backend::Simd).unwrap();
        assert!(built.read.get() <= built.len, "{} of {} bytes", built.read.get(), built.len);
    }
}

#[test]
fn a_file_that_is_gone_is_an_error_when_its_weights_are_needed_again() {
    let built = dense(Kind::Float);
    let mut session = Session::prepare(built.program.clone(), Backend::Simd).unwrap();
    built.is_gone.set(true);
    let error = session.resize_input(0, &[5, 256]).unwrap_err();
    assert_eq!((error.kind, error.id()), (ErrorKind::Unreadable, "bytes-past-end"));
    built.is_gone.set(false);
    session.resize_input(0, &[5, 256]).unwrap();
    assert_eq!(run(&mut session).len(), 5 * 640 * 4);
}

#[test]
fn of_a_large_table_at_hand_a_run_reads_the_rows_that_it_needs() {
    let [left, held] = [true, false].map(|is_at_hand| gathered(2048, is_at_hand));
    let [mut session, mut other] =
        [&left, &held].map(|built| Session::prepare(built.program.clone(), Backend::Simd).unwrap());
    assert!(held.read.get() >= 2048 << 10);
    let before = left.read.get();
    assert!(before < 1 << 10, "{before} bytes were read early");
    for run_of_three in 1..3 {
        assert_eq!(run(&mut session), run(&mut other));
        assert_eq!(left.read.get(), before + run_of_three * 3 * 1024);
    }
    left.is_gone.set(true);
    let error = session.run(&mut ()).unwrap_err();
    assert_eq!((error.kind, error.id()), (ErrorKind::Unreadable, "bytes-past-end"));
}
