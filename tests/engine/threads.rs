//! Several threads compute the same bits as one: every fixture that runs, divided as finely as kernels allow.

use crate::support::{open, root};
use std::path::{Path, PathBuf};
use vintage::engine::{Backend, Crew, Entry, Program, Registry, Session, fill};
use vintage::services::run::threads;

/// Bytes that a run may take.
const MEMORY: usize = 1 << 30;

/// The models in a folder and those inside it.
fn models(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => models(&path),
        Some(extension) if extension == "tflite" => vec![path],
        _ => Vec::new(),
    };
    files.flat_map(of).collect()
}

/// The outputs of a run with random inputs; `None` if the model does not run.
fn outputs(program: &std::rc::Rc<Program>, crew: Crew) -> Option<Vec<Vec<u8>>> {
    let mut session = Session::prepare_with(program.clone(), Registry::standard(), Backend::Simd, MEMORY, crew).ok()?;
    let ports: Vec<_> = session.inputs().map(|port| (port.dtype, port.shape.iter().product())).collect();
    for (index, (dtype, count)) in ports.into_iter().enumerate() {
        session.set_input(index, &fill::random(dtype, count, 7)?).ok()?;
    }
    session.run(&mut ()).ok()?;
    (0..session.outputs().count()).map(|output| session.output(output).ok().map(<[u8]>::to_vec)).collect()
}

/// Compares the models of a folder, of which at least `floor` run.
fn folder(name: &str, floor: usize) {
    let mut ran = 0;
    for path in models(&root().join(name)) {
        let Ok(program) = open(&path, &Entry::Main) else { continue };
        let program = std::rc::Rc::new(program);
        let Some(one) = outputs(&program, Crew::default()) else { continue };
        for count in [2, 3] {
            let several = outputs(&program, threads(count).unwrap().least(1));
            assert_eq!(several.as_ref(), Some(&one), "{} on {count} threads", path.display());
        }
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
