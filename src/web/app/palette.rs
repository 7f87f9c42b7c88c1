//! The command palette: every view, file, release, node and action by name (Ctrl K).

use super::active::Active;
use super::copy;
use super::frame;
use super::header::{self, THEMES};
use super::host;
use super::labels::sign;
use super::recents::{self, Recent};
use super::state::{App, NodeRef as Place};
use super::view_list;
use super::words::{self, Arg, t, tr};
use super::worker;
use crate::graph::Found;
use crate::report::graphs::FoundNodes;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::address::{Target, View};
use crate::web::model::choices::Wanted;
use crate::web::protocol::Question;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, KeyboardEvent};

/// Choices shown at once.
const SHOWN: usize = 60;

/// The action of a choice.
#[derive(Clone, Debug, PartialEq)]
enum Deed {
    View(View),
    File(usize),
    Remove(usize),
    Target(Target),
    Node(Place),
    Recent(Recent),
    Open(&'static str),
    CopyLink,
    CopyElement,
    CopyFrame,
    Theme(&'static str),
    Language(String),
    Evolution,
    Help,
}

/// A line of the palette.
#[derive(Clone, Debug)]
struct Choice {
    /// Message id of its group.
    group: &'static str,
    text: String,
    /// Whether `text` is a name, as opposed to words of the language.
    name: bool,
    deed: Deed,
}

impl Choice {
    fn words(group: &'static str, text: String, deed: Deed) -> Self {
        Self { group, text, name: false, deed }
    }

    fn name(group: &'static str, text: String, deed: Deed) -> Self {
        Self { group, text, name: true, deed }
    }
}

/// The open palette.
pub fn palette() -> Node {
    let app = App::get();
    let dialog = NodeRef::new();
    let (text, nodes) = (RwSignal::new(String::new()), RwSignal::new(Vec::new()));
    let active = Active::new("choice");
    dialog.on_load(move |dialog: HtmlDialogElement| {
        let _ = dialog.show_modal();
    });
    let choices = Memo::new_with_compare(move |_| found(app, &text.get(), nodes.get()), |_, _| true);
    let close = move || {
        if let Some(dialog) = dialog.get_untracked::<HtmlDialogElement>() {
            dialog.close();
        }
        // Its event comes later: Ctrl K may have opened the next one by then.
        app.palette.set(false);
    };
    let take = move |index: usize| {
        if let Some(choice) = choices.with_untracked(|choices| choices.get(index).cloned()) {
            close();
            act(app, choice.deed);
        }
    };
    let typed = move |event| {
        text.set(event_target_value(&event));
        active.set(0);
        nodes.set(Vec::new());
        ask_nodes(app, text, nodes);
    };
    let key = move |event: KeyboardEvent| {
        let key = event.key();
        if key == "Enter" {
            take(active.index());
        } else if !active.moves(&key, choices.with_untracked(Vec::len)) {
            return;
        }
        event.prevent_default();
    };
    let outside = move |event: web_sys::MouseEvent| {
        // The backdrop belongs to the dialog itself.
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|target| target.tag_name() == "DIALOG") {
            close();
        }
    };
    html! {
        <dialog id="palette" node_ref=dialog aria-label=t("palette") on:close=move |_| app.palette.set(false) on:mousedown=outside>
            <input type="text" role="combobox" aria-expanded="true" aria-controls="choices" autofocus
                aria-autocomplete="list" aria-label=t("palette-find") placeholder=t("palette-find")
                aria-activedescendant=move || active.descendant(choices.with(Vec::len))
                on:input=typed on:keydown=key/>
            <div id="choices" role="listbox" aria-label=t("palette")>
                {move || list(&choices.get(), active, take)}
            </div>
        </dialog>
    }
}

fn list(choices: &[Choice], active: Active, take: impl Fn(usize) + Copy + 'static) -> Node {
    if choices.is_empty() {
        return html! { <p class="soft">{t("palette-none")}</p> };
    }
    let rows = choices.iter().enumerate().map(|(i, choice)| {
        let text = choice.text.clone();
        html! {
            <div role="option" id=active.id(i) aria-selected=move || active.selected(i)
                on:click=move |_| take(i)>
                {if choice.name { html! { <code>{text}</code> } } else { html! { <span>{text}</span> } }}
                <span class="soft">{t(choice.group)}</span>
            </div>
        }
    });
    rows.collect()
}

/// The best choices for a text; without one, the views, files and actions.
fn found(app: App, text: &str, nodes: Vec<Found>) -> Vec<Choice> {
    let wanted = Wanted::new(text);
    let mut all = short(app);
    if !wanted.is_empty() {
        all.extend(releases(app));
    }
    let mut ranked: Vec<(usize, usize, Choice)> = all
        .into_iter()
        .enumerate()
        .filter_map(|(order, choice)| Some((wanted.rank(&choice.text)?, order, choice)))
        .collect();
    crate::order::sort_by_key(&mut ranked, |(rank, order, _)| (*rank, *order));
    let mut choices: Vec<Choice> = ranked.into_iter().map(|(.., choice)| choice).collect();
    // The worker has ranked them, by rules of its own.
    let places = nodes.into_iter().filter(|node| !node.op.is_empty()).map(|node| {
        let place = Place { graph: String::new(), index: node.source };
        Choice::name("palette-node", format!("{} {} #{}", node.op, node.name, node.source), Deed::Node(place))
    });
    choices.truncate(SHOWN / 2);
    choices.extend(places);
    choices.truncate(SHOWN);
    choices
}

/// Views, files and actions.
fn short(app: App) -> Vec<Choice> {
    let word = |view: View| t(&format!("view-{}", view.word()));
    let mut all: Vec<Choice> = view_list::of(app)
        .into_iter()
        .map(|view| Choice::words("palette-view", word(view), Deed::View(view)))
        .collect();
    app.artifacts.with(|artifacts| {
        for (index, artifact) in artifacts {
            all.push(Choice::name("palette-file", artifact.name.clone(), Deed::File(*index)));
        }
        for (index, artifact) in artifacts {
            let remove = tr("remove", &[("name", Arg::Text(artifact.name.clone()))]);
            all.push(Choice::words("palette-action", remove, Deed::Remove(*index)));
        }
    });
    all.extend(
        recents::list().into_iter().map(|recent| Choice::name("palette-recent", recent.title(), Deed::Recent(recent))),
    );
    let action = |id: &str, deed| Choice::words("palette-action", t(id), deed);
    all.push(action("open-files", Deed::Open("pick-files")));
    all.push(action("open-folder", Deed::Open("pick-folder")));
    // The graph view has these buttons.
    for button in ["undo-view", "redo-view"] {
        if host::find(&format!("#{button}")).is_some() {
            all.push(action(button, Deed::Open(button)));
        }
    }
    all.push(action("share-long", Deed::CopyLink));
    all.push(action("embed-copy-element", Deed::CopyElement));
    all.push(action("embed-copy", Deed::CopyFrame));
    all.push(action("evolution-open-long", Deed::Evolution));
    for theme in THEMES {
        let text = tr("palette-theme", &[("theme", t(&format!("theme-{theme}")).into())]);
        all.push(Choice::words("palette-action", text, Deed::Theme(theme)));
    }
    for language in words::languages().languages {
        let text = tr("palette-language", &[("language", language.name.into())]);
        all.push(Choice::words("palette-action", text, Deed::Language(language.tag)));
    }
    all.push(action("help", Deed::Help));
    all
}

fn releases(app: App) -> Vec<Choice> {
    app.rows.with(|rows| {
        let cells = rows.iter().flat_map(|row| row.cells.iter().rev().map(|cell| (row.channel.clone(), cell)));
        let choice = |(channel, cell): (String, &crate::report::what_if::Cell)| {
            let text = format!("{channel} {} {}", cell.release, sign(cell.outcome));
            let target = Target { channel, release: cell.release.clone() };
            Choice::name("palette-release", text, Deed::Target(target))
        };
        cells.map(choice).collect()
    })
}

/// Requests nodes of the main graph with this text.
fn ask_nodes(app: App, text: RwSignal<String>, nodes: RwSignal<Vec<Found>>) {
    let asked = text.get_untracked();
    let drawn = app.artifact.with_untracked(|a| a.as_ref().is_some_and(|a| a.graphs.iter().any(|g| g.nodes > 0)));
    if asked.trim().len() < 2 || !drawn {
        return;
    }
    let (artifact, text_now) = (app.current.get_untracked(), asked.clone());
    let question = Question::Find { artifact, graph: Some(0), text: text_now, from: 0, all: false };
    worker::request(app, question, move |reply| {
        let answer = reply.and_then(Result::ok).and_then(|answer| answer.read::<FoundNodes>());
        // The palette may be closed, or something else typed.
        if let Some(found) = answer
            && text.try_with_untracked(|now| *now == asked) == Some(true)
        {
            nodes.set(found.nodes);
        }
    });
}

fn act(app: App, deed: Deed) {
    match deed {
        Deed::View(view) => {
            app.evolution.set(None);
            app.view.set(view);
        }
        Deed::File(index) => app.select(index),
        Deed::Remove(index) => app.remove(index),
        Deed::Target(target) => app.target.set(Some(target)),
        Deed::Node(place) => app.show_node(place),
        Deed::Recent(recent) => recents::open(app, recent, || ()),
        Deed::Open(input) => {
            if let Some(input) = host::find(&format!("#{input}")) {
                input.click();
            }
        }
        Deed::CopyLink => copy::put(&host::link()),
        Deed::CopyElement => copy::put(&frame::element(app)),
        Deed::CopyFrame => copy::put(&frame::code()),
        Deed::Theme(theme) => header::choose_theme(app, theme),
        Deed::Language(tag) => header::choose_language(app, tag),
        Deed::Evolution => app.evolution.set(Some(String::new())),
        Deed::Help => app.help.set(true),
    }
}
