//! Failures of a run, and their text.

use crate::report::schema::Message;
use crate::services::run::schema::{Failed, FailedKind};
use crate::web::app::rich::spans;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{has, params, tr};
use crate::web::dom::{Node, html};

/// A failure of the page itself.
pub fn failure(id: &'static str, text: &str) -> Failed {
    Failed { kind: FailedKind::Run, message: Message::new(id).with("text", text), ..Failed::default() }
}

/// An error in an input that the user can fix.
pub fn misused(id: &'static str, name: &str) -> Failed {
    let mut failed = failure(id, "");
    failed.kind = FailedKind::Usage;
    failed.message.params.set("name", name.to_owned());
    failed
}

/// A message and its advice, as one text.
pub fn sentence(prefix: &str, message: &Message) -> Node {
    let id = format!("{prefix}{}", message.id);
    let advice = format!("{id}-advice");
    let args = params(message);
    let mut text = tr(&id, &args);
    if has(&advice) {
        text = format!("{text} {}", tr(&advice, &args));
    }
    spans(&text)
}

/// The error, its position, and every node without a kernel.
pub fn failure_card(failed: &Failed) -> Node {
    let node = failed.node.clone().map(|(graph, index, op)| {
        html! {
            <p><code>{op}</code>" "{tr("run-at-node", &[("index", index.into()), ("graph", graph.into())])}</p>
        }
    });
    let nodes = failed.unsupported.iter().map(|node| {
        html! {
            <tr><td class="n"><code>{node.node}</code></td><td><code>{node.op.clone()}" v"{node.version}</code></td>
                <td>{sentence("reason-", &node.reason)}</td></tr>
        }
    });
    let nodes = nodes.collect::<Node>();
    html! {
        <article class="finding error" role="alert">
            <span class="sign refused" aria-hidden="true">"✕"</span>
            <div>
                <p>{sentence("error-", &failed.message)}{failed.file.clone().map(|file| html! { " "<code>{file}</code> })}</p>
                {node}
                {(!failed.unsupported.is_empty()).then(|| html! {
                    {table_export_here("unsupported")}<table class="run-unsupported"><tbody>{nodes}</tbody></table>
                })}
            </div>
        </article>
    }
}
