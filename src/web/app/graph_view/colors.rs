//! The page's colors for a canvas. Custom properties may contain `light-dark(…)`, which only an element's own color
//! resolves, so each is read from a hidden element with that color.

use crate::web::dom::{Node, NodeRef, html};
use leptos::prelude::*;
use web_sys::Element;

/// Custom properties in the order of the fields of [`Colors`].
const NAMES: [&str; 24] = [
    "--paper",
    "--raised",
    "--ink",
    "--soft",
    "--line",
    "--accent",
    "--graph-edge",
    "--graph-variable",
    "--graph-optimizer",
    "--graph-slot",
    "--graph-heat",
    "--graph-found",
    "--loads",
    "--warn",
    "--unknown",
    "--refused",
    "--class-0",
    "--class-1",
    "--class-2",
    "--class-3",
    "--class-4",
    "--class-5",
    "--class-6",
    "--class-7",
];

/// The colors that the page has now.
#[derive(Clone, Copy)]
pub struct Theme {
    probe: NodeRef,
    changes: RwSignal<u32>,
}

impl Theme {
    /// Call once for a view, and put [`Self::probe`] into it.
    pub fn new() -> Self {
        Self { probe: NodeRef::new(), changes: RwSignal::new(0) }
    }

    /// The hidden element whose children have the colors [`NAMES`].
    pub fn probe(self) -> Node {
        html! {
            <span class="graph-probe" node_ref=self.probe aria-hidden="true">
                {NAMES.map(|name| html! { <i style:color=format!("var({name})")></i> })}
            </span>
        }
    }

    /// To call when the page's colors have changed.
    pub fn changed(self) {
        self.changes.update(|n| *n += 1);
    }

    /// The colors; none before the probe is in the document.
    pub fn colors(self) -> Memo<Option<Colors>> {
        Memo::new_with_compare(
            move |_| {
                self.changes.track();
                self.probe.get().map(|probe| Colors::read(&probe))
            },
            // Always read again: the names stay, but their values change.
            |_, _| true,
        )
    }
}

/// Colors of one theme.
#[derive(Clone, Debug, Default)]
pub struct Colors {
    pub paper: String,
    pub raised: String,
    pub ink: String,
    pub soft: String,
    pub line: String,
    pub accent: String,
    pub edge: String,
    pub variable: String,
    pub optimizer: String,
    pub slot: String,
    pub heat: String,
    pub found: String,
    /// Of [`crate::compat::Outcome`]s, in their order.
    pub outcomes: [String; 4],
    /// Of classes that have no color of their own.
    pub classes: [String; 8],
    /// Font family of monospaced text.
    pub mono: String,
}

impl Colors {
    /// Reads the colors from `probe`, whose children have the colors [`NAMES`] in order.
    fn read(probe: &Element) -> Self {
        let Some(window) = web_sys::window() else { return Self::default() };
        let style = |element: &Element, property: &str| {
            window.get_computed_style(element).ok().flatten().and_then(|s| s.get_property_value(property).ok())
        };
        let children = probe.children();
        let mut all = (0..NAMES.len() as u32)
            .map(|i| children.item(i).and_then(|child| style(&child, "color")).unwrap_or_else(|| "gray".to_owned()));
        let mut next = || all.next().unwrap_or_default();
        Self {
            paper: next(),
            raised: next(),
            ink: next(),
            soft: next(),
            line: next(),
            accent: next(),
            edge: next(),
            variable: next(),
            optimizer: next(),
            slot: next(),
            heat: next(),
            found: next(),
            outcomes: std::array::from_fn(|_| next()),
            classes: std::array::from_fn(|_| next()),
            mono: style(probe, "font-family").unwrap_or_else(|| "monospace".to_owned()),
        }
    }
}
