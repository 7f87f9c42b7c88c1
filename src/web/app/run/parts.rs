//! A run on the GPU: check mode, the partitions with their reasons, the result of the check.

use super::failure::sentence;
use super::numbers::number;
use super::phase::Phase;
use super::state::Run;
use crate::services::run::schema::{Backend, Check, Difference, Part};
use crate::services::run::{ranges, reasons};
use crate::web::app::rich::spans;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// The check box; empty on other backends, which have no check mode.
pub fn check_box(run: Run) -> Node {
    let choose = move |event| {
        run.check.set(event_target_checked(&event));
        if run.phase.get_untracked() != Phase::Idle {
            run.load();
        }
    };
    let shown =
        move || {
            (run.backend.get() == Backend::Gpu).then(|| html! {
            <label><input type="checkbox" id="run-check" prop:checked=run.check.get_untracked() on:change=choose/>
                " "{t("run-check")}</label>
        })
        };
    shown.into_node()
}

/// The split and the check of the last run.
pub fn parts(run: Run) -> Node {
    let shown = move || {
        let ran = run.ran.get()?;
        let split = (ran.parts.len() > 1).then(|| table(&ran.parts));
        let check = ran.check.as_ref().map(checked);
        let not_half = ran.not_half.as_ref().map(|why| html! {
            <p class="finding warning" role="status" id="run-not-half"><span class="sign warns" aria-hidden="true">"▲"</span>
                <span>{sentence("error-", why)}</span></p>
        });
        let any = split.is_some() || check.is_some() || not_half.is_some();
        any.then(|| html! { <section class="run-split">{not_half}{check}{split}</section> })
    };
    shown.into_node()
}

fn table(parts: &[Part]) -> Node {
    let rows = parts.iter().map(|part| {
        let why = reasons(part).into_iter().map(|(count, why)| {
            html! {
                <div>{count}" "<code>{why.op.clone()}</code>": "{sentence("reason-", &why.reason)}</div>
            }
        });
        let why = why.collect::<Node>();
        html! {
            <tr><th scope="row">{t(&format!("run-part-{}", part.backend))}</th><td class="n">{part.nodes.len()}</td>
                <td><code>{ranges(&part.nodes)}</code></td><td>{why}</td></tr>
        }
    });
    let rows = rows.collect::<Node>();
    html! {
        <p>{tr("run-parts", &[("count", parts.len().into())])}</p>
        {table_export_here("partitions")}<div class="scroll-x">
        <table class="run-parts">
            <thead><tr><th scope="col">{t("run-part-where")}</th><th scope="col" class="n">{t("run-col-nodes")}</th>
                <th scope="col">{t("run-col-which")}</th><th scope="col">{t("run-col-why")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
        </div>
    }
}

fn checked(check: &Check) -> Node {
    let passed = check.differing == 0;
    let (kind, sign, mark) =
        if passed { ("finding", "sign loads", "✓") } else { ("finding error", "sign refused", "✕") };
    let id = if passed { "run-check-passed" } else { "run-check-failed" };
    let counts = [("count", check.ops.into()), ("differing", check.differing.into())];
    let lines = [("run-check-first", &check.first), ("run-check-closest", &check.closest)];
    let lines =
        lines.into_iter().filter_map(|(id, difference)| Some(html! { <p>{line(id, difference.as_ref()?)}</p> }));
    let lines = lines.collect::<Node>();
    html! {
        <article class=kind id="run-checked" data-differing=check.differing role="status">
            <span class=sign aria-hidden="true">{mark}</span>
            <div><p>{tr(id, &counts)}</p>{lines}</div>
        </article>
    }
}

fn line(id: &str, difference: &Difference) -> Node {
    let value = |value: Option<f64>| Arg::Code(value.map_or_else(|| "∞".to_owned(), number));
    let kernel = if difference.kernel.is_empty() { "-" } else { &difference.kernel };
    spans(&tr(
        id,
        &[
            ("node", Arg::Plain(difference.node as f64)),
            ("op", Arg::Code(difference.op.clone())),
            ("kernel", Arg::Code(kernel.to_owned())),
            ("element", Arg::Plain(difference.element as f64)),
            ("got", value(difference.got)),
            ("want", value(difference.want)),
            ("absolute", value(difference.absolute)),
            ("relative", value(difference.relative)),
            ("tolerance", value(Some(difference.tolerance))),
        ],
    ))
}
