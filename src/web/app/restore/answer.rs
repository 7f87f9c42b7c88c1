//! The answer: results of the assertions, then each list, then the map of renamed keys.

use super::mapping::{self, Editor};
use crate::services::restore::schema::{Assertion, How, Rename, RestoreReport};
use crate::web::app::copy::copy;
use crate::web::app::format;
use crate::web::app::rich::rich;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html};
use std::sync::Arc;

/// Rows of a list that are shown.
const MOST: usize = 500;

/// The answer.
pub fn answer(report: &Arc<RestoreReport>, editor: Editor) -> Node {
    html! {
        <p class="call"><code>{report.call.clone()}</code></p>
        {report.fails.clone().map(|text| line("✕", "refused", t("restore-call-fails"), Some(text)))}
        {assertion("assert_existing_objects_matched()", report.existing.as_ref())}
        {assertion("assert_consumed()", report.consumed.as_ref())}
        {mapping::editor(report, editor)}
        {list("restore-restored", restored(report), false)}
        {list("restore-misfits", misfits(report), true)}
        {list("restore-missing", missing(report), true)}
        {list("restore-delayed", delayed(report), true)}
        {list("restore-left-over", left_over(report), true)}
        {renames(report, editor)}
    }
}

fn assertion(name: &str, assertion: Option<&Assertion>) -> Option<Node> {
    let assertion = assertion?;
    let (glyph, class, word) = match assertion.holds {
        true => ("✓", "loads", "restore-holds"),
        false => ("✕", "refused", "restore-raises"),
    };
    Some(line(glyph, class, rich(word, &[("name", Arg::Code(name.to_owned()))]), assertion.prints.clone()))
}

/// A line with a sign, and what is printed below it.
fn line(
    glyph: &'static str,
    class: &'static str,
    line: impl crate::web::dom::IntoNode,
    prints: Option<String>,
) -> Node {
    let printed = prints.map(|text| {
        let copied = text.clone();
        html! {
            <div class=format!("why msg {class}")>
                <pre dir="ltr" lang="en">{text}</pre>
                {copy(move || copied.clone(), "copy", "copy-message")}
            </div>
        }
    });
    html! {
        <p class="assertion"><span class=format!("sign {class}") aria-hidden="true">{glyph}</span>" "{line}</p>
        {printed}
    }
}

/// A row: the key, its text, and whether it is a slot variable.
struct Row(String, Node, bool);

/// A list that folds; open if it is the main result.
fn list(title: &'static str, rows: Vec<Row>, open: bool) -> Option<Node> {
    let count = rows.len();
    if count == 0 {
        return None;
    }
    let rows = rows.into_iter().take(MOST).map(|Row(key, what, slot)| {
        html! {
            <tr>
                <td class="name"><code title=key.clone()>{key.clone()}</code></td>
                <td class="what">{slot.then(|| html! { <span class="chip">{t("role-slot-variable")}</span>" " })}{what}</td>
            </tr>
        }
    });
    let rows = rows.collect::<Node>();
    let more = count.saturating_sub(MOST);
    Some(html! {
        <details open=open>
            <summary>{t(title)}" "<span class="soft">{format::number(count as u64)}</span></summary>
            {table_export_here("restore")}<div class="scroll-x"><table class="moves"><tbody>{rows}</tbody></table></div>
            {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
        </details>
    })
}

fn restored(report: &RestoreReport) -> Vec<Row> {
    let row = |moved: &crate::services::restore::schema::Move| {
        let into = (moved.key != moved.into).then(|| html! { "→ "<code>{moved.into.clone()}</code>" " });
        let how = (moved.how != How::Restored).then(|| t(&format!("restore-how-{}", moved.how)));
        Row(moved.key.clone(), html! { {into}{how} }, moved.slot_variable)
    };
    report.restored.iter().map(row).collect()
}

fn misfits(report: &RestoreReport) -> Vec<Row> {
    let row = |misfit: &crate::services::restore::schema::Misfit| {
        let value = |dtype: &str, shape: &[i64]| Arg::Code(format!("{dtype} {}", format::shape(shape)));
        let stored = value(&misfit.stored_dtype, &misfit.stored_shape);
        let wanted = value(&misfit.wanted_dtype, &misfit.wanted_shape);
        Row(misfit.key.clone(), rich("restore-misfit", &[("stored", stored), ("wanted", wanted)]), false)
    };
    report.misfits.iter().map(row).collect()
}

fn missing(report: &RestoreReport) -> Vec<Row> {
    report.missing.iter().map(|missing| Row(missing.key.clone(), Node::Nothing, missing.slot_variable)).collect()
}

fn delayed(report: &RestoreReport) -> Vec<Row> {
    let row = |delayed: &crate::services::restore::schema::Delayed| {
        let on = if delayed.on.is_empty() { "(root)".to_owned() } else { delayed.on.replace('/', ".") };
        let waits = rich("restore-waits", &[("child", Arg::Code(format!("{on}.{}", delayed.name)))]);
        Row(delayed.key.clone(), waits, delayed.slot_variable)
    };
    report.delayed.iter().map(row).collect()
}

fn left_over(report: &RestoreReport) -> Vec<Row> {
    let row = |left: &crate::services::restore::schema::LeftOver| {
        let why = t(&format!("restore-why-{}", left.why));
        Row(left.key.clone(), html! { {why} }, left.slot_variable)
    };
    report.left_over.iter().map(row).collect()
}

/// The rename map, with two forms to copy it.
fn renames(report: &Arc<RestoreReport>, editor: Editor) -> Option<Node> {
    if report.renames.is_empty() {
        return None;
    }
    let row = |rename: &Rename| {
        let doubt = rename.doubt().map(|id| html! { " "<span class="soft">{t(id)}</span> });
        html! {
            <tr>
                <td class="name"><code title=rename.missing.clone()>{rename.missing.clone()}</code></td>
                <td class="what">"← "<code>{rename.found.clone()}</code>{doubt}</td>
            </tr>
        }
    };
    let rows = report.renames.iter().take(MOST).map(row).collect::<Node>();
    let json = json(&report.renames);
    let (python, proposed) = (report.python.clone(), report.clone());
    Some(html! {
        <details open=true>
            <summary>{t("restore-renames")}" "<span class="soft">{format::number(report.renames.len() as u64)}</span></summary>
            <p class="soft">{t("restore-renames-what")}</p>
            {table_export_here("renames")}<div class="scroll-x"><table class="moves"><tbody>{rows}</tbody></table></div>
            <p class="buttons">
                {copy(move || python.clone(), "copy-python", "copy-python")}
                {copy(move || json.clone(), "copy-json", "copy-json")}
                <button on:click=move |_| editor.map_all(&proposed)>{t("restore-map-all")}</button>
            </p>
        </details>
    })
}

/// `{"key in the program": "key in the checkpoint"}`.
fn json(renames: &[Rename]) -> String {
    let map: serde_json::Map<String, serde_json::Value> =
        renames.iter().map(|rename| (rename.missing.clone(), rename.found.clone().into())).collect();
    serde_json::to_string_pretty(&map).unwrap_or_default()
}
