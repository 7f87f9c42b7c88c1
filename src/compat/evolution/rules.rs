//! Violations of a plan: the promises of the version guide, and the order that its recipes require.

use super::{AttrDefault, Date, Load, Matrix, Plan, Recipe, RefusedBy, Step, matrix};
use crate::compat::Severity;
use crate::message::{Message, Values};

/// A rule that a plan breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Stable id, such as `not-major`, and values for its text.
    pub message: Message,
    /// Severity.
    pub severity: Severity,
    /// The step that breaks it, where it is one.
    pub step: Option<Step>,
}

/// Months between raising the upper bound of accepted GraphDef numbers and raising the lower bound to the same number.
const MONTHS: u32 = 6;

/// Days before a Python function may write a new op: the window of `tf.compat.forward_compatible`, 21 steps of a number
/// that went up daily.
const WINDOW: u32 = 21;

/// Every rule that a plan breaks, the worst first.
pub fn broken(plan: &Plan) -> Vec<Broken> {
    let mut out = Vec::new();
    for (place, step) in plan.recipe.steps().iter().enumerate() {
        if let Some(release) = plan.at.get(place).copied().flatten() {
            of_step(plan, place, *step, release, &mut out);
        }
    }
    of_recipe(plan, &mut out);
    of_matrix(plan, &matrix(plan), &mut out);
    // Stable: rules of one severity stay in the order of the steps.
    crate::order::sort_by_key(&mut out, |rule| std::cmp::Reverse(rule.severity));
    out
}

fn rule(id: &'static str, severity: Severity, step: Option<Step>, values: Values) -> Broken {
    Broken { message: Message { id: id.into(), params: values }, severity, step }
}

fn of_step(plan: &Plan, place: usize, step: Step, release: usize, out: &mut Vec<Broken>) {
    let releases = plan.train.releases();
    let name = releases[release].name();
    if !releases[release].planned {
        let values = Values::from(vec![("release", name.clone())]);
        out.push(rule("in-the-past", Severity::Error, Some(step), values));
    }
    if let Some(before) = place.checked_sub(1) {
        let first = plan.recipe.steps()[before];
        match plan.at[before] {
            None => {
                out.push(rule("without", Severity::Error, Some(step), vec![("before", first.word().to_owned())].into()))
            }
            Some(at) if at > release => {
                let values = Values::from(vec![("before", first.word().to_owned()), ("release", name.clone())]);
                out.push(rule("before-its-time", Severity::Error, Some(step), values));
            }
            Some(_) => {}
        }
    }
    if releases[release].version[2] > 0 {
        out.push(rule("in-a-patch", Severity::Error, Some(step), vec![("release", name.clone())].into()));
    }
    if step.takes_away() && !plan.train.begins_major(release) {
        out.push(rule("not-major", Severity::Error, Some(step), vec![("release", name.clone())].into()));
    }
    if step == Step::Remove
        && let Some(raised) = plan.of(Step::Deprecate)
    {
        let earliest = releases[raised].date.plus_months(MONTHS);
        if releases[release].date < earliest {
            let values = Values::from(vec![("release", name.clone()), ("earliest", earliest.to_string())]);
            out.push(rule("six-months", Severity::Error, Some(step), values));
        }
    }
    if step.takes_away() {
        one_major_between(plan, step, release, out);
    }
    if matches!(step, Step::Switch | Step::SwitchBack) {
        head_start(plan, step, release, out);
    }
}

/// Graphs written in one major without deprecated parts load in the next, so deprecated parts are removed a full major
/// later.
fn one_major_between(plan: &Plan, step: Step, release: usize, out: &mut Vec<Broken>) {
    let releases = plan.train.releases();
    let major = |index: usize| releases[index].version[0];
    let last_free = match step {
        Step::Remove => plan.of(Step::Deprecate),
        _ => plan.of(Step::SwitchBack),
    };
    let Some(until) = last_free.filter(|until| *until > 0) else { return };
    // The last release whose graphs may contain it without a warning.
    let written = until - 1;
    if major(release) == major(written) + 1 {
        let values = Values::from(vec![
            ("release", releases[release].name()),
            ("written", releases[written].name()),
            ("major", (major(written) + 2).to_string()),
        ]);
        out.push(rule("next-major", Severity::Warning, Some(step), values));
    }
}

/// Consumers need a head start before producers write a new op.
fn head_start(plan: &Plan, step: Step, release: usize, out: &mut Vec<Broken>) {
    let releases = plan.train.releases();
    let added = match step {
        Step::SwitchBack => plan.of(Step::Reuse),
        _ => plan.of(Step::Register),
    };
    let Some(added) = added.filter(|added| *added <= release) else { return };
    let earliest: Date = releases[added].date.plus_days(WINDOW);
    if releases[release].date < earliest {
        let values = Values::from(vec![("release", releases[release].name()), ("earliest", earliest.to_string())]);
        out.push(rule("no-head-start", Severity::Warning, Some(step), values));
    }
}

fn of_recipe(plan: &Plan, out: &mut Vec<Broken>) {
    let releases = plan.train.releases();
    match plan.recipe {
        Recipe::AddAttr => {
            let step = plan.of(Step::Register).map(|_| Step::Register);
            match plan.default {
                AttrDefault::Same => {}
                AttrDefault::Other => out.push(rule("default-differs", Severity::Error, step, Values::default())),
                AttrDefault::None => out.push(rule("no-default", Severity::Error, step, Values::default())),
            }
            if !plan.strips {
                out.push(rule("not-stripped", Severity::Warning, step, Values::default()));
            }
        }
        Recipe::AddOpAndSwitch if plan.raises_min_consumer => {
            let step = plan.of(Step::Switch).map(|_| Step::Switch);
            out.push(rule("min-consumer-raised", Severity::Error, step, Values::default()));
        }
        Recipe::Ban => {
            if plan.bad.is_empty() {
                out.push(rule("nothing-bad", Severity::Error, Some(Step::Ban), Values::default()));
            }
            for &bad in plan.bad.iter().filter(|bad| **bad < releases.len()) {
                let same = |(index, release): &(usize, &super::TrainRelease)| {
                    !plan.bad.contains(index) && release.number == releases[bad].number
                };
                if let Some((_, other)) = releases.iter().enumerate().find(same) {
                    let values = Values::from(vec![
                        ("release", releases[bad].name()),
                        ("other", other.name()),
                        ("number", other.number.to_string()),
                    ]);
                    out.push(rule("bans-others", Severity::Error, Some(Step::Ban), values));
                }
                if plan.of(Step::Ban).is_some_and(|at| at <= bad) {
                    let values = Values::from(vec![("release", releases[bad].name())]);
                    out.push(rule("bans-itself", Severity::Error, Some(Step::Ban), values));
                }
            }
        }
        _ => {}
    }
}

/// Violations that the matrix shows: graphs that silently change, and promises between releases.
fn of_matrix(plan: &Plan, matrix: &Matrix, out: &mut Vec<Broken>) {
    let releases = plan.train.releases();
    let names = |producer: usize, consumer: usize, count: usize| {
        Values::from(vec![
            ("producer", releases[producer].name()),
            ("consumer", releases[consumer].name()),
            ("count", count.to_string()),
        ])
    };
    let mut rule = |id, severity, of: &dyn Fn(&super::Cell) -> bool| {
        let mut found = matrix.cells.iter().filter(|cell| of(cell));
        if let Some(first) = found.next() {
            out.push(rule(id, severity, None, names(first.producer, first.consumer, 1 + found.count())));
        }
    };
    rule("differs", Severity::Error, &|cell| cell.load == Load::Differs && cell.producer <= cell.consumer);
    rule("differs-forward", Severity::Warning, &|cell| cell.load == Load::Differs && cell.producer > cell.consumer);
    rule("backward", Severity::Error, &|cell| {
        let (from, to) = (releases[cell.producer].version, releases[cell.consumer].version);
        // The purpose of a ban is to refuse.
        cell.producer <= cell.consumer
            && from[0] == to[0]
            && matches!(cell.load, Load::Refused(by) if by != RefusedBy::BadConsumer)
    });
    rule("forward", Severity::Note, &|cell| {
        cell.producer > cell.consumer && cell.concerned && matches!(cell.load, Load::Refused(_))
    });
    rule("unsafe", Severity::Note, &|cell| cell.load == Load::Unsafe);
    if plan.recipe == Recipe::AddOpAndSwitch || plan.recipe == Recipe::AddAttr {
        rule("ignored", Severity::Note, &|cell| cell.load == Load::Ignores);
    }
}
