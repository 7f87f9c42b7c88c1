//! The language of the output: chosen by option or environment, and only of what people read.

use crate::support::{answer, languages, program, vintage};

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
