//! `vintage inspect --sarif`: valid by the official schema, complete, and of the level that released packages confirm.

mod schema;

use crate::recorded;
use crate::support::{Answer, copy, fixture, folder, shell, vintage};
use serde_json::Value;
use std::path::Path;

const MODEL: &str = "tflite/ops/nested_if_while.tflite";

/// A fixture of each kind, some of which are damaged.
const FILES: [&str; 9] = [
    MODEL,
    "tflite/actions/batch_matmul_blockwise_int4.tflite",
    "tflite/actions/conv_2d_blockwise_int4.tflite",
    "savedmodels/functions",
    "keras/cnn_keras3.keras",
    "graphdefs/op_contrib.pb",
    "graphdefs/broken_truncated.pb",
    "checkpoints/guide/tf_ckpts/ckpt-10",
    "checkpoints/corrupt/index_wrong_magic",
];

fn run(file: &str, options: &[&str]) -> Answer {
    let path = fixture(file).display().to_string();
    vintage(&[&["inspect", "--sarif", &path], options].concat())
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().expect("results")
}

#[test]
fn logs_are_valid_by_the_official_schema() {
    let official = schema::official();
    let mut count = 0;
    for file in FILES {
        for options in [&[][..], &["--target", "tensorflow@2.4.0"], &["--docs", "https://example.org/vintage/"]] {
            let log = run(file, options).json();
            let broken = schema::violations(&log, &official);
            assert!(broken.is_empty(), "{file} {options:?}: {broken:#?}");
            assert_eq!(log["version"], "2.1.0");
            count += results(&log).len();
        }
    }
    assert!(count > 20, "only {count} results");
}

/// All small fixtures of a folder, damaged ones too.
#[test]
fn logs_of_all_graphs_and_models_are_valid() {
    let official = schema::official();
    let mut count = 0;
    for folder in ["graphdefs", "tflite/actions", "tflite/corrupt", "keras", "savedmodels"] {
        let entries =
            std::fs::read_dir(fixture(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
        let is_model = |path: &std::path::PathBuf| {
            let name = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            ["tflite", "pb", "pbtxt", "keras", "h5"].contains(&name.as_str())
                || (path.is_dir() && folder == "savedmodels")
        };
        for path in entries.filter(is_model) {
            let said = vintage(&["inspect", "--sarif", &path.display().to_string()]);
            let broken = schema::violations(&said.json(), &official);
            assert!(broken.is_empty(), "{}: {broken:#?}", path.display());
            count += 1;
        }
    }
    assert!(count > 100, "only {count}");
}

#[test]
fn every_result_has_a_rule_with_texts_and_a_file() {
    for file in FILES {
        let log = run(file, &["--docs", "https://example.org/vintage/"]).json();
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        for result in results(&log) {
            let rule = &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            for text in ["shortDescription", "fullDescription", "help"] {
                let text = rule[text]["text"].as_str().expect("a text");
                assert!(!text.is_empty() && text != rule["id"], "{rule}");
            }
            let message = result["message"]["text"].as_str().expect("a text");
            assert!(message.contains(' ') && !message.contains('<'), "{message}");
            let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
            let index = location["index"].as_u64().expect("an index") as usize;
            assert_eq!(run["artifacts"][index]["location"]["uri"], location["uri"], "{result}");
        }
    }
}

/// A rule's help leads to the section about it, which docs/findings has.
#[test]
fn help_leads_to_the_page_about_the_rule() {
    let mut checked = 0;
    for file in FILES {
        let log = run(file, &["--docs", "https://example.org/vintage/"]).json();
        for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules") {
            let Some(address) = rule["helpUri"].as_str() else { continue };
            let page = address.strip_prefix("https://example.org/vintage/").expect("below the address");
            let (page, id) = page.split_once(".html#").expect("a section");
            let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{page}.md"));
            let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
            assert!(text.contains(&format!("\n## {id}\n")), "{address}");
            checked += 1;
        }
        let without = run(file, &[]).json();
        assert!(!without.to_string().contains("helpUri"), "no address is made up");
    }
    assert!(checked > 5, "{checked}");
}

/// With a target: an error exactly where the released package refused the file.
#[test]
fn errors_are_where_a_release_refused() {
    let observed = recorded::loads(MODEL, "tflite", "tensorflow");
    let refusing = observed.iter().rfind(|(_, loads)| !loads).expect("one that refused");
    let loading = observed.iter().find(|(_, loads)| *loads).expect("one that loaded");
    for (release, loads) in [refusing, loading] {
        let log = run(MODEL, &["--target", &format!("tensorflow@{release}")]).json();
        let errors: Vec<&Value> = results(&log).iter().filter(|result| result["level"] == "error").collect();
        assert_eq!(errors.is_empty(), *loads, "{release}: {errors:?}");
        for error in errors {
            let text = error["message"]["text"].as_str().expect("a text");
            assert!(text.contains(&format!("tensorflow {release} refuses the file.")), "{text}");
        }
    }
}

#[test]
fn without_a_target_a_file_that_loads_nowhere_is_an_error() {
    let level = |file: &str| {
        let log = run(file, &[]).json();
        results(&log).iter().any(|result| result["level"] == "error")
    };
    assert!(level("tflite/actions/batch_matmul_blockwise_int4.tflite"), "its window is empty");
    assert!(!level(MODEL), "it loads in current releases");
}

/// Region and logical location are those of the report's evidence.
#[test]
fn locations_are_the_evidence() {
    let log = run(MODEL, &["--target", "tensorflow@1.12.0"]).json();
    let report = vintage(&["inspect", "--json", &fixture(MODEL).display().to_string()]).json();
    let needs = report["artifacts"][0]["requirements"].as_array().expect("requirements").clone();
    let mut compared = 0;
    for result in results(&log).iter().filter(|result| result["ruleId"] == "tflite-op-version") {
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let name = &result["locations"][0]["logicalLocations"][0]["name"];
        let evidence = needs.iter().map(|need| &need["evidence"][0]);
        let mut same = evidence.filter(|evidence| {
            let range = &evidence["at"]["range"];
            range[0] == region["byteOffset"] && evidence["name"] == *name
        });
        let found = same.next().unwrap_or_else(|| panic!("no evidence for {result}"));
        let length =
            found["at"]["range"][1].as_u64().expect("bytes") - found["at"]["range"][0].as_u64().expect("bytes");
        assert_eq!(region["byteLength"], length);
        compared += 1;
    }
    assert!(compared > 0, "{log}");
}

/// Text files have lines beside the bytes; both are the same place.
#[test]
fn results_of_text_files_have_lines() {
    let path = "graphdefs/graph_tf1_15_5.pbtxt";
    let text = std::fs::read_to_string(fixture(path)).expect("a text");
    let log = run(path, &[]).json();
    let regions: Vec<&Value> = results(&log)
        .iter()
        .map(|result| &result["locations"][0]["physicalLocation"]["region"])
        .filter(|region| region.is_object())
        .collect();
    assert!(!regions.is_empty(), "{log}");
    for region in regions {
        let number = |key: &str| region[key].as_u64().unwrap_or_else(|| panic!("{key} of {region}")) as usize;
        let (line, column, offset) = (number("startLine"), number("startColumn"), number("byteOffset"));
        let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        // The fixture is ASCII, so columns are bytes.
        assert_eq!(before + column - 1, offset, "{region}");
        assert!(number("endLine") > line, "a node has several lines: {region}");
    }
    let binary = run(MODEL, &[]).json();
    assert!(!binary.to_string().contains("startLine"), "{binary}");
}

#[test]
fn files_are_named_as_on_the_command_line() {
    let here = folder("sarif-names");
    for place in ["models/a b.tflite", "models/old/a b.tflite"] {
        let path = here.join(place);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        copy("tflite/actions/batch_matmul_blockwise_int4.tflite", &path);
    }
    let line = "\"$VINTAGE\" inspect --sarif 'models/a b.tflite' './models/old/a b.tflite'";
    let said = shell(&format!("cd '{}' && {line}", here.display()));
    let files = said.json()["runs"][0]["artifacts"].as_array().expect("files").clone();
    let uris: Vec<&str> = files.iter().filter_map(|file| file["location"]["uri"].as_str()).collect();
    assert_eq!(uris, ["models/a%20b.tflite", "models/old/a%20b.tflite"]);
    std::fs::remove_dir_all(&here).expect("can be removed");
}

#[test]
fn a_file_that_cannot_be_read_is_a_result_and_an_exit_code() {
    let said = run("checkpoints/corrupt/index_wrong_magic", &[]);
    assert_eq!(said.code, 2);
    assert!(results(&said.json()).iter().any(|result| result["level"] == "error"));
    let said = vintage(&["inspect", "--sarif", "no-such-file.tflite"]);
    assert_eq!(said.code, 2);
    assert_eq!(said.json()["runs"][0]["artifacts"][0]["location"]["uri"], "no-such-file.tflite");
    assert_eq!(vintage(&["inspect", "--target", "2.15", "x.tflite"]).code, 64, "a target is for --sarif");
}
