// Worker threads with the interface of a browser's workers.
import { Worker } from "node:worker_threads";

/** A worker thread. It keeps the process running only while a request waits for it. */
class Thread {
  #worker;
  onmessage = null;
  onerror = null;

  constructor(kind) {
    // Options of the process are not the thread's: `--input-type` would end it.
    this.#worker = new Worker(new URL("./node-thread.js", import.meta.url), { workerData: { kind }, execArgv: [] });
    this.#worker.on("message", (data) => this.onmessage?.({ data }));
    this.#worker.on("error", (error) => this.onerror?.({ message: String(error.message ?? error) }));
    this.#worker.unref();
  }

  postMessage(message) {
    this.#worker.postMessage(message);
  }

  ref() {
    this.#worker.ref();
  }

  unref() {
    this.#worker.unref();
  }

  terminate() {
    void this.#worker.terminate();
  }
}

/** Starts a thread: `explorer` reads files, `engine` runs models. */
export const startThread = (kind) => new Thread(kind);
