//! Words of help: labels whose term is explained on hover, on focus and on a press. `static/terms.js` shows the
//! explanation and fetches its words; here a label is only marked.

use super::words::{t, tr};
use crate::report::schema::Certainty;
use crate::web::dom::{IntoNode, Node, html};

/// A label with the explanation of the term `id`.
pub fn term(id: &'static str, label: impl IntoNode) -> Node {
    html! { <button type="button" class="term" data-term=id aria-expanded="false">{label.into_node()}</button> }
}

/// The explanation of the term `id` beside a label that is a control itself. `name` is the label.
pub fn explain(id: &'static str, name: &str) -> Node {
    let label = tr("explain", &[("name", name.into())]);
    html! {
        " "<button type="button" class="term mark" data-term=id aria-expanded="false" aria-label=label>{t("explain-mark")}</button>
    }
}

/// Certainty: observed, derived, promised, with its explanation and the source of the fact.
pub fn certainty(certainty: Certainty, source: String) -> Node {
    html! {
        <button type="button" class="term pill" data-term="certainty" data-note=source aria-expanded="false">
            {t(&format!("certainty-{}", certainty.word()))}
        </button>
    }
}
