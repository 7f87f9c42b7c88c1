//! The plan: recipe, steps, releases.

use super::change::changed;
use crate::services::evolution::schema::{
    EvolutionReport, Plan, PlannedRelease, PlannedStep, Recipe, ReleaseInfo, StepInfo,
};
use crate::web::app::words::{t, tr};
use crate::web::dom::{Node, html};
use leptos::prelude::*;
use std::sync::Arc;

/// Meanings of a missing attr.
const DEFAULTS: [&str; 3] = ["same", "other", "none"];

/// The form.
pub fn form(report: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    html! {
        <div class="evolution-plan">
            {recipes(report, plan)}
            {steps(report, plan)}
            {options(report, plan)}
            {train(report, plan)}
        </div>
    }
}

fn recipes(report: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let now = report.plan.recipe.clone();
    let choice = |recipe: &Recipe| {
        let (report, chosen) = (report.clone(), *recipe);
        let choose = move |_| {
            changed(&report, plan, |plan| {
                // Steps and releases of another recipe have no meaning here.
                *plan = Plan { recipe: chosen.word().to_owned(), default: "same".to_owned(), ..Plan::default() };
            });
        };
        html! {
            <label>
                <input type="radio" name="evolution-recipe" checked=recipe.word() == now on:change=choose/>
                <span>{t(&format!("evolution-recipe-{}", recipe.word()))}</span>
            </label>
        }
    };
    // Chromium keeps the radio buttons of a shadow root, unless a form has them.
    html! {
        <form>
            <fieldset class="evolution-recipes">
                <legend>{t("evolution-recipe")}</legend>
                {report.recipes.iter().map(choice).collect::<Node>()}
            </fieldset>
        </form>
        <p class="soft">{t(&format!("evolution-recipe-{now}-long"))}</p>
    }
}

fn steps(report: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let usual = {
        let report = report.clone();
        move |_| changed(&report, plan, |plan| plan.steps.clear())
    };
    html! {
        <h2>{t("evolution-when")}</h2>
        <ol class="evolution-steps">{report.steps.iter().map(|info| step(report, info, plan)).collect::<Node>()}</ol>
        <button on:click=usual>{t("evolution-usual")}</button>
    }
}

fn step(report: &Arc<EvolutionReport>, info: &StepInfo, plan: RwSignal<Plan>) -> Node {
    let id = format!("evolution-step-{}", info.step);
    let choose = {
        let (report, step) = (report.clone(), info.step.word());
        move |event| {
            let release = event_target_value(&event);
            changed(&report, plan, |plan| {
                plan.steps.retain(|planned| planned.step != step);
                if !release.is_empty() {
                    plan.steps.push(PlannedStep { step: step.to_owned(), release });
                }
            });
        }
    };
    let broken = report.broken.iter().find(|rule| rule.step == Some(info.step));
    let sign = broken.map(|rule| super::outcome::severity(rule.severity));
    let option = |release: &ReleaseInfo| {
        let name = release.version.clone();
        html! {
            <option value=name.clone() selected=info.release.as_ref() == Some(&name)>
                {format!("{name} · {}", release.date)}
            </option>
        }
    };
    html! {
        <li>
            <label for=id.clone()>{sign}{t(&id)}</label>
            <select id=id.clone() on:change=choose>
                <option value="" selected=info.release.is_none()>{t("evolution-not-done")}</option>
                {report.releases.iter().filter(|release| release.planned).map(option).collect::<Node>()}
            </select>
            {info.bumps.then(|| html! { <span class="soft">{t("evolution-bumps")}</span> })}
        </li>
    }
}

fn options(report: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Option<Node> {
    let tick = |id: &'static str, on: bool, set: fn(&mut Plan, bool)| {
        let report = report.clone();
        let change = move |event| changed(&report, plan, |plan| set(plan, event_target_checked(&event)));
        html! { <label class="evolution-tick"><input type="checkbox" checked=on on:change=change/>" "{t(id)}</label> }
    };
    match Recipe::from_word(&report.plan.recipe)? {
        Recipe::AddAttr => {
            let again = report.clone();
            let choose = move |event| {
                let value = event_target_value(&event);
                changed(&again, plan, |plan| plan.default = value);
            };
            let option = |value: &str| {
                let id = format!("evolution-default-{value}");
                html! { <option value=value.to_owned() selected=report.plan.default == value>{t(&id)}</option> }
            };
            Some(html! {
                <label class="evolution-default" for="evolution-default">{t("evolution-default")}</label>
                <select id="evolution-default" on:change=choose>{DEFAULTS.map(option)}</select>
                {tick("evolution-keeps-defaults", report.plan.keeps_defaults, |plan, on| plan.keeps_defaults = on)}
            })
        }
        Recipe::AddOpAndSwitch => {
            let on = report.plan.raises_min_consumer;
            Some(tick("evolution-raises-min-consumer", on, |plan, on| plan.raises_min_consumer = on))
        }
        Recipe::AddOp | Recipe::Remove | Recipe::Change | Recipe::Ban => None,
    }
}

fn train(report: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let ban = report.plan.recipe == Recipe::Ban.word();
    let rows = report.releases.iter().map(|info| release(report, info, plan, ban)).collect::<Node>();
    html! {
        <h2>{t("evolution-train")}</h2>
        <ul class="evolution-train">{rows}</ul>
        {add(report, plan)}
        <p class="soft">{t("evolution-train-note")}</p>
    }
}

fn release(report: &Arc<EvolutionReport>, info: &ReleaseInfo, plan: RwSignal<Plan>, ban: bool) -> Node {
    let version = info.version.clone();
    let named = |id: &str| tr(id, &[("release", version.as_str().into())]);
    let bad = ban.then(|| {
        let (report, version) = (report.clone(), version.clone());
        let on = report.plan.bad.contains(&version);
        let change = move |event| {
            changed(&report, plan, |plan| {
                plan.bad.retain(|bad| *bad != version);
                if event_target_checked(&event) {
                    plan.bad.push(version.clone());
                }
            });
        };
        html! {
            <label><input type="checkbox" checked=on aria-label=named("evolution-bad-long") on:change=change/>" "{t("evolution-bad")}</label>
        }
    });
    let date = match info.planned {
        false => html! { <span class="soft">{info.date.clone()}</span> },
        true => {
            let (report, version) = (report.clone(), version.clone());
            let change = move |event| {
                let date = event_target_value(&event);
                changed(&report, plan, |plan| put(plan, &version, date));
            };
            html! { <input type="date" value=info.date.clone() aria-label=named("evolution-date-of") on:change=change/> }
        }
    };
    let leave = info.planned.then(|| {
        let (report, version, usual) = (report.clone(), version.clone(), info.usual);
        let press = move |_| {
            changed(&report, plan, |plan| {
                plan.releases.retain(|release| release.version != version);
                // A release the user added is simply removed from `releases`.
                if usual {
                    plan.without.push(version.clone());
                }
                plan.steps.retain(|step| step.release != version);
                plan.bad.retain(|bad| *bad != version);
            });
        };
        html! { <button class="remove" aria-label=named("evolution-leave-out-long") title=t("evolution-leave-out") on:click=press>"✕"</button> }
    });
    html! { <li><code>{version.clone()}</code>{date}{bad}{leave}</li> }
}

/// Changes the date of a release.
fn put(plan: &mut Plan, version: &str, date: String) {
    match plan.releases.iter_mut().find(|release| release.version == version) {
        Some(release) => release.date = date,
        None => plan.releases.push(PlannedRelease { version: version.to_owned(), date }),
    }
}

fn add(report: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let version = RwSignal::new(String::new());
    let date = RwSignal::new(String::new());
    let report = report.clone();
    let press = move |event: web_sys::Event| {
        event.prevent_default();
        let (version, date) = (version.get_untracked(), date.get_untracked());
        changed(&report, plan, |plan| {
            plan.without.retain(|without| *without != version);
            put(plan, &version, date);
        });
    };
    html! {
        <form class="evolution-add" aria-label=t("evolution-add-release") on:submit=press>
            <input type="text" inputmode="decimal" size="8" required placeholder="2.24.0" aria-label=t("evolution-version")
                on:input=move |event| version.set(event_target_value(&event))/>
            <input type="date" required aria-label=t("evolution-date") on:input=move |event| date.set(event_target_value(&event))/>
            <button>{t("evolution-add")}</button>
        </form>
    }
}
