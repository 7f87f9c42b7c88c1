//! The set of releases that the file must run on: further targets beside the main one, each with its verdict and reason,
//! and the verdict over all of them.
//!
//! Everything that shows more than one target is here, so that it is fetched with the first further one.

use super::focus::{focus, keep_focus};
use super::labels::{pill, requirement_message, requirement_name, requirement_text, sign};
use super::rich::{plain, rich, spans};
use super::state::App;
use super::words::{Arg, t, tr};
use crate::report::schema::{Artifact, Outcome, Requirement};
use crate::report::what_if::Row;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::address::{Target, View};
use crate::web::model::targets::{Aimed, Joint, completed, effective, joint, read, set, unmet, write};
use leptos::prelude::*;
use std::time::Duration;

/// The set with its verdicts on windows; empty while there is one target only.
pub fn aimed(app: App, rows: &[Row]) -> Vec<Aimed> {
    app.also.with(|also| {
        let further = |also: &String| app.target.with(|main| set(rows, main.as_ref(), also));
        also.as_ref().map_or_else(Vec::new, further)
    })
}

/// The set with its verdicts on the file in view.
fn in_view(app: App) -> Memo<Vec<Aimed>> {
    Memo::new(move |_| app.rows.with(|rows| aimed(app, rows)))
}

/// "Refused on 1 of 2 targets".
pub fn joint_text(verdict: Joint) -> String {
    let args = [("n", verdict.count.into()), ("of", verdict.of.into())];
    tr(&format!("targets-{}", verdict.outcome.word()), &args)
}

/// The verdict over a set, in its color.
pub fn joint_pill(verdict: Joint) -> Node {
    let word = verdict.outcome.word();
    html! {
        <span class=format!("verdict {word}") data-joint=word>
            <span aria-hidden="true">{sign(verdict.outcome)}</span>
            {joint_text(verdict)}
        </span>
    }
}

/// Further targets of the window view.
pub fn targets() -> Node {
    let app = App::get();
    let set = in_view(app);
    complete(app);
    mark(app, set);
    announce(app, set);
    html! {
        <div class="set" role="group" aria-label=t("targets")>
            {move || set.with(|set| joint(set).map(joint_pill))}
            <ul>
                {move || set.with(|set| set.iter().enumerate().map(|(at, one)| entry(app, at, one)).collect::<Node>())}
            </ul>
        </div>
    }
}

/// Writes releases out, chooses targets that were added, and moves the keyboard to the last of them.
fn complete(app: App) {
    Effect::new(move |_| {
        let Some(also) = app.also.get() else { return };
        let chosen = app.rows.with(|rows| app.target.with(|main| completed(rows, main.as_ref(), &also)));
        if chosen.as_ref() == Some(&also) {
            return;
        }
        app.also.set(chosen);
        if also.is_empty() || also.ends_with(',') {
            set_timeout(focus_last, Duration::ZERO);
        }
    });
}

fn focus_last() {
    focus(".set li:last-child select");
}

/// Lets the timeline mark all targets.
fn mark(app: App, set: Memo<Vec<Aimed>>) {
    Effect::new(move |_| {
        // The timeline marks the main one itself.
        app.marked.set(set.with(|set| set.iter().skip(1).filter_map(|one| one.at).collect()));
    });
    on_cleanup(move || drop(app.marked.try_set(Vec::new())));
}

/// Announces the verdicts when they change.
fn announce(app: App, set: Memo<Vec<Aimed>>) {
    let text = Memo::new(move |_| {
        app.artifact.with(|artifact| {
            let artifact = artifact.as_ref()?;
            Some(set.with(|set| said(artifact, set)))
        })
    });
    Effect::new(move |_| {
        if let Some(text) = text.get().filter(|text| !text.is_empty()) {
            // After the verdict of the main target, which changes with the same choice.
            set_timeout(move || app.announcement.say(text), Duration::ZERO);
        }
    });
}

/// The verdict over the set, and every target that does not load the file.
fn said(artifact: &Artifact, set: &[Aimed]) -> String {
    let Some(verdict) = joint(set) else { return String::new() };
    let others = set.iter().filter(|one| one.outcome != Outcome::Loads).map(|one| {
        let verdict = tr(&format!("verdict-{}", one.outcome.word()), &[("target", one.name().into())]);
        match first_cause(artifact, one) {
            Some(need) => {
                tr("targets-because", &[("verdict", verdict.into()), ("requirement", requirement_text(need).into())])
            }
            None => verdict,
        }
    });
    let mut sentences = vec![joint_text(verdict)];
    let others = others.collect::<Vec<_>>().join(&t("ranges-and"));
    sentences.extend((!others.is_empty()).then_some(others));
    tr("targets-said", &[("name", artifact.name.as_str().into()), ("verdicts", sentences.join(": ").into())])
}

fn first_cause<'a>(artifact: &'a Artifact, one: &Aimed) -> Option<&'a Requirement> {
    one.because.first().and_then(|first| artifact.requirements.get(*first as usize))
}

/// One target of the set. The main one is chosen above.
fn entry(app: App, at: usize, one: &Aimed) -> Node {
    let target = if at == 0 {
        html! { <code>{one.name()}</code> }
    } else {
        selects(app, at, one)
    };
    html! {
        <li>
            {target}
            {pill(one.outcome)}
            <span class="because soft">{reason(app, one)}</span>
            {(at > 0).then(|| {
                let label = tr("remove", &[("name", one.name().into())]);
                html! { <button class="remove" aria-label=label.clone() title=label on:click=move |_| remove(app, at - 1)>"×"</button> }
            })}
        </li>
    }
}

/// Why a target has its verdict: the first requirement that decided it, or that there are no facts. Nothing if it loads.
fn reason(app: App, one: &Aimed) -> Node {
    if one.at.is_none() {
        return rich("targets-no-window", &[("channel", Arg::Code(one.target.channel.clone()))]);
    }
    app.artifact
        .with_untracked(|artifact| {
            let artifact = artifact.as_ref()?;
            let Some(first) = first_cause(artifact, one) else {
                return (one.outcome == Outcome::Unknown).then(|| t("outcome-unknown-long").into_node());
            };
            let more = one.because.len() - 1;
            Some(html! {
                {requirement_name(first)}
                {(more > 0).then(|| html! { " "{tr("and-more", &[("n", more.into())])} })}
            })
        })
        .into_node()
}

/// Channel and release of a further target.
fn selects(app: App, at: usize, one: &Aimed) -> Node {
    let (channel, release) = (one.target.channel.clone(), one.target.release.clone());
    let known = app.rows.with_untracked(|rows| {
        let mut channels: Vec<String> = rows.iter().map(|row| row.channel.clone()).collect();
        // A link may name a channel that this file does not have.
        if one.at.is_none() {
            channels.push(channel.clone());
        }
        let cells = one.at.map(|(row, _)| rows[row].cells.iter().rev());
        // Newest first, each with its sign, as for the main target.
        let releases = cells.map(|cells| cells.map(|cell| (cell.release.clone(), cell.outcome)).collect::<Vec<_>>());
        (channels, releases.unwrap_or_else(|| vec![(release.clone(), Outcome::Unknown)]))
    });
    let (channels, releases) = known;
    let of = channel.clone();
    let choose_channel = move |event| {
        let target = Target { channel: event_target_value(&event), release: String::new() };
        replace(app, at - 1, newest(app, target));
    };
    let choose_release =
        move |event| replace(app, at - 1, Target { channel: of.clone(), release: event_target_value(&event) });
    let n = || [("n", Arg::from(at + 1))];
    html! {
        <span class="ask">
            <select class="m" aria-label=tr("targets-channel", &n()) on:change=choose_channel>
                {channels.into_iter().map(|name| html! { <option value=name.clone() selected=name == channel>{name}</option> }).collect::<Node>()}
            </select>
            <select class="m" aria-label=tr("targets-release", &n()) on:change=choose_release>
                {releases.into_iter().map(|(name, outcome)| html! {
                    <option value=name.clone() selected=name == release>{format!("{} {name}", sign(outcome))}</option>
                }).collect::<Node>()}
            </select>
        </span>
    }
}

/// The newest release of a channel.
fn newest(app: App, target: Target) -> Target {
    app.rows.with_untracked(|rows| {
        let found = effective(rows, Some(&target)).map(|(row, cell)| rows[row].cells[cell].release.clone());
        Target { release: found.unwrap_or_default(), ..target }
    })
}

fn change(app: App, by: impl FnOnce(&mut Vec<Target>)) {
    let mut further = app.also.with_untracked(|also| read(also.as_deref().unwrap_or_default()));
    by(&mut further);
    app.also.set(write(&further));
}

fn replace(app: App, at: usize, target: Target) {
    change(app, |further| {
        if let Some(known) = further.get_mut(at) {
            *known = target;
        }
    });
}

fn remove(app: App, at: usize) {
    keep_focus(".add-target");
    change(app, |further| drop((at < further.len()).then(|| further.remove(at))));
}

/// The verdict over the set for the answer line, as short as it can be; it opens the window view, which has the reasons.
pub fn short() -> Node {
    let app = App::get();
    let set = in_view(app);
    let verdict = move || {
        let verdict = set.with(|set| joint(set))?;
        let detail = app.artifact.with(|artifact| {
            let artifact = artifact.as_ref()?;
            Some(set.with(|set| lines(artifact, set)))
        });
        let word = verdict.outcome.word();
        Some(html! {
            <button class="link joint" title=detail on:click=move |_| app.view.set(View::Window)>
                <span class=format!("verdict {word}") data-joint=word>
                    <span aria-hidden="true" dir="ltr">{format!("{} {}/{}", sign(verdict.outcome), verdict.count, verdict.of)}</span>
                    <span class="sr">{joint_text(verdict)}</span>
                </span>
            </button>
        })
    };
    verdict.into_node()
}

/// One line of text for each target: sign, name, and the requirement that decides.
pub fn lines(artifact: &Artifact, set: &[Aimed]) -> String {
    let line = |one: &Aimed| {
        let cause = first_cause(artifact, one).map(|need| format!(" · {}", plain(&requirement_message(need))));
        format!("{} {}{}", sign(one.outcome), one.name(), cause.unwrap_or_default())
    };
    set.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The targets of the set that do not meet a requirement; nothing while there is one target only.
pub fn unmet_on(set: &[Aimed], requirement: &Requirement) -> Node {
    if set.is_empty() {
        return Node::Nothing;
    }
    let groups = unmet(requirement, set);
    if groups.is_empty() {
        return html! { <div class="soft" data-set="loads">{t("targets-met")}</div> };
    }
    let groups = groups.into_iter().map(|(outcome, targets)| {
        let word = outcome.word();
        let names = targets.into_iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
        let text = tr(&format!("targets-need-{word}"), &[("targets", Arg::Code(names))]);
        html! { <div data-set=word><span class=format!("sign {word}")>{sign(outcome)}" "</span>{spans(&text)}</div> }
    });
    groups.collect()
}
