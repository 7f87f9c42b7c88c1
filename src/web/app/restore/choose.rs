//! The form: the program that the checkpoint is restored into.

use super::restorable::restorable;
use crate::fold::folded;
use crate::services::objects::schema::{ObjectListing, ObjectRow, ObjectRows};
use crate::services::restore::Program;
use crate::web::app::chosen::toggle;
use crate::web::app::state::{App, Shown};
use crate::web::app::words::t;
use crate::web::app::worker;
use crate::web::dom::{Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// Objects listed at once; the filter finds the others.
const MOST: usize = 200;

/// How the program is described.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Artifact,
    Paths,
    Names,
}

/// The form. Sets `program` as it changes; `None` while it is not complete.
pub fn choose(artifact: Shown, index: usize, program: RwSignal<Option<Program>>) -> Node {
    let app = App::get();
    let others: Vec<(usize, String)> = app.artifacts.with_untracked(|all| {
        let fit = all.iter().filter(|(i, other)| *i != index && restorable(other));
        fit.map(|(i, other)| (*i, other.name.clone())).collect()
    });
    let has_objects = artifact.lists.objects > 0;
    let way = RwSignal::new(match (others.is_empty(), has_objects) {
        (false, _) => Way::Artifact,
        (true, true) => Way::Paths,
        (true, false) => Way::Names,
    });
    let other = RwSignal::new(others.first().map(|(i, _)| *i));
    let paths = RwSignal::new(BTreeSet::<String>::new());
    let names = RwSignal::new(String::new());
    Effect::new(move |_| {
        program.set(match way.get() {
            Way::Artifact => other.get().map(|artifact| Program::Artifact { artifact }),
            Way::Paths => {
                let paths: Vec<String> = paths.get().into_iter().collect();
                (!paths.is_empty()).then_some(Program::Paths { paths })
            }
            Way::Names => {
                let names: Vec<String> =
                    names.get().lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
                (!names.is_empty()).then_some(Program::Names { names })
            }
        });
    });
    let choice = move |this: Way, id: &'static str, open: bool| {
        html! {
            <label class="way">
                <input type="radio" name="restore-into" disabled=!open checked=way.get_untracked() == this
                    on:change=move |_| way.set(this)/>
                <span>{t(id)}</span>
            </label>
        }
    };
    // Chromium keeps the radio buttons of a shadow root, unless a form has them.
    html! {
        <form>
            <fieldset class="ways">
                <legend>{t("restore-into")}</legend>
                {choice(Way::Artifact, "restore-into-artifact", !others.is_empty())}
                {has_objects.then(|| choice(Way::Paths, "restore-into-paths", true))}
                {choice(Way::Names, "restore-into-names", true)}
            </fieldset>
        </form>
        {others.is_empty().then(|| html! { <p class="soft">{t("restore-drop-another")}</p> })}
        {move || match way.get() {
            Way::Artifact => artifacts(&others, other),
            Way::Paths => objects(index, paths),
            Way::Names => html! {
                <textarea rows="6" dir="ltr" spellcheck="false" aria-label=t("restore-names") placeholder=t("restore-names-hint")
                    on:change=move |e| names.set(event_target_value(&e))>{names.get_untracked()}</textarea>
            },
        }}
    }
}

fn artifacts(others: &[(usize, String)], other: RwSignal<Option<usize>>) -> Node {
    let options = others
        .iter()
        .map(|(index, name)| {
            let index = *index;
            html! { <option value=index.to_string() selected=other.get_untracked() == Some(index)>{name.clone()}</option> }
        })
        .collect::<Node>();
    html! {
        <select aria-label=t("restore-into-artifact") on:change=move |e| other.set(event_target_value(&e).parse().ok())>
            {options}
        </select>
    }
}

/// The checkpoint's objects, to be ticked.
fn objects(artifact: usize, paths: RwSignal<BTreeSet<String>>) -> Node {
    let app = App::get();
    let filter = RwSignal::new(String::new());
    let rows = RwSignal::new(Vec::<ObjectRow>::new());
    Effect::new(move |_| {
        let listing =
            ObjectListing { filter: folded(&filter.get()), named: true, count: MOST, ..ObjectListing::default() };
        let asked = listing.filter.clone();
        worker::request(app, Question::Objects { artifact, listing }, move |reply| {
            let found = reply.and_then(Result::ok).and_then(|answer| answer.read::<ObjectRows>());
            // Other text was typed meanwhile: its objects will follow.
            if let Some(found) = found.filter(|_| filter.try_with_untracked(|f| folded(f) == asked) == Some(true)) {
                rows.set(found.rows);
            }
        });
    });
    html! {
        <input type="search" data-find placeholder=t("filter") aria-label=t("filter-objects")
            on:input=move |e| filter.set(event_target_value(&e))/>
        <ul class="ticks" aria-label=t("restore-into-paths")>
            {move || rows.with(|rows| rows.iter().map(|row| object(row, paths)).collect::<Node>())}
        </ul>
    }
}

fn object(row: &ObjectRow, paths: RwSignal<BTreeSet<String>>) -> Node {
    let path = row.path.clone();
    let changed = path.clone();
    let ticked = paths.with_untracked(|all| all.contains(&path));
    let change = move |_| toggle(paths, changed.clone());
    html! {
        <li><label><input type="checkbox" checked=ticked on:change=change/>" "<code>{path}</code></label></li>
    }
}
