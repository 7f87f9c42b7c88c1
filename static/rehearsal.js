// The readers, prepared while the page has nothing else to do: an instance of its own reads two samples and ends. What that fetches
// and compiles stays for all instances, so the first file that is dropped waits for neither.
import { isQuiet, mayFetchAhead, reader, site } from "./host.js";

/** Of the two large families of formats, the more common one first. */
const SAMPLES = ["depthwise/dilation_1.tflite", "frozen_tf1_1.pb"];

/** Rehearses, unless there is a file already. */
export async function rehearse() {
  if (!mayFetchAhead()) return;
  for (const path of SAMPLES) {
    if (!isQuiet) return;
    try {
      const response = await fetch(`${site}static/samples/${path}`);
      if (response.ok) await read(path, await response.blob());
    } catch {
      // Without a network the first file waits.
      return;
    }
  }
}

/** Resolves once a file was read. */
async function read(path, blob) {
  const own = reader(() => {});
  await new Promise((resolve) => {
    own.onlost = resolve;
    own.onmessage = ({ data }) => /^{"(report|failed|stopped)"/.test(data.json) && resolve();
    own.postMessage({ job: 1, json: JSON.stringify({ open: { paths: [path] } }), blobs: [blob] });
  });
  own.close();
}
