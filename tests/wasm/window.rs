//! The what-if: windows without some requirements.

use std::collections::BTreeSet;
use vintage::report::schema::{Acceptance, Artifact, Requirement, Verdict, Window};
use vintage::web::app::window::{Outcome, Row, rows, span};
use wasm_bindgen_test::wasm_bindgen_test;

fn requirement(outcomes: &str) -> Requirement {
    Requirement {
        accepts: vec![Acceptance { channel: "tensorflow".into(), outcomes: outcomes.into() }],
        ..Requirement::default()
    }
}

/// Five releases; the first requirement starts at 3, the second at 2, the third ends at 4 and is unknown at 1.
fn artifact() -> Artifact {
    let verdict = |release: &str, outcome: &str, because: &[u32], prints: Option<&str>| Verdict {
        release: release.into(),
        date: "2020-01-01".into(),
        outcome: outcome.into(),
        because: because.to_vec(),
        prints: prints.map(Into::into),
    };
    Artifact {
        requirements: vec![requirement("rrlll"), requirement("rllll"), requirement("?lllr")],
        windows: vec![Window {
            channel: "tensorflow".into(),
            releases: vec!["3".into(), "4".into()],
            verdicts: vec![
                verdict("1", "refused", &[0, 1], Some("no op")),
                verdict("2", "refused", &[0], Some("no op")),
                verdict("3", "loads", &[], None),
                verdict("4", "loads", &[], None),
                verdict("5", "refused", &[2], Some("gone")),
            ],
        }],
        ..Artifact::default()
    }
}

fn one(dropped: &[u32]) -> Row {
    rows(&artifact(), &BTreeSet::from_iter(dropped.iter().copied())).remove(0)
}

#[wasm_bindgen_test]
fn with_nothing_dropped_the_reported_window_stands() {
    let row = one(&[]);
    assert_eq!((row.start(), row.end()), (Some(2), Some(3)));
    assert_eq!((row.before_start(), row.after_end()), (Some(1), Some(4)));
    assert_eq!(row.cells[1].because, [0]);
}

#[wasm_bindgen_test]
fn dropping_what_sets_the_start_moves_it_to_the_next_one() {
    let row = one(&[0]);
    assert_eq!(row.start(), Some(1));
    assert_eq!(row.cells[0].because, [1]);
    assert_eq!(row.cells[0].prints, None, "the text belonged to the requirement that was dropped");
    assert_eq!(row.cells[4].prints.as_deref(), Some("gone"), "this text still stands");
}

#[wasm_bindgen_test]
fn unknown_is_worse_than_loads_and_better_than_refused() {
    assert_eq!(one(&[0]).cells[0].outcome, Outcome::Refused);
    let row = one(&[0, 1]);
    assert_eq!((row.cells[0].outcome, row.cells[0].because.as_slice()), (Outcome::Unknown, [2].as_slice()));
}

#[wasm_bindgen_test]
fn without_any_requirement_everything_loads() {
    let row = one(&[0, 1, 2]);
    assert_eq!(row.good(), 5);
    assert_eq!(row.before_start(), None);
    assert_eq!(row.after_end(), None);
}

#[wasm_bindgen_test]
fn holes_split_the_window_into_runs() {
    let mut artifact = artifact();
    artifact.windows[0].verdicts[2].outcome = "refused".into();
    artifact.windows[0].verdicts[0].outcome = "warns".into();
    let row = rows(&artifact, &BTreeSet::new()).remove(0);
    assert_eq!(row.runs(), [(0, 0), (3, 3)]);
}

#[wasm_bindgen_test]
fn the_span_of_one_requirement_tells_its_gaps() {
    let row = one(&[]);
    assert_eq!(span(&requirement("rlrlr"), &row), Some((1, 3, false)));
    assert_eq!(span(&requirement("rrrrr"), &row), None);
}
