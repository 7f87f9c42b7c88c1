//! Releases in the texts of a comparison.

use crate::web::app::words::t;

/// Runs of releases: `2.4.0 – 2.21.0`.
pub fn runs(runs: &[(String, String)]) -> String {
    let run = |(from, to): &(String, String)| if from == to { from.clone() } else { format!("{from} – {to}") };
    let text = runs.iter().map(run).collect::<Vec<_>>().join(", ");
    if text.is_empty() { t("no-release") } else { text }
}
