// Words of help: the explanation of a term, beside the label that was pointed at, focused or pressed. `host.js` calls the
// functions with names of events; nothing of this is fetched before the first one.
//
// It opens on hover after a moment, on focus by keyboard at once, and on a press. It stays while the pointer is on it or
// on its label, or the focus is; a press keeps it open. Escape closes it, and so does a press elsewhere.

import { sheet, site } from "./host.js";

const WAIT = 200; // before it opens, in milliseconds
const GRACE = 300; // for the pointer's way from the label to the explanation

/** Texts by language. */
const bundles = new Map();
async function texts({ lang, dir }) {
  if (!bundles.has(lang)) {
    const response = await fetch(new URL(`./locales/${lang}.terms.ftl`, import.meta.url));
    const { FluentBundle: Bundle, FluentResource: Resource } = FluentBundle;
    const bundle = new Bundle(lang, { useIsolating: dir === "rtl" });
    bundle.addResource(new Resource(await response.text()));
    bundles.set(lang, bundle);
  }
  const bundle = bundles.get(lang);
  return (id, attribute) => {
    const message = bundle.getMessage(id);
    return bundle.formatPattern(attribute ? message.attributes[attribute] : message.value);
  };
}

/** The explanation: above everything, after the page's own elements. */
const box = document.createElement("div");
box.className = "term-help";
box.id = "term-help";
box.popover = "manual";
box.setAttribute("role", "status");

/** The part of the document that a label is in: language, direction and style are its. */
const pageOf = (label) => label.closest(".page");

async function styled(label) {
  const { adoptedStyleSheets } = label.getRootNode();
  const style = await sheet("terms");
  if (!adoptedStyleSheets.includes(style)) adoptedStyleSheets.push(style);
}

/** The label that is explained, and whether a press keeps it so. */
let open = null;
let pinned = false;
/** The label to explain next: another one may be pointed at while texts are fetched. */
let wanted = null;
let timer = 0;
/** The label that gets the focus back, which must not open it again. */
let returned = null;

function element(tag, text) {
  const made = document.createElement(tag);
  // Code is in backticks.
  text.split("`").forEach((part, at) => {
    if (at % 2) made.append(element("code", part));
    else made.append(part);
  });
  return made;
}

async function show(label, keep) {
  clearTimeout(timer);
  wanted = label;
  const [text] = await Promise.all([texts(pageOf(label)), styled(label)]);
  if (wanted !== label || !label.isConnected) return;
  if (open !== label) {
    close();
    wanted = open = label;
    // A dialog makes everything outside it inert.
    (label.closest("dialog") ?? pageOf(label)).append(box);
    box.showPopover();
    label.setAttribute("aria-expanded", "true");
    label.setAttribute("aria-describedby", box.id);
    listen("addEventListener");
    follow();
    // Screen readers announce a change of the region, not a region that appears.
    requestAnimationFrame(() => fill(label, text));
  }
  pinned = keep;
}

function fill(label, text) {
  if (open !== label) return;
  const { term, note } = label.dataset;
  const id = `term-${term}`;
  const link = element("a", text("terms-more"));
  const { lang } = pageOf(label);
  link.href = `${site}docs/${lang === "en" ? "" : `${lang}/`}concepts.html#${term}`;
  link.target = "_blank";
  link.rel = "noopener";
  const parts = [element("b", text(id, "name")), element("p", text(id))];
  if (note) {
    // The source of a fact, which the tables have in English.
    const source = element("p", note);
    source.lang = "en";
    source.dir = "auto";
    source.className = "soft";
    parts.push(source);
  }
  box.replaceChildren(...parts, link);
}

function close() {
  clearTimeout(timer);
  wanted = null;
  if (!open) return;
  open.setAttribute("aria-expanded", "false");
  open.removeAttribute("aria-describedby");
  open = null;
  listen("removeEventListener");
  box.replaceChildren();
  if (box.isConnected) box.hidePopover();
}

/** Keeps the box beside its label while the page scrolls, and closes it when the label is gone. */
function follow() {
  if (!open) return;
  const at = open.getBoundingClientRect();
  if (!open.isConnected || at.width === 0) {
    close();
    return;
  }
  const { width, height } = box.getBoundingClientRect();
  const start = pageOf(open).dir === "rtl" ? at.right - width : at.left;
  const left = Math.max(8, Math.min(start, document.documentElement.clientWidth - width - 8));
  const fits = at.bottom + 6 + height <= innerHeight - 8 || at.top < height + 14;
  const top = fits ? at.bottom + 6 : at.top - height - 6;
  const position = `${Math.round(left)}px ${Math.round(top)}px`;
  if (box.style.translate !== position) box.style.translate = position;
  requestAnimationFrame(follow);
}

/** The element that has the focus, in the part of the document that the explanation is in. */
const focused = () => box.getRootNode().activeElement;

const isIn = (node) => open && node instanceof Node && (open.contains(node) || box.contains(node));
const isKept = () => pinned || open.matches(":hover, :focus-visible") || box.matches(":hover, :focus-within");

/** The target within the element: outside it, an event has the element itself. */
const target = (event) => event.composedPath()[0];

const handlers = {
  pointerover(event) {
    clearTimeout(timer);
    if (!isIn(target(event))) timer = setTimeout(() => open && !isKept() && close(), GRACE);
  },
  pointerdown(event) {
    if (!isIn(target(event))) close();
  },
  focusin(event) {
    if (!isIn(target(event)) && !open.matches(":hover") && !box.matches(":hover")) close();
  },
  keydown(event) {
    const link = box.querySelector("a");
    const inside = box.contains(focused());
    if (event.key === "Escape") {
      // Nothing else acts on this Escape: a dialog stays open.
      event.preventDefault();
      event.stopPropagation();
      const label = open;
      close();
      if (inside) refocus(label);
    } else if (event.key === "Tab" && inside) {
      // The box is at the end of the document, but follows its label in the order of the focus.
      if (event.shiftKey) event.preventDefault();
      const label = open;
      if (!event.shiftKey) close();
      refocus(label);
    } else if (event.key === "Tab" && link && !event.shiftKey && focused() === open) {
      event.preventDefault();
      link.focus();
    }
  },
};
function refocus(label) {
  returned = label;
  label.focus();
}

/** Where pointer and focus move within the element; the window hears nothing of it. */
let inner = null;
const MOVES = ["pointerover", "focusin"];

function listen(method) {
  if (method === "addEventListener") inner = box.getRootNode();
  for (const [type, handler] of Object.entries(handlers)) {
    window[method](type, handler, true);
    if (MOVES.includes(type)) inner[method](type, handler, true);
  }
}

/** The pointer is on a label. */
export function pointerover(label, { pointerType }) {
  // A finger presses.
  if (pointerType === "touch" || open === label) return;
  clearTimeout(timer);
  timer = setTimeout(() => label.matches(":hover") && show(label, false), WAIT);
}

/** A label has the focus. */
export function focusin(label) {
  const isReturned = returned === label;
  returned = null;
  if (!isReturned && open !== label && label.matches(":focus-visible")) show(label, false);
}

/** A label is pressed: by a key it opens and closes; a pointer, which has opened it already, first keeps it open. */
export function click(label, { detail }) {
  if (open === label && (pinned || detail === 0)) close();
  else show(label, true);
}
