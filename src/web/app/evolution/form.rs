//! The plan: recipe, steps, releases.

use super::changed;
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
pub fn form(told: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    html! {
        <div class="lab-plan">
            {recipes(told, plan)}
            {steps(told, plan)}
            {options(told, plan)}
            {train(told, plan)}
        </div>
    }
}

fn recipes(told: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let now = told.plan.recipe.clone();
    let choice = |recipe: &Recipe| {
        let (told, chosen) = (told.clone(), *recipe);
        let choose = move |_| {
            changed(&told, plan, |plan| {
                // Steps and releases of another recipe have no meaning here.
                *plan = Plan { recipe: chosen.word().to_owned(), default: "same".to_owned(), ..Plan::default() };
            });
        };
        html! {
            <label>
                <input type="radio" name="lab-recipe" checked=recipe.word() == now on:change=choose/>
                <span>{t(&format!("lab-recipe-{}", recipe.word()))}</span>
            </label>
        }
    };
    html! {
        <fieldset class="lab-recipes">
            <legend>{t("lab-recipe")}</legend>
            {told.recipes.iter().map(choice).collect::<Node>()}
        </fieldset>
        <p class="soft">{t(&format!("lab-recipe-{now}-long"))}</p>
    }
}

fn steps(told: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let usual = {
        let told = told.clone();
        move |_| changed(&told, plan, |plan| plan.steps.clear())
    };
    html! {
        <h2>{t("lab-when")}</h2>
        <ol class="lab-steps">{told.steps.iter().map(|info| step(told, info, plan)).collect::<Node>()}</ol>
        <button on:click=usual>{t("lab-usual")}</button>
    }
}

fn step(told: &Arc<EvolutionReport>, info: &StepInfo, plan: RwSignal<Plan>) -> Node {
    let id = format!("lab-step-{}", info.step);
    let choose = {
        let (told, step) = (told.clone(), info.step.word());
        move |event| {
            let release = event_target_value(&event);
            changed(&told, plan, |plan| {
                plan.steps.retain(|planned| planned.step != step);
                if !release.is_empty() {
                    plan.steps.push(PlannedStep { step: step.to_owned(), release });
                }
            });
        }
    };
    let broken = told.broken.iter().find(|rule| rule.step == Some(info.step));
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
                <option value="" selected=info.release.is_none()>{t("lab-not-done")}</option>
                {told.releases.iter().filter(|release| release.planned).map(option).collect::<Node>()}
            </select>
            {info.bumps.then(|| html! { <span class="soft">{t("lab-bumps")}</span> })}
        </li>
    }
}

fn options(told: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Option<Node> {
    let tick = |id: &'static str, on: bool, set: fn(&mut Plan, bool)| {
        let told = told.clone();
        let change = move |event| changed(&told, plan, |plan| set(plan, event_target_checked(&event)));
        html! { <label class="lab-tick"><input type="checkbox" checked=on on:change=change/>" "{t(id)}</label> }
    };
    match Recipe::from_word(&told.plan.recipe)? {
        Recipe::AddAttr => {
            let again = told.clone();
            let choose = move |event| {
                let value = event_target_value(&event);
                changed(&again, plan, |plan| plan.default = value);
            };
            let option = |value: &str| {
                let id = format!("lab-default-{value}");
                html! { <option value=value.to_owned() selected=told.plan.default == value>{t(&id)}</option> }
            };
            Some(html! {
                <label class="lab-default" for="lab-default">{t("lab-default")}</label>
                <select id="lab-default" on:change=choose>{DEFAULTS.map(option)}</select>
                {tick("lab-keeps-defaults", told.plan.keeps_defaults, |plan, on| plan.keeps_defaults = on)}
            })
        }
        Recipe::AddOpAndSwitch => {
            let on = told.plan.raises_min_consumer;
            Some(tick("lab-raises-min-consumer", on, |plan, on| plan.raises_min_consumer = on))
        }
        Recipe::AddOp | Recipe::Remove | Recipe::Change | Recipe::Ban => None,
    }
}

fn train(told: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let ban = told.plan.recipe == Recipe::Ban.word();
    let rows = told.releases.iter().map(|info| release(told, info, plan, ban)).collect::<Node>();
    html! {
        <h2>{t("lab-train")}</h2>
        <ul class="lab-train">{rows}</ul>
        {add(told, plan)}
        <p class="soft">{t("lab-train-note")}</p>
    }
}

fn release(told: &Arc<EvolutionReport>, info: &ReleaseInfo, plan: RwSignal<Plan>, ban: bool) -> Node {
    let version = info.version.clone();
    let named = |id: &str| tr(id, &[("release", version.as_str().into())]);
    let bad = ban.then(|| {
        let (told, version) = (told.clone(), version.clone());
        let on = told.plan.bad.contains(&version);
        let change = move |event| {
            changed(&told, plan, |plan| {
                plan.bad.retain(|bad| *bad != version);
                if event_target_checked(&event) {
                    plan.bad.push(version.clone());
                }
            });
        };
        html! {
            <label><input type="checkbox" checked=on aria-label=named("lab-bad-long") on:change=change/>" "{t("lab-bad")}</label>
        }
    });
    let date = match info.planned {
        false => html! { <span class="soft">{info.date.clone()}</span> },
        true => {
            let (told, version) = (told.clone(), version.clone());
            let change = move |event| {
                let date = event_target_value(&event);
                changed(&told, plan, |plan| put(plan, &version, date));
            };
            html! { <input type="date" value=info.date.clone() aria-label=named("lab-date-of") on:change=change/> }
        }
    };
    let leave = info.planned.then(|| {
        let (told, version, usual) = (told.clone(), version.clone(), info.usual);
        let press = move |_| {
            changed(&told, plan, |plan| {
                plan.releases.retain(|release| release.version != version);
                // A release the user added is simply removed from `releases`.
                if usual {
                    plan.without.push(version.clone());
                }
                plan.steps.retain(|step| step.release != version);
                plan.bad.retain(|bad| *bad != version);
            });
        };
        html! { <button class="remove" aria-label=named("lab-leave-out-long") title=t("lab-leave-out") on:click=press>"✕"</button> }
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

fn add(told: &Arc<EvolutionReport>, plan: RwSignal<Plan>) -> Node {
    let version = RwSignal::new(String::new());
    let date = RwSignal::new(String::new());
    let told = told.clone();
    let press = move |event: web_sys::Event| {
        event.prevent_default();
        let (version, date) = (version.get_untracked(), date.get_untracked());
        changed(&told, plan, |plan| {
            plan.without.retain(|without| *without != version);
            put(plan, &version, date);
        });
    };
    html! {
        <form class="lab-add" aria-label=t("lab-add-release") on:submit=press>
            <input type="text" inputmode="decimal" size="8" required placeholder="2.24.0" aria-label=t("lab-version")
                on:input=move |event| version.set(event_target_value(&event))/>
            <input type="date" required aria-label=t("lab-date") on:input=move |event| date.set(event_target_value(&event))/>
            <button>{t("lab-add")}</button>
        </form>
    }
}
