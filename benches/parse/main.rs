//! Speed of the readers: `cargo xtask bench parse` makes the files and compares with TensorFlow's Python.
//!
//! `parse FOLDER` prints lines `NAME READER WHOLE`: milliseconds of CPU time, the minimum of five, of the reader alone
//! and of everything up to the verdict.

use std::path::Path;
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::formats::checkpoint::Checkpoint;
use vintage::formats::graph_def::GraphDocument;
use vintage::formats::saved_model::{SavedModelDocument, SavedModelFiles};
use vintage::formats::tflite;
use vintage::report;

#[path = "../timing.rs"]
mod timing;
use timing::least;

/// Files of one line, the reader, and the name of the line.
type Line = (&'static str, &'static [&'static str], fn(Vec<SharedSource>) -> usize);

const LINES: [Line; 7] = [
    ("graph.pb", &["graph.pb"], |files| GraphDocument::open(&files[0], &limits()).expect("read").graph.node.len()),
    ("graph.pbtxt", &["graph.pbtxt"], |files| {
        GraphDocument::open_text(&files[0], &limits()).expect("read").graph.node.len()
    }),
    ("saved_model.pb", &["saved_model.pb"], |files| {
        let files = SavedModelFiles { binary: Some(files[0].clone()), ..SavedModelFiles::default() };
        SavedModelDocument::open(files, &limits()).expect("read").meta_graphs[0].graph().node.len()
    }),
    ("model.tflite", &["model.tflite"], |files| {
        tflite::read(&files[0], &limits()).expect("read").subgraphs[0].tensors.len()
    }),
    ("v2", &["v2.index", "v2.data-00000-of-00001"], |files| v2(&files).variables().len()),
    ("v2-values", &["v2.index", "v2.data-00000-of-00001"], |files| values(&v2(&files))),
    ("v1", &["v1"], |files| Checkpoint::open_v1(files, &limits()).expect("read").variables().len()),
];

fn limits() -> Limits {
    Limits::default()
}

fn v2(files: &[SharedSource]) -> Checkpoint {
    Checkpoint::open_v2(files[0].clone(), vec![(0, files[1].clone())], &limits()).expect("read")
}

fn values(checkpoint: &Checkpoint) -> usize {
    checkpoint.variables().iter().filter(|variable| checkpoint.read(&variable.name).is_ok()).count()
}

fn main() {
    // `cargo bench` adds an argument of its own.
    let Some(folder) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        println!("`cargo xtask bench parse` makes the files that this reads.");
        return;
    };
    for (name, files, reader) in LINES {
        let open = || -> Vec<SharedSource> {
            let path = |file: &str| Path::new(&folder).join(file);
            files.iter().map(|file| Rc::new(FileSource::open(&path(file), *file).expect("a file")) as _).collect()
        };
        let mut things = 0;
        let alone = least(|| things = reader(open()));
        let whole = least(|| {
            let dropped = files.iter().zip(open());
            let dropped = dropped.map(|(path, source)| Dropped { path: (*path).to_owned(), source }).collect();
            let opened = report::open(dropped, &limits(), &mut |_| ());
            assert!(opened.report.artifacts.iter().all(|artifact| artifact.error.is_none()), "{name}");
        });
        println!("{name} {:.3} {:.3} {things}", alone.as_secs_f64() * 1e3, whole.as_secs_f64() * 1e3);
    }
}
