//! Colors and sizes of a picture. Each element has its light color as attributes, so it is complete where a policy
//! blocks style sheets; one style sheet, whose classes begin with the picture's prefix, has the dark colors and the
//! larger text of a narrow picture.

use std::fmt::Write;

const SANS: &str = "system-ui, 'Segoe UI', 'Noto Sans', sans-serif";
const MONO: &str = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace";
/// Width in pixels up to which a picture is narrow.
const NARROW: u32 = 540;

/// Class, attributes in light, declarations in dark, declarations when narrow.
const CLASSES: [(&str, &str, &str, &str); 24] = [
    ("paper", "fill=\"#fbfaf8\" stroke=\"#dedad5\"", "fill:#16151a;stroke:#34323b", ""),
    ("name", "fill=\"#1d1b20\" font-size=\"17\" font-weight=\"600\"", "fill:#ebe8ee", "font-size:27px"),
    ("soft", "fill=\"#625d68\" font-size=\"13\"", "fill:#a49fac", "font-size:22px"),
    ("wide", "fill=\"#625d68\" font-size=\"13\"", "fill:#a49fac", "display:none"),
    ("head", "fill=\"#625d68\" font-size=\"14\" font-weight=\"600\"", "fill:#a49fac", "font-size:23px"),
    ("label", "fill=\"#1d1b20\" font-size=\"14\" font-weight=\"600\"", "fill:#ebe8ee", "font-size:23px"),
    ("loads-text", "fill=\"#0f766e\" font-size=\"14\" font-weight=\"600\"", "fill:#4fd1c0", "font-size:22px"),
    ("warns-text", "fill=\"#8a5a08\" font-size=\"14\" font-weight=\"600\"", "fill:#f0b849", "font-size:22px"),
    ("refused-text", "fill=\"#b3261e\" font-size=\"14\" font-weight=\"600\"", "fill:#ff8a80", "font-size:22px"),
    ("unknown-text", "fill=\"#6b6672\" font-size=\"14\" font-weight=\"600\"", "fill:#9d98a5", "font-size:22px"),
    ("end", "fill=\"#1d1b20\" font-size=\"12\"", "fill:#ebe8ee", "display:none"),
    ("ends", "fill=\"#1d1b20\" font-size=\"21\" display=\"none\"", "fill:#ebe8ee", "display:inline"),
    ("year", "fill=\"#625d68\" font-size=\"12\"", "fill:#a49fac", "font-size:20px"),
    ("legend", "fill=\"#625d68\" font-size=\"13\"", "fill:#a49fac", "font-size:20px"),
    ("grid", "stroke=\"#dedad5\"", "stroke:#34323b", ""),
    ("base", "stroke=\"#dedad5\"", "stroke:#34323b", ""),
    ("band", "fill=\"#d4efe9\" stroke=\"#0f766e\" stroke-width=\".75\"", "fill:#123a37;stroke:#4fd1c0", ""),
    ("loads", "stroke=\"#0f766e\" stroke-width=\"1.25\"", "stroke:#4fd1c0", ""),
    ("warns", "fill=\"#fbeed3\" stroke=\"#8a5a08\" stroke-width=\"1.25\"", "fill:#3d2e10;stroke:#f0b849", ""),
    ("refused", "fill=\"none\" stroke=\"#b3261e\" stroke-width=\"1.25\"", "stroke:#ff8a80", "stroke-width:2px"),
    ("run", "stroke=\"#b3261e\" stroke-opacity=\".5\"", "stroke:#ff8a80", ""),
    ("unknown", "stroke=\"#6b6672\" stroke-width=\"1.25\" stroke-dasharray=\"2 1.5\"", "stroke:#9d98a5", ""),
    (
        "query",
        "fill=\"#6b6672\" font-size=\"12\" font-weight=\"600\" text-anchor=\"middle\"",
        "fill:#9d98a5",
        "font-size:18px",
    ),
    ("target", "stroke=\"#1d1b20\" stroke-width=\"2\"", "stroke:#ebe8ee", ""),
];

/// The flag of the target is filled with the text's color.
const FLAG: (&str, &str) = ("fill=\"#1d1b20\"", "fill:#ebe8ee");

/// The classes of one picture.
pub struct Style {
    prefix: String,
}

impl Style {
    /// The classes with a prefix.
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned() }
    }

    /// Attributes of an element of a class.
    pub fn of(&self, class: &str) -> String {
        let light = CLASSES.iter().find(|known| known.0 == class).map_or(FLAG.0, |known| known.1);
        let font = if is_mono(class) { format!(" font-family=\"{MONO}\"") } else { String::new() };
        format!("class=\"{}-{class}\" {light}{font}", self.prefix)
    }

    /// Font of all text without another one.
    pub fn font() -> &'static str {
        SANS
    }

    /// The style sheet. Texts are placed from left to right in every language, whatever the direction of the document around them.
    pub fn sheet(&self) -> String {
        let prefix = &self.prefix;
        let (mut dark, mut narrow) = (String::new(), String::new());
        for (class, _, in_dark, in_narrow) in CLASSES.iter().chain(&[("flag", FLAG.0, FLAG.1, "")]) {
            if !in_dark.is_empty() {
                let _ = write!(dark, ".{prefix}-{class}{{{in_dark}}}");
            }
            if !in_narrow.is_empty() {
                let _ = write!(narrow, ".{prefix}-{class}{{{in_narrow}}}");
            }
        }
        format!(
            ".{prefix}{{max-width:100%;height:auto;direction:ltr}}@media (max-width:{NARROW}px){{{narrow}}}\
             @media (prefers-color-scheme:dark){{{dark}}}"
        )
    }
}

/// Names and versions are in the fixed-width font.
fn is_mono(class: &str) -> bool {
    ["label", "end", "ends", "query"].contains(&class)
}
