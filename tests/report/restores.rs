//! Simulated restores against what TensorFlow 2.5.3 and 2.21.0 did: `tests/fixtures/generators/restores.py`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::formats::checkpoint::{Checkpoint, OBJECT_GRAPH_KEY};
use vintage::report::Opened;
use vintage::restore::{Missing, Objects, Outcome, Pair, ValueType, assign, renames, restore_names, restore_objects};
use vintage::services::restore::Program;
use vintage::services::restore::mapping::Mapping;
use vintage::services::restore::schema::{How, Mapped, MappedPair, RestoreReport};

fn folder(release: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/checkpoints/restores").join(release)
}

fn checkpoint(release: &str, prefix: &str) -> Checkpoint {
    let open = |suffix: &str| -> SharedSource {
        let name = format!("{prefix}{suffix}");
        Rc::new(FileSource::open(&folder(release).join(&name), name.as_str()).expect("a fixture"))
    };
    let shard = open(".data-00000-of-00001");
    Checkpoint::open_v2(open(".index"), vec![(0, shard)], &Limits::default()).expect("a checkpoint")
}

/// dtypes and shapes by key.
fn types(checkpoint: &Checkpoint) -> BTreeMap<String, ValueType> {
    let values = checkpoint.variables().iter().filter(|variable| variable.name != OBJECT_GRAPH_KEY);
    values.map(|v| (v.name.clone(), ValueType { dtype: v.dtype_name(), shape: v.shape.clone() })).collect()
}

fn simulated(release: &str, row: &Value) -> Outcome {
    let open = |side: &str| checkpoint(release, row[side].as_str().expect("a prefix"));
    let (source, target) = (open("source"), open("target"));
    let (stored, wanted) = (types(&source), types(&target));
    let graph = |checkpoint: &Checkpoint| {
        let graph = checkpoint.object_graph().expect("a readable graph")?;
        Some(vintage::restore::ObjectGraph::from_checkpoint(&graph, &Limits::default()))
    };
    match (graph(&source), graph(&target)) {
        (Some(from), Some(into)) => {
            restore_objects(&Objects { graph: &from, types: &stored }, &Objects { graph: &into, types: &wanted })
        }
        _ => {
            let wanted = wanted.into_iter().map(|(name, value)| (name, Some(value))).collect();
            restore_names(&stored, &BTreeMap::new(), &wanted)
        }
    }
}

fn rows(release: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder(release).join("observed.json")).expect("the golden");
    let golden: Value = serde_json::from_str(&text).expect("JSON");
    golden["rows"].as_array().expect("rows").clone()
}

/// TensorFlow's result, row by row: restored keys, whether each assertion holds, and whether the restore itself fails.
#[test]
fn restores_do_what_tensorflow_does() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for release in ["tf2.5.3", "tf2.21.0"] {
        for row in rows(release) {
            let name = format!("{release} {}", row["name"].as_str().expect("a name"));
            let outcome = simulated(release, &row);
            compared += 1;
            let by_names = row["source"].as_str().is_some_and(|s| s.starts_with("names_"));
            if !row["restore"].is_null() {
                let missed = by_names && !outcome.missing.is_empty();
                if outcome.misfits.is_empty() && !missed {
                    wrong.push(format!("{name}: TensorFlow fails, {outcome:?}"));
                }
                continue;
            }
            let mut taken: Vec<&str> = outcome.taken.iter().map(|taken| taken.key.as_str()).collect();
            // A resource variable takes a value of another shape from a Saver without a word.
            taken.extend(outcome.misfits.iter().filter(|_| by_names).map(|misfit| misfit.key.as_str()));
            taken.sort_unstable();
            let expected: Vec<&str> =
                row["restored"].as_array().expect("keys").iter().filter_map(Value::as_str).collect();
            if taken != expected {
                wrong.push(format!("{name}: took {taken:?}, TensorFlow {expected:?}"));
            }
            if by_names {
                continue;
            }
            let existing = outcome.missing.is_empty();
            let consumed = existing && outcome.unresolved.is_none() && outcome.unused.is_empty();
            for (holds, check) in [(existing, "existing"), (consumed, "consumed")] {
                if holds != row[check].is_null() {
                    wrong.push(format!("{name}: {check} {holds}, TensorFlow {}; {outcome:?}", row[check]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(compared, 48);
}

/// Vintage's result for a row, as in the CLI.
fn told(release: &str, row: &Value) -> RestoreReport {
    let (opened, source, target) = both(release, row);
    opened.restore(source, &Program::Artifact { artifact: target })
}

/// The open checkpoints of a row, and their indexes.
fn both(release: &str, row: &Value) -> (Opened, usize, usize) {
    let mut dropped = Vec::new();
    for side in ["source", "target"] {
        let prefix = row[side].as_str().expect("a prefix");
        for suffix in [".index", ".data-00000-of-00001"] {
            let path = format!("{prefix}{suffix}");
            let source = FileSource::open(&folder(release).join(&path), path.as_str()).expect("a fixture");
            dropped.push(Dropped { path, source: Rc::new(source) });
        }
    }
    let opened = vintage::report::open(dropped, &Limits::default(), &mut |_| ());
    let at = |side: &str| opened.artifacts.iter().position(|artifact| artifact.name == row[side]).expect(side);
    let (source, target) = (at("source"), at("target"));
    (opened, source, target)
}

/// The literal messages. Python objects are `…`: the messages must agree up to there; the older release has another
/// sentence for objects that are not matched.
#[test]
fn assertions_and_failures_print_what_tensorflow_prints() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for release in ["tf2.5.3", "tf2.21.0"] {
        for row in rows(release) {
            let told = told(release, &row);
            let ours = [
                &told.fails,
                &told.existing.as_ref().and_then(|a| a.prints.clone()),
                &told.consumed.as_ref().and_then(|a| a.prints.clone()),
            ]
            .map(Clone::clone);
            let theirs = [&row["restore"]["message"], &row["existing"], &row["consumed"]].map(Value::as_str);
            for (ours, theirs) in ours.into_iter().zip(theirs) {
                let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
                let differs = ["Some Python objects", "Shapes ("].iter().any(|old| theirs.starts_with(old));
                if release == "tf2.5.3" && differs {
                    continue;
                }
                compared += 1;
                let fixed = ours.split('…').next().unwrap_or_default();
                if !theirs.contains(fixed) {
                    wrong.push(format!("{release} {}:\n{ours}\n{theirs}", row["name"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(compared >= 30, "{compared}");
}

#[test]
fn a_part_of_the_objects_takes_its_values_and_no_more() {
    let row = rows("tf2.5.3").into_iter().find(|row| row["name"] == "same").expect("the row");
    let prefix = row["source"].as_str().expect("a prefix");
    let paths = ["net/l1/bias".to_owned()];
    let graph = checkpoint("tf2.5.3", prefix).object_graph().expect("readable").expect("objects");
    let graph = vintage::restore::ObjectGraph::from_checkpoint(&graph, &Limits::default());
    let part = vintage::restore::part_of(&graph, &paths).expect("the path");
    let types = types(&checkpoint("tf2.5.3", prefix));
    let outcome = restore_objects(&Objects { graph: &graph, types: &types }, &Objects { graph: &part, types: &types });
    let mut taken: Vec<&str> = outcome.taken.iter().map(|taken| taken.key.as_str()).collect();
    taken.sort_unstable();
    assert_eq!(taken, ["net/l1/bias/.ATTRIBUTES/VARIABLE_VALUE", "save_counter/.ATTRIBUTES/VARIABLE_VALUE"]);
    assert!(outcome.missing.is_empty() && outcome.unresolved.is_some());
    // Everything else waits, slot variables with their variable or optimizer.
    assert_eq!(outcome.waiting.len(), types.len() - 2);
    assert!(outcome.left.is_empty());
    let error = vintage::restore::part_of(&graph, &["net/l9".to_owned()]).expect_err("no such layer");
    assert_eq!(error.id(), "restore-no-such-path");
}

#[test]
fn a_renamed_layer_gets_a_rename_map() {
    let row = rows("tf2.21.0").into_iter().find(|row| row["name"] == "renamed_layer").expect("the row");
    let outcome = simulated("tf2.21.0", &row);
    let open = |side: &str| types(&checkpoint("tf2.21.0", row[side].as_str().expect("a prefix")));
    let map: Vec<(String, String)> =
        renames(&outcome, &open("source"), &open("target")).into_iter().map(|r| (r.missing, r.found)).collect();
    let value = |path: &str| format!("{path}/.ATTRIBUTES/VARIABLE_VALUE");
    assert_eq!(
        map,
        [(value("net/dense/bias"), value("net/l1/bias")), (value("net/dense/kernel"), value("net/l1/kernel")),]
    );
}

/// Result for a pair of checkpoints of a row with a mapping.
fn mapped(release: &str, name: &str, mapping: &[(&str, &str)]) -> RestoreReport {
    let row = rows(release).into_iter().find(|row| row["name"] == name).expect("the row");
    let (opened, source, target) = both(release, &row);
    let pair = |&(into, key): &(&str, &str)| Mapping { into: into.into(), key: key.into() };
    let mapping: Vec<Mapping> = mapping.iter().map(pair).collect();
    opened.restore_mapped(source, &Program::Artifact { artifact: target }, &mapping)
}

fn value(path: &str) -> String {
    format!("{path}/.ATTRIBUTES/VARIABLE_VALUE")
}

fn results(report: &RestoreReport) -> Vec<Mapped> {
    report.mapped.iter().map(|pair| pair.result).collect()
}

#[test]
fn a_mapped_variable_leaves_the_lists_of_missing_and_unused_values() {
    let (kernel, old) = (value("net/dense/kernel"), value("net/l1/kernel"));
    let before = mapped("tf2.21.0", "renamed_layer", &[]);
    assert!(before.missing.iter().any(|missing| missing.key == kernel));
    assert!(before.unused().any(|(key, _)| key == old));
    let after = mapped("tf2.21.0", "renamed_layer", &[(&kernel, &old)]);
    assert_eq!(results(&after), [Mapped::Taken]);
    let taken = after.restored.iter().find(|moved| moved.into == kernel).expect("the variable takes a value");
    assert_eq!((taken.key.as_str(), taken.how), (old.as_str(), How::Assigned));
    assert_eq!(after.missing.len() + 1, before.missing.len());
    assert_eq!(after.unused().count() + 1, before.unused().count());
    // The call ran before the value was assigned.
    assert_eq!((&after.existing, &after.consumed), (&before.existing, &before.consumed));
    assert!(after.renames.iter().all(|rename| rename.missing != kernel && rename.found != old));
    let json: Value = serde_json::from_str(&after.mapping_json()).expect("JSON");
    assert_eq!(json, serde_json::json!({ kernel.clone(): old.clone() }));
    assert!(after.mapping_python.contains(&format!("    \"{kernel}\": \"{old}\",\n")), "{}", after.mapping_python);
}

#[test]
fn pairs_that_are_not_possible_are_refused_with_a_reason() {
    let (kernel, bias) = (value("net/dense/kernel"), value("net/l1/bias"));
    let step = mapped("tf2.21.0", "renamed_layer", &[]).restored[0].into.clone();
    let wrong = mapped(
        "tf2.21.0",
        "renamed_layer",
        &[(&kernel, &bias), ("no/such", &bias), (&value("net/dense/bias"), "no/key"), (&step, &bias)],
    );
    assert_eq!(results(&wrong), [Mapped::Misfit, Mapped::NoVariable, Mapped::NoKey, Mapped::HasValue]);
    let misfit = wrong.misfits.iter().find(|misfit| misfit.into == kernel).expect("the shapes differ");
    assert_ne!(misfit.stored_shape, misfit.wanted_shape);
    assert_eq!(wrong.fails, None);
    assert!(wrong.mapping_python.is_empty());
    // The later pair of a variable counts.
    let old = value("net/l1/kernel");
    let twice = mapped("tf2.21.0", "renamed_layer", &[(&kernel, &bias), (&kernel, &old)]);
    assert_eq!(twice.mapped, [MappedPair { into: kernel, key: old, result: Mapped::Taken }]);
}

#[test]
fn candidates_that_fit_come_first() {
    let report = mapped("tf2.21.0", "renamed_layer", &[]);
    let candidates = report.candidates(&value("net/dense/bias"));
    assert_eq!(candidates[0].key, value("net/l1/bias"));
    assert!(candidates[0].fits);
    assert!(candidates.windows(2).all(|pair| pair[0].fits >= pair[1].fits));
    assert!(candidates.iter().any(|candidate| !candidate.fits));
    assert_eq!(candidates.len(), report.unused().count());
}

#[test]
fn a_saver_reads_mapped_names() {
    let row = rows("tf2.21.0").into_iter().find(|row| row["name"] == "names_missing").expect("the row");
    let (opened, source, target) = both("tf2.21.0", &row);
    let program = Program::Artifact { artifact: target };
    let map = |into: &str, key: &str| {
        opened.restore_mapped(source, &program, &[Mapping { into: into.into(), key: key.into() }])
    };
    let before = opened.restore(source, &program);
    assert_eq!(before.missing.iter().map(|missing| missing.key.as_str()).collect::<Vec<_>>(), ["c", "new_scope_b"]);
    let after = map("new_scope_b", "old_scope_b");
    assert_eq!(results(&after), [Mapped::Taken]);
    let taken = after.restored.iter().find(|moved| moved.into == "new_scope_b").expect("the variable takes a value");
    assert_eq!((taken.key.as_str(), taken.how), ("old_scope_b", How::Restored));
    assert_eq!(after.missing.iter().map(|missing| missing.key.as_str()).collect::<Vec<_>>(), ["c"]);
    assert_eq!(after.unused().count(), 0);
    assert_eq!(after.fails.as_deref(), Some("Key c not found in checkpoint"));
    assert!(after.mapping_python.contains("    \"new_scope_b\": \"old_scope_b\",\n"));
    assert!(after.mapping_python.contains("tf.compat.v1.train.Saver({mapping.get("));
    assert_eq!(results(&map("c", "old_scope_b")), [Mapped::Misfit]);
    assert_eq!(results(&map("c", "no/key")), [Mapped::NoKey]);
    assert_eq!(results(&map("d", "old_scope_b")), [Mapped::NoVariable]);
    // A Saver has one variable for each key.
    let twice = map("c", "a");
    assert_eq!(results(&twice), [Mapped::KeyUsed]);
    assert_eq!(twice.fails, before.fails);
}

/// Conversions of `tf.Variable.assign` of a NumPy array in TensorFlow 2.21.0: each of these dtypes takes each other.
#[test]
fn an_assigned_value_of_another_dtype_is_converted_unless_it_is_text() {
    let numbers = [
        "float16",
        "bfloat16",
        "float32",
        "float64",
        "int8",
        "uint8",
        "int16",
        "int32",
        "int64",
        "uint32",
        "uint64",
        "bool",
        "complex64",
        "complex128",
    ];
    let result = |stored: (&str, &[i64]), wanted: (&str, &[i64])| {
        let types = |(dtype, shape): (&str, &[i64])| {
            BTreeMap::from([("v".to_owned(), ValueType { dtype: dtype.into(), shape: shape.into() })])
        };
        let mut outcome = Outcome { missing: vec![Missing { key: "v".into(), slot: false }], ..Outcome::default() };
        let pair = Pair { into: "v".into(), key: "v".into() };
        let results = assign(&mut outcome, &types(stored), &types(wanted), &[pair]);
        assert!(outcome.missing.is_empty());
        assert_eq!(outcome.misfits.is_empty(), results[0] != Mapped::Misfit);
        assert_eq!(outcome.taken.is_empty(), results[0] == Mapped::Misfit);
        results[0]
    };
    for stored in numbers {
        for wanted in numbers {
            let expected = if stored == wanted { Mapped::Taken } else { Mapped::Converted };
            assert_eq!(result((stored, &[2]), (wanted, &[2])), expected, "{stored} into {wanted}");
        }
        assert_eq!(result((stored, &[2]), ("string", &[2])), Mapped::Misfit);
        assert_eq!(result((stored, &[1, 2]), ("float32", &[2])), Mapped::Misfit);
    }
    assert_eq!(result(("string", &[2]), ("float32", &[2])), Mapped::Misfit);
    assert_eq!(result(("string", &[2]), ("string", &[2])), Mapped::Taken);
}
