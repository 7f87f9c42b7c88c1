// The explorer worker, which all elements of a document share: each has an instance of the module there, by a port. Where the
// page's module is there first, it is the dictionary that the worker's module was packed with.
import { begin } from "./workers.js";

/** The script that formats texts: in the worker, for elements whose page comes later. */
const FORMATTER = new URL("vendor/fluent-bundle.js", import.meta.url).href;

let worker = null;
const readers = new Set();

/** Ends the worker for all. */
function end() {
  // A file that it waits for fails then, which is no error of the next worker.
  worker.onerror = (event) => event.preventDefault();
  worker.terminate();
  worker = null;
}

/** Lets the worker fetch the rest of what it has. Resolves once it is there, unless the worker ends before. */
export function follow() {
  const { port1, port2 } = new MessageChannel();
  worker?.postMessage({ followed: port2 }, [port2]);
  return new Promise((resolve) => (port1.onmessage = resolve));
}

/** One element's end of the worker. */
export class Reader {
  #port;
  #noted;

  /** `page`: instances of the page's module, if that comes first. `noted` is called with the text of each message. */
  constructor(page, noted = () => {}) {
    this.#noted = noted;
    const isFirst = !worker;
    if (isFirst) {
      worker = begin("static/explorer.worker.js", "vintage-explorer");
      worker.onerror = (event) => {
        event.preventDefault();
        const alone = readers.size === 1;
        // A script that cannot be fetched has no message.
        for (const reader of [...readers]) reader.onerror?.(event.message ?? "explorer.worker.js", alone);
      };
    }
    const { port1, port2 } = new MessageChannel();
    const own = worker;
    const start = (what) => own.postMessage({ port: port2, ...(isFirst ? what : {}) }, [port2]);
    if (page) page.bytes().then((dictionary) => start({ dictionary }));
    else start({ formatter: FORMATTER });
    this.#port = port1;
    readers.add(this);
  }

  set onmessage(listener) {
    this.#port.onmessage = (event) => {
      this.#noted(event.data.json);
      listener(event);
    };
  }

  postMessage(message) {
    this.#port.postMessage(message);
  }

  /** Ends this element's instance. */
  close() {
    this.#port.close();
    if (readers.delete(this) && !readers.size) end();
  }

  /** Ends the worker, also in the middle of its work; the other elements begin another one. */
  terminate() {
    this.#port.close();
    if (!readers.delete(this)) return;
    end();
    const others = [...readers];
    readers.clear();
    for (const other of others) other.onlost?.();
  }
}
