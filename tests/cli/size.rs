//! Work grows with the file, not with its square.
#![cfg(unix)]

use crate::support::{folder, shell};
use std::path::Path;

/// A GraphDef with `nodes` nodes, each of a different unknown op.
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

/// Seconds of CPU time, the minimum of three runs: other work on the machine only makes a run longer.
fn least(arguments: &str, code: i32) -> f64 {
    let run = |_| {
        let said = shell(&format!("TIMEFORMAT=%U; time \"$VINTAGE\" {arguments} > /dev/null"));
        assert_eq!(said.code, code, "{arguments}: {}", said.complaint);
        said.complaint.trim().parse::<f64>().unwrap_or_else(|error| panic!("{error}: {}", said.complaint))
    };
    (0..3).map(run).fold(f64::INFINITY, f64::min)
}

/// Four times the ops take four times as long, or sixteen times if the time is quadratic: the bound is between, nearer
/// to the square.
#[test]
fn unknown_ops_take_linear_time() {
    let here = folder("size");
    let (small, large) = (here.join("small.pb"), here.join("large.pb"));
    graph(&small, 2_000);
    graph(&large, 8_000);
    let (small, large) = (small.display().to_string(), large.display().to_string());
    for command in ["check", "compare"] {
        let time = |path: &str| match command {
            "check" => least(&format!("check --target tensorflow@2.15.0 {path}"), 1),
            _ => least(&format!("compare {path} {path}"), 0),
        };
        let (few, many) = (time(&small), time(&large));
        assert!(many < few * 10.0, "{command}: 2,000 ops take {few} s, 8,000 take {many} s");
    }
}
