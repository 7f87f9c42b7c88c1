//! Evolution: effects of a change to an op on graphs, for op maintainers.
//!
//! Owns: reading a plan and reporting its effects. The rules are in `compat::evolution`.

pub mod schema;

use crate::bytes::{Error, Result};
use crate::compat::evolution::{
    self, AttrDefault, Broken, Cell, Date, LONGEST, Load, Matrix, Recipe, Train, broken, matrix, says, state, version,
};
use crate::message::Message;
use crate::report::schema::SCHEMA;
use crate::report::tell;
use schema::{BrokenRule, EvolutionReport, GraphInfo, LoadInfo, LoadOutcome, Plan, PlannedStep, ReleaseInfo, StepInfo};

/// Effects of a plan; errors of the plan itself are in [`EvolutionReport::error`].
pub fn evolution(asked: &Plan) -> EvolutionReport {
    let base = EvolutionReport { schema: SCHEMA, recipes: Recipe::ALL.to_vec(), ..EvolutionReport::default() };
    match read(asked) {
        Ok(plan) => assessed(base, asked, &plan),
        Err(error) => EvolutionReport { error: Some(tell::error(&error)), plan: asked.clone(), ..base },
    }
}

fn bad(id: &'static str, text: &str) -> Error {
    Error::malformed(id).with("text", text)
}

fn read(asked: &Plan) -> Result<evolution::Plan> {
    let recipe = Recipe::from_word(&asked.recipe).ok_or_else(|| bad("evolution-no-recipe", &asked.recipe))?;
    let train = train(recipe, asked)?;
    let find = |text: &str| {
        let found = version(text).and_then(|version| train.find(version));
        found.ok_or_else(|| bad("evolution-no-release", text))
    };
    let bad_releases = asked.bad.iter().map(|text| find(text)).collect::<Result<Vec<usize>>>()?;
    let mut plan = evolution::Plan::kept(recipe, train.clone());
    if !asked.steps.is_empty() {
        plan.at.fill(None);
        for planned in &asked.steps {
            let place = recipe.steps().iter().position(|step| step.word() == planned.step);
            let place = place.ok_or_else(|| bad("evolution-no-step", &planned.step))?;
            plan.at[place] = Some(find(&planned.release)?);
        }
    }
    if recipe == Recipe::Ban && !asked.bad.is_empty() {
        plan.bad = bad_releases;
    }
    plan.default = match asked.default.as_str() {
        "" => AttrDefault::default(),
        word => AttrDefault::from_word(word).ok_or_else(|| bad("evolution-no-default", word))?,
    };
    plan.strips = !asked.keeps_defaults;
    plan.raises_min_consumer = asked.raises_min_consumer;
    plan.train.number_all(recipe, &plan.at);
    Ok(plan)
}

/// The usual train with the releases of the plan.
fn train(recipe: Recipe, asked: &Plan) -> Result<Train> {
    let mut train = Train::usual(recipe);
    for text in &asked.without {
        let dropped = version(text).is_some_and(|version| train.drop_planned(version));
        if !dropped {
            return Err(bad("evolution-no-release", text));
        }
    }
    for release in &asked.releases {
        let version = version(&release.version).ok_or_else(|| bad("evolution-no-version", &release.version))?;
        let date = Date::read(&release.date).ok_or_else(|| bad("evolution-no-date", &release.date))?;
        if !train.plan(version, date) {
            return Err(bad("evolution-release-refused", &release.version).with("limit", LONGEST));
        }
    }
    let dates = train.releases().windows(2).find(|pair| pair[0].date > pair[1].date);
    match dates {
        Some([first, second]) => {
            Err(bad("evolution-dates", &second.name()).with("before", first.name()).with("date", first.date))
        }
        _ => Ok(train),
    }
}

fn assessed(base: EvolutionReport, asked: &Plan, plan: &evolution::Plan) -> EvolutionReport {
    let releases = plan.train.releases();
    let name = |release: usize| releases[release].name();
    let steps = plan.recipe.steps().iter().zip(&plan.at).map(|(step, at)| StepInfo {
        step: *step,
        bumps: plan.recipe.bumps(*step),
        release: at.map(name),
    });
    let steps: Vec<StepInfo> = steps.collect();
    let done =
        |step: &StepInfo| Some(PlannedStep { step: step.step.word().to_owned(), release: step.release.clone()? });
    let taken = Plan {
        steps: steps.iter().filter_map(done).collect(),
        bad: plan.bad.iter().filter(|bad| **bad < releases.len()).map(|bad| name(*bad)).collect(),
        ..asked.clone()
    };
    let usual = Train::usual(plan.recipe);
    let release_infos = (0..releases.len()).map(|index| {
        let (release, state) = (&releases[index], state(plan, index));
        ReleaseInfo {
            version: release.name(),
            date: release.date.to_string(),
            planned: release.planned,
            usual: usual.find(release.version).is_some(),
            number: state.number,
            min_producer: state.min_producer,
            min_consumer: state.min_consumer,
            bad_consumers: state.bad_consumers,
        }
    });
    EvolutionReport {
        plan: taken,
        steps,
        releases: release_infos.collect(),
        graphs: graphs(plan, &matrix(plan)),
        broken: broken(plan).into_iter().map(rule).collect(),
        ..base
    }
}

fn graphs(plan: &evolution::Plan, matrix: &Matrix) -> Vec<GraphInfo> {
    let releases = plan.train.releases();
    let cell = |cell: &Cell| LoadInfo {
        consumer: releases[cell.consumer].name(),
        outcome: match cell.load {
            Load::Loads => LoadOutcome::Loads,
            Load::Ignores => LoadOutcome::Ignores,
            Load::Differs => LoadOutcome::Differs,
            Load::Unsafe => LoadOutcome::Unsafe,
            Load::Refused(_) => LoadOutcome::Refused,
        },
        rule: match cell.load {
            Load::Refused(by) => by.rule().to_owned(),
            _ => String::new(),
        },
        prints: says(plan, cell),
    };
    // Cells of one graph are adjacent.
    let rows = matrix.cells.chunk_by(|a, b| a.producer == b.producer && a.concerned == b.concerned);
    let row = |cells: &[Cell]| GraphInfo {
        producer: releases[cells[0].producer].name(),
        concerned: cells[0].concerned,
        loads: cells.iter().map(cell).collect(),
    };
    rows.map(row).collect()
}

fn rule(rule: Broken) -> BrokenRule {
    BrokenRule {
        message: Message { id: format!("evolution-rule-{}", rule.message.id).into(), ..rule.message },
        severity: rule.severity,
        step: rule.step,
    }
}
