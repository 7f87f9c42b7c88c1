//! Releases that meet a requirement, as text: ranges with their gaps, and the exceptions inside a gap.

use super::rich::{rich, spans};
use super::words::{Arg, t, tr};
use crate::report::schema::{Outcomes, Requirement};
use crate::report::what_if::{Row, Stretch};
use crate::web::dom::{IntoNode, Node, html};

/// Maximum number of ranges shown for a requirement.
const MOST: usize = 4;

/// `1.13.1 to 1.13.2; 2.10.0 and later`.
pub fn ranges(requirement: &Requirement, row: Option<&Row>) -> Node {
    let Some((row, outcomes)) = row.and_then(|row| Some((row, requirement.outcomes(&row.channel)?))) else {
        return html! { <span class="soft">{t("any-release")}</span> };
    };
    let stretches = row.stretches(outcomes);
    if stretches.is_empty() {
        return html! { <span class="sign refused">"✕ "{t("no-release")}</span> };
    }
    let more = stretches.len().saturating_sub(MOST);
    // The newest ones are the most relevant.
    let shown = stretches.iter().skip(more).map(words);
    let mut text = shown.collect::<Vec<_>>().join(&t("ranges-and"));
    if more > 0 {
        text = tr("ranges-more", &[("ranges", text.into()), ("n", more.into())]);
    }
    spans(&text)
}

/// The window of a channel: the releases that load the file.
pub fn window(row: &Row) -> Node {
    let outcomes = Outcomes(row.cells.iter().map(|cell| cell.outcome).collect());
    let stretches = row.stretches(&outcomes);
    if stretches.is_empty() {
        return html! { <span class="sign refused">"✕ "{t("no-release")}</span> };
    }
    spans(&stretches.iter().map(words).collect::<Vec<_>>().join(&t("ranges-and")))
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
