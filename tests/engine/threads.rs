//! Several threads compute the same bits as one: every fixture that runs, divided as finely as kernels allow. Parts allocate
//! nothing: threads of a page share memory, but not the allocator.

use crate::allocation;
use crate::support::{models, open};
use std::cell::Cell;
use std::rc::Rc;
use vintage::engine::{Backend, Crew, Entry, Program, Registry, Session, Team, fill};
use vintage::services::run::threads;

/// Bytes that a run may take.
const MEMORY: usize = 1 << 30;

/// The outputs of a run with random inputs; `None` if the model does not run.
fn outputs(program: &Rc<Program>, crew: Crew) -> Option<Vec<Vec<u8>>> {
    let mut session = Session::prepare_with(program.clone(), Registry::standard(), Backend::Simd, MEMORY, crew).ok()?;
    let ports: Vec<_> = session.inputs().map(|port| (port.dtype, port.shape.iter().product())).collect();
    for (index, (dtype, count)) in ports.into_iter().enumerate() {
        session.set_input(index, &fill::random(dtype, count, 7)?).ok()?;
    }
    session.run(&mut ()).ok()?;
    (0..session.outputs().count()).map(|output| session.output(output).ok().map(<[u8]>::to_vec)).collect()
}

/// Two threads, one after the other, and the number of allocations in their parts.
#[derive(Default)]
struct Counted(Cell<usize>);

impl Team for Counted {
    fn size(&self) -> usize {
        2
    }

    fn run(&self, parts: usize, work: &(dyn Fn(usize, usize) + Sync)) {
        for part in 0..parts {
            self.0.set(self.0.get() + allocation::count(|| work(part % 2, part)));
        }
    }
}

/// Compares the models of a folder, of which at least `floor` run.
fn folder(name: &str, floor: usize) {
    let mut ran = 0;
    for path in models(name) {
        let Ok(program) = open(&path, &Entry::Main) else { continue };
        let program = Rc::new(program);
        let Some(one) = outputs(&program, Crew::default()) else { continue };
        for count in [2, 3] {
            let several = outputs(&program, threads(count).unwrap().least(1));
            assert_eq!(several.as_ref(), Some(&one), "{} on {count} threads", path.display());
        }
        let counted = Rc::new(Counted::default());
        outputs(&program, Crew::new(counted.clone()).least(1));
        assert_eq!(counted.0.get(), 0, "allocations in parts of {}", path.display());
        ran += 1;
    }
    assert!(ran >= floor, "{ran} models ran, {floor} did before");
}

#[test]
fn operators_give_the_same_bits_on_several_threads() {
    folder("ops", 380);
    folder("recorded", 237);
}

#[test]
fn networks_give_the_same_bits_on_several_threads() {
    folder("models", 23);
    folder("../public/tflite", 72);
}
