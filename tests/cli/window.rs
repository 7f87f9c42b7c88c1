//! `vintage window` and `vintage badge`: one answer as text, picture, table and JSON.

use crate::recorded;
use crate::support::{copy, fixture, folder, vintage};
use serde_json::Value;
use std::collections::BTreeSet;

const MODEL: &str = "tflite/ops/nested_if_while.tflite";
const SAVED: &str = "savedmodels/functions";
const KERAS: &str = "keras/cnn_keras3.keras";

fn answer(command: &str, files: &[&str], options: &[&str]) -> String {
    let paths: Vec<String> = files.iter().map(|file| fixture(file).display().to_string()).collect();
    let mut arguments = vec![command];
    arguments.extend(paths.iter().map(String::as_str));
    let said = vintage(&[&arguments[..], options].concat());
    assert_eq!(said.code, 0, "{command} {files:?} {options:?}: {}", said.complaint);
    said.text
}

fn json(files: &[&str], options: &[&str]) -> Value {
    serde_json::from_str(&answer("window", files, &[options, &["--json"]].concat())).expect("JSON")
}

/// Outcome letters of a channel by release.
fn letters(windows: &Value, file: usize, channel: &str) -> Vec<(String, char)> {
    let of = |list: &Value| list.as_array().expect("a list").iter().find(|one| one["channel"] == channel).cloned();
    let window = of(&windows["files"][file]["windows"]).expect("the window");
    let releases = of(&windows["channels"]).expect("the channel")["releases"].as_array().expect("releases").clone();
    let outcomes = window["outcomes"].as_str().expect("letters");
    assert_eq!(outcomes.len(), releases.len(), "a letter for each release");
    releases.iter().map(|one| one["release"].as_str().expect("a name").to_owned()).zip(outcomes.chars()).collect()
}

#[test]
fn outcomes_are_those_that_released_packages_had() {
    let windows = json(&[MODEL, SAVED, KERAS], &[]);
    let mut compared = 0;
    for (file, name, kind) in [(0, MODEL, "tflite"), (1, SAVED, "saved_model"), (2, KERAS, "keras")] {
        for package in ["tensorflow", "tflite-runtime", "ai-edge-litert", "keras"] {
            let observed = recorded::loads(name, kind, package);
            let letters = if observed.is_empty() { Vec::new() } else { letters(&windows, file, package) };
            for (release, loads) in observed {
                let found = letters.iter().find(|(known, _)| *known == release).expect("the release").1;
                assert_eq!("lw".contains(found), loads, "{name} in {package} {release}: {found}");
                compared += 1;
            }
        }
    }
    assert!(compared > 80, "only {compared}");
}

#[test]
fn runs_are_the_loading_releases() {
    let windows = json(&[SAVED], &[]);
    let letters = letters(&windows, 0, "tensorflow");
    let runs = windows["files"][0]["windows"][0]["runs"].as_array().expect("runs");
    let at = |run: &Value, end: &str| letters.iter().position(|(name, _)| *name == run[end]["release"]).expect("known");
    let inside: Vec<usize> = runs.iter().flat_map(|run| at(run, "first")..=at(run, "last")).collect();
    let loading: Vec<usize> = (0..letters.len()).filter(|at| "lw".contains(letters[*at].1)).collect();
    assert_eq!(inside, loading);
    assert!(!loading.is_empty() && loading.len() < letters.len());
}

#[test]
fn all_files_load_where_each_of_them_does() {
    let windows = json(&[MODEL, SAVED], &[]);
    let each = [letters(&windows, 0, "tensorflow"), letters(&windows, 1, "tensorflow")];
    let both = windows["together"][0]["outcomes"].as_str().expect("letters");
    for (index, together) in both.chars().enumerate() {
        let all_good = each.iter().all(|letters| "lw".contains(letters[index].1));
        assert_eq!("lw".contains(together), all_good, "{}", each[0][index].0);
    }
    assert_eq!(windows["together"].as_array().map(Vec::len), Some(1), "only the channel that both have");
}

/// The badge's answer about a release is what the release did.
#[test]
fn a_badge_answers_as_the_release_did() {
    let observed = recorded::loads(MODEL, "tflite", "tensorflow");
    let (loading, refusing): (Vec<_>, Vec<_>) = observed.into_iter().partition(|(_, loads)| *loads);
    assert!(!loading.is_empty() && !refusing.is_empty());
    for (release, loads) in [&loading[0], &loading[loading.len() - 1], &refusing[refusing.len() - 1]] {
        let target = format!("tensorflow@{release}");
        let svg = answer("badge", &[MODEL], &["--target", &target]);
        let (message, word) = if *loads { (">yes</text>", "loads") } else { (">no</text>", "refused") };
        assert!(svg.contains(message), "{release}: {svg}");
        let title = format!("nested_if_while.tflite in tensorflow {release}: {word}</title>");
        assert!(svg.contains(&title), "{release}: {svg}");
    }
}

#[test]
fn a_badge_shows_the_window_of_a_channel() {
    let windows = json(&[MODEL], &[]);
    for window in windows["files"][0]["windows"].as_array().expect("windows") {
        let channel = window["channel"].as_str().expect("an id");
        let first = window["runs"][0]["first"]["release"].as_str().expect("a release");
        let svg = answer("badge", &[MODEL], &["--channel", channel]);
        assert!(svg.contains(&format!(">{channel}</text>")), "{svg}");
        assert!(svg.contains(&format!(">{first} and later</text>")), "{svg}");
    }
    let said = vintage(&["badge", &fixture(MODEL).display().to_string(), "--channel", "nonsense"]);
    assert_eq!((said.code, said.text.as_str()), (64, ""));
    assert!(said.complaint.contains("tflite-runtime"), "the known ones: {}", said.complaint);
}

#[test]
fn a_badge_in_markdown_has_its_answer_as_alternative_text() {
    let line = answer("badge", &[MODEL], &["--target", "2.15", "--markdown", "--url", "https://example.org/b 1.svg"]);
    assert_eq!(line.trim(), "![loads in tensorflow 2.15.1: yes](https://example.org/b%201.svg)");
    let said = vintage(&["badge", "--markdown", &fixture(MODEL).display().to_string()]);
    assert_eq!(said.code, 64, "an image needs an address");
}

/// Start tags of a document with their attributes, in order; panics when elements are not closed in order.
fn elements(xml: &str) -> Vec<String> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or_else(|| panic!("not closed: {part}"));
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().expect("a name");
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{entity}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "{xml}");
        } else {
            assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
            found.push(tag.trim_end_matches('/').to_owned());
            if !tag.ends_with('/') {
                open.push(tag.split([' ', '\n']).next().expect("a name").to_owned());
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    found
}

fn attributes(elements: &[String], name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    elements.iter().filter_map(|tag| Some(tag.split_once(&start)?.1.split('"').next()?.to_owned())).collect()
}

#[test]
fn a_picture_has_no_scripts_and_needs_nothing_else() {
    for svg in [
        answer("window", &[MODEL, SAVED, KERAS], &["--svg", "--target", "2.9"]),
        answer("window", &[MODEL], &["--svg"]),
        answer("badge", &[MODEL], &[]),
    ] {
        let elements = elements(&svg);
        let allowed = ["svg", "title", "desc", "style", "rect", "path", "text"];
        for tag in &elements {
            let name = tag.split([' ', '\n']).next().expect("a name");
            assert!(allowed.contains(&name), "{tag}");
            assert!(!tag.contains(" on") && !tag.contains("href") && !tag.contains(" style="), "{tag}");
        }
        assert!(!svg.contains("url(") && !svg.contains("@import") && !svg.contains("@font-face"));
        assert_eq!(svg.matches("://").count(), 1, "only the name space: {svg}");
        assert!(svg.contains("role=\"img\"") && svg.contains("prefers-color-scheme:dark"));
        let labels = attributes(&elements, "aria-labelledby");
        assert_eq!(labels, attributes(&elements, "id")[..1], "the title is the label");
    }
}

/// Two pictures in one page have no id and no class in common.
#[test]
fn pictures_in_one_page_do_not_collide() {
    let names = |files: &[&str]| -> BTreeSet<String> {
        let elements = elements(&answer("window", files, &["--svg"]));
        let classes = attributes(&elements, "class");
        let ids = attributes(&elements, "id");
        assert!(classes.len() > 20 && ids.len() == 2);
        classes.into_iter().chain(ids).collect()
    };
    let (one, other) = (names(&[MODEL]), names(&[SAVED]));
    assert!(one.is_disjoint(&other), "{one:?}");
}

/// The description has every run of every file with its dates: the picture is complete without its drawing.
#[test]
fn the_description_is_the_answer_in_words() {
    let files = [MODEL, SAVED, KERAS];
    let svg = answer("window", &files, &["--svg", "--target", "2.15"]);
    let description = svg.split("<desc").nth(1).expect("one").split("</desc>").next().expect("its text").to_owned();
    let windows = json(&files, &["--target", "2.15"]);
    let mut runs = 0;
    for window in
        windows["files"].as_array().expect("files").iter().flat_map(|file| file["windows"].as_array().expect("a list"))
    {
        for run in window["runs"].as_array().expect("runs") {
            let end = |end: &str| {
                let one = &run[end];
                format!("{} ({})", one["release"].as_str().expect("a name"), one["date"].as_str().expect("a date"))
            };
            assert!(description.contains(&end("first")) && description.contains(&end("last")), "{run}: {description}");
            runs += 1;
        }
    }
    assert!(runs >= 6, "{runs}");
    let worst = windows["target"]["outcome"].as_str().expect("an outcome");
    assert!(description.contains(&format!("tensorflow 2.15.1, all files: {worst}.")), "{description}");
}

#[test]
fn names_of_files_are_text_in_every_form() {
    let name = "a|b <i>&\"c\".tflite";
    let here = folder("window-names");
    let path = here.join(name);
    copy(MODEL, &path);
    let path = path.display().to_string();
    let said = vintage(&["window", "--svg", &path]);
    assert_eq!(said.code, 0, "{}", said.complaint);
    elements(&said.text);
    assert!(said.text.contains("a|b &lt;i&gt;&amp;&quot;c&quot;.tflite</title>"), "{}", said.text);
    elements(&vintage(&["badge", &path]).text);
    let table = vintage(&["window", "--markdown", &path]).text;
    assert!(table.contains("| a\\|b \\<i\\>\\&\"c\".tflite | tensorflow |"), "{table}");
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(table.lines().all(|line| cells(line) == 5), "{table}");
    std::fs::remove_dir_all(&here).expect("can be removed");
}

#[test]
fn a_file_that_cannot_be_read_is_in_the_picture() {
    let broken = fixture("checkpoints/corrupt/index_wrong_magic").display().to_string();
    let model = fixture(MODEL).display().to_string();
    for form in ["--svg", "--json", "--markdown"] {
        let said = vintage(&["window", form, &model, &broken]);
        assert_eq!(said.code, 2, "{form}: {}", said.text);
        let word = if form == "--json" { "\"error\": {" } else { "unreadable" };
        assert!(said.text.contains(word), "{form}: {}", said.text);
    }
    let said = vintage(&["badge", &broken]);
    assert!(said.code == 2 && said.text.contains(">unreadable</text>"), "{} {}", said.code, said.text);
}

#[test]
fn one_form_at_a_time_and_real_targets_only() {
    let model = fixture(MODEL).display().to_string();
    assert_eq!(vintage(&["window", "--svg", "--json", &model]).code, 64);
    assert_eq!(vintage(&["window", "--svg", "--target", "tensorflow@9.9", &model]).code, 64);
    assert_eq!(vintage(&["badge", "--action", "restore", &model]).code, 64, "a model is not restored");
    let text = answer("window", &[MODEL], &["--target", "2.15"]);
    assert!(text.contains("tensorflow 2.15.1: loads") && text.contains("loads in (default-delegates"), "{text}");
}

/// A state file alone has no window, and no axis of years for one.
#[test]
fn a_picture_without_windows_has_no_axis() {
    let path = fixture("checkpoints/guide/tf_ckpts/checkpoint").display().to_string();
    let said = vintage(&["window", "--svg", &path]);
    elements(&said.text);
    assert!(said.text.contains(">no window</text>") && !said.text.contains("-year\""), "{}", said.text);
    let rows = json(&["checkpoints/guide/tf_ckpts"], &[]);
    let names: Vec<&str> =
        rows["files"].as_array().expect("files").iter().filter_map(|file| file["name"].as_str()).collect();
    assert!(names.len() > 1 && !names.contains(&"checkpoint"), "{names:?}");
}

#[test]
fn words_are_in_the_language_that_is_asked_for() {
    let svg = answer("window", &[MODEL], &["--svg", "--lang", "ar"]);
    elements(&svg);
    assert!(svg.contains("unicode-bidi=\"plaintext\"") && !svg.contains("releases</text>"), "{svg}");
    assert!(!answer("window", &[MODEL], &["--svg", "--lang", "en"]).contains("unicode-bidi"));
}
