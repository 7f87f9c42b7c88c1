//! Prints the changes of a run.

use std::collections::BTreeMap;
use std::path::Path;

use super::knowledge::Knowledge;
use super::notes::Notes;
use super::plan::{Mode, Plan};
use super::{drawn, forget};

/// Rows that are new and rows that are gone, as a list of differences.
pub fn changes(knowledge: &Knowledge, committed: &Knowledge) -> String {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (sign, rows) in [("-", committed.lines_beyond(knowledge)), ("+", knowledge.lines_beyond(committed))] {
        for (table, row) in rows {
            all.entry(table).or_default().push(format!("{sign}{row}\n"));
        }
    }
    all.into_iter().map(|(table, rows)| format!("{table}.csv\n{}\n", rows.concat())).collect()
}

/// Prints what changed and what is left.
pub fn print(plan: &Plan, knowledge: &Knowledge, committed: &Knowledge, notes: &Notes, list: &Path) {
    println!("{} as {} {}", plan.wheel.name(), plan.wheel.channel, plan.release);
    println!("\nWhat changed:");
    notes.changed.iter().for_each(|sentence| println!("- {sentence}"));
    let [gone, new] = [committed.lines_beyond(knowledge), knowledge.lines_beyond(committed)];
    let mut tables: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    gone.iter().for_each(|(table, _)| tables.entry(table).or_default()[0] += 1);
    new.iter().for_each(|(table, _)| tables.entry(table).or_default()[1] += 1);
    println!(
        "\n{}",
        match plan.mode {
            Mode::Write => "Rows written:",
            Mode::DryRun => "Rows that would be written:",
            Mode::Again =>
                "Rows that differ from the committed tables after the release was taken out and learned again:",
        }
    );
    if tables.is_empty() {
        println!("- none");
    }
    for (table, [gone, new]) in &tables {
        println!("- {table}.csv: {new} new, {gone} gone or changed");
    }
    if !tables.is_empty() {
        println!("  each row: {}", drawn::shown(list));
    }
    if plan.mode == Mode::Again {
        by_hand(committed, plan);
    }
    println!("\nLeft for a person:");
    if notes.open.is_empty() {
        println!("- nothing");
    }
    notes.open.iter().for_each(|sentence| println!("- {sentence}"));
}

/// Rows that name the release and that the command does not write.
fn by_hand(committed: &Knowledge, plan: &Plan) {
    let Some(release) = committed.release(&plan.wheel.channel, &plan.release) else { return };
    println!("\nRows that name {} and are written by hand (rules, messages, eras):", release.name);
    let rows = |name: &&str| committed.table(name).naming(&release.key, &[&release.channel, &release.line]);
    let by_hand = committed.names().filter(|name| !forget::LEARNED.contains(name));
    let found: Vec<_> = by_hand.map(|name| (name, rows(&name))).filter(|(_, rows)| *rows > 0).collect();
    if found.is_empty() {
        println!("- none");
    }
    found.iter().for_each(|(name, rows)| println!("- {name}.csv: {rows}"));
}
