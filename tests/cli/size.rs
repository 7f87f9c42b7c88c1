//! Work grows with the file, not with its square.

use crate::support::{folder, vintage};
use std::path::Path;
use std::time::{Duration, Instant};

/// A GraphDef of so many nodes, each of an op of its own that nobody knows.
fn graph(path: &Path, nodes: usize) {
    let mut bytes = Vec::new();
    for index in 0..nodes {
        let (name, op) = (format!("node_{index:05}"), format!("UnknownOp{index:05}"));
        let mut node = vec![0x0a, name.len() as u8];
        node.extend(name.as_bytes());
        node.extend([0x12, op.len() as u8]);
        node.extend(op.as_bytes());
        bytes.extend([0x0a, node.len() as u8]);
        bytes.extend(node);
    }
    std::fs::write(path, bytes).unwrap();
}

/// The shortest of three runs: other work on the machine only makes a run longer.
fn shortest(arguments: &[&str], code: i32) -> Duration {
    let run = |_| {
        let start = Instant::now();
        assert_eq!(vintage(arguments).code, code, "{arguments:?}");
        start.elapsed()
    };
    (0..3).map(run).min().expect("three runs")
}

/// Four times the ops take four times as long, and sixteen times where the work grows with the square: the bound lies between,
/// nearer to the square.
#[test]
fn ops_that_nobody_knows_take_time_in_proportion() {
    let here = folder("size");
    let (small, large) = (here.join("small.pb"), here.join("large.pb"));
    graph(&small, 10_000);
    graph(&large, 40_000);
    let (small, large) = (small.display().to_string(), large.display().to_string());
    type Case<'a> = (&'a str, Box<dyn Fn(&str) -> Duration + 'a>);
    let cases: [Case<'_>; 2] = [
        ("check", Box::new(|path| shortest(&["check", "--target", "tensorflow@2.15.0", path], 1))),
        ("compare", Box::new(|path| shortest(&["compare", path, path], 0))),
    ];
    for (name, time) in cases {
        let (few, many) = (time(&small), time(&large));
        assert!(many < few * 10, "{name}: 10,000 ops take {few:?}, 40,000 take {many:?}");
    }
}
