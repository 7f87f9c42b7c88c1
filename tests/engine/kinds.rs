//! Kinds of models and the parts of the kernels that they wait for: the list by which the build measures the engine.

use crate::support::{open, root};
use std::collections::BTreeSet;
use vintage::engine::kernels::parts::{Part, is_common, needed};
use vintage::engine::{Backend, Entry};

const KINDS: &str = include_str!("../../xtask/src/build/kinds.txt");

#[test]
fn models_of_a_kind_need_the_listed_parts() {
    let mut wrong = Vec::new();
    let rows = KINDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for row in rows {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, _limit, models, parts] = fields[..] else { panic!("{row}") };
        let (mut found, mut common) = (BTreeSet::new(), true);
        for model in models.split_whitespace() {
            let program = open(&root().join(format!("{model}.tflite")), &Entry::Main).unwrap();
            common &= is_common(&program);
            let parts = needed(&program, Backend::Simd);
            found.extend(parts.iter().map(|part| format!("{part:?}").to_lowercase()));
        }
        let listed: BTreeSet<String> = parts.split_whitespace().map(str::to_owned).collect();
        assert!(!models.is_empty(), "{row}");
        if found != listed {
            wrong.push(format!("{name} needs {found:?}"));
        }
        // The build counts the functions of real models for kinds with parts only.
        if common != listed.is_empty() {
            wrong.push(format!("{name}: common is {common}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn plain_kernels_are_there_before_a_run_whose_plans_may_need_them() {
    let parts = |file: &str| needed(&open(&root().join(file), &Entry::Main).unwrap(), Backend::Simd);
    // Its other graph initializes variables, and has no result of whose shape MUL could depend.
    assert_eq!(parts("../public/tflite/LiteRT/call_once_mul.bin"), BTreeSet::from([Part::Text]));
    // FULLY_CONNECTED and LOGISTIC of float32 are in the body of a WHILE.
    let all = parts("models/lstm_while_float32.tflite");
    assert!([Part::Plain, Part::Elementwise].iter().all(|part| all.contains(part)), "{all:?}");
}
