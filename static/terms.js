// Words of help: the explanation of a term, beside the label that was pointed at, focused or pressed. `app.js` calls the
// functions with names of events; nothing of this is fetched before the first one.
//
// It opens on hover after a moment, on focus by keyboard at once, and on a press. It stays while the pointer is on it or
// on its label, or the focus is; a press keeps it open. Escape closes it, and so does a press elsewhere.

const WAIT = 200; // before it opens, in milliseconds
const GRACE = 300; // for the pointer's way from the label to the explanation

const root = document.documentElement;

/** Texts by language. */
const bundles = new Map();
async function texts() {
  const { lang, dir } = root;
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

const styled = new Promise((resolve) => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("./terms.css", import.meta.url).href;
  sheet.onload = sheet.onerror = resolve;
  document.head.append(sheet);
});

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
  const [text] = await Promise.all([texts(), styled]);
  if (wanted !== label || !label.isConnected) return;
  if (open !== label) {
    close();
    wanted = open = label;
    // A dialog makes everything outside it inert.
    (label.closest("dialog") ?? document.body).append(box);
    box.showPopover();
    label.setAttribute("aria-expanded", "true");
    label.setAttribute("aria-describedby", box.id);
    listen(addEventListener);
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
  const folder = root.lang === "en" ? "" : `${root.lang}/`;
  link.href = `docs/${folder}concepts.html#${term}`;
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
  listen(removeEventListener);
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
  const left = Math.max(8, Math.min(root.dir === "rtl" ? at.right - width : at.left, root.clientWidth - width - 8));
  const fits = at.bottom + 6 + height <= innerHeight - 8 || at.top < height + 14;
  const top = fits ? at.bottom + 6 : at.top - height - 6;
  const position = `${Math.round(left)}px ${Math.round(top)}px`;
  if (box.style.translate !== position) box.style.translate = position;
  requestAnimationFrame(follow);
}

const isIn = (node) => open && node instanceof Node && (open.contains(node) || box.contains(node));
const isKept = () => pinned || open.matches(":hover, :focus-visible") || box.matches(":hover, :focus-within");

const handlers = {
  pointerover({ target }) {
    clearTimeout(timer);
    if (!isIn(target)) timer = setTimeout(() => open && !isKept() && close(), GRACE);
  },
  pointerdown({ target }) {
    if (!isIn(target)) close();
  },
  focusin({ target }) {
    if (!isIn(target) && !open.matches(":hover") && !box.matches(":hover")) close();
  },
  keydown(event) {
    const link = box.querySelector("a");
    const inside = box.contains(document.activeElement);
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
    } else if (event.key === "Tab" && link && !event.shiftKey && document.activeElement === open) {
      event.preventDefault();
      link.focus();
    }
  },
};
function refocus(label) {
  returned = label;
  label.focus();
}

function listen(change) {
  for (const [type, handler] of Object.entries(handlers)) change(type, handler, true);
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
