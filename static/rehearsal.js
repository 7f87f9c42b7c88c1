// Readers and views, prepared while the page has nothing else to do: an instance of its own reads two samples, draws them and ends;
// the page fetches what follows most answers. What that fetches and compiles stays, so neither the first file that is dropped nor
// its drawing waits for it.
import { isQuiet, mayFetchAhead, ownPage, reader, site } from "./host.js";

/** Of the two large families of formats, the more common one first. */
const SAMPLES = ["depthwise/dilation_1.tflite", "frozen_tf1_1.pb"];

/** The first questions of the view of a graph. */
const QUESTIONS = [
  { graph: { artifact: 0, graph: 0, options: { group: true, blocks: true } } },
  { classes: { artifact: 0, graph: 0, classing: { by: "dtype" } } },
];

/** Rehearses, unless there is a file already. */
export async function rehearse() {
  if (!mayFetchAhead()) return;
  try {
    for (const path of SAMPLES) {
      if (!isQuiet) return;
      const response = await fetch(`${site}static/samples/${path}`);
      if (response.ok) await read(path, await response.blob());
    }
    // The page's part: the views that most answers lead to.
    if (isQuiet) await ownPage?.rehearse();
  } catch {
    // Without a network the first file waits.
  }
}

/** Resolves once a file was read and the questions were answered. */
async function read(path, blob) {
  const own = reader(() => {});
  await new Promise((resolve) => {
    let job = 1;
    const send = (request, more) => own.postMessage({ job, json: JSON.stringify(request), ...more });
    own.onlost = resolve;
    own.onmessage = ({ data }) => {
      if (/^{"progress"/.test(data.json)) return;
      const question = QUESTIONS[job - 1];
      // A file that was dropped meanwhile comes first.
      if (!question || !isQuiet || /^{"(failed|stopped)"/.test(data.json)) return resolve();
      job += 1;
      send({ ask: { question: JSON.stringify(question) } });
    };
    send({ open: { paths: [path] } }, { blobs: [blob] });
  });
  own.close();
}
