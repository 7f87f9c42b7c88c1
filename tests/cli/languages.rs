//! The language of the output: chosen by option or environment, and only of what people read.

use crate::support::{answer, folder, languages, program, vintage};
use vintage::cli::Words;
use vintage::report::schema::{Requirement, SubjectKind};

const MODEL: &str = "tests/fixtures/tflite/models/mobilenet_v2_035_224_int8.tflite";
const DAMAGED: &str = "tests/engine/attacks/while_forever.tflite";

/// The tags of all languages but English.
fn others() -> Vec<String> {
    languages().into_iter().filter(|tag| tag != "en").collect()
}

#[test]
fn output_for_programs_does_not_depend_on_the_environment() {
    for arguments in [["inspect", "--json", MODEL], ["inspect", "--json", DAMAGED], ["delegates", "--json", MODEL]] {
        let english = vintage(&arguments);
        for tag in others() {
            let other = answer(program().env("LC_ALL", format!("{tag}.UTF-8")).args(arguments));
            assert!(other.text == english.text, "{tag}: {arguments:?}");
            assert_eq!(other.code, english.code);
            let translated = vintage(&[&["--lang", &tag], &arguments[..]].concat());
            assert_eq!(
                translated.json()["artifacts"][0]["windows"],
                english.json()["artifacts"][0]["windows"],
                "{tag}"
            );
        }
    }
}

#[test]
fn option_and_environment_choose_the_language() {
    let english = vintage(&["inspect", MODEL]);
    for tag in others() {
        let by_option = vintage(&["--lang", &tag, "inspect", MODEL]);
        assert!(by_option.text != english.text, "{tag}");
        let by_environment = |name: &str, value: &str| {
            let mut program = program();
            program.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "en_US.UTF-8");
            answer(program.env(name, value).args(["inspect", MODEL])).text
        };
        let locale = format!("{tag}_{}.UTF-8", tag.to_uppercase());
        assert!(by_environment("LANG", &locale) == by_option.text, "{tag}");
        assert!(by_environment("LC_ALL", &locale) == by_option.text, "{tag}");
        assert!(by_environment("LC_ALL", "C") == english.text, "{tag}");
    }
    let unknown = vintage(&["--lang", "xx", "inspect", MODEL]);
    assert_eq!(unknown.code, 64, "{}", unknown.complaint);
    assert!(unknown.complaint.contains("en"), "the languages are listed: {}", unknown.complaint);
}

/// A copy of a model with other bytes in one position.
fn model_with(name: &str, at: usize, bytes: &[u8]) -> String {
    let mut model = std::fs::read(MODEL).unwrap();
    model[at..at + bytes.len()].copy_from_slice(bytes);
    let path = folder(name).join("model.tflite");
    std::fs::write(&path, model).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn terms_that_are_subjects_of_requirements_are_in_the_language() {
    let model = model_with("terms", 4, b"TFL2");
    assert_eq!(
        vintage(&["inspect", "--json", &model]).json()["artifacts"][0]["requirements"][0]["subject"],
        "file identifier"
    );
    let words = [
        ("en", "file identifier"),
        ("es", "identificador del archivo"),
        ("ar", "معرّف الملف"),
        ("tr", "dosya tanımlayıcısı"),
    ];
    assert_eq!(words.len(), languages().len());
    for (tag, word) in words {
        let text = vintage(&["--lang", tag, "inspect", &model]).text;
        assert!(text.contains(word), "{tag}: {text}");
        assert!(tag == "en" || !text.contains("file identifier"), "{tag}: {text}");
    }
}

#[test]
fn every_term_that_is_a_subject_has_a_word() {
    let of = |kind, subject: &str, version| Requirement {
        subject_kind: kind,
        subject: subject.to_owned(),
        version,
        ..Requirement::default()
    };
    let (header, tensor) = (SubjectKind::Header, SubjectKind::Tensor);
    let terms = [
        of(header, "endianness", None),
        of(header, "flatbuffer", None),
        of(header, "file identifier", None),
        of(header, "schema version", Some(4)),
        of(header, "index", None),
        of(tensor, "inputs", Some(7)),
        of(tensor, "outputs", Some(7)),
        of(tensor, "node inputs", Some(7)),
        of(tensor, "node outputs", Some(7)),
    ];
    for tag in languages() {
        let words = Words::of(&tag);
        for need in &terms {
            let id = need.subject_term().unwrap();
            let number = need.version.unwrap_or_default().to_string();
            let text = words.find(&id, [("version", number.as_str())]).unwrap_or_else(|| panic!("{tag}: {id}"));
            assert_eq!(text.contains(&number), need.version.is_some(), "{tag}: {text}");
        }
        // Names in the file have none.
        let name = of(header, "opcode_index", Some(3)).subject_term().unwrap();
        assert_eq!(words.find(&name, []), None);
        assert_eq!(of(tensor, "inputs", None).subject_term(), None);
    }
}
