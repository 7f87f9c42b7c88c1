//! The Run view: a `.tflite` model on the kernels of this browser. The engine is fetched on the first press of Run.

mod announce;
mod bench;
mod beside;
mod building;
mod camera;
mod client;
mod clipboard;
mod entry;
mod failure;
mod image;
mod inputs;
mod kept;
mod layers;
mod modules;
mod numbers;
mod other;
mod parts;
mod phase;
mod pictures;
mod place;
mod precision;
mod profile;
mod progress;
mod results;
mod second;
mod state;

use super::state::{App, Shown};
use super::words::{t, tr};
use crate::services::run::bench::Spread;
use crate::services::run::schema::Precision;
use crate::web::dom::{IntoNode, Node, html};
use bench::bench;
use beside::beside;
use failure::{failure_card, sentence};
use inputs::inputs;
use layers::layers;
use leptos::prelude::*;
use numbers::ms;
use other::other;
use phase::Phase;
use place::place;
use profile::profile;
use progress::{busy, waiting};
use results::results;
use state::{BACKENDS, Run};

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
        {modules::note(run)}
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
        {other(run, artifact.clone())}
        {layers(run, artifact.clone())}
        {move || run.ran.get().is_some().then(|| html! { <h2>{t("run-profile")}</h2> })}
        {profile(run, artifact)}
        {move || run.phase.with(|phase| *phase == Phase::Idle).then(|| html! {
            <p class="soft">{t("run-idle")}</p>
        })}
    }
}

fn progress(run: Run) -> Node {
    let line = move || match run.phase.get() {
        Phase::Loading => busy(t("run-loading"), move || run.cancel()),
        Phase::Running(steps) => waiting(steps, move || run.cancel()),
        Phase::Idle | Phase::Ready => Node::Nothing,
    };
    line.into_node()
}

/// The time and the module of the run.
fn timing(run: Run) -> Node {
    let line = move || {
        let ran = run.ran.get()?;
        let times = &ran.invocations_ms;
        let where_ = place(run, ran.adapter.as_deref());
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
