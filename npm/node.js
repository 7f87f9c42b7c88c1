// The entry for Node: files may be paths, and the workers are worker threads.
import { filesOnDisk } from "./lib/node-files.js";
import { startThread } from "./lib/node-threads.js";
import { openWith } from "./lib/session.js";

export { VintageError } from "./lib/errors.js";

/** Reads files in a worker thread and returns a session about them. */
export const open = (files, options) => openWith({ start: startThread, read: filesOnDisk }, files, options);
