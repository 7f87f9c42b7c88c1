// The first answer, prepared while the page has nothing else to do: an unseen element reads two samples, shows their answers and a
// drawing, and goes. What the browser fetches, compiles and loads for that stays, so neither the first file that is dropped nor its
// drawing waits for it.
import { isQuiet, mayFetchAhead, ownPage, rehearsals, site } from "./host.js";
import { follow } from "./readers.js";

/** Of the two large families of formats, the more common one first: its sample has groups, repeated blocks and shared inputs. */
const SAMPLES = ["blocks.tflite", "frozen_tf1_1.pb"];

/** As large as the page, so that it is laid out like it; beyond every eye, pointer and key. */
const UNSEEN = "position: fixed; inset: 0; overflow: hidden; visibility: hidden; contain: strict; z-index: -1";

/** Events by which a file may come: it goes first. */
const COMES = ["drop", "change", "paste"];

/** How often the drawing is looked for, and for how long, in milliseconds. */
const [LOOK, PATIENCE] = [50, 5000];

/** Rehearses, unless there is a file already. Ends with the mark `rehearsed` in the page's timeline. */
export async function rehearse() {
  if (!mayFetchAhead() || !isQuiet) return;
  const place = document.createElement("div");
  const element = document.createElement("vintage-explorer");
  rehearsals.add(element);
  for (const name of ["lang", "dir"]) element.setAttribute(name, document.documentElement[name]);
  place.style.cssText = UNSEEN;
  place.inert = true;
  // Scripts that look for elements do not find this one.
  place.attachShadow({ mode: "closed" }).append(element);
  document.body.append(place);
  // What the worker reads is read to its end: to break off would end the worker, which is needed then.
  const coming = new AbortController();
  for (const type of COMES) addEventListener(type, () => coming.abort(), { capture: true, signal: coming.signal });
  try {
    await play(element, coming.signal);
  } catch {
    // Without a network the first file waits.
  }
  coming.abort();
  place.remove();
  performance.mark("rehearsed");
}

/** Each step begins when the page has nothing to do. */
async function play(element, coming) {
  for (const [at, sample] of SAMPLES.entries()) {
    const response = await fetch(`${site}static/samples/${sample}`);
    if (!response.ok) return;
    const file = new File([await response.blob()], sample.split("/").pop());
    if (!(await isIdle(coming))) return;
    await element.open([file]);
    if (!(await isIdle(coming))) return;
    follow();
    if (at > 0) return;
    await ownPage?.rehearse();
    if (!(await isIdle(coming))) return;
    element.view = "graph";
    await drawn(element, coming);
    element.view = "";
  }
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the page has nothing to do; whether there is no file then. */
async function isIdle(coming) {
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
  return isQuiet && !coming.aborted;
}

async function drawn(element, coming) {
  for (let waited = 0; waited < PATIENCE && !coming.aborted; waited += LOOK) {
    if (element.shadowRoot.querySelector(".graph-stage:not(.waiting) canvas")) return;
    await wait(LOOK);
  }
}
