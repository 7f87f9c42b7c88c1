//! A second backend for comparison: the same inputs, the differences of the outputs.

use super::numbers::{ms, number};
use super::second::Doing;
use super::state::{BACKENDS, Run};
use crate::services::run::bench::Spread;
use crate::services::run::schema::{Compared, OutputDifference, Ran, Summary};
use crate::services::run::{difference, output_of};
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use js_sys::Uint8Array;
use leptos::prelude::*;

/// The choice of a second backend, and its result.
pub fn beside(run: Run) -> Node {
    let second = run.beside;
    let choose = move |event| {
        let chosen = event_target_value(&event);
        match BACKENDS.into_iter().find(|backend| backend.word() == chosen) {
            Some(backend) => run.ask(second, backend, run.again(), compared),
            None => second.stop(Doing::Idle),
        }
    };
    let shown = move || {
        let ran = run.ran.get()?;
        let others = BACKENDS.into_iter().filter(|backend| *backend != ran.backend).map(|backend| {
            html! { <option value=backend.word()>{t(&format!("run-backend-{backend}"))}</option> }
        });
        let idle = move || matches!(second.doing.get(), Doing::Idle);
        Some(html! {
            <h2>{t("run-beside")}</h2>
            <p class="run-tools"><label>{t("run-compare-with")}" "<select on:change=choose>
                <option value="" selected=idle>"—"</option>
                {others.collect::<Node>()}
            </select></label></p>
            {move || second.shown(|second_run| match &second_run.compared {
                Some(compared) => table(&ran, compared),
                None => Node::Nothing,
            })}
        })
    };
    shown.into_node()
}

/// The second backend's run against the last one.
fn compared(run: Run, second: Ran, files: &[Uint8Array]) -> Ran {
    let first = run.ran.get_untracked().unwrap_or_default();
    let differences = run.files.with_untracked(|first_files| {
        let pairs = first.outputs.iter().zip(&second.outputs).zip(first_files.iter().zip(files));
        let one = |((a, b), (a_file, b_file)): ((&Summary, &Summary), (&Uint8Array, &Uint8Array))| {
            let first = output_of(&a.dtype, &a.shape, &a_file.to_vec())?;
            let second = output_of(&b.dtype, &b.shape, &b_file.to_vec())?;
            difference(&a.name, &first, &second)
        };
        pairs.filter_map(one).collect()
    });
    let Ran { backend, adapter, invocations_ms, .. } = second;
    Ran { compared: Some(Compared { backend, adapter, invocations_ms, differences }), ..Ran::default() }
}

fn table(ran: &Ran, compared: &Compared) -> Node {
    let times = [(&ran.backend, &ran.invocations_ms), (&compared.backend, &compared.invocations_ms)];
    let times = times.map(|(backend, times)| html! {
        <span class="run-fact"><code>{backend.word()}</code>" "<code>{ms(Spread::of(times).median)}" ms"</code></span>
    });
    let rows = compared.differences.iter().map(row).collect::<Node>();
    html! {
        <p>{times.into_iter().collect::<Node>()}</p>
        {if compared.differences.is_empty() {
            html! { <p class="soft">{t("run-no-numbers")}</p> }
        } else {
            html! {
                {table_export_here("outputs")}<div class="scroll-x"><table class="run-beside">
                    <thead><tr><th scope="col">{t("run-col-output")}</th><th scope="col" class="n">{t("run-col-different")}</th>
                        <th scope="col" class="n">{t("run-col-absolute")}</th><th scope="col" class="n">{t("run-col-relative")}</th>
                        <th scope="col">{t("run-col-where")}</th></tr></thead>
                    <tbody>{rows}</tbody>
                </table></div>
                <p class="soft">{t("run-beside-note")}</p>
            }
        }}
    }
}

fn row(second_run: &OutputDifference) -> Node {
    let place = second_run.at.map(|at| format!("[{at}] {} / {}", number(second_run.first), number(second_run.second)));
    let many = [("different", second_run.different.into()), ("count", second_run.elements.into())];
    html! {
        <tr><th scope="row"><code>{second_run.name.clone()}</code></th>
            <td class="n">{tr("run-different", &many)}</td>
            <td class="n"><code>{number(second_run.absolute)}</code></td><td class="n"><code>{number(second_run.relative)}</code></td>
            <td>{match place {
                Some(place) => html! { <code>{place}</code> },
                None => html! { <span class="soft">{t("run-equal")}</span> },
            }}</td></tr>
    }
}
