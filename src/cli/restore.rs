//! `vintage restore`: simulates restoring a checkpoint into a program, without TensorFlow.

use super::inspect::{complain_about_unopened, not_opened, open};
use super::sole::{listed, sole};
use super::{Paths, Words, exit, output, print_json, print_line, table};
use crate::report::Opened;
use crate::report::schema::Kind;
use crate::services::restore::Program;
use crate::services::restore::schema::{Assertion, How, RestoreReport};
use std::path::PathBuf;

/// Rows of a list that the plain text shows; `--json` has them all.
const SHOWN: usize = 40;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    #[arg(long, value_name = "PATH", group = "program")]
    into: Option<PathBuf>,
    #[arg(long, value_name = "OBJECT", group = "program", num_args = 1..)]
    only: Vec<String>,
    #[arg(long, value_name = "FILE", group = "program")]
    names: Option<PathBuf>,
    #[arg(long, value_enum, default_value_t = Asserted::Existing)]
    assert: Asserted,
    #[arg(long)]
    json: bool,
}

/// The assertions of a restore.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Asserted {
    // Every variable of the program is restored.
    Existing,
    // And everything in the checkpoint is used.
    Consumed,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let mut opened = open(&arguments.paths, words);
    complain_about_unopened(&opened, words);
    let from = match sole(&opened, 0.., has_variables, &listed(&arguments.paths.paths), "cli-no-checkpoint", words) {
        Ok(from) => from,
        Err(code) => return code,
    };
    let unread = !not_opened(&opened).is_empty();
    let program = match program(arguments, &mut opened, words) {
        Ok(program) => program,
        Err(code) => return code,
    };
    let mut report = opened.restore(from, &program);
    if let Some(error) = &mut report.error {
        error.message = words.message("error-", &error.detail);
    }
    if arguments.json {
        print_json(&report);
    } else {
        print_line(&text(&report, words));
    }
    if report.error.is_some() || unread {
        return exit::UNREADABLE;
    }
    let holds = |assertion: &Option<Assertion>| assertion.as_ref().is_none_or(|assertion| assertion.holds);
    let asserted = match arguments.assert {
        Asserted::Existing => &report.existing,
        Asserted::Consumed => &report.consumed,
    };
    if report.fails.is_none() && holds(asserted) { exit::OK } else { exit::REFUSED }
}

/// The program to restore into, or the exit code after its error was printed.
fn program(arguments: &Arguments, opened: &mut Opened, words: &Words) -> Result<Program, u8> {
    let fail = |text: &str, code: u8| Err(output::fail_with("cli-restore-program", text, code));
    if let Some(path) = &arguments.into {
        let other = open(&Paths { paths: vec![path.clone()], limits: arguments.paths.limits.clone() }, words);
        let first = opened.append(other);
        let path = path.display().to_string();
        let artifact = sole(opened, first.., has_variables, &path, "cli-no-checkpoint", words)?;
        return Ok(Program::Artifact { artifact });
    }
    if let Some(file) = &arguments.names {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => return fail(&format!("{}: {error}", file.display()), exit::UNREADABLE),
        };
        let names = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        return Ok(Program::Names { names });
    }
    if arguments.only.is_empty() {
        return fail(&words.find("cli-restore-into-what", []).unwrap_or_default(), exit::USAGE);
    }
    Ok(Program::Paths { paths: arguments.only.clone() })
}

fn has_variables(kind: Kind) -> bool {
    matches!(kind, Kind::Checkpoint | Kind::SavedModel)
}

fn text(report: &RestoreReport, words: &Words) -> String {
    if let Some(error) = &report.error {
        return words.error(error);
    }
    let mut text = format!("{}\n", report.call);
    if let Some(fails) = &report.fails {
        text += &format!("  {}: {fails}\n", words.word("cli-restore-fails"));
    }
    for (name, assertion) in
        [("assert_existing_objects_matched", &report.existing), ("assert_consumed", &report.consumed)]
    {
        if let Some(assertion) = assertion {
            let holds = if assertion.holds { "cli-restore-holds" } else { "cli-restore-raises" };
            text += &format!("  {name}(): {}\n", words.word(holds));
            for line in assertion.prints.iter().flat_map(|prints| prints.lines()) {
                text += &format!("    {line}\n");
            }
        }
    }
    let sign = |slot: bool| if slot { words.word("cli-restore-slot") } else { String::new() };
    let restored = report.restored.iter().map(|m| {
        let into = if m.key == m.into { String::new() } else { format!("-> {}", m.into) };
        let how = if m.how == How::Restored { String::new() } else { words.word(&format!("restore-how-{}", m.how)) };
        vec![m.key.clone(), into, sign(m.slot_variable), how]
    });
    text += &section(words, "restore-restored", restored.collect());
    let misfits = report.misfits.iter().map(|m| {
        let (stored, wanted) = (&m.stored_shape, &m.wanted_shape);
        vec![m.key.clone(), format!("{} {stored:?}", m.stored_dtype), format!("-> {} {wanted:?}", m.wanted_dtype)]
    });
    text += &section(words, "restore-misfits", misfits.collect());
    let missing = report.missing.iter().map(|m| vec![m.key.clone(), sign(m.slot_variable)]);
    text += &section(words, "restore-missing", missing.collect());
    let delayed = report.delayed.iter().map(|d| {
        let on = if d.on.is_empty() { "(root)" } else { &d.on };
        let params = [("on", on), ("name", d.name.as_str())];
        vec![d.key.clone(), sign(d.slot_variable), words.find("restore-waits-for", params).unwrap_or_default()]
    });
    text += &section(words, "restore-delayed", delayed.collect());
    let left = report
        .left_over
        .iter()
        .map(|l| vec![l.key.clone(), sign(l.slot_variable), words.word(&format!("restore-why-{}", l.why))]);
    text += &section(words, "restore-left-over", left.collect());
    let renames = report.renames.iter().map(|r| {
        let doubt = r.doubt().map(|id| words.word(id)).unwrap_or_default();
        vec![r.missing.clone(), format!("= {}", r.found), doubt]
    });
    text += &section(words, "restore-renames", renames.collect());
    if !report.python.is_empty() {
        text += &format!("\n{}", report.python);
    }
    text.trim_end().to_owned()
}

/// A titled list with its count, cut to [`SHOWN`] rows; empty for an empty list.
fn section(words: &Words, title: &str, rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let shown = table::columns(&rows[..rows.len().min(SHOWN)], 4);
    let mut text = format!("  {} ({})\n{shown}", words.word(title), rows.len());
    if rows.len() > SHOWN {
        let count = (rows.len() - SHOWN).to_string();
        text += &format!("    {}\n", words.find("cli-more", [("count", count.as_str())]).unwrap_or_default());
    }
    text
}
