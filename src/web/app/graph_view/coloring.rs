//! The meaning of the drawing's colors: the outcome on the target, op version, type, quantization, the verdict of a
//! delegate or other engine, or the times of the last run. Its legend counts the nodes of each class, and dims the
//! others.

use super::heat;
use super::outline::target;
use super::stage::{Shared, Stage};
use crate::compat::Outcome;
use crate::services::classes::schema::{ClassBy, Classing, NodeClass, NodeClasses};
use crate::services::delegates::schema::Takes;
use crate::web::app::chosen::toggle;
use crate::web::app::labels::sign;
use crate::web::app::state::App;
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::node_classes::{Colored, DrawnClasses, Hue, Look, strength};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The meaning of the colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// None.
    Plain,
    /// A class of each node.
    Class(ClassBy),
    /// The verdict of an engine, by its id.
    Engine(String),
    /// The times of the last run.
    Times,
}

impl Meaning {
    /// As the value of an option.
    fn value(&self) -> String {
        match self {
            Self::Plain => "plain".to_owned(),
            Self::Class(by) => by.word().to_owned(),
            Self::Engine(id) => format!("engine:{id}"),
            Self::Times => "times".to_owned(),
        }
    }

    fn of_value(value: &str) -> Self {
        match (value.strip_prefix("engine:"), ClassBy::from_word(value)) {
            (Some(id), _) => Self::Engine(id.to_owned()),
            (None, Some(by)) => Self::Class(by),
            (None, None) if value == "times" => Self::Times,
            (None, None) => Self::Plain,
        }
    }
}

/// The request for the outcomes on the target; `None` without a target.
pub fn by_outcome(app: App) -> Option<Classing> {
    Some(Classing { by: ClassBy::Outcome, target: Some(target(app)?), ..Classing::default() })
}

/// The colors of one graph view.
#[derive(Clone, Copy)]
pub struct Coloring {
    app: App,
    stage: Stage,
    /// Their meaning.
    pub meaning: RwSignal<Meaning>,
    answer: RwSignal<Option<Arc<NodeClasses>>>,
    chosen: RwSignal<BTreeSet<usize>>,
    engines: RwSignal<Vec<String>>,
    asked: StoredValue<u32>,
}

impl Coloring {
    /// Colors of what the stage shows, with a meaning at first.
    pub fn new(app: App, stage: Stage, artifact: usize, which: RwSignal<Option<usize>>, meaning: Meaning) -> Self {
        let coloring = Self {
            app,
            stage,
            meaning: RwSignal::new(meaning),
            answer: RwSignal::new(None),
            chosen: RwSignal::default(),
            engines: RwSignal::default(),
            asked: StoredValue::new(0),
        };
        let classing = Memo::new(move |_| coloring.classing());
        Effect::new(move |_| {
            coloring.chosen.set(BTreeSet::new());
            coloring.ask(artifact, which.get(), classing.get());
        });
        let colored = Memo::new(move |_| coloring.colored());
        Effect::new(move |_| stage.colored.set(colored.get()));
        let timed = Signal::derive(move || coloring.meaning.get() == Meaning::Times);
        let times = heat::shown(app, stage, which, timed);
        Effect::new(move |_| stage.heat.set(times.get()));
        coloring
    }

    /// The request for the classes; `None` when there are none to request.
    fn classing(self) -> Option<Classing> {
        match self.meaning.get() {
            Meaning::Plain | Meaning::Times => None,
            Meaning::Class(ClassBy::Outcome) => by_outcome(self.app),
            Meaning::Class(by) => Some(Classing { by, ..Classing::default() }),
            Meaning::Engine(engine) => Some(Classing { by: ClassBy::Engine, engine, ..Classing::default() }),
        }
    }

    fn ask(self, artifact: usize, graph: Option<usize>, classing: Option<Classing>) {
        self.asked.update_value(|n| *n += 1);
        let number = self.asked.get_value();
        let Some(classing) = classing else {
            self.answer.set(None);
            return;
        };
        worker::request(self.app, Question::Classes { artifact, graph, classing }, move |reply| {
            if self.asked.try_get_value() != Some(number) {
                return;
            }
            let answer = reply.and_then(Result::ok).and_then(|answer| answer.read::<NodeClasses>());
            if let Some(answer) = &answer {
                self.engines.set(answer.engines.clone());
            }
            self.answer.set(answer.map(Arc::new));
        });
    }

    fn colored(self) -> Option<Arc<Colored>> {
        let answer = self.answer.get()?;
        let meaning = self.meaning.get();
        let looks = answer.classes.iter().enumerate().map(|(at, class)| look(&meaning, at, class, &answer)).collect();
        let chosen = self.chosen.get();
        self.stage.scene.with(|scene| {
            let Shared(scene) = scene.as_ref()?;
            Some(Arc::new(Colored { drawn: DrawnClasses::new(scene.drawing(), &answer, chosen), looks }))
        })
    }

    /// The choice of a meaning. `is_tflite`: whether the file has op versions, quantization and engines.
    pub fn choice(self, is_tflite: bool) -> Node {
        let artifact = self.app.current.get_untracked();
        let timed = Memo::new(move |_| self.app.heat.with(|h| h.as_ref().is_some_and(|h| h.artifact == artifact)));
        let options = move || {
            let mut all = vec![Meaning::Plain, Meaning::Class(ClassBy::Outcome), Meaning::Class(ClassBy::Dtype)];
            if is_tflite {
                all.push(Meaning::Class(ClassBy::Version));
                all.push(Meaning::Class(ClassBy::Quantization));
            }
            if timed.get() {
                all.push(Meaning::Times);
            }
            all.extend(self.engines.get().into_iter().map(Meaning::Engine));
            all.into_iter().map(|meaning| self.option(meaning)).collect::<Node>()
        };
        html! {
            <select class="graph-coloring" aria-label=t("color-by")
                on:change=move |e| self.meaning.set(Meaning::of_value(&event_target_value(&e)))>{options}</select>
        }
    }

    fn option(self, meaning: Meaning) -> Node {
        let name = match &meaning {
            Meaning::Plain => t("color-plain"),
            Meaning::Class(by) => t(&format!("color-{by}")),
            Meaning::Engine(id) => tr("color-engine", &[("engine", t(&format!("delegate-{id}")).into())]),
            Meaning::Times => t("color-times"),
        };
        let value = meaning.value();
        html! { <option value=value prop:selected=move || self.meaning.get() == meaning>{name}</option> }
    }

    /// The legend of times.
    pub fn times(self) -> Node {
        heat::legend(self.stage)
    }

    /// The classes with their colors and numbers of nodes: each is a switch that dims the others.
    pub fn legend(self) -> Node {
        let items = move || {
            let answer = self.answer.get().filter(|answer| !answer.classes.is_empty())?;
            let meaning = self.meaning.get();
            let items = answer.classes.iter().enumerate().map(|(at, class)| {
                let look = look(&meaning, at, class, &answer);
                legend_button(self.chosen, at, &look, name(&meaning, class), class.nodes)
            });
            Some(html! { <ul class="graph-legend" aria-label=t("color-legend")>{items.collect::<Node>()}</ul> })
        };
        items.into_node()
    }
}

/// The look of a class, the one at `at` in the legend.
fn look(meaning: &Meaning, at: usize, class: &NodeClass, all: &NodeClasses) -> Look {
    let letter = || char::from(b'A' + (at % 26) as u8).to_string();
    match meaning {
        Meaning::Class(ClassBy::Outcome) => {
            let outcome = Outcome::from_word(&class.key);
            let loads = outcome == Outcome::Loads;
            Look {
                hue: if loads { Hue::None } else { Hue::Outcome(outcome) },
                mark: if loads { String::new() } else { sign(outcome).to_owned() },
            }
        }
        Meaning::Engine(_) => {
            let outcome = Takes::from_word(&class.key).map_or(Outcome::Unknown, taken);
            Look { hue: Hue::Outcome(outcome), mark: sign(outcome).to_owned() }
        }
        Meaning::Class(ClassBy::Version) => Look { hue: Hue::Step(at, all.classes.len()), mark: class.key.clone() },
        Meaning::Class(_) | Meaning::Plain | Meaning::Times => Look { hue: Hue::Distinct(at), mark: letter() },
    }
}

fn taken(takes: Takes) -> Outcome {
    match takes {
        Takes::Yes => Outcome::Loads,
        Takes::May => Outcome::Warns,
        Takes::No => Outcome::Refused,
        Takes::Unknown => Outcome::Unknown,
    }
}

/// A class in a legend, with the number of its nodes: a switch that dims the others.
pub fn legend_button(chosen: RwSignal<BTreeSet<usize>>, at: usize, look: &Look, name: Node, nodes: u32) -> Node {
    // A version is its own mark.
    let mark = if let Hue::Step(..) = look.hue { String::new() } else { look.mark.clone() };
    html! {
        <li><button aria-pressed=move || chosen.with(|chosen| chosen.contains(&at)).to_string() on:click=move |_| toggle(chosen, at)>
            <i class=swatch(look.hue) style:opacity=opacity(look.hue) aria-hidden="true"></i>
            <b aria-hidden="true">{mark}</b>{name}" "
            <span class="soft">{crate::web::app::format::number(u64::from(nodes))}</span></button></li>
    }
}

/// The name of a class.
fn name(meaning: &Meaning, class: &NodeClass) -> Node {
    if class.key.is_empty() {
        return t("color-others").into_node();
    }
    match meaning {
        Meaning::Class(ClassBy::Outcome) => t(&format!("outcome-{}", class.key)).into_node(),
        Meaning::Class(ClassBy::Quantization) => t(&format!("quantization-{}", class.key)).into_node(),
        Meaning::Engine(_) => t(&format!("takes-{}", class.key)).into_node(),
        Meaning::Class(ClassBy::Version) => html! { <code>{format!("v{}", class.key)}</code> },
        Meaning::Class(_) | Meaning::Plain | Meaning::Times => html! { <code>{class.key.clone()}</code> },
    }
}

/// The style of a class's color.
fn swatch(hue: Hue) -> String {
    match hue {
        Hue::None => "swatch".to_owned(),
        Hue::Outcome(outcome) => format!("swatch {}", outcome.word()),
        Hue::Step(..) => "swatch step".to_owned(),
        Hue::Distinct(at) => format!("swatch class-{at}"),
    }
}

fn opacity(hue: Hue) -> String {
    match hue {
        Hue::Step(at, of) => format!("{:.2}", strength(at, of)),
        Hue::None | Hue::Outcome(_) | Hue::Distinct(_) => "1".to_owned(),
    }
}
