//! Outcome of the plan: its violated rules, the graphs and the releases that load them, the numbers of each release.

use crate::report::schema::Severity;
use crate::services::evolution::schema::{
    BrokenRule, EvolutionReport, LoadInfo, LoadOutcome, RELEASE_COLUMNS, ReleaseInfo,
};
use crate::web::app::copy::copy;
use crate::web::app::focus::focus;
use crate::web::app::labels::message_text;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{has, params, t, tr};
use crate::web::dom::{Node, html};
use crate::web::model::plan_link;
use leptos::prelude::*;
use std::sync::Arc;

/// The chosen cell: graph, release.
type At = (usize, usize);

/// The answer.
pub fn outcome(report: &Arc<EvolutionReport>) -> Node {
    let command = report.plan.clone();
    html! {
        <div class="evolution-report">
            {rules(report)}
            {matrix(report)}
            {numbers(report)}
            <p class="evolution-command"><code dir="ltr">{plan_link::command(&report.plan)}</code>{copy(move || plan_link::command(&command), "copy", "copy-message")}</p>
        </div>
    }
}

/// The sign of a violated rule.
pub fn severity(severity: Severity) -> Node {
    let (glyph, class) = match severity {
        Severity::Error => ("✕", "refused"),
        Severity::Warning => ("▲", "warns"),
        Severity::Note => ("i", "note"),
    };
    let word = t(&format!("evolution-severity-{}", severity.word()));
    html! { <span class=format!("sign {class}") title=word.clone()><span aria-hidden="true">{glyph}</span><span class="sr">{word}</span></span>" " }
}

fn rules(report: &EvolutionReport) -> Node {
    let rule = |rule: &BrokenRule| {
        let advice = format!("{}-advice", rule.message.id);
        let advice = has(&advice).then(|| tr(&advice, &params(&rule.message)));
        let step = rule
            .step
            .as_ref()
            .map(|step| html! { <span class="soft">{t(&format!("evolution-step-{step}"))}</span>": " });
        html! {
            <li>
                {severity(rule.severity)}{step}{crate::web::app::rich::spans(&message_text(&rule.message, ""))}
                {advice.map(|advice| html! { <span class="soft">" "{crate::web::app::rich::spans(&advice)}</span> })}
            </li>
        }
    };
    let worst = report.broken.iter().any(|rule| rule.severity != Severity::Note);
    html! {
        <h2>{t("evolution-rules")}</h2>
        {(!worst).then(|| html! { <p><span class="sign loads" aria-hidden="true">"✓"</span>" "{t("evolution-all-kept")}</p> })}
        <ul class="evolution-rules">{report.broken.iter().map(rule).collect::<Node>()}</ul>
    }
}

fn matrix(report: &Arc<EvolutionReport>) -> Node {
    let chosen = RwSignal::new(None::<At>);
    let part = |concerned: bool| {
        let rows: Vec<usize> =
            (0..report.graphs.len()).filter(|row| report.graphs[*row].concerned == concerned).collect();
        if rows.is_empty() {
            return None;
        }
        let title = t(if concerned { "evolution-graphs-concerned" } else { "evolution-graphs-other" });
        let loads = |row: &usize| report.graphs[*row].loads.iter().all(|load| load.outcome == LoadOutcome::Loads);
        if !concerned && rows.iter().all(loads) {
            return Some(html! { <h3>{title}</h3><p class="soft">{t("evolution-all-load")}</p> });
        }
        Some(html! { <h3>{title.clone()}</h3>{table(report, &rows, &title, chosen)} })
    };
    let shown = report.clone();
    html! {
        <h2>{t("evolution-result")}</h2>
        {part(true)}
        {part(false)}
        {move || match chosen.get() {
            None => html! { <p class="soft">{t("evolution-choose-cell")}</p> },
            Some(at) => detail(&shown, at),
        }}
    }
}

fn table(report: &Arc<EvolutionReport>, rows: &[usize], title: &str, chosen: RwSignal<Option<At>>) -> Node {
    let head = |release: &ReleaseInfo| html! { <th scope="col"><code>{release.version.clone()}</code></th> };
    let first = rows[0];
    let row = |row: &usize| {
        let graph = &report.graphs[*row];
        let cells =
            graph.loads.iter().enumerate().map(|(column, load)| cell(report, (*row, column), first, load, chosen));
        html! { <tr><th scope="row"><code>{graph.producer.clone()}</code></th>{cells.collect::<Node>()}</tr> }
    };
    html! {
        {table_export_here("releases")}<div class="scroll-x">
            <table class="evolution-matrix" aria-label=title.to_owned() on:keydown=walk>
                <thead><tr><th scope="col"><span class="soft">{t("evolution-written-by")}" ╲ "{t("evolution-loaded-by")}</span></th>
                    {report.releases.iter().map(head).collect::<Node>()}</tr></thead>
                <tbody>{rows.iter().map(row).collect::<Node>()}</tbody>
            </table>
        </div>
    }
}

fn cell(report: &Arc<EvolutionReport>, at: At, first: usize, load: &LoadInfo, chosen: RwSignal<Option<At>>) -> Node {
    let (glyph, class) = match load.outcome {
        LoadOutcome::Loads => ("✓", "loads"),
        LoadOutcome::Refused => ("✕", "refused"),
        LoadOutcome::Ignores => ("▲", "warns"),
        LoadOutcome::Differs | LoadOutcome::Unsafe => ("≠", "warns"),
    };
    let producer = report.graphs[at.0].producer.as_str();
    let outcome = t(&format!("evolution-outcome-{}", load.outcome));
    let text = tr(
        "evolution-cell",
        &[("producer", producer.into()), ("consumer", load.consumer.as_str().into()), ("outcome", outcome.into())],
    );
    // One stop for the Tab key; arrows move between cells.
    let stop = move || match chosen.get() {
        Some(chosen) if chosen.0 >= first => chosen == at,
        _ => at == (first, 0),
    };
    html! {
        <td>
            <button class=format!("evolution-cell {class}") data-cell=format!("{}-{}", at.0, at.1) aria-label=text.clone() title=text
                tabindex=move || if stop() { "0" } else { "-1" }
                aria-pressed=move || (chosen.get() == Some(at)).to_string()
                on:click=move |_| chosen.set(Some(at))>{glyph}</button>
        </td>
    }
}

/// Arrow keys move between cells.
fn walk(event: web_sys::KeyboardEvent) {
    use wasm_bindgen::JsCast;
    let step = match event.key().as_str() {
        "ArrowLeft" => (0, -1),
        "ArrowRight" => (0, 1),
        "ArrowUp" => (-1, 0),
        "ArrowDown" => (1, 0),
        _ => return,
    };
    let cell =
        event.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok()).and_then(|e| e.get_attribute("data-cell"));
    let place = cell.as_deref().and_then(|cell| cell.split_once('-'));
    let Some((Ok(row), Ok(column))) = place.map(|(row, column)| (row.parse::<i32>(), column.parse::<i32>())) else {
        return;
    };
    if focus(&format!("[data-cell='{}-{}']", row + step.0, column + step.1)) {
        event.prevent_default();
    }
}

fn detail(report: &EvolutionReport, (row, column): At) -> Node {
    let Some((graph, load)) = report.graphs.get(row).and_then(|graph| Some((graph, graph.loads.get(column)?))) else {
        return Node::Nothing;
    };
    let values = [("producer", graph.producer.as_str().into()), ("consumer", load.consumer.as_str().into())];
    let outcome = t(&format!("evolution-outcome-{}", load.outcome));
    let prints = load.prints.clone().map(|text| {
        let copied = text.clone();
        html! {
            <div class="why msg refused">
                <pre dir="ltr" lang="en">{text}</pre>
                {copy(move || copied.clone(), "copy", "copy-message")}
            </div>
        }
    });
    html! {
        <div class="evolution-detail" role="status">
            <p><b>{tr("evolution-cell", &[values[0].clone(), values[1].clone(), ("outcome", outcome.into())])}</b></p>
            <p>{tr(&format!("evolution-cell-{}", load.outcome), &values)}</p>
            {prints}
        </div>
    }
}

fn numbers(report: &EvolutionReport) -> Node {
    let row = |release: &ReleaseInfo| {
        let done = report.steps.iter().filter(|step| step.release.as_ref() == Some(&release.version));
        let done: Vec<String> = done.map(|step| t(&format!("evolution-step-{}", step.step))).collect();
        let bad: Vec<String> = release.bad_consumers.iter().map(i32::to_string).collect();
        html! {
            <tr>
                <th scope="row"><code>{release.version.clone()}</code></th>
                <td>{release.date.clone()}</td>
                <td class="n">{release.number.to_string()}</td>
                <td class="n">{release.min_producer.to_string()}</td>
                <td class="n">{release.min_consumer.to_string()}</td>
                <td class="n">{bad.join(", ")}</td>
                <td>{done.join("; ")}</td>
            </tr>
        }
    };
    let heads = RELEASE_COLUMNS.into_iter().chain(["evolution-steps"]);
    html! {
        <h2>{t("evolution-train")}</h2>
        {table_export_here("steps")}<div class="scroll-x"><table class="evolution-numbers">
            <thead><tr>{heads.map(|id| html! { <th scope="col">{t(id)}</th> }).collect::<Node>()}</tr></thead>
            <tbody>{report.releases.iter().map(row).collect::<Node>()}</tbody>
        </table></div>
    }
}
