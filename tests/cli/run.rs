//! `vintage run`: limits, aborted runs, names, digits, archives, strings.

use crate::support::{Answer, fixture, folder, program, vintage};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use vintage::formats::npy;

/// A model whose run must end with an error; `tests/engine/attacks/generate.py` writes them.
fn attack(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/attacks");
    folder.join(format!("{name}.tflite")).display().to_string()
}

/// Standard error of a run, and its exit code.
fn complaint(arguments: &[&str]) -> (i32, String) {
    let output = program().args(arguments).output().unwrap();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn id(answer: &Answer) -> String {
    answer.json()["message"]["id"].as_str().unwrap_or_default().to_owned()
}

/// Runs with an address space of 1.5 GB: an allocation that was not refused before ends the process.
#[cfg(unix)]
fn confined(arguments: &[&str]) -> Answer {
    let script = r#"ulimit -v 1500000; exec "$0" "$@""#;
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_vintage")])
        .args(arguments)
        .env("LC_ALL", "C")
        .output();
    let output = output.unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some_and(|code| code < 128), "{arguments:?}: {} {complaint}", output.status);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Answer { code: output.status.code().unwrap(), text, complaint }
}

#[cfg(unix)]
#[test]
fn a_run_that_asks_for_too_much_memory_is_refused_before_it_takes_it() {
    let cases = [
        ("fill_strings", "run-outputs-too-large"),
        ("gather_strings", "run-outputs-too-large"),
        ("tile_strings", "run-outputs-too-large"),
        ("empty_strings", "engine-constants-too-large"),
        ("many_outputs", "run-outputs-too-large"),
        ("many_constants", "engine-arena-too-large"),
        ("many_variables", "engine-arena-too-large"),
        ("unique_bytes", "engine-scratch-too-large"),
        ("while_grows", "engine-arena-too-large"),
        ("tile_overflows", "engine-shape-overflow"),
    ];
    for (name, wanted) in cases {
        let answer = confined(&["run", "--json", &attack(name), "--limit", "working_bytes=100000000"]);
        assert_eq!((answer.code, id(&answer).as_str()), (2, wanted), "{name}: {}", answer.text);
        assert!(!answer.text.contains(&u64::MAX.to_string()), "{name}: {}", answer.text);
    }
}

#[cfg(unix)]
#[test]
fn the_largest_of_many_bytes_is_found_in_little_memory() {
    let answer = confined(&["run", "--json", &attack("topk_bytes"), "--limit", "working_bytes=100000000"]);
    assert_eq!(answer.code, 0, "{}", answer.text);
}

#[test]
fn a_refusal_for_memory_names_the_option_that_raises_the_limit() {
    let model = attack("name_with_equals");
    assert_eq!(vintage(&["run", &model]).code, 0);
    let (code, said) = complaint(&["run", &model, "--limit", "working_bytes=7"]);
    assert_eq!(code, 2);
    assert!(said.contains("the limit is 7 bytes") && said.contains("--limit working_bytes=BYTES"), "{said}");
    assert!(!said.contains("The CLI can"), "{said}");
}

#[test]
fn a_loop_without_end_is_ended_by_a_time_limit_or_a_limit_of_rounds() {
    let model = attack("while_forever");
    for (option, value, wanted) in [("--timeout", "0.2", "run-timeout"), ("--max-rounds", "10", "run-too-many-rounds")]
    {
        let answer = vintage(&["run", "--json", &model, option, value]);
        assert_eq!((answer.code, id(&answer).as_str()), (1, wanted), "{}", answer.text);
        let (_, said) = complaint(&["run", &model, option, value]);
        assert!(said.contains(value) && said.contains(option), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_with_a_sentence() {
    let mut command = program();
    let child =
        command.args(["run", &attack("while_forever"), "--timeout", "60"]).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let sent = Instant::now();
    // Every shell has `kill`; the program of that name comes with a package that a bare machine lacks.
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(30));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("The run was interrupted."), "{said}");
}

#[test]
fn an_input_whose_name_holds_an_equals_sign_is_given_by_its_name() {
    let folder = folder("run-equals");
    let file = folder.join("in=put.csv").display().to_string();
    std::fs::write(&file, "-3,4").unwrap();
    let answer = vintage(&["run", "--json", &attack("name_with_equals"), "--input", &format!("a=b={file}")]);
    assert_eq!(answer.code, 0, "{}", answer.text);
    assert_eq!(answer.json()["outputs"][0]["first"], serde_json::json!([3.0, 4.0]));
    let (code, said) = complaint(&["run", &attack("name_with_equals"), "--input", &format!("c={file}")]);
    assert!(code == 64 && said.contains("a=b"), "{said}");
}

#[test]
fn integers_of_64_bits_keep_every_digit_in_text_and_json() {
    let text = vintage(&["run", &attack("int64")]).text;
    let json = vintage(&["run", "--json", &attack("int64")]).text;
    for digits in ["9007199254740993", "9223372036854775807", "-9223372036854775808"] {
        assert!(text.contains(digits), "{digits}: {text}");
        assert!(json.contains(digits), "{digits}: {json}");
    }
    assert!(!text.contains("9007199254740992") && !json.contains("9007199254740992"), "{json}");
}

#[test]
fn values_that_are_not_finite_are_shown_and_counted() {
    let folder = folder("run-nan");
    let file = folder.join("x.npy").display().to_string();
    let bytes: Vec<u8> = [f32::NAN, f32::NEG_INFINITY].iter().flat_map(|value| value.to_le_bytes()).collect();
    std::fs::write(&file, npy::write("float32", &[2], &bytes).unwrap()).unwrap();
    let answer = vintage(&["run", &attack("name_with_equals"), "--input", &format!("0={file}")]);
    assert!(answer.text.contains("[0] NaN  [1] inf"), "{}", answer.text);
    assert!(answer.text.contains("y: 2 of 2 values are not finite (1 NaN, 1 infinite)"), "{}", answer.text);
}

#[test]
fn sizes_that_make_no_sense_are_a_failed_run_that_says_what_is_wrong() {
    let cases = [
        ("range_to_infinity", "engine-range-endless"),
        ("range_without_step", "engine-range-step"),
        ("range_away", "engine-range-direction"),
        ("tile_negative", "engine-negative-size"),
        ("transpose_conv_misfit", "engine-shapes"),
    ];
    for (name, wanted) in cases {
        let answer = vintage(&["run", "--json", &attack(name)]);
        assert_eq!((answer.code, id(&answer).as_str()), (1, wanted), "{name}: {}", answer.text);
    }
    // The same shape from an input.
    let folder = folder("run-shape");
    let file = folder.join("s.csv").display().to_string();
    std::fs::write(&file, "1,5,5,7").unwrap();
    let model = attack("transpose_conv_shape_given");
    let answer = vintage(&["run", "--json", &model, "--input", &format!("s={file}")]);
    assert_eq!((answer.code, id(&answer).as_str()), (1, "engine-shapes"), "{}", answer.text);
    let (_, said) = complaint(&["run", &attack("range_without_step")]);
    assert!(said.contains("from 0 to 5") && said.contains("step of 0"), "{said}");
}

#[test]
fn deep_ifs_run_and_deeper_ones_are_this_engines_limit() {
    assert_eq!(vintage(&["run", &attack("if_60_deep")]).code, 0);
    let (code, said) = complaint(&["run", &attack("if_100_deep")]);
    assert!(code == 2 && said.contains("99 deep") && said.contains("a limit of Vintage"), "{said}");
    let (code, said) = complaint(&["run", &attack("if_in_a_ring")]);
    assert!(code == 2 && said.contains("in a cycle"), "{said}");
}

#[test]
fn a_file_of_values_that_cannot_be_read_is_named() {
    let folder = folder("run-damaged");
    let whole = npy::write("float32", &[2], &[0; 8]).unwrap();
    for (name, bytes) in
        [("magic.npy", &b"abc"[..]), ("short.npy", &whole[..whole.len() - 4]), ("what.bin", &[0xff; 9])]
    {
        let file = folder.join(name).display().to_string();
        std::fs::write(&file, bytes).unwrap();
        let input = format!("0={file}");
        let (code, said) = complaint(&["run", &attack("name_with_equals"), "--input", &input]);
        assert!(code != 0 && said.contains(name), "{name}: {said}");
        let answer = vintage(&["run", "--json", &attack("name_with_equals"), "--input", &input]);
        assert_eq!(answer.json()["file"], file.as_str());
    }
}

/// A tar of files: names and bytes.
fn tar(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        let mut header = [0u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..108].copy_from_slice(b"0000644\0");
        header[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
        header[156] = b'0';
        header[257..265].copy_from_slice(b"ustar\x0000");
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        all.extend(header);
        all.extend(bytes);
        all.resize(all.len().next_multiple_of(512), 0);
    }
    all.resize(all.len() + 1024, 0);
    all
}

#[test]
fn a_model_in_an_archive_or_a_folder_runs_with_its_weights() {
    let external = fixture("tflite/external");
    let read = |name: &str| std::fs::read(external.join(name)).unwrap();
    let members: Vec<(String, Vec<u8>)> =
        ["model.tflite", "weights.bin", "more/bias.bin"].map(|name| (format!("pack/{name}"), read(name))).into();
    let listed = |extra: &[(&str, Vec<u8>)]| {
        let own = members.iter().map(|(name, bytes)| (name.as_str(), bytes.clone()));
        tar(&own.chain(extra.iter().cloned()).collect::<Vec<_>>())
    };
    let folder = folder("run-packed");
    let [one, two, none] = ["one.tar", "two.tar", "none.tar"].map(|name| folder.join(name).display().to_string());
    let other = std::fs::read(attack("name_with_equals")).unwrap();
    std::fs::write(&one, listed(&[])).unwrap();
    std::fs::write(&two, listed(&[("other.tflite", other)])).unwrap();
    std::fs::write(&none, tar(&[("readme.txt", b"nothing".to_vec())])).unwrap();
    let values = |arguments: &[&str]| {
        let answer = vintage(&[&["run", "--json"], arguments].concat());
        assert_eq!(answer.code, 0, "{}", answer.text);
        answer.json()["outputs"].clone()
    };
    let wanted = values(&[&external.join("model.tflite").display().to_string()]);
    assert_eq!(values(&[&one]), wanted);
    assert_eq!(values(&[&two, "--member", "pack/model.tflite"]), wanted);
    let several = vintage(&["run", "--json", &two]);
    assert_eq!((several.code, id(&several).as_str()), (64, "run-several-models"));
    let known = several.json()["message"]["params"]["known"].as_str().unwrap().to_owned();
    assert!(known.contains("pack/model.tflite") && known.contains("other.tflite"), "{known}");
    let missing = vintage(&["run", "--json", &two, "--member", "nobody.tflite"]);
    assert_eq!((missing.code, id(&missing).as_str()), (64, "run-no-such-member"));
    let empty = vintage(&["run", "--json", &none]);
    assert_eq!((empty.code, id(&empty).as_str()), (2, "run-no-model-inside"));
}

#[test]
fn outputs_of_strings_are_shown_and_written_and_can_be_given_again() {
    let folder = folder("run-strings");
    let (input, output) = (folder.join("in.json"), folder.join("out"));
    std::fs::write(&input, r#"[["one", "say \"two\""], ["", "vier µ"]]"#).unwrap();
    let output_path = output.display().to_string();
    let run = |input: &Path| {
        let input = format!("s={}", input.display());
        vintage(&["run", &attack("strings"), "--input", &input, "--output", &output_path])
    };
    let answer = run(&input);
    assert_eq!(answer.code, 0, "{}", answer.text);
    assert!(answer.text.contains(r#"[0] "one"  [1] "say \"two\"""#), "{}", answer.text);
    let written = std::fs::read_to_string(output.join("0.json")).unwrap();
    let wanted = serde_json::json!([["one", "say \"two\""], ["", "vier µ"]]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), wanted);
    assert_eq!(run(&output.join("0.json")).text.lines().nth(1), answer.text.lines().nth(1));
}

#[test]
fn the_time_of_a_first_run_is_marked() {
    let cold = vintage(&["run", &attack("name_with_equals")]).text;
    assert!(cold.contains("first run"), "{cold}");
    let warm = vintage(&["run", &attack("name_with_equals"), "--warmup", "1"]).text;
    assert!(!warm.contains("first run"), "{warm}");
}
