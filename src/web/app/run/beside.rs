//! A second backend beside the first: the same inputs, the differences of the outputs.

use super::client::Client;
use super::results::{ms, number};
use super::state::{Run, failure};
use super::{BACKENDS, failure_card};
use crate::report::run::bench::Spread;
use crate::report::run::schema::{Compared, Failed, OutputDifference, Ran, Summary};
use crate::report::run::{difference, output_of};
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::run_protocol::{RunReply, RunRequest};
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Where the comparison stands.
#[derive(Clone, Default)]
enum Phase {
    /// Nothing was asked.
    #[default]
    Idle,
    /// The second backend prepares or runs.
    Busy,
    /// It ran.
    Done(Arc<Compared>),
    /// It did not.
    Failed(Arc<Failed>),
}

/// The second backend.
#[derive(Clone, Copy)]
struct Second {
    run: Run,
    phase: RwSignal<Phase>,
    client: StoredValue<Rc<RefCell<Option<Client>>>, LocalStorage>,
    /// Which comparison it is: replies to others come too late.
    turn: StoredValue<u32>,
}

/// The choice of a second backend, and what it gave.
pub fn beside(run: Run) -> Node {
    let second = Second {
        run,
        phase: RwSignal::default(),
        client: StoredValue::new_local(Rc::default()),
        turn: StoredValue::new(0),
    };
    // Another run has other outputs.
    Effect::new(move |_| {
        run.ran.track();
        second.stop(Phase::Idle);
    });
    let choose = move |event| {
        let chosen = event_target_value(&event);
        match BACKENDS.into_iter().find(|backend| *backend == chosen) {
            Some(backend) => second.start(backend),
            None => second.stop(Phase::Idle),
        }
    };
    let shown = move || {
        let ran = run.ran.get()?;
        let others = BACKENDS.into_iter().filter(|backend| *backend != ran.backend).map(|backend| {
            html! { <option value=backend>{t(&format!("run-backend-{backend}"))}</option> }
        });
        let idle = move || matches!(second.phase.get(), Phase::Idle);
        Some(html! {
            <h2>{t("run-beside")}</h2>
            <p class="run-tools"><label>{t("run-compare-with")}" "<select on:change=choose>
                <option value="" selected=idle>"—"</option>
                {others.collect::<Node>()}
            </select></label>
            {move || matches!(second.phase.get(), Phase::Busy).then(|| html! {
                <span role="status">{t("run-running")}" "<button on:click=move |_| second.stop(Phase::Idle)>{t("cancel")}</button></span>
            })}</p>
            {move || match second.phase.get() {
                Phase::Done(compared) => table(&ran, &compared),
                Phase::Failed(failed) => failure_card(&failed),
                Phase::Idle | Phase::Busy => Node::Nothing,
            }}
        })
    };
    shown.into_node()
}

impl Second {
    fn start(self, backend: &'static str) {
        self.stop(Phase::Busy);
        let turn = self.turn.get_value();
        let (Some((load, blobs)), Some(again)) = (self.run.load_request(turn, backend), self.run.again()) else {
            return self.stop(Phase::Idle);
        };
        let client = Client::start(backend, Rc::new(move |reply, files| self.take(turn, &again, reply, &files)));
        match &client {
            Some(client) => client.post(&load, &blobs),
            None => self.phase.set(Phase::Failed(Arc::new(failure("engine-worker-missing", "")))),
        }
        self.client.with_value(|slot| drop(slot.replace(client)));
    }

    /// Ends what runs.
    fn stop(self, phase: Phase) {
        self.turn.update_value(|turn| *turn += 1);
        self.phase.set(phase);
        // Not from within the worker's own message: it is ended by this.
        let client = self.client.with_value(|slot| slot.take());
        set_timeout(move || drop(client), Duration::ZERO);
    }

    fn take(self, turn: u32, again: &(RunRequest, Vec<web_sys::Blob>), reply: RunReply, files: &[Uint8Array]) {
        if self.turn.try_get_value() != Some(turn) {
            return;
        }
        match reply {
            RunReply::Ready { .. } | RunReply::Progress { .. } => {}
            RunReply::Loaded { .. } => self.client.with_value(|slot| {
                if let Some(client) = &*slot.borrow() {
                    client.post(&again.0, &again.1);
                }
            }),
            RunReply::Ran { ran, .. } => {
                let compared = self.compared(&ran, files);
                self.stop(Phase::Done(Arc::new(compared)));
            }
            RunReply::Failed { failed, .. } => self.stop(Phase::Failed(Arc::new(failed))),
            RunReply::Stopped { text } => self.stop(Phase::Failed(Arc::new(failure("engine-stopped", &text)))),
        }
    }

    fn compared(self, second: &Ran, files: &[Uint8Array]) -> Compared {
        let first = self.run.ran.get_untracked().unwrap_or_default();
        let differences = self.run.files.with_untracked(|first_files| {
            let pairs = first.outputs.iter().zip(&second.outputs).zip(first_files.iter().zip(files));
            let one = |((a, b), (a_file, b_file)): ((&Summary, &Summary), (&Uint8Array, &Uint8Array))| {
                let first = output_of(&a.dtype, &a.shape, &a_file.to_vec())?;
                let second = output_of(&b.dtype, &b.shape, &b_file.to_vec())?;
                difference(&a.name, &first, &second)
            };
            pairs.filter_map(one).collect()
        });
        Compared {
            backend: second.backend.clone(),
            adapter: second.adapter.clone(),
            invocations_ms: second.invocations_ms.clone(),
            differences,
        }
    }
}

fn table(ran: &Ran, compared: &Compared) -> Node {
    let times = [(&ran.backend, &ran.invocations_ms), (&compared.backend, &compared.invocations_ms)];
    let times = times.map(|(backend, times)| html! {
        <span class="run-fact"><code>{backend.clone()}</code>" "<code>{ms(Spread::of(times).median)}" ms"</code></span>
    });
    let rows = compared.differences.iter().map(row).collect::<Node>();
    html! {
        <p>{times.into_iter().collect::<Node>()}</p>
        {if compared.differences.is_empty() {
            html! { <p class="soft">{t("run-no-numbers")}</p> }
        } else {
            html! {
                <div class="scroll-x"><table class="run-beside">
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

fn row(told: &OutputDifference) -> Node {
    let place = told.at.map(|at| format!("[{at}] {} / {}", number(told.first), number(told.second)));
    let many = [("different", told.different.into()), ("count", told.elements.into())];
    html! {
        <tr><th scope="row"><code>{told.name.clone()}</code></th>
            <td class="n">{tr("run-different", &many)}</td>
            <td class="n"><code>{number(told.absolute)}</code></td><td class="n"><code>{number(told.relative)}</code></td>
            <td>{match place {
                Some(place) => html! { <code>{place}</code> },
                None => html! { <span class="soft">{t("run-equal")}</span> },
            }}</td></tr>
    }
}
