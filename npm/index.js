// The entry for browsers: pages and workers. node.js is the one for Node, index.d.ts has the types.
import { blobsOf } from "./lib/files.js";
import { startWorker } from "./lib/workers.js";
import { openWith } from "./lib/session.js";

export { VintageError } from "./lib/errors.js";

/** Reads files in a worker and returns a session about them. */
export const open = (files, options) => openWith({ start: startWorker, read: blobsOf }, files, options);
