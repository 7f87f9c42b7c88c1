//! The page's what-if agrees with the core: over all fixtures, with various requirements ignored.

use crate::fixtures::each_artifact;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher};
use vintage::artifact::{Artifact, Document};
use vintage::bytes::Limits;
use vintage::compat::{
    self, Assessment, Target, assess_checkpoint, assess_graph, assess_keras, assess_meta_graph, assess_saved_model,
    assess_tflite,
};
use vintage::report::schema::{self, Acceptance, Outcome, Outcomes, Requirement, Verdict, Window};
use vintage::report::what_if::{Row, Stretch, rows};

/// Random subsets for each artifact.
const SUBSETS: u32 = 13;

fn assessment(artifact: &Artifact) -> Option<Assessment> {
    let limits = Limits::default();
    let file = artifact.files.first().map_or("", |file| file.path.as_str());
    match artifact.document.as_ref()? {
        Document::Tflite(model) => Some(assess_tflite(model, file, &limits)),
        Document::SavedModel(model) => Some(assess_saved_model(model, &limits)),
        Document::GraphDef(graph) => Some(assess_graph(graph, &limits)),
        Document::MetaGraph(meta) => Some(assess_meta_graph(meta, &limits)),
        Document::Checkpoint(checkpoint) => Some(assess_checkpoint(checkpoint, file)),
        Document::Keras(document) => assess_keras(document, file),
        _ => None,
    }
}

/// Some of the numbers below `count`: one, few, many, or nearly all.
fn subsets(count: usize) -> impl Strategy<Value = BTreeSet<u32>> {
    let single = any::<Index>().prop_map(move |at| (0..count as u32).nth(at.index(count.max(1))).into_iter().collect());
    let share = prop::sample::select(vec![0.25, 0.5, 0.75, 1.0]);
    let some = share.prop_flat_map(move |share| vec(prop::bool::weighted(share), count));
    let some =
        some.prop_map(|chosen| (0..).zip(chosen).filter(|(_, chosen)| *chosen).map(|(index, _)| index).collect());
    prop_oneof![1 => single, 3 => some]
}

/// The core's result without some requirements, in the report's numbers.
fn of_core(assessment: &Assessment, left_out: &BTreeSet<u32>, channel: usize) -> Vec<compat::Verdict> {
    let left_out: Vec<usize> = left_out.iter().map(|index| *index as usize).collect();
    let selection = assessment.without(&left_out);
    let releases = 0..compat::channels()[channel].releases.len();
    releases.map(|release| selection.verdict(Target { channel, release })).collect()
}

fn compare(told: &schema::Artifact, assessment: &Assessment, left_out: &BTreeSet<u32>, kept_texts: &Cell<usize>) {
    for row in rows(told, left_out) {
        let channel = compat::channels().iter().position(|known| known.id == row.channel).unwrap();
        for (cell, verdict) in row.cells.iter().zip(of_core(assessment, left_out, channel)) {
            let at = || format!("{} {} {} without {left_out:?}", told.name, row.channel, cell.release);
            let because: Vec<u32> = verdict.because.iter().map(|index| *index as u32).collect();
            assert_eq!((cell.outcome, &cell.because), (verdict.outcome, &because), "{}", at());
            // A message may be unknown, but must be one that the release prints.
            if cell.prints.is_some() {
                assert_eq!(cell.prints, verdict.prints, "{}", at());
                kept_texts.set(kept_texts.get() + 1);
            }
        }
    }
}

#[test]
fn leaving_requirements_out_gives_what_the_core_says_for_every_fixture() {
    // Hundreds of one-op models have the same requirements: one of each is enough.
    let mut seen = HashSet::new();
    let (mut artifacts, kept_texts, mut reordered) = (0, Cell::new(0), 0);
    each_artifact(&mut |told, opened| {
        let Some(assessment) = assessment(opened) else { return };
        let mut hasher = DefaultHasher::new();
        told.requirements.iter().for_each(|need| need.accepts.iter().for_each(|one| one.outcomes.hash(&mut hasher)));
        if !seen.insert(hasher.finish()) {
            return;
        }
        artifacts += 1;
        reordered += usize::from(told.windows.iter().any(|window| !window.orders.is_empty()));
        let count = told.requirements.len();
        for left_out in [BTreeSet::new(), (0..count as u32).collect()] {
            compare(told, &assessment, &left_out, &kept_texts);
        }
        let mut runner = TestRunner::new(ProptestConfig::with_cases(SUBSETS));
        let agrees = runner.run(&subsets(count), |left_out| {
            compare(told, &assessment, &left_out, &kept_texts);
            Ok(())
        });
        agrees.unwrap_or_else(|e| panic!("{}: {e}", told.name));
    });
    let kept_texts = kept_texts.get();
    assert!(artifacts > 100 && kept_texts > 10_000 && reordered > 5, "{artifacts} {kept_texts} {reordered}");
}

#[test]
fn what_sets_an_end_of_the_window_is_a_requirement_whose_range_ends_there() {
    let (mut starts, mut ends) = (0, 0);
    each_artifact(&mut |told, _| {
        for row in rows(told, &BTreeSet::new()) {
            for (index, need) in (0u32..).zip(&told.requirements) {
                let (sets, runs) = (row.ends(index), need.outcomes(&row.channel).map(Outcomes::runs));
                let at = || format!("{} {} {}: {runs:?}", told.name, row.channel, need.subject);
                let begins = |at: Option<usize>| runs.iter().flatten().any(|(first, _)| Some(*first) == at);
                let stops = |at: Option<usize>| runs.iter().flatten().any(|(_, last)| Some(*last) == at);
                assert!(!sets.start || begins(row.start()), "{}", at());
                assert!(!sets.end || stops(row.end()), "{}", at());
                starts += usize::from(sets.start);
                ends += usize::from(sets.end);
            }
        }
    });
    assert!(starts > 500 && ends > 20, "{starts} {ends}");
}

fn requirement(letters: &str) -> Requirement {
    let outcomes = Outcomes::from_letters(letters).unwrap();
    Requirement { accepts: vec![Acceptance { channel: "tensorflow".into(), outcomes }], ..Requirement::default() }
}

/// Five releases; the first requirement starts at 3, the second at 2, the third ends at 4 and is unknown at 1.
fn artifact() -> schema::Artifact {
    let verdict = |release: &str, outcome: Outcome, because: &[u32], prints: Option<&str>| Verdict {
        release: release.into(),
        date: "2020-01-01".into(),
        outcome,
        because: because.to_vec(),
        prints: prints.map(Into::into),
        joined: 0,
    };
    schema::Artifact {
        requirements: vec![requirement("rrlll"), requirement("rllll"), requirement("?lllr")],
        windows: vec![Window {
            channel: "tensorflow".into(),
            releases: vec!["3".into(), "4".into()],
            verdicts: vec![
                verdict("1", Outcome::Refused, &[0, 1], Some("no op")),
                verdict("2", Outcome::Refused, &[0], Some("no op")),
                verdict("3", Outcome::Loads, &[], None),
                verdict("4", Outcome::Loads, &[], None),
                verdict("5", Outcome::Refused, &[2], Some("gone")),
            ],
            base: Outcomes::from_letters("lllll").unwrap(),
            orders: Vec::new(),
        }],
        ..schema::Artifact::default()
    }
}

fn one(artifact: &schema::Artifact, left_out: &[u32]) -> Row {
    rows(artifact, &left_out.iter().copied().collect()).remove(0)
}

#[test]
fn leaving_out_what_sets_the_start_moves_it_and_only_true_texts_stay() {
    let artifact = artifact();
    let row = one(&artifact, &[]);
    assert_eq!((row.start(), row.end(), row.before_start(), row.after_end()), (Some(2), Some(3), Some(1), Some(4)));
    let row = one(&artifact, &[0]);
    assert_eq!((row.start(), row.cells[0].because.as_slice()), (Some(1), [1].as_slice()));
    assert_eq!(row.cells[0].prints, None, "the text was that of the requirement left out");
    assert_eq!(row.cells[4].prints.as_deref(), Some("gone"));
}

#[test]
fn a_text_of_several_requirements_goes_with_any_of_them() {
    let mut artifact = artifact();
    artifact.windows[0].verdicts[0].joined = 2;
    assert_eq!(one(&artifact, &[2]).cells[0].prints.as_deref(), Some("no op"));
    assert_eq!(one(&artifact, &[1]).cells[0].prints, None);
}

#[test]
fn without_any_requirement_only_what_the_base_knows_loads() {
    let mut artifact = artifact();
    artifact.windows[0].base = Outcomes::from_letters("?llll").unwrap();
    let row = one(&artifact, &[0, 1, 2]);
    assert_eq!((row.good(), row.cells[0].outcome), (4, Outcome::Unknown));
    assert!(row.cells[0].because.is_empty());
    assert_eq!((row.without_facts(0), row.without_facts(1)), (Some((0, 0)), None));
}

#[test]
fn a_keras_archive_without_its_container_does_not_load_in_old_releases() {
    let mut judged = 0;
    each_artifact(&mut |told, _| {
        let Some(index) = told.requirements.iter().position(|need| need.id == "keras-archive") else { return };
        let others: BTreeSet<u32> = (0..told.requirements.len() as u32).collect();
        for row in rows(told, &others).iter().filter(|row| row.channel == "tensorflow") {
            let refused = &told.requirements[index].outcomes("tensorflow").unwrap().0;
            let old = row.cells.iter().zip(refused).filter(|(_, outcome)| **outcome == Outcome::Refused);
            for (cell, _) in old {
                assert_eq!(cell.outcome, Outcome::Unknown, "{} {}", told.name, cell.release);
                judged += 1;
            }
        }
    });
    assert!(judged > 100, "{judged}");
}

#[test]
fn stretches_leave_gaps_out_and_say_where_facts_begin() {
    let row = one(&artifact(), &[]);
    let of = |letters: &str| row.stretches(&Outcomes::from_letters(letters).unwrap());
    let (name, from) = (|text: &str| text.to_owned(), |text: &str| Stretch::From(text.to_owned()));
    assert_eq!(of("rlrll"), [Stretch::Only(name("2")), from("4")]);
    assert_eq!(of("llrlr"), [Stretch::UpTo(name("2")), Stretch::Only(name("4"))]);
    assert_eq!(of("rllrr"), [Stretch::Between(name("2"), name("3"))]);
    assert_eq!(of("rlwll"), [from("2")]);
    assert_eq!(of("??lll"), [Stretch::EveryKnown(name("3"))]);
    assert_eq!((of("lllll"), of("rr?rr")), (vec![Stretch::Every], vec![]));
}

#[test]
fn releases_that_are_alike_follow_each_other_and_leave_none_out() {
    let artifact = artifact();
    assert_eq!(one(&artifact, &[]).alike(), [(0, 0), (1, 1), (2, 3), (4, 4)]);
    assert_eq!(one(&artifact, &[0]).alike(), [(0, 0), (1, 3), (4, 4)]);
    assert_eq!(Row { cells: Vec::new(), ..one(&artifact, &[]) }.alike(), []);
}
