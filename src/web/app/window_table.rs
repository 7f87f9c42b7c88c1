//! The window as a table: neighboring releases of a channel with one verdict for the same requirements share a row.

use super::labels::{pill, requirement_name};
use super::state::App;
use super::table_export::table_export_here;
use super::timeline::span_of;
use super::words::{Arg, t, tr};
use crate::report::what_if::Row;
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// Requirements named in a row; more are counted.
const MOST_CAUSES: usize = 3;

/// The table, folded until it is asked for. It follows what the user leaves out.
pub fn window_table() -> Node {
    let app = App::get();
    html! {
        <details class="window-table">
            <summary>{t("window-table")}</summary>
            {table_export_here("windows")}<div class="scroll-x" tabindex="0" role="group" aria-label=t("window-table")>
                <table>
                    <thead><tr>
                        {["window-col-channel", "window-col-releases", "window-col-dates"].map(|id| html! { <th scope="col">{t(id)}</th> })}
                        <th scope="col" class="n">{t("window-col-count")}</th>
                        {["col-verdict", "col-because"].map(|id| html! { <th scope="col">{t(id)}</th> })}
                    </tr></thead>
                    <tbody>
                        {move || app.rows.with(|rows| rows.iter().flat_map(|row| {
                            row.alike().into_iter().map(|span| entry(app, row, span))
                        }).collect::<Node>())}
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The releases from one index to another, which are alike.
fn entry(app: App, row: &Row, (first, last): (usize, usize)) -> Node {
    let (from, to) = (&row.cells[first], &row.cells[last]);
    let day = |date: &str| date.chars().take(10).collect::<String>();
    // Patches of older branches are later in time.
    let days = row.cells[first..=last].iter().map(|cell| day(&cell.date));
    let oldest = days.clone().min().unwrap_or_default();
    let newest = days.max().unwrap_or_default();
    let more = from.because.len().saturating_sub(MOST_CAUSES);
    let causes = app.artifact.with(|artifact| {
        let all = artifact.as_ref().map(|artifact| artifact.requirements.as_slice()).unwrap_or_default();
        let named = from.because.iter().take(MOST_CAUSES).filter_map(|&index| all.get(index as usize));
        named.map(|requirement| html! { <li>{requirement_name(requirement)}</li> }).collect::<Node>()
    });
    html! {
        <tr>
            <th scope="row"><code>{row.channel.clone()}</code></th>
            <td>{span_of(from.release.clone(), to.release.clone())}</td>
            <td>{span_of(oldest, newest)}</td>
            <td class="n">{tr("window-count", &[("n", Arg::from(last + 1 - first))])}</td>
            <td>{pill(from.outcome)}</td>
            <td><ul class="causes">{causes}{(more > 0).then(|| html! { <li class="soft">{tr("window-more", &[("n", more.into())])}</li> })}</ul></td>
        </tr>
    }
}
