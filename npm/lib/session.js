// A session: opened files, and everything that Vintage answers about them.
import { Client, Failed } from "./client.js";
import { VintageError } from "./errors.js";

/** Kinds of artifacts that are a list of others. */
const isModel = ({ kind }) => kind !== "checkpoint_state";

/** Fills in the sentences of errors. */
function explain(sentences, errors) {
  for (const error of errors) if (error) error.message = sentences.of("error-", error.detail);
}

/** Every error in an artifact of a report. */
const errorsOf = (artifact) => [artifact.error, ...artifact.problems, ...artifact.variables.map(({ error }) => error)];

/** Opened files. Created by `open()`. */
export class Session {
  #platform;
  #options;
  #files;
  #client;
  #report;
  /** Prepared models by their options. */
  #models = new Map();
  #sentences;
  #closed = false;

  constructor(platform, options, files, client) {
    this.#platform = platform;
    this.#options = options;
    this.#files = files;
    this.#client = client;
  }

  /** Reads the files; called once. */
  async read({ signal, onProgress }) {
    const { paths, blobs } = this.#files;
    try {
      const { report } = await this.#saying(this.#client.ask({ open: { paths } }, { blobs, signal, onProgress, onAbort: "end" }));
      const errors = [...report.artifacts.flatMap(errorsOf), ...report.unused.map(({ reason }) => reason)];
      if (errors.some(Boolean)) explain(await this.#words(), errors);
      this.#report = report;
    } catch (error) {
      this.close();
      throw error;
    }
    return this;
  }

  async report({ advice = true, signal } = {}) {
    this.#open();
    const report = structuredClone(this.#report);
    if (!advice) return report;
    for (const [index, artifact] of report.artifacts.entries()) {
      const found = await this.#ask({ advice: { artifact: index } }, { signal });
      await this.#tellAdvice([...found.steps, ...found.requirements]);
      artifact.advice = found;
    }
    return report;
  }

  async check(target, { action = null, signal } = {}) {
    const { report, wrong } = await this.#ask({ verdict: { target: String(target), action } }, { signal });
    const sentences = await this.#words();
    if (wrong) {
      const error = { id: wrong.id.replace(/^cli-/, ""), params: wrong.params };
      throw new VintageError(sentences.of("", wrong), error);
    }
    await this.#tellAdvice(report.artifacts.flatMap(({ advice, not_asked }) => [...advice, ...not_asked]));
    explain(sentences, report.artifacts.map(({ error }) => error));
    explain(sentences, report.unused.map(({ reason }) => reason));
    for (const artifact of report.artifacts) {
      if (artifact.note_detail) artifact.note = sentences.of("", artifact.note_detail);
    }
    return report;
  }

  async graph({ artifact = 0, graph, expanded = null, group, blocks = true, showConstants = false, allEdges = false, flow = "down", signal } = {}) {
    const { kind, graphs } = this.#artifact(artifact);
    const which = graph === undefined ? (graphs.length > 0 ? 0 : null) : graph;
    const options = { expanded, group: group ?? kind !== "tflite", show_constants: showConstants, blocks, all_edges: allEdges, flow };
    return this.#ask({ graph: { artifact, graph: which, options, reveal: null } }, { signal });
  }

  async tensors({ artifact = 0, signal } = {}) {
    this.#artifact(artifact);
    return (await this.#ask({ list: { artifact } }, { signal })).values;
  }

  async tensor(name, { artifact = 0, signal, onProgress } = {}) {
    const listed = await this.tensors({ artifact, signal });
    const found = listed.find((one) => one.name === name) ?? listed.find((one) => one.label === name);
    if (!found) throw new RangeError(`${this.#artifact(artifact).name} stores no tensor "${name}"; tensors() lists them`);
    const question = { values: { artifact, variable: found.name } };
    const value = await this.#ask(question, { signal, onProgress, onAbort: "cancel" });
    if (value.error) explain(await this.#words(), [value.error]);
    return value;
  }

  async compare(other, { artifact, otherArtifact, values = true, signal, onProgress } = {}) {
    if (!(other instanceof Session)) throw new TypeError("compare() takes another session");
    other.#open();
    const a = this.#only(artifact, "artifact");
    const b = other.#only(otherArtifact, "otherArtifact");
    // Both are opened in a worker of their own, one after another, so that files of the same name stay apart.
    const client = new Client(this.#platform.start("explorer", this.#options.base));
    const ask = (question, options) => this.#saying(client.question(question, { signal, ...options }));
    try {
      await this.#saying(client.ask({ open: { paths: this.#files.paths } }, { blobs: this.#files.blobs, signal }));
      await ask("keep");
      const theirs = other.#files;
      await this.#saying(client.ask({ open: { paths: theirs.paths } }, { blobs: theirs.blobs, signal }));
      const { first } = await ask("join");
      const pair = { artifact: a, other: first + b };
      const comparison = await ask({ compare: { ...pair, values: false } });
      comparison.stored_values = null;
      if (values && !comparison.refusal) {
        comparison.stored_values = await ask({ compare: { ...pair, values: true } }, { onProgress, onAbort: "cancel" });
      }
      const errors = [...comparison.problems, ...(comparison.stored_values?.values ?? []).map(({ error }) => error)];
      if (errors.some(Boolean)) explain(await this.#words(), errors);
      return comparison;
    } finally {
      client.end();
    }
  }

  async run(inputs = {}, { signal, timeout, ...options } = {}) {
    signal?.throwIfAborted();
    const key = JSON.stringify(Object.entries(options).sort());
    if (!this.#models.has(key)) {
      const model = this.prepare(options);
      this.#models.set(key, model);
      model.catch(() => this.#models.delete(key));
    }
    const model = await this.#models.get(key);
    try {
      return await model.run(inputs, { signal, timeout });
    } finally {
      // The signal has ended its worker.
      if (signal?.aborted) {
        this.#models.delete(key);
        model.close();
      }
    }
  }

  async prepare({ artifact, ...options } = {}) {
    this.#open();
    const index = artifact ?? (await this.#sole());
    const { kind, files, name } = this.#artifact(index);
    if (kind !== "tflite") throw await this.#error({ id: "run-no-model-inside", params: { file: name } });
    const { blobs } = await this.#saying(this.#client.ask({ extract: { artifact: index, file: files[0] } }));
    const { prepare } = await import("./models.js");
    const start = () => this.#platform.start("engine", this.#options.base);
    const model = await prepare(new Uint8Array(await blobs[0].arrayBuffer()), options, start, () => this.#words());
    if (this.#closed) {
      model.close();
      this.#open();
    }
    return model;
  }

  close() {
    this.#closed = true;
    this.#client.end();
    for (const model of this.#models.values()) model.then((model) => model.close(), () => {});
    this.#models.clear();
  }

  /** The only model to run. */
  async #sole() {
    const models = [...this.#report.artifacts.entries()].filter(([, { kind }]) => kind === "tflite");
    if (models.length === 1) return models[0][0];
    const file = this.#report.artifacts.map(({ name }) => name).join(", ");
    if (models.length === 0) throw await this.#error({ id: "run-no-model-inside", params: { file } });
    const known = models.map(([index, { name }]) => `${index}: ${name}`).join(", ");
    throw new RangeError(`several models are open (${known}); the option artifact chooses one`);
  }

  /** An artifact of a comparison: the chosen one, or the only one. */
  #only(index, option) {
    if (index !== undefined) {
      this.#artifact(index);
      return index;
    }
    const all = [...this.#report.artifacts.entries()];
    const models = all.filter(([, artifact]) => isModel(artifact));
    const candidates = models.length > 0 ? models : all.slice(0, 1);
    if (candidates.length === 1) return candidates[0][0];
    const known = candidates.map(([index, { name }]) => `${index}: ${name}`).join(", ");
    throw new RangeError(`${candidates.length} artifacts are open (${known}); the option ${option} chooses one`);
  }

  #artifact(index) {
    this.#open();
    const artifact = this.#report.artifacts[index];
    if (!artifact) throw new RangeError(`there is no artifact ${index}; the report lists ${this.#report.artifacts.length}`);
    return artifact;
  }

  #open() {
    if (this.#closed) throw new Error("the session is closed");
  }

  async #ask(question, options) {
    this.#open();
    return this.#saying(this.#client.question(question, options));
  }

  #words() {
    this.#sentences ??= import("./sentences.js").then(({ load }) => load(this.#options.lang));
    // A failed fetch may succeed the next time.
    this.#sentences.catch(() => (this.#sentences = undefined));
    return this.#sentences;
  }

  async #tellAdvice(all) {
    if (all.length === 0) return;
    const sentences = await this.#words();
    for (const advice of all) {
      advice.text = sentences.find(`advice-${advice.message.id}`, advice.message.params) ?? "";
    }
  }

  /** An error with its sentence; `detail` is a message of the report. */
  async #error(detail, more) {
    return new VintageError((await this.#words()).of("error-", detail), { ...detail, ...more });
  }

  /** The result of a request; its failure as an error with a sentence. */
  async #saying(request) {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      if (this.#closed && error.error.detail.id === "not-open") this.#open();
      const { detail, failure, at } = error.error;
      throw await this.#error(detail, { failure, at });
    }
  }
}

/** The languages of sentences. */
const LANGUAGES = ["ar", "en", "es", "tr"];

/** Opens files on a platform: how to start workers, and how to read what the caller gave. */
export async function openWith(platform, files, { lang = "en", base, signal, onProgress } = {}) {
  if (!LANGUAGES.includes(lang)) throw new TypeError(`lang is one of ${LANGUAGES.join(", ")}, not "${lang}"`);
  signal?.throwIfAborted();
  const read = await platform.read(files, lang);
  const client = new Client(platform.start("explorer", base));
  return new Session(platform, { lang, base }, read, client).read({ signal, onProgress });
}
