//! Beside the engines: op versions that can be lowered, and packages that follow a channel.

use crate::services::delegates::schema::{Following, LoweringVerdict, OpVersion};
use crate::web::app::labels::{certainty_pill, evidence_link, message, sign};
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html};

/// One row per op.
pub fn versions(ops: &[OpVersion]) -> Node {
    html! {
        <p class="soft">{t("delegates-versions-what")}</p>
        {table_export_here("op-versions")}<div class="scroll-x"><table class="sig">
            <thead><tr><th>{t("delegates-col-op")}</th><th>{t("delegates-col-lower")}</th><th>{t("delegates-col-why")}</th>
                <th>{t("delegates-col-which")}</th></tr></thead>
            <tbody>{ops.iter().map(version).collect::<Node>()}</tbody>
        </table></div>
    }
}

fn version(op: &OpVersion) -> Node {
    let (sign, class) = match op.verdict {
        LoweringVerdict::Lower => ("↓", "loads"),
        LoweringVerdict::TooLow => ("▲", "warns"),
        LoweringVerdict::Keep => ("✕", "refused"),
        LoweringVerdict::Lowest => ("·", "loads"),
        LoweringVerdict::Unsure | LoweringVerdict::Unknown => ("?", "unknown"),
    };
    let required = Arg::Plain(f64::from(op.required.unwrap_or_default()));
    let since = Arg::Code(op.since_required.clone().unwrap_or_else(|| "?".to_owned()));
    let text = tr(&format!("delegates-version-{}", op.verdict), &[("required", required), ("since", since)]);
    let reason =
        op.reason.as_ref().filter(|_| op.verdict != LoweringVerdict::Lowest).map(|reason| message(reason, "reason-"));
    html! {
        <tr>
            <td><code>{format!("{} v{}", op.op, op.declared)}</code></td>
            <td class="prose"><span class=format!("sign {class}") aria-hidden="true">{sign}</span>" "{crate::web::app::rich::spans(&text)}</td>
            <td class="prose" title=op.source.clone()>{reason}</td>
            <td class="which">{op.evidence.iter().cloned().map(evidence_link).collect::<Node>()}</td>
        </tr>
    }
}

/// One row per package.
pub fn channels(all: &[Following]) -> Node {
    html! {
        <p class="soft">{t("delegates-channels-what")}</p>
        {table_export_here("channels")}<div class="scroll-x"><table class="sig">
            <thead><tr><th>{t("delegates-col-package")}</th><th>{t("delegates-col-loads")}</th><th>{t("delegates-col-newest")}</th>
                <th>{t("delegates-col-note")}</th></tr></thead>
            <tbody>{all.iter().map(channel).collect::<Node>()}</tbody>
        </table></div>
    }
}

fn channel(one: &Following) -> Node {
    let outcome = one.newest;
    let span = match (one.releases.first(), one.releases.last()) {
        (Some(first), Some(last)) => html! { <code>{format!("{first} – {last}")}</code> },
        _ => html! { {t("delegates-no-release")} },
    };
    html! {
        <tr>
            <td><code>{one.package.clone()}</code></td>
            <td>{span}</td>
            <td title=one.prints.clone().unwrap_or_default()><span class=format!("sign {}", outcome.word())>
                <span aria-hidden="true">{sign(outcome)}</span>" "{t(&format!("outcome-{}", outcome.word()))}</span>
                {(!one.last.is_empty()).then(|| html! { " "<code>{one.last.clone()}</code> })}</td>
            <td class="prose">{certainty_pill(one.certainty, one.source.clone())}" "
                {t(&format!("delegate-channel-{}", one.note))}</td>
        </tr>
    }
}
