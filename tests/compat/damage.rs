//! Models damaged in one part: what released packages did with them, and what we say (`tests/fixtures/tflite/damage`).

use std::fs;
use vintage::bytes::{Limits, MemorySource};
use vintage::compat::{Assessment, Outcome, Target, assess_tflite};
use vintage::formats::tflite;

const FOLDER: &str = "tests/fixtures/tflite/damage";

/// Changes whose answers we do not foresee, with the number of packages: what lies behind the file decides.
const OPEN: [(&str, usize); 5] = [
    // A code of zeros is that of ADD; no node uses it.
    ("unused_code_offset_near", 25),
    // 5 KB are read, and another mapping lies there.
    ("tensor_shape_signature_length_near", 25),
    // 1.15 does not read this field.
    ("tensor_shape_signature_length", 1),
    ("tensor_shape_signature_offset", 1),
    // The readers here do not distinguish an absent list of inputs from an empty one.
    ("signature_inputs_absent", 21),
];

fn table(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(format!("{FOLDER}/{name}")).expect("a table");
    let rows = text.lines().filter_map(|line| line.split_once('\t'));
    rows.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The model with a change: bytes that replace others, as `POSITION:HEX`.
fn changed(sound: &[u8], change: &str) -> Assessment {
    let mut bytes = sound.to_vec();
    for (at, hex) in change.split_whitespace().filter_map(|one| one.split_once(':')) {
        let at: usize = at.parse().expect("a position");
        let new: Vec<u8> =
            (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal")).collect();
        bytes.resize(bytes.len().max(at + new.len()), 0);
        bytes[at..at + new.len()].copy_from_slice(&new);
    }
    let source = MemorySource::shared("sound.tflite", bytes);
    let model = tflite::read(&source, &Limits::default()).expect("the root is readable");
    assess_tflite(&model, "sound.tflite", &Limits::default())
}

#[test]
fn verdicts_follow_the_runtimes_and_damage_is_a_finding() {
    let sound = fs::read(format!("{FOLDER}/sound.tflite")).expect("the model");
    let (changes, answers) = (table("changes.tsv"), table("answers.tsv"));
    let wheels: Vec<&str> = answers[0].1.split(' ').collect();
    assert!(changes.len() > 90 && wheels.len() > 25, "{} changes, {} packages", changes.len(), wheels.len());
    for (name, change) in &changes {
        let assessment = changed(&sound, change);
        let (_, letters) = answers.iter().find(|(of, _)| of == name).expect("an answer");
        let different: Vec<&str> = wheels
            .iter()
            .zip(letters.chars())
            .filter(|(wheel, letter)| {
                let (package, release) = wheel.split_once("==").expect("PACKAGE==RELEASE");
                let target = Target::named(package, release).expect("a release");
                (assessment.verdict(target).outcome <= Outcome::Warns) != (*letter == '+')
            })
            .map(|(wheel, _)| *wheel)
            .collect();
        let open = OPEN.iter().find(|(of, _)| of == name).map_or(0, |(_, count)| *count);
        assert_eq!(different.len(), open, "{name}: {different:?}");
        let found = assessment.findings.iter().any(|finding| finding.message.id == "tflite-damage-unread");
        let loads = letters.chars().all(|letter| letter == '+');
        let unread = name.contains("unused_buffer") || name.starts_with("description_") && !name.ends_with("absent");
        assert!(!unread || found || name == "description_terminator", "{name}: the damage is a finding");
        assert!(!found || !loads || name.ends_with("_text"), "{name}: nothing is damaged");
    }
}
