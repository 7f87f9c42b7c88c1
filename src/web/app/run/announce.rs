//! Announces the end of a run to screen readers: the time, and the greatest value of the first output.

use super::numbers::{digits, ms};
use super::state::Run;
use crate::services::run::bench::Spread;
use crate::services::run::label;
use crate::web::app::state::App;
use crate::web::app::words::tr;
use leptos::prelude::*;

/// Announces each run that ends while the view is open.
pub fn announce(app: App, run: Run) {
    Effect::new(move |before: Option<u32>| {
        let runs = run.runs.get();
        if before.is_some_and(|before| before != runs)
            && let Some(text) = sentence(run)
        {
            app.announcement.say(text);
        }
        runs
    });
}

fn sentence(run: Run) -> Option<String> {
    let ran = run.ran.get_untracked()?;
    let count = ran.invocations_ms.len();
    let median = ms(Spread::of(&ran.invocations_ms).median);
    let mut text = tr("run-said", &[("count", count.into()), ("ms", median.into())]);
    let first = ran.outputs.first();
    if let Some((summary, (index, value))) = first.and_then(|summary| Some((summary, *summary.top.first()?))) {
        let named = run.names(0);
        let name = label(&named, &summary.shape, index, value.real()).map_or_else(|| index.to_string(), str::to_owned);
        let top = [("output", summary.name.as_str().into()), ("name", name.into()), ("value", digits(value).into())];
        text = format!("{text} {}", tr("run-said-top", &top));
    }
    Some(text)
}
