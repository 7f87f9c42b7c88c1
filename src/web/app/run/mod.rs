//! The Run view: a `.tflite` model on the kernels of this browser. The engine is fetched on the first press of Run.

mod announce;
mod bench;
mod beside;
mod building;
mod camera;
mod client;
mod clipboard;
mod image;
mod inputs;
mod kept;
mod layers;
mod parts;
mod pictures;
mod precision;
mod profile;
mod results;
mod second;
mod state;

use super::rich::spans;
use super::state::{App, Shown};
use super::words::{has, params, t, tr};
use crate::report::schema::Message;
use crate::services::run::bench::Spread;
use crate::services::run::schema::{Backend, Failed, Precision};
use crate::web::dom::{IntoNode, Node, html};
use bench::bench;
use beside::beside;
use inputs::inputs;
use layers::layers;
use leptos::prelude::*;
use profile::profile;
use results::{ms, results};
use state::{Phase, Run, Steps};

/// Backends, in the order to offer.
const BACKENDS: [Backend; 3] = [Backend::Simd, Backend::Gpu, Backend::Reference];

/// Choices for the number of runs; 0 is as many as fit in a second, at most 10.
const REPEATS: [u32; 5] = [0, 1, 10, 50, 200];

/// Choices for the number of warm-up runs.
const WARMUPS: [u32; 4] = [0, 1, 5, 20];

/// The view of one model.
pub fn run_view(artifact: Shown) -> Node {
    let app = App::get();
    let run = kept::kept(app, &artifact);
    let keys: Vec<String> = artifact.signatures.iter().map(|signature| signature.key.clone()).collect();
    clipboard::listen(run);
    announce::announce(app, run);
    let busy = move || matches!(run.phase.get(), Phase::Loading | Phase::Running(..));
    let choose_backend = move |event| {
        let chosen = event_target_value(&event);
        if let Some(backend) = BACKENDS.into_iter().find(|backend| backend.word() == chosen) {
            run.backend.set(backend);
            run.fell_back.set(None);
            if run.phase.get_untracked() != Phase::Idle {
                run.load();
            }
        }
    };
    let choose_signature = move |event| {
        let key = event_target_value(&event);
        run.signature.set((!key.is_empty()).then_some(key));
        run.preview();
        if run.phase.get_untracked() != Phase::Idle {
            run.load();
        }
    };
    let choose_repeat = move |event| {
        if let Ok(repeat) = event_target_value(&event).parse() {
            run.repeat.set(repeat);
        }
    };
    let choose_warmup = move |event| {
        if let Ok(warmup) = event_target_value(&event).parse() {
            run.warmup.set(warmup);
        }
    };
    html! {
        <div class="tools run-tools">
            // A disabled button would lose the keyboard focus.
            <button class="primary" on:click=move |_| if !busy() { run.run() } aria-disabled=move || busy().to_string()>{t("run-start")}</button>
            <label for="run-backend">{t("run-backend")}</label>
            <select id="run-backend" on:change=choose_backend>
                {BACKENDS.map(|backend| html! {
                    <option value=backend.word() selected=move || run.backend.get() == backend>{t(&format!("run-backend-{backend}"))}</option>
                })}
            </select>
            {parts::check_box(run)}
            {precision::precision_box(run)}
            <label>{t("run-invocations")}" "<select on:change=choose_repeat>
                {REPEATS.map(|repeat| html! {
                    <option value=repeat selected=move || run.repeat.get() == repeat>{if repeat == 0 { t("run-repeat-auto") } else { repeat.to_string() }}</option>
                })}
            </select></label>
            <label>{t("run-warmup")}" "<select on:change=choose_warmup>
                {WARMUPS.map(|warmup| html! {
                    <option value=warmup selected=move || run.warmup.get() == warmup>{warmup}</option>
                })}
            </select></label>
            {(keys.len() > 1).then(|| html! {
                <label>{t("run-signature")}" "<select on:change=choose_signature>
                    <option value="">{t("run-main-graph")}</option>
                    {keys.into_iter().map(|key| {
                        let own = key.clone();
                        let chosen = move || run.signature.with(|chosen| chosen.as_ref() == Some(&own));
                        html! { <option value=key.clone() selected=chosen>{key}</option> }
                    }).collect::<Node>()}
                </select></label>
            })}
            {progress(run)}
        </div>
        {move || run.prepared.with(|prepared| prepared.as_ref().is_some_and(|prepared| prepared.keeps_state)).then(|| html! {
            <p class="soft">{t("run-keeps-state")}</p>
        })}
        {building::note(run)}
        {inputs(run)}
        {move || run.fell_back.get().map(|why| html! {
            <p class="finding warning" role="status"><span class="sign warns" aria-hidden="true">"▲"</span>
                <span>{sentence("error-", &why)}</span></p>
        })}
        {move || run.failed.get().map(|failed| failure_card(&failed))}
        {timing(run)}
        {parts::parts(run)}
        {bench(run)}
        {made_up(run)}
        {results(run)}
        {beside(run)}
        {layers(run, artifact.clone())}
        {move || run.ran.get().is_some().then(|| html! { <h2>{t("run-profile")}</h2> })}
        {profile(run, artifact)}
        {move || run.phase.with(|phase| *phase == Phase::Idle).then(|| html! {
            <p class="soft">{t("run-idle")}</p>
        })}
    }
}

/// A message and its advice, as one text.
fn sentence(prefix: &str, message: &Message) -> Node {
    let id = format!("{prefix}{}", message.id);
    let advice = format!("{id}-advice");
    let args = params(message);
    let mut text = tr(&id, &args);
    if has(&advice) {
        text = format!("{text} {}", tr(&advice, &args));
    }
    spans(&text)
}

fn progress(run: Run) -> Node {
    let line = move || match run.phase.get() {
        Phase::Loading => busy(t("run-loading"), move || run.cancel()),
        Phase::Running(steps) => waiting(steps, move || run.cancel()),
        Phase::Idle | Phase::Ready => Node::Nothing,
    };
    line.into_node()
}

/// Number of finished nodes, and a way to cancel.
fn waiting(steps: Steps, cancel: impl Fn() + 'static) -> Node {
    let Steps { done, total, rounds } = steps;
    let numbers = [("done", done), ("total", total), ("rounds", rounds)].map(|(name, n)| (name, u64::from(n).into()));
    let text = match (total, rounds) {
        (0, _) => t("run-running"),
        (_, 0) => tr("run-progress", &numbers),
        _ => tr("run-progress-loop", &numbers),
    };
    busy(text, cancel)
}

fn busy(text: String, cancel: impl Fn() + 'static) -> Node {
    html! {
        <span role="status">{text}" "<button on:click=move |_| cancel()>{t("cancel")}</button></span>
    }
}

/// The time and the module of the run.
fn timing(run: Run) -> Node {
    let line = move || {
        let ran = run.ran.get()?;
        let times = &ran.invocations_ms;
        let where_ = match &ran.adapter {
            Some(adapter) if !adapter.is_empty() => format!("{} ({adapter})", run.module.get()),
            _ => run.module.get(),
        };
        let where_ = match ran.precision {
            Some(precision) if precision != Precision::Float32 => format!("{where_}, {precision}"),
            _ => where_,
        };
        let median = ms(Spread::of(times).median);
        Some(html! {
            <p class="run-timing" data-backend=ran.backend.word() data-run=run.runs.get()>
                {tr("run-took", &[("count", times.len().into()), ("ms", median.into()), ("module", where_.into())])}
                " "<span class="soft">{match ran.warmup {
                    0 => t("run-took-cold"),
                    count => tr("run-took-warm", &[("count", u64::from(count).into())]),
                }}</span>
            </p>
        })
    };
    line.into_node()
}

/// Warns that the inputs were not real data: a label for noise looks like a result.
fn made_up(run: Run) -> Node {
    let shown = move || {
        let kind = run.ran.get().and(run.made_up.get())?;
        Some(html! {
            <p class="finding warning run-made-up"><span class="sign warns" aria-hidden="true">"▲"</span>
                <span>{tr("run-made-up", &[("kind", kind.into())])}" "{t("run-made-up-hint")}</span></p>
        })
    };
    shown.into_node()
}

/// The error, its position, and every node without a kernel.
fn failure_card(failed: &Failed) -> Node {
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
                    <table class="run-unsupported"><tbody>{nodes}</tbody></table>
                })}
            </div>
        </article>
    }
}
