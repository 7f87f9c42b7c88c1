//! Graphs drawn at random that show one check of importers each, and the answers of four releases of TensorFlow.
//!
//! `drawn_graphs.tsv` has a graph a line: seed and number of `cargo xtask oracle --graphs`, ops, changes, the GraphDef in
//! hexadecimal digits, and for each release `loads` or the message it printed.

use super::observed::agrees;
use super::random::texts;
use vintage::bytes::{Limits, MemorySource};
use vintage::compat::{Assessment, Outcome, Target, assess_graph};
use vintage::formats::graph_def::GraphDocument;

const GRAPHS: &str = include_str!("drawn_graphs.tsv");

/// Columns before those of the releases.
const ABOUT: usize = 4;

fn assessed(hex: &str) -> Assessment {
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
    let graph = GraphDocument::open(&MemorySource::shared("graph.pb", bytes), &Limits::default()).expect("a GraphDef");
    assess_graph(&graph, &Limits::default())
}

#[test]
fn drawn_graphs_have_the_verdicts_and_texts_of_four_releases() {
    let mut lines = GRAPHS.lines();
    let releases: Vec<&str> = lines.next().expect("a head").split('\t').skip(ABOUT).collect();
    let (mut refused, mut wrong) = (0, Vec::new());
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let assessment = assessed(cells[ABOUT - 1]);
        for (package, answer) in releases.iter().zip(&cells[ABOUT..]) {
            let (package, release) = package.split_once("==").expect("PACKAGE==RELEASE");
            let verdict = assessment.verdict(Target::named(package, release).expect("a release"));
            let is_right = match *answer {
                "loads" => verdict.outcome <= Outcome::Warns,
                said => {
                    refused += 1;
                    let texts = texts(&assessment, &verdict);
                    verdict.outcome == Outcome::Refused && texts.iter().any(|text| agrees(text, said))
                }
            };
            if !is_right {
                wrong.push(format!(
                    "{} {} {release}: {answer}; here {:?} {:?}",
                    cells[0], cells[1], verdict.outcome, verdict.prints
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
    assert!(refused > 800, "{refused} refusals");
}
