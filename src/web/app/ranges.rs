//! Releases that meet a requirement, as text: ranges with their gaps, and the exceptions inside a gap.

use super::rich::plain;
use super::rich::{rich, spans};
use super::words::{Arg, t, tr};
use crate::report::schema::{Outcomes, Requirement};
use crate::report::what_if::{Row, Stretch};
use crate::web::dom::{IntoNode, Node, html};

/// Maximum number of ranges shown for a requirement.
const MOST: usize = 4;

/// `1.13.1 to 1.13.2; 2.10.0 and later`.
pub fn ranges(requirement: &Requirement, row: Option<&Row>) -> Node {
    match stretches(requirement, row) {
        None => html! { <span class="soft">{t("any-release")}</span> },
        Some(stretches) if stretches.is_empty() => html! { <span class="sign refused">"✕ "{t("no-release")}</span> },
        Some(stretches) => {
            let more = stretches.len().saturating_sub(MOST);
            // The newest ones are the most relevant.
            let text = joined(&stretches[more..]);
            spans(&if more > 0 { tr("ranges-more", &[("ranges", text.into()), ("n", more.into())]) } else { text })
        }
    }
}

/// All of them as text.
pub fn text(requirement: &Requirement, row: Option<&Row>) -> String {
    match stretches(requirement, row) {
        None => t("any-release"),
        Some(stretches) if stretches.is_empty() => t("no-release"),
        Some(stretches) => plain(&joined(&stretches)),
    }
}

/// The releases of a channel that meet a requirement; `None` if the channel is not known to matter.
fn stretches(requirement: &Requirement, row: Option<&Row>) -> Option<Vec<Stretch>> {
    let row = row?;
    Some(row.stretches(requirement.outcomes(&row.channel)?))
}

fn joined(stretches: &[Stretch]) -> String {
    stretches.iter().map(words).collect::<Vec<_>>().join(&t("ranges-and"))
}

/// The window of a channel: the releases that load the file.
pub fn window(row: &Row) -> Node {
    let outcomes = Outcomes(row.cells.iter().map(|cell| cell.outcome).collect());
    let stretches = row.stretches(&outcomes);
    if stretches.is_empty() {
        return html! { <span class="sign refused">"✕ "{t("no-release")}</span> };
    }
    spans(&joined(&stretches))
}

fn words(stretch: &Stretch) -> String {
    let code = |release: &String| Arg::Code(release.clone());
    match stretch {
        Stretch::Every => t("ranges-every"),
        Stretch::EveryKnown(first) => tr("ranges-every-known", &[("first", code(first))]),
        Stretch::From(first) => tr("ranges-from", &[("first", code(first))]),
        Stretch::UpTo(last) => tr("ranges-up-to", &[("last", code(last))]),
        Stretch::Between(first, last) => tr("ranges-between", &[("first", code(first)), ("last", code(last))]),
        Stretch::Only(release) => tr("ranges-only", &[("release", code(release))]),
    }
}

/// Why releases inside a gap take the file, one sentence per range.
pub fn exceptions(requirement: &Requirement, row: &Row) -> Node {
    let gaps = requirement.outcomes(&row.channel).is_some_and(|outcomes| outcomes.runs().len() > 1);
    let own = requirement.exceptions.iter().filter(|one| gaps && one.channel == row.channel);
    let sentences = own.map(|one| {
        let values = [("first", Arg::Code(one.first.clone())), ("last", Arg::Code(one.last.clone()))];
        let id = format!("exception-{}", one.id);
        let text = if one.first == one.last { format!("{id}-one") } else { id };
        html! { <span class="exception soft">{rich(&text, &values)}</span> }
    });
    sentences.collect::<Node>().into_node()
}
