//! Typed views of the tables about Keras: which classes a release has, which arguments their constructors take, and the
//! eras in which releases load files differently.

use super::{Pack, Range, range, sources};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Keras's tables.
static PACK: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/keras.bin")));

/// Spans of releases that belong to an era of `keras_eras.csv`.
pub fn keras_eras(era: &str) -> Vec<Range> {
    sources::spans(PACK.table("keras_eras"), era)
}

/// The span of an era with one row.
pub fn keras_era(era: &str) -> Range {
    keras_eras(era)[0]
}

/// Whether a span of Keras releases contains the one that was installed with TensorFlow in the tests.
pub fn holds_beside(range: Range) -> bool {
    keras_era("beside").releases().all(|at| range.holds(at))
}

/// Source of a fact about Keras files without a row of its own.
pub fn keras_source(fact: &str) -> &'static str {
    sources::source_in(PACK.table("keras_sources"), fact)
}

/// The first release of TensorFlow before 2.6 that loads files with a class, empty for all; `None` without an answer.
pub fn seen_from(class: &str) -> Option<&'static str> {
    let t = PACK.table("keras_seen");
    let row = (0..t.rows).find(|&row| t.column("classes").at(row).split(' ').any(|own| own == class))?;
    Some(t.column("first").at(row))
}

/// A class of a line of releases.
#[derive(Debug)]
pub struct Class {
    /// Line of releases.
    on: &'static str,
    /// Part of Keras: `layers`, `initializers`, …
    pub part: &'static str,
    /// From its first to its last release.
    pub range: Range,
    /// Arguments of its constructor and the releases that take each.
    arguments: Vec<(&'static str, Range)>,
    /// Source of the fact.
    pub source: &'static str,
}

impl Class {
    /// The releases that take an argument; `None` when none does.
    pub fn argument(&self, name: &str) -> Option<Range> {
        self.arguments.iter().find(|(own, _)| *own == name).map(|(_, range)| *range)
    }
}

/// Classes by name: each line has its own, and parts of Keras reuse some names.
type Named = HashMap<&'static str, Vec<Class>>;

/// A class of a line (`keras`, or `tensorflow` for Keras up to 2.15) by name; of `part` if it is given.
pub fn class(on: &str, part: Option<&str>, name: &str) -> Option<&'static Class> {
    all().get(name)?.iter().find(|class| class.on == on && part.is_none_or(|part| class.part.ends_with(part)))
}

fn all() -> &'static Named {
    static ALL: OnceLock<Named> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = PACK.table("keras_classes");
        let mut all = Named::new();
        for r in 0..t.rows {
            let cell = |column: &str| t.column(column).at(r);
            let on = cell("on");
            // `name`, or `name@first..last` where it has not always been there.
            let argument = |text: &'static str| match text.split_once('@') {
                Some((name, span)) => {
                    let (first, last) = span.split_once("..").unwrap_or((span, ""));
                    (name, range(on, first, last))
                }
                None => (text, range(on, "", "")),
            };
            all.entry(cell("class")).or_default().push(Class {
                on,
                part: cell("part"),
                range: range(on, cell("first"), cell("last")),
                arguments: cell("arguments").split(' ').filter(|text| !text.is_empty()).map(argument).collect(),
                source: cell("source"),
            });
        }
        all
    })
}
