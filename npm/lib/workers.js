// Workers in a browser. Files are read synchronously, in a worker also when the caller is one: so a long read blocks no caller,
// an abort can end it, and closing a session frees its memory.

/** A worker for each purpose. Bundlers know these two expressions and replace the addresses. */
const SAME_ORIGIN = {
  explorer: () => new Worker(new URL("../static/explorer.worker.js", import.meta.url), { type: "module" }),
  engine: () => new Worker(new URL("../static/engine.host.js", import.meta.url), { type: "module" }),
};

const SCRIPTS = { explorer: "explorer.worker.js", engine: "engine.host.js" };

/** The worker behind an address. Browsers start only scripts of the page's origin, and a blob that imports one is such a script. */
function workerOf(address) {
  if (address.origin === globalThis.location?.origin) return new Worker(address, { type: "module" });
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

function begin(kind, base) {
  // Not as an argument of `new URL`, where a bundler would take it for a file.
  const own = import.meta.url;
  const folder = base ? new URL(base, globalThis.location?.href) : new URL("../", own);
  if (!base && folder.origin === globalThis.location?.origin) return SAME_ORIGIN[kind]();
  return workerOf(new URL(`static/${SCRIPTS[kind]}`, folder));
}

/** The explorer of a worker: the worker is given a port, and answers there. */
class Explorer {
  #worker;
  #port;

  constructor(worker) {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ port: port2 }, [port2]);
    this.#worker = worker;
    this.#port = port1;
  }

  set onmessage(listener) {
    this.#port.onmessage = listener;
  }

  set onerror(listener) {
    this.#worker.onerror = listener;
  }

  postMessage(message) {
    this.#port.postMessage(message);
  }

  terminate() {
    this.#port.close();
    this.#worker.terminate();
  }
}

/** Starts a worker: `explorer` reads files, `engine` runs models. `base` is the address of the package's folder. */
export function startWorker(kind, base) {
  const worker = begin(kind, base);
  return kind === "explorer" ? new Explorer(worker) : worker;
}
