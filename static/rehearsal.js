// The first answer, prepared while the page has nothing else to do: an unseen element reads two samples, shows their answers and a
// drawing, and goes. What the browser fetches, compiles and loads for that stays, so neither the first file that is dropped nor its
// drawing waits for it.
import { isQuiet, mayFetchAhead, ownPage, rehearsals, site } from "./host.js";
import { follow } from "./readers.js";
import { begin } from "./workers.js";

/** As large as the page, so that it is laid out like it; beyond every eye, pointer and key. */
const UNSEEN = "position: fixed; inset: 0; overflow: hidden; visibility: hidden; contain: strict; z-index: -1";

/** Events by which a file may come: it goes first. */
const COMES = ["drop", "change", "paste"];

/** How often the drawing is looked for, and how long anything may take, in milliseconds. */
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

/** Each step begins when the page has nothing to do. The samples are of the two large families of formats. */
async function play(element, coming) {
  const samples = [short(), long()];
  // The second may fail while the first is read.
  Promise.allSettled(samples);
  for (const sample of samples) {
    const file = await sample;
    if (!(await isIdle(coming))) return;
    await element.open([file]);
    if (!(await isIdle(coming))) return;
    await Promise.race([follow(), wait(PATIENCE)]);
  }
  await ownPage?.rehearse();
  if (!(await isIdle(coming))) return;
  element.view = "graph";
  await drawn(element, coming);
  // Without groups, too: the layout of a long model is where most of its time goes.
  for (const groups of Array(LAYOUTS).fill(["none", "blocks"]).flat()) {
    if (!(await isIdle(coming)) || !grouped(element.shadowRoot, groups)) return;
    await wait(LOOK);
    await drawn(element, coming);
  }
}

/** Chooses the groups of the drawing; whether there are such. */
function grouped(root, groups) {
  const option = root.querySelector(`option[value="groups-${groups}"]`);
  if (!option) return false;
  option.selected = true;
  option.parentElement.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

async function short() {
  const name = "frozen_tf1_1.pb";
  const response = await fetch(`${site}static/samples/${name}`);
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return new File([await response.blob()], name);
}

/** A browser optimizes functions that have worked for a while: the model is long enough for those that read and draw one. */
const OPERATORS = 4000;

/** How often all of it is laid out. */
const LAYOUTS = 3;

function long() {
  const worker = begin("static/blocks.worker.js", "blocks");
  worker.postMessage(OPERATORS);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(new File([data], "blocks.tflite"));
    worker.onerror = () => reject(new Error("blocks"));
  });
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
