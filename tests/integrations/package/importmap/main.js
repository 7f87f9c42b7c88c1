// Gives the test what the package exports, and the exercise.
import { open, VintageError } from "vintage-explorer";
import { exercise } from "./exercise.mjs";

window.exercise = (sources, options) => exercise({ open, VintageError }, sources, options);
window.open_ = open;

// The same in a worker.
window.inWorker = (sources, target) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ sources, target });
  });
