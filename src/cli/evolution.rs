//! `vintage evolve`: the effect of a change to an op on graphs.

use super::{Words, WrongValue, exit, output, print_json, print_line, table};
use crate::report::schema::Severity;
use crate::services::evolution::evolution;
use crate::services::evolution::schema::{EvolutionReport, Plan, PlannedRelease, PlannedStep, RELEASE_COLUMNS};

#[derive(clap::Args)]
pub(super) struct Arguments {
    recipe: String,
    #[arg(long = "step", value_name = "STEP=RELEASE", value_parser = pair)]
    steps: Vec<(String, String)>,
    #[arg(long = "release", value_name = "RELEASE=DATE", value_parser = pair)]
    releases: Vec<(String, String)>,
    #[arg(long = "without", value_name = "RELEASE")]
    without: Vec<String>,
    #[arg(long, default_value = "same")]
    default: String,
    #[arg(long)]
    keeps_defaults: bool,
    #[arg(long)]
    raises_min_consumer: bool,
    #[arg(long = "bad", value_name = "RELEASE")]
    bad: Vec<String>,
    #[arg(long)]
    json: bool,
}

fn pair(text: &str) -> Result<(String, String), WrongValue> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    parts.ok_or_else(|| WrongValue::new("cli-evolution-pair", &[]))
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let plan = Plan {
        recipe: arguments.recipe.clone(),
        releases: arguments
            .releases
            .iter()
            .map(|(version, date)| PlannedRelease { version: version.clone(), date: date.clone() })
            .collect(),
        without: arguments.without.clone(),
        steps: arguments
            .steps
            .iter()
            .map(|(step, release)| PlannedStep { step: step.clone(), release: release.clone() })
            .collect(),
        default: arguments.default.clone(),
        keeps_defaults: arguments.keeps_defaults,
        raises_min_consumer: arguments.raises_min_consumer,
        bad: arguments.bad.clone(),
    };
    let mut report = evolution(&plan);
    if let Some(error) = &mut report.error {
        error.message = words.message("error-", &error.detail);
        if arguments.json {
            print_json(&report);
        } else {
            output::complain(&words.error(error));
        }
        return exit::USAGE;
    }
    if arguments.json {
        print_json(&report);
    } else {
        print_line(&text(&report, words));
    }
    let fails = report.broken.iter().any(|rule| rule.severity == Severity::Error);
    if fails { exit::REFUSED } else { exit::OK }
}

fn text(report: &EvolutionReport, words: &Words) -> String {
    let mut text = format!("{}\n\n", words.word(&format!("evolution-recipe-{}", report.plan.recipe)));
    let steps = report.steps.iter().map(|step| {
        let at = step.release.clone().unwrap_or_else(|| words.word("evolution-not-done"));
        let bumps = if step.bumps { words.word("evolution-bumps") } else { String::new() };
        vec![at, words.word(&format!("evolution-step-{}", step.step)), bumps]
    });
    text += &table::columns(&steps.collect::<Vec<_>>(), 2);
    text += "\n";
    let mut rows = vec![RELEASE_COLUMNS.map(|id| words.word(id)).to_vec()];
    rows.extend(report.releases.iter().map(|release| {
        vec![
            release.version.clone(),
            release.date.clone(),
            release.number.to_string(),
            release.min_producer.to_string(),
            release.min_consumer.to_string(),
            release.bad_consumers.iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
        ]
    }));
    text += &table::columns(&rows, 2);
    for concerned in [true, false] {
        if report.graphs.iter().all(|graph| graph.concerned != concerned) {
            continue;
        }
        text += &format!(
            "\n{}\n",
            words.word(if concerned { "evolution-graphs-concerned" } else { "evolution-graphs-other" })
        );
        let mut rows = vec![
            std::iter::once(words.word("evolution-written-by"))
                .chain(report.releases.iter().map(|release| release.version.clone()))
                .collect::<Vec<String>>(),
        ];
        rows.extend(report.graphs.iter().filter(|graph| graph.concerned == concerned).map(|graph| {
            let cells = graph.loads.iter().map(|load| words.word(&format!("evolution-outcome-{}", load.outcome)));
            std::iter::once(graph.producer.clone()).chain(cells).collect()
        }));
        text += &table::columns(&rows, 2);
    }
    if report.broken.is_empty() {
        text += &format!("\n{}\n", words.word("evolution-all-kept"));
    }
    for rule in &report.broken {
        text += &format!(
            "\n{}: {}\n",
            words.word(&format!("evolution-severity-{}", rule.severity.word())),
            words.message("", &rule.message)
        );
        let advice = format!("{}-advice", rule.message.id);
        if let Some(advice) = words.find(&advice, rule.message.params.iter()) {
            text += &format!("  {advice}\n");
        }
    }
    text.trim_end().to_owned()
}
