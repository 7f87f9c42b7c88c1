// Requests to the worker that reads files, and their answers: see the protocol in src/web/protocol.rs.

/** The failure of a request that has no sentence yet: an error of the report. */
export class Failed {
  constructor(error) {
    this.error = error;
  }
}

/** The failure of a request to a session that was closed. */
const closed = () => new Failed({ detail: { id: "not-open", params: {} } });

/** A worker and the requests that wait for it. */
export class Client {
  #worker;
  #jobs = new Map();
  #last = 0;
  #end = null;

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      const text = event.message || "its script could not be loaded";
      this.end(new Failed({ detail: { id: "reader-stopped", params: { text } } }));
    };
  }

  /**
   * Sends a request and returns `{ report, answer, blobs }`. `onAbort` is what an abort does besides the rejection: `ignore` drops
   * the answer, `cancel` lets the worker give up long work, `end` ends the worker, which does not listen while it opens files.
   */
  ask(request, { blobs, signal, onProgress, onAbort = "ignore" } = {}) {
    signal?.throwIfAborted();
    if (this.#end) return Promise.reject(this.#end);
    const job = ++this.#last;
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (onAbort === "cancel") this.#worker.postMessage({ job, json: '"cancel"' });
        this.#jobs.get(job)?.reject(signal.reason);
        if (onAbort === "end") this.end(signal.reason);
      };
      const settle = (how) => (value) => {
        signal?.removeEventListener("abort", abort);
        this.#jobs.delete(job);
        if (this.#jobs.size === 0) this.#worker.unref?.();
        how(value);
      };
      this.#jobs.set(job, { resolve: settle(resolve), reject: settle(reject), onProgress });
      signal?.addEventListener("abort", abort, { once: true });
      this.#worker.ref?.();
      this.#worker.postMessage({ job, json: JSON.stringify(request), ...(blobs && { blobs }) });
    });
  }

  /** Asks a question about the open files; returns the answer, parsed. */
  async question(question, options) {
    const { answer } = await this.ask({ ask: { question: JSON.stringify(question) } }, options);
    return answer ? JSON.parse(answer) : undefined;
  }

  /** Ends the worker; requests that wait fail with the reason. */
  end(reason = closed()) {
    if (this.#end) return;
    this.#end = reason;
    this.#worker.terminate();
    for (const { reject } of [...this.#jobs.values()]) reject(reason);
  }

  #receive({ json, answer, blobs }) {
    const reply = JSON.parse(json);
    const [[kind, body]] = Object.entries(reply);
    if (kind === "stopped") {
      this.end(new Failed({ detail: { id: "reader-stopped", params: { text: body.text } } }));
      return;
    }
    const job = this.#jobs.get(body.job);
    if (!job) return;
    if (kind === "progress") {
      const { stage, subject, done, total } = body;
      job.onProgress?.({ stage: stage || "values", subject, done, total });
    } else if (kind === "failed") job.reject(new Failed(body.error));
    else if (kind === "cancelled") job.reject(closed());
    else job.resolve({ report: body.report, answer, blobs });
  }
}
