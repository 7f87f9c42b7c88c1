// The script of a worker thread: gives it what the modules expect of a browser's worker, in the thread's own global scope, then
// starts the reader of files or the engine.
import { openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";

/** The part of a `Blob` that the reader uses, over a file or bytes. */
class Slice {
  #read;

  constructor(size, read) {
    this.size = size;
    this.#read = read;
  }

  slice(start, end) {
    return new Slice(end - start, (from, to) => this.#read(start + from, start + to));
  }

  /** The bytes as an `ArrayBuffer`; a file that has become shorter gives fewer. */
  read() {
    return this.#read(0, this.size);
  }
}

function sliceOf({ file, size, bytes }) {
  if (bytes) return new Slice(bytes.byteLength, (start, end) => bytes.slice(start, end).buffer);
  let descriptor;
  return new Slice(size, (start, end) => {
    descriptor ??= openSync(file, "r");
    const buffer = new Uint8Array(end - start);
    let done = 0;
    while (done < buffer.length) {
      const read = readSync(descriptor, buffer, done, buffer.length - done, start + done);
      if (read === 0) break;
      done += read;
    }
    return buffer.buffer.slice(0, done);
  });
}

globalThis.FileReaderSync = class {
  readAsArrayBuffer(slice) {
    return slice.read();
  }
};

// Node's own fetch has no files.
const fetchElsewhere = globalThis.fetch;
globalThis.fetch = async (address, options) => {
  const { protocol } = new URL(address);
  return protocol === "file:" ? new Response(await readFile(new URL(address))) : fetchElsewhere(address, options);
};

/** Reads files: the module gets a port. Messages wait until there is a listener. */
async function explorer() {
  const { Instances } = await import("../static/unpack.js");
  const { listen } = await new Instances("vintage-explorer", { early: true }).make();
  listen({
    postMessage: (message) => parentPort.postMessage(message),
    set onmessage(listener) {
      parentPort.on("message", (data) => {
        if (data.blobs) data.blobs = data.blobs.map(sliceOf);
        listener({ data });
      });
    },
  });
}

/** Runs models: the script of the engine's worker sets `self.onmessage`. */
async function engine() {
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  await import("../static/engine.host.js");
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
}

await { explorer, engine }[workerData.kind]();
