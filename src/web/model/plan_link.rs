//! A plan as text for the page's address, `change_register@2.22.0_switch@2.23.0`, and as a command line.

use crate::services::evolution::schema::{Plan, PlannedRelease, PlannedStep, Recipe};

/// Reads a plan; unknown parts are skipped, and without a recipe it begins with the first.
pub fn read(text: &str) -> Plan {
    let mut parts = text.split('_');
    let recipe = parts.next().filter(|recipe| !recipe.is_empty()).unwrap_or(Recipe::AddAttr.word());
    let mut plan = Plan { recipe: recipe.to_owned(), default: "same".to_owned(), ..Plan::default() };
    for part in parts {
        match part.split_once('@') {
            Some(("bad", release)) => plan.bad.push(release.to_owned()),
            Some(("without", release)) => plan.without.push(release.to_owned()),
            Some(("default", value)) => plan.default = value.to_owned(),
            Some(("plan", release)) => {
                if let Some((version, date)) = release.split_once('@') {
                    plan.releases.push(PlannedRelease { version: version.to_owned(), date: date.to_owned() });
                }
            }
            Some((step, release)) => {
                plan.steps.push(PlannedStep { step: step.to_owned(), release: release.to_owned() });
            }
            None if part == "keeps-defaults" => plan.keeps_defaults = true,
            None if part == "raises-min-consumer" => plan.raises_min_consumer = true,
            None => {}
        }
    }
    plan
}

/// The text of a plan.
pub fn write(plan: &Plan) -> String {
    let mut parts = vec![plan.recipe.clone()];
    parts.extend(plan.releases.iter().map(|release| format!("plan@{}@{}", release.version, release.date)));
    parts.extend(plan.without.iter().map(|release| format!("without@{release}")));
    parts.extend(plan.steps.iter().map(|step| format!("{}@{}", step.step, step.release)));
    parts.extend(plan.bad.iter().map(|release| format!("bad@{release}")));
    if !matches!(plan.default.as_str(), "" | "same") {
        parts.push(format!("default@{}", plan.default));
    }
    parts.extend(plan.keeps_defaults.then(|| "keeps-defaults".to_owned()));
    parts.extend(plan.raises_min_consumer.then(|| "raises-min-consumer".to_owned()));
    parts.join("_")
}

/// The command line with the same result.
pub fn command(plan: &Plan) -> String {
    let mut line = format!("vintage evolve {}", plan.recipe);
    for release in &plan.releases {
        line += &format!(" --release {}={}", release.version, release.date);
    }
    for release in &plan.without {
        line += &format!(" --without {release}");
    }
    for step in &plan.steps {
        line += &format!(" --step {}={}", step.step, step.release);
    }
    for release in plan.bad.iter().filter(|_| plan.recipe == Recipe::Ban.word()) {
        line += &format!(" --bad {release}");
    }
    if plan.recipe == Recipe::AddAttr.word() && !matches!(plan.default.as_str(), "" | "same") {
        line += &format!(" --default {}", plan.default);
    }
    if plan.keeps_defaults {
        line += " --keeps-defaults";
    }
    if plan.raises_min_consumer {
        line += " --raises-min-consumer";
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(version: &str, date: &str) -> PlannedRelease {
        PlannedRelease { version: version.to_owned(), date: date.to_owned() }
    }

    #[test]
    fn a_plan_is_read_as_it_was_written() {
        let step = PlannedStep { step: "switch".to_owned(), release: "2.23.0".to_owned() };
        let full = Plan {
            recipe: "ban".to_owned(),
            default: "other".to_owned(),
            releases: vec![release("2.24.0", "2027-03-01")],
            without: vec!["2.21.0".to_owned()],
            steps: vec![step],
            bad: vec!["2.20.0".to_owned()],
            keeps_defaults: true,
            raises_min_consumer: true,
        };
        let text = write(&full);
        assert_eq!(
            text,
            "ban_plan@2.24.0@2027-03-01_without@2.21.0_switch@2.23.0_bad@2.20.0_default@other_keeps-defaults_raises-min-consumer"
        );
        assert_eq!(read(&text), full);
        let empty = read("");
        assert_eq!((empty.recipe.as_str(), empty.default.as_str()), ("add-attr", "same"));
        assert_eq!(read(&write(&empty)), empty);
        assert_eq!(read("add-attr_plan@2.24.0_nonsense"), empty, "a release without a date, and an unknown word");
    }

    #[test]
    fn the_command_names_what_the_link_does() {
        let plan = read("ban_plan@2.24.0@2027-03-01_bad@2.20.0_switch@2.23.0");
        let line = command(&plan);
        assert_eq!(line, "vintage evolve ban --release 2.24.0=2027-03-01 --step switch=2.23.0 --bad 2.20.0");
    }
}
