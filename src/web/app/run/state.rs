//! State of the Run view, and the actions of its buttons.

use super::building::Building;
use super::client::Client;
use super::entry::{Choice, Entry, Picked, fill, first_entry, image_size, made_up, normalization};
use super::failure::{failure, misused};
use super::phase::{Phase, Steps};
use super::second::{Asked, Doing, Second};
use crate::report::schema::{Artifact, Message, Signature, TensorInfo};
use crate::services::run::schema::{Backend, Failed, FailedKind, Hints, OutputHint, Port, Prepared, Ran};
use crate::web::app::download;
use crate::web::app::state::{App, Heat, NodeRef};
use crate::web::app::worker::{self, Answer};
use crate::web::model::address::View;
use crate::web::protocol::Request;
use crate::web::run_protocol::{RunReply, RunRequest};
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// Backends, in the order to offer.
pub const BACKENDS: [Backend; 3] = [Backend::Simd, Backend::Gpu, Backend::Reference];

/// Handles the answer of a second worker and its files.
pub type Taken = fn(Run, Ran, &[Uint8Array]) -> Ran;

/// All state of the view.
#[derive(Clone, Copy)]
pub struct Run {
    /// Current phase.
    pub phase: RwSignal<Phase>,
    /// `simd`, `reference` or `gpu`, as chosen.
    pub backend: RwSignal<Backend>,
    /// Compare every op on the GPU with the reference kernel.
    pub check: RwSignal<bool>,
    /// Float16 on the GPU.
    pub half: RwSignal<bool>,
    /// Whether the adapter supports it; `None` before it was requested, or without an adapter.
    pub has_half: RwSignal<Option<bool>>,
    /// Chosen signature; the main subgraph when `None`.
    pub signature: RwSignal<Option<String>>,
    /// Module that the worker uses.
    pub module: RwSignal<String>,
    /// Number of threads of a run on the CPU.
    pub threads: RwSignal<u32>,
    /// Inputs of the model: first those of the file, and those of the engine once it is prepared.
    pub ports: RwSignal<Arc<Vec<Port>>>,
    /// The prepared model.
    pub prepared: RwSignal<Option<Arc<Prepared>>>,
    /// The model's metadata about its inputs and outputs.
    pub hints: RwSignal<Arc<Hints>>,
    /// Labels that the user gave, by output.
    pub labels: RwSignal<BTreeMap<usize, Arc<OutputHint>>>,
    /// The form.
    pub entries: RwSignal<Vec<Entry>, LocalStorage>,
    /// Invocations to do.
    pub repeat: RwSignal<u32>,
    /// Invocations before them that are not timed.
    pub warmup: RwSignal<u32>,
    /// Source of the last run's inputs, if the user gave none: `random` or `zeros`.
    pub made_up: RwSignal<Option<&'static str>>,
    /// Number of runs: a new result may equal the previous one.
    pub runs: RwSignal<u32>,
    /// The last result.
    pub ran: RwSignal<Option<Arc<Ran>>>,
    /// Its outputs as `.npy` files.
    pub files: RwSignal<Vec<Uint8Array>, LocalStorage>,
    /// The error.
    pub failed: RwSignal<Option<Arc<Failed>>>,
    /// A second backend with the same inputs.
    pub beside: Second,
    /// Quantization error by layer with the same inputs.
    pub layers: Second,
    /// Comparison with results of another runtime.
    pub other: Second,
    /// Its files.
    pub other_files: RwSignal<Vec<Picked>, LocalStorage>,
    /// The other runtime computes in float16.
    pub other_half: RwSignal<bool>,
    /// Why another backend than the chosen one ran.
    pub fell_back: RwSignal<Option<Message>>,
    /// Modules that the server still builds.
    pub building: RwSignal<Building>,
    app: App,
    /// Path of the model.
    name: StoredValue<String>,
    /// Its signatures, from the report.
    signatures: StoredValue<Vec<Signature>>,
    /// The model, then the files with its weights: paths, and bytes once they are available.
    parts: StoredValue<Vec<(String, Option<Blob>)>, LocalStorage>,
    /// The last run, to repeat on another backend.
    last: StoredValue<Option<Asked>, LocalStorage>,
    client: StoredValue<Rc<RefCell<Option<Client>>>, LocalStorage>,
    job: StoredValue<u32>,
}

impl Run {
    /// A view of one model: the paths of its files, and the files of the page that hold them.
    pub fn new(app: App, artifact: &Artifact, files: &[(String, Blob)]) -> Self {
        // None for a file in an archive: the worker unpacks it when it is needed.
        let blob = |path: &String| Some(files.iter().find(|(file, _)| file == path)?.1.clone());
        let parts = artifact.files.iter().map(|path| (path.clone(), blob(path))).collect();
        let run = Self {
            app,
            phase: RwSignal::new(Phase::Idle),
            backend: RwSignal::new(Backend::Simd),
            check: RwSignal::new(false),
            half: RwSignal::new(false),
            has_half: RwSignal::new(None),
            signature: RwSignal::new(None),
            module: RwSignal::default(),
            threads: RwSignal::new(1),
            ports: RwSignal::default(),
            prepared: RwSignal::new(None),
            hints: RwSignal::default(),
            labels: RwSignal::default(),
            entries: RwSignal::new_local(Vec::new()),
            // The first run is slower than all later ones.
            repeat: RwSignal::new(0),
            warmup: RwSignal::new(1),
            made_up: RwSignal::new(None),
            runs: RwSignal::new(0),
            ran: RwSignal::new(None),
            files: RwSignal::new_local(Vec::new()),
            failed: RwSignal::new(None),
            beside: Second::new(),
            layers: Second::new(),
            other: Second::new(),
            other_files: RwSignal::new_local(Vec::new()),
            other_half: RwSignal::new(false),
            fell_back: RwSignal::new(None),
            name: StoredValue::new(artifact.files.first().cloned().unwrap_or_default()),
            signatures: StoredValue::new(artifact.signatures.clone()),
            parts: StoredValue::new_local(parts),
            last: StoredValue::new_local(None),
            client: StoredValue::new_local(Rc::default()),
            job: StoredValue::new(0),
            building: RwSignal::new(Building::at_first()),
        };
        run.preview();
        run
    }

    /// Shows the inputs of the chosen signature from the file, before anything is prepared.
    pub fn preview(self) {
        let chosen = self.signature.get_untracked();
        let ports = self.signatures.with_value(|all| {
            let own = |key: &str| all.iter().find(|signature| signature.key == key);
            let found = chosen.as_deref().map_or_else(|| own("").or(all.first()), own);
            let inputs = found.map(|signature| signature.inputs.as_slice()).unwrap_or_default();
            // The main graph's inputs have the names of their tensors.
            let name = |info: &TensorInfo| if chosen.is_some() { info.name.clone() } else { info.tensor.clone() };
            inputs.iter().map(|info| described(name(info), info)).collect::<Vec<Port>>()
        });
        self.entries.set(ports.iter().map(first_entry).collect());
        self.ports.set(Arc::new(ports));
    }

    /// Takes the inputs of the prepared model. Choices for an input are kept by its name.
    fn take_ports(self, ports: &[Port], hints: &Hints) {
        let (before, entries) = (self.ports.get_untracked(), self.entries.get_untracked());
        // Prepared again: a field in which the user is typing must not be drawn again.
        let same = before.iter().map(|port| &port.name).eq(ports.iter().map(|port| &port.name));
        if same && before.as_slice() == ports && entries.iter().all(|entry| !entry.mean.is_empty()) {
            return;
        }
        let entry = |(index, port): (usize, &Port)| {
            let known = before.iter().position(|known| known.name == port.name);
            let mut entry = known.and_then(|at| entries.get(at).cloned()).unwrap_or_else(|| first_entry(port));
            if entry.mean.is_empty() {
                (entry.mean, entry.std) = normalization(port, hints.inputs.get(index));
            }
            entry
        };
        let entries = ports.iter().enumerate().map(entry).collect();
        self.entries.set(entries);
        if before.as_slice() != ports {
            self.ports.set(Arc::new(ports.to_vec()));
        }
    }

    /// Starts a fresh worker and prepares the model on the chosen backend.
    pub fn load(self) {
        self.load_on(self.backend.get_untracked());
    }

    fn load_on(self, backend: Backend) {
        self.failed.set(None);
        self.ran.set(None);
        self.stop_others();
        self.prepared.set(None);
        self.phase.set(Phase::Loading);
        self.job.update_value(|job| *job += 1);
        let job = self.job.get_value();
        match self.building.with_untracked(|building| building.waits(backend)) {
            Some(Ok(())) => return,
            Some(Err(id)) => return self.stop(failure(id, "")),
            None => {}
        }
        let Some((request, blobs)) = self.load_request(job, backend) else {
            return self.extract(job, backend);
        };
        let client = Client::start(backend, Rc::new(move |reply, files| self.take(job, reply, files)));
        if let Some(client) = &client {
            client.post(&request, &blobs);
        } else {
            self.stop(failure("engine-worker-missing", ""));
        }
        // Ends the previous worker, if any.
        self.client.with_value(|slot| slot.replace(client));
    }

    /// Request for a worker to prepare the model; `None` while some of its bytes are in an archive.
    pub fn load_request(self, job: u32, backend: Backend) -> Option<Asked> {
        let parts = self.parts.with_value(|parts| {
            let known = parts.iter().map(|(path, blob)| Some((path.clone(), blob.clone()?)));
            known.collect::<Option<Vec<_>>>()
        });
        let signature = self.signature.get_untracked();
        let (mut weights, blobs): (Vec<String>, Vec<Blob>) = parts?.into_iter().unzip();
        if weights.is_empty() {
            return None;
        }
        let name = weights.remove(0);
        let check = self.check.get_untracked();
        let half = self.half.get_untracked();
        Some((RunRequest::Load { job, name, weights, signature, backend, check, half }, blobs))
    }

    /// The last run again: request for a worker that has prepared the model.
    pub fn again(self) -> Option<Asked> {
        self.last.get_value()
    }

    /// Extracts the first missing part from its archive, then continues.
    fn extract(self, job: u32, backend: Backend) {
        let missing = self.parts.with_value(|parts| Some(parts.iter().find(|(_, blob)| blob.is_none())?.0.clone()));
        let Some(name) = missing else { return self.stop(failure("run-no-model", "")) };
        let (artifact, file) = (self.artifact(), name.clone());
        worker::request(self.app, Request::Extract { artifact, file }, move |reply| {
            if self.job.try_get_value() != Some(job) {
                return;
            }
            match reply {
                Some(Ok(Answer { blob: Some(blob), .. })) => {
                    self.parts.update_value(|parts| {
                        if let Some(part) = parts.iter_mut().find(|(path, _)| *path == name) {
                            part.1 = Some(blob);
                        }
                    });
                    self.load_on(backend);
                }
                Some(Err(error)) => {
                    self.stop(Failed { kind: FailedKind::Unreadable, message: error.detail, ..Failed::default() })
                }
                _ => self.stop(failure("engine-stopped", "")),
            }
        });
    }

    /// Cancels the worker's run; the form stays.
    pub fn cancel(self) {
        self.job.update_value(|job| *job += 1);
        self.client.with_value(|slot| slot.replace(None));
        self.phase.set(Phase::Idle);
    }

    /// Ends an idle worker; the next run starts another.
    pub fn rest(self) {
        self.client.with_value(|slot| slot.replace(None));
    }

    /// The worker's index of the model's artifact, which changes when files are added.
    fn artifact(self) -> usize {
        let name = self.model_name();
        let artifacts = self.app.artifacts;
        let found = artifacts.with_untracked(|all| Some(all.iter().find(|(_, a)| a.files.first() == Some(&name))?.0));
        found.unwrap_or_else(|| self.app.current.get_untracked())
    }

    /// Fills the inputs and runs; prepares the model first if necessary.
    pub fn run(self) {
        let has_worker = self.client.with_value(|slot| slot.borrow().is_some());
        let Some(prepared) = self.prepared.get_untracked().filter(|_| has_worker) else { return self.load() };
        self.failed.set(None);
        self.phase.set(Phase::Running(Steps::default()));
        let job = self.job.get_value();
        spawn_local(async move {
            let mut fills = Vec::new();
            let mut blobs = Vec::new();
            for (port, entry) in prepared.inputs.iter().zip(self.entries.get_untracked()) {
                match fill(port, &entry).await {
                    Ok((fill, blob)) => {
                        fills.push(fill);
                        blobs.extend(blob);
                    }
                    Err(failed) if self.job.try_get_value() == Some(job) => return self.refuse(*failed),
                    Err(_) => return,
                }
            }
            // Canceled, or the model was removed.
            if self.job.try_get_value() != Some(job) {
                return;
            }
            let (repeat, warmup) = (self.repeat.get_untracked(), self.warmup.get_untracked());
            self.made_up.set(made_up(&fills));
            let request = RunRequest::Run { job, inputs: fills, repeat, warmup };
            self.client.with_value(|slot| {
                if let Some(client) = &*slot.borrow() {
                    client.post(&request, &blobs);
                }
            });
            self.last.set_value(Some((request, blobs)));
        });
    }

    /// A failure that leaves the worker as it is.
    fn refuse(self, failed: Failed) {
        self.failed.set(Some(Arc::new(failed)));
        self.phase.set(if self.prepared.with_untracked(Option::is_some) { Phase::Ready } else { Phase::Idle });
    }

    /// Ends other questions about the last run: the next run has other inputs and outputs.
    fn stop_others(self) {
        self.beside.stop(Doing::Idle);
        self.layers.stop(Doing::Idle);
        self.other.stop(Doing::Idle);
    }

    /// Prepares the model in a second worker and sends it a question.
    pub fn ask(self, second: Second, backend: Backend, question: Option<Asked>, taken: Taken) {
        let turn = second.begin();
        if let (Some(load), Some(question)) = (self.load_request(turn, backend), question) {
            second.start(backend, load, question, move |ran, files| taken(self, ran, files));
        } else {
            second.stop(Doing::Idle);
        }
    }

    /// A request for the quantization error by layer, with the inputs of the last run.
    pub fn ask_layers(self) -> Option<Asked> {
        match self.last.get_value() {
            Some((RunRequest::Run { job, inputs, .. }, blobs)) => Some((RunRequest::Layers { job, inputs }, blobs)),
            _ => None,
        }
    }

    /// A request to compare files of another runtime, with the inputs of the last run.
    pub fn ask_results(self, files: &[Picked], half: bool) -> Option<Asked> {
        let Some((RunRequest::Run { job, inputs, .. }, mut blobs)) = self.last.get_value() else { return None };
        let names = files.iter().map(|file| file.name.clone()).collect();
        blobs.extend(files.iter().map(|file| file.blob.clone()));
        Some((RunRequest::Results { job, inputs, files: names, half }, blobs))
    }

    /// Opens the drawing of the model at an operator.
    pub fn show_node(self, node: NodeRef) {
        self.app.show_node(node);
    }

    /// Opens the drawing of the model, which shows the times of the last run.
    pub fn show_graph(self) {
        self.app.view.set(View::Graph);
    }

    /// Path of the model.
    pub fn model_name(self) -> String {
        self.name.get_value()
    }

    /// The first input that can be an image.
    pub fn image_input(self) -> Option<usize> {
        self.ports.get_untracked().iter().position(|port| image_size(port).is_some())
    }

    /// Makes a file the source of an input's values.
    pub fn give(self, index: usize, file: Picked) {
        self.failed.set(None);
        self.entries.update(|all| {
            if let Some(entry) = all.get_mut(index) {
                entry.choice = Choice::File;
                entry.file = Some(file);
            }
        });
    }

    /// Reports an error of an input; nothing else changes.
    pub fn complain(self, id: &'static str, index: usize) {
        let name = self.ports.with_untracked(|ports| Some(ports.get(index)?.name.clone()));
        self.failed.try_set(Some(Arc::new(misused(id, &name.unwrap_or_default()))));
    }

    /// Labels of an output's elements: the user's, otherwise the model's.
    pub fn names(self, output: usize) -> Arc<OutputHint> {
        self.labels.with(|given| given.get(&output).cloned()).unwrap_or_else(|| {
            self.hints.with(|hints| hints.outputs.get(output).cloned().map(Arc::new)).unwrap_or_default()
        })
    }

    /// A failure that ends the worker.
    fn stop(self, failed: Failed) {
        self.prepared.set(None);
        self.refuse(failed);
    }

    fn take(self, job: u32, reply: RunReply, files: Vec<Uint8Array>) {
        if self.job.try_get_value() != Some(job) {
            return;
        }
        match reply {
            RunReply::Ready { module, threads } => {
                self.module.set(module);
                self.threads.set(threads);
            }
            RunReply::Loaded { prepared, hints, .. } => {
                self.take_ports(&prepared.inputs, &hints);
                self.hints.set(Arc::new(hints));
                self.prepared.set(Some(Arc::new(prepared)));
                self.phase.set(Phase::Ready);
                self.run();
            }
            RunReply::Progress { done, total, rounds, .. } => {
                self.phase.set(Phase::Running(Steps { done, total, rounds }))
            }
            RunReply::Ran { ran, .. } => {
                self.stop_others();
                self.files.set(files);
                self.runs.update(|runs| *runs += 1);
                let each = ran.invocations_ms.len().max(1) as f64;
                let ms = ran.timings.iter().map(|time| (time.graph, time.node as u32, time.ms / each)).collect();
                let heat = Heat { artifact: self.artifact(), ms };
                self.app.heat.set((!heat.ms.is_empty()).then(|| Arc::new(heat)));
                self.ran.set(Some(Arc::new(ran)));
                self.phase.set(Phase::Ready);
            }
            RunReply::Failed { failed, .. } if failed.can_fall_back && self.backend.get_untracked() == Backend::Gpu => {
                self.fell_back.set(Some(failed.message));
                // Not from within the worker's own message handler, because this ends the worker.
                let again = move || {
                    if self.job.try_get_value() == Some(job) {
                        self.load_on(Backend::Simd);
                    }
                };
                set_timeout(again, std::time::Duration::ZERO);
            }
            RunReply::Failed { failed, .. } => self.refuse(failed),
            RunReply::Stopped { text } => self.stop(failure("engine-stopped", &text)),
        }
    }
}

/// An input from the report. A dynamic dimension counts as one, as the file stores it.
fn described(name: String, info: &TensorInfo) -> Port {
    let shape = info.shape.iter().flatten().map(|&dim| usize::try_from(dim).unwrap_or(1)).collect();
    Port { name, dtype: info.dtype.clone(), shape, ..Port::default() }
}

/// Saves bytes as a file of the user.
pub fn save(name: &str, bytes: &Uint8Array) {
    if let Ok(blob) = Blob::new_with_u8_array_sequence(&Array::of1(bytes)) {
        download::save(name, &blob);
    }
}
