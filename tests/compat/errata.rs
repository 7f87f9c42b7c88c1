//! docs/errata.md: differences between the official op-version map and the registries of released packages.
//!
//! `cargo test --test compat errata -- --ignored` writes it; the other test fails when it is stale.

use std::fmt::Write;
use std::fs;
use vintage::bytes::Limits;
use vintage::compat::{Assessment, ChannelIndex, Outcome, assess_tflite, channels, official_min_runtime};
use vintage::formats::tflite::{Model, OperatorCode, Subgraph};

const DOCUMENT: &str = "docs/errata.md";

/// Tested codes and versions; the tables have none beyond.
const CODES: i32 = 256;
const VERSIONS: i32 = 32;

/// An op at a version, with the releases of the map and of the registries.
struct Pair {
    op: String,
    version: i32,
    map: &'static str,
    /// First release that takes it, by channel; `None` if none does.
    tensorflow: Option<&'static str>,
    litert: Option<&'static str>,
    /// TensorFlow releases that lack it again after the first that has it.
    lost: Vec<&'static str>,
}

/// A model that declares one op without using it.
fn naming(code: i32, version: i32) -> Model {
    let byte = i8::try_from(code).unwrap_or(i8::MAX);
    let operator_code =
        OperatorCode { code, deprecated_code: byte, builtin_code: code, version, ..OperatorCode::default() };
    Model {
        schema_version: 3,
        operator_codes: vec![operator_code],
        subgraphs: vec![Subgraph::default()],
        ..Model::default()
    }
}

fn channel(id: &str) -> ChannelIndex {
    channels().iter().position(|c| c.id == id).expect("a channel")
}

/// Releases of a channel, in its order, with their outcome for the op; untested ones are left out.
fn taken(assessment: &Assessment, id: &str) -> Vec<(&'static str, bool)> {
    let channel = channel(id);
    let requirement = assessment.requirements.iter().find(|r| r.id == "tflite-op-version").expect("the op");
    let outcomes = channels()[channel].releases.iter().zip(requirement.outcomes(channel));
    // A candidate or patch has the registry of its branch.
    outcomes.filter(|(_, o)| **o != Outcome::Unknown).map(|(r, o)| (r.key, *o <= Outcome::Warns)).collect()
}

fn pairs() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (code, version) in (0..CODES).flat_map(|code| (1..=VERSIONS).map(move |version| (code, version))) {
        let model = naming(code, version);
        let Some(map) = official_min_runtime(&model) else { continue };
        let assessment = assess_tflite(&model, "", &Limits::default());
        let op = assessment.requirements.iter().find(|r| r.id == "tflite-op-version").expect("the op");
        let tensorflow = taken(&assessment, "tensorflow");
        let first = |taken: &[(&'static str, bool)]| {
            taken.iter().filter(|(_, takes)| *takes).map(|(name, _)| *name).min_by_key(|name| number(name))
        };
        let lacking = tensorflow.iter().skip_while(|(_, takes)| !takes).filter(|(_, takes)| !takes);
        let mut lost: Vec<&str> = lacking.map(|(name, _)| *name).collect();
        lost.dedup();
        pairs.push(Pair {
            op: op.subject.name.clone(),
            version,
            map,
            tensorflow: first(&tensorflow),
            litert: first(&taken(&assessment, "ai-edge-litert")),
            lost,
        });
    }
    pairs.sort_by(|a, b| (&a.op, a.version).cmp(&(&b.op, b.version)));
    pairs
}

/// Major and minor: a patch or a candidate takes what its branch takes.
fn number(version: &str) -> Vec<u32> {
    version.split('.').take(2).map(|part| part.parse().expect("a number")).collect()
}

/// The oldest TensorFlow whose interpreter could be run: older ones are unknown.
const FIRST_ASKED: &str = "1.9.0";

impl Pair {
    fn too_early(&self) -> bool {
        self.tensorflow.is_some_and(|first| first != FIRST_ASKED && number(self.map) < number(first))
    }

    fn too_late(&self) -> bool {
        self.tensorflow.is_some_and(|first| number(self.map) > number(first))
    }
}

fn rows<'a>(pairs: impl Iterator<Item = &'a Pair>) -> String {
    let mut text = String::from(
        "| op | version | the map says | first TensorFlow | first ai-edge-litert |\n|---|---|---|---|---|\n",
    );
    for pair in pairs {
        let named = |release: Option<&str>| release.unwrap_or("none").to_owned();
        let (tensorflow, litert) = (named(pair.tensorflow), named(pair.litert));
        writeln!(text, "| {} | {} | {} | {tensorflow} | {litert} |", pair.op, pair.version, pair.map)
            .expect("a string");
    }
    text
}

fn document(pairs: &[Pair]) -> String {
    let early = pairs.iter().filter(|p| p.too_early());
    let late = pairs.iter().filter(|p| p.too_late());
    let never = pairs.iter().filter(|p| p.tensorflow.is_none());
    let lost = pairs.iter().filter(|p| !p.lost.is_empty());
    let mut text = format!(
        "# Errata of the official op-version map\n\n\
         Written by `cargo test --test compat errata -- --ignored` from `knowledge/tflite_official_map.csv` and \
         `knowledge/tflite_registry.csv`.\n\n\
         A converter stamps a model with `min_runtime_version`: the highest runtime that its map names for the ops and \
         versions in the model. The map was written by hand. The registries were asked: the interpreter of each \
         published package, for every op at every version. Of {} pairs in the map, {} are stamped too early and {} \
         too late. The first release is the one of the lowest number. {FIRST_ASKED} is the oldest TensorFlow \
         that could be asked, 1.0.0 the oldest ai-edge-litert.\n\n\
         ## Too early: a model claims a runtime that refuses it\n\n{}\n\
         ## Too late: a model runs on older runtimes than it claims\n\n{}\n\
         ## In no registry\n\n{}\n\
         ## Taken, then refused by a later branch\n\n| op | version | refused by |\n|---|---|---|\n",
        pairs.len(),
        early.clone().count(),
        late.clone().count(),
        rows(early),
        rows(late),
        rows(never),
    );
    for pair in lost {
        writeln!(text, "| {} | {} | {} |", pair.op, pair.version, pair.lost.join(", ")).expect("a string");
    }
    text
}

#[test]
#[ignore = "writes a file; run by hand when the tables change"]
fn write_errata() {
    fs::write(DOCUMENT, document(&pairs())).expect("docs/ can be written");
}

#[test]
fn errata_are_fresh() {
    let written = fs::read_to_string(DOCUMENT).expect("the document");
    assert!(written == document(&pairs()), "stale: run `cargo test --test compat errata -- --ignored`");
}

/// Both numbers were counted separately from this program, from the answers of the interpreters.
#[test]
fn as_many_errata_as_were_counted() {
    let pairs = pairs();
    assert_eq!(pairs.len(), 441);
    assert_eq!(pairs.iter().filter(|p| p.too_early()).count(), 34);
    assert_eq!(pairs.iter().filter(|p| p.too_late()).count(), 53);
    let transpose = pairs.iter().find(|p| p.op == "TRANSPOSE" && p.version == 7).expect("in the map");
    assert_eq!((transpose.map, transpose.tensorflow), ("2.14.4", Some("2.20.0")));
    let add = pairs.iter().find(|p| p.op == "ADD" && p.version == 4).expect("in the map");
    assert_eq!(add.lost, ["2.5.0"]);
}
