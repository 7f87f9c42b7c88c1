//! The page's colors for a canvas. Custom properties may contain `light-dark(…)`, which only an element's own color
//! resolves, so each is read from a hidden element with that color.

use web_sys::Element;

/// Custom properties in the order of the fields of [`Colors`].
pub const NAMES: [&str; 11] = [
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
];

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
    /// Font family of monospaced text.
    pub mono: String,
}

impl Colors {
    /// Reads the colors from `probe`, whose children have the colors [`NAMES`] in order.
    pub fn read(probe: &Element) -> Self {
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
            mono: style(probe, "font-family").unwrap_or_else(|| "monospace".to_owned()),
        }
    }
}
