// A started element: an instance of the page's module, and what the module needs of the document around it
// (src/web/app/host.rs). Fetched when the first element nears the screen.
import "./vendor/fluent-bundle.js";
import { asked } from "./element.js";
import { Reader } from "./readers.js";
import { paths } from "./sources.js";
import { Instances } from "./unpack.js";
import { begin } from "./workers.js";

/** The folder of this build, and that of the site: its files that keep their addresses from build to build. */
const base = new URL("../", import.meta.url).href;
export const site = base.replace(/b\/\w+\/$/, "");
/** Paths that keep their addresses (xtask/src/build/version.rs). */
const STAYS = /^(docs|static\/samples)\/|^building|vintage-explorer\.js$/;
const page = new Instances("vintage-app");
/** Whether code may be fetched before it is needed: not in frames, which may never need it, nor where megabytes are paid for. */
export const mayFetchAhead = () => window.top === window && !navigator.connection?.saveData;
/** The element that is a page of its own, once it is there. */
export let ownPage = null;
/** Whether no element has read anything yet, but for those of a rehearsal. */
export let isQuiet = true;
export const rehearsals = new WeakSet();

const sheets = new Map();

/** A style sheet of the build, which all elements share. */
export function sheet(name) {
  if (!sheets.has(name)) {
    const made = fetch(`${base}static/${name}.css`).then(async (response) => {
      if (!response.ok) throw new Error(`${response.url}: HTTP ${response.status}`);
      return new CSSStyleSheet().replace(await response.text());
    });
    sheets.set(name, made);
    made.catch(() => sheets.delete(name));
  }
  return sheets.get(name);
}
sheet("style");

/**
 * Starts an element, which may show a picture of its answer until it has it (preview.js); resolves with its host, or with nothing if it
 * cannot run here.
 */
export async function start(element, files, picture = null) {
  const host = new Host(element, picture);
  try {
    await host.begin(files);
    return host;
  } catch (error) {
    host.end();
    (await import("./trouble.js")).show(element, error, site);
  }
}

class Host {
  #element;
  /** Prefix of the addresses of the site's files. */
  #site;
  #instance = null;
  /** The state that was last recorded, as fields. */
  #state = new URLSearchParams();
  /** Fields that attributes or methods ask for, beside the state. */
  #wanted;
  #follows = false;
  #last = {};
  #waiting = [];
  /** Whether the worker has open files. */
  #isOpen = false;
  /** Number of style sheets on their way. */
  #styles = 0;
  #files = [];
  #session;
  #picture;

  constructor(element, picture) {
    this.#element = element;
    this.#picture = picture;
    this.isPage = element.hasAttribute("page");
    this.root = document.createElement("div");
    this.root.className = "page";
    this.root.setAttribute("part", "page");
    this.scope = this.isPage ? window : this.root;
    // Files beside a page have short addresses, which are part of its links.
    this.#site = this.isPage && new URL(".", document.baseURI).href === site ? "" : site;
    this.#wanted = asked(element);
  }

  async begin(files) {
    const [made, style] = await Promise.all([page.make(), sheet("style")]);
    const { shadowRoot } = this.#element;
    shadowRoot.adoptedStyleSheets = [style, ...(this.#picture?.sheets ?? [])];
    shadowRoot.append(this.root);
    this.#size();
    this.#listen();
    this.#instance = made;
    await made.mount(this);
    if (this.isPage) ownPage = this;
    // A picture has the header of the first screen above it.
    if (!this.#picture) this.#unslot();
    if (files.length) this.#give(files);
    this.#tell("ready");
  }

  /** The element was removed. */
  end() {
    if (this.isPage) removeEventListener("hashchange", this.#hash);
    this.#reveal();
    this.#instance?.unmount();
    this.#instance = null;
    this.root.remove();
    const { shadowRoot } = this.#element;
    if (!shadowRoot.querySelector("slot, .page")) shadowRoot.append(document.createElement("slot"));
  }

  /** The page instead of the picture. */
  #reveal() {
    if (!this.#picture) return;
    this.#picture.end();
    this.#picture = null;
    this.#unslot();
  }

  /** Removes the slot: the document's content in the element is not needed any more. */
  #unslot() {
    this.#element.shadowRoot.querySelector("slot")?.remove();
  }

  /** Scripts for the first term that is explained, and for the first focus. */
  #listen() {
    for (const type of ["pointerover", "focusin", "click"]) {
      this.root.addEventListener(type, async (event) => {
        const label = event.target.closest("[data-term]");
        if (label) (await import("./terms.js"))[type](label, event);
      });
    }
    this.root.addEventListener("focusin", async () => (await import("./focus.js")).keep(this.root), { once: true });
    if (this.isPage) {
      this.#seen = location.hash;
      addEventListener("hashchange", this.#hash);
    }
  }

  /** The document's fragment as far as the page knows it. */
  #seen = "";

  #hash = () => {
    this.#seen = location.hash;
    this.#wanted = new URLSearchParams(location.hash.slice(1));
    // The state that follows is not a step of its own: a new one would end the way forward.
    this.#follows = true;
    setTimeout(() => (this.#follows = false));
    this.#instance?.follow();
  };

  #size() {
    const { style } = this.root;
    const height = this.#element.getAttribute("height");
    if (height) style.setProperty("--height", /^\d+$/.test(height) ? `${height}px` : height);
    else style.removeProperty("--height");
  }

  /** An attribute has changed. */
  changed(name) {
    this.#reveal();
    if (name === "theme") return this.theme(this.look);
    if (name === "height") return this.#size();
    if (name === "dir") return this.language(this.root.lang, this.root.dir);
    const all = asked(this.#element);
    if (name === "src") {
      this.#files = [];
      if (!all.has("src")) return this.open([]);
    }
    const now = new URLSearchParams(this.#state);
    now.delete(name);
    for (const value of all.getAll(name)) now.append(name, value);
    this.#wanted = now;
    this.#instance?.follow();
  }

  /** Changes fields of the state. */
  set(fields) {
    this.#reveal();
    this.#wanted = new URLSearchParams(this.#state);
    for (const [name, value] of Object.entries(fields)) this.#wanted.set(name, value);
    this.#instance?.follow();
  }

  /** Fetches what follows most answers. */
  async rehearse() {
    await Promise.all([this.#instance?.rehearse(), sheet("graph")]);
  }

  open(files) {
    this.#reveal();
    this.#give(files);
  }

  #give(files) {
    this.#files = files;
    if (!files.length) this.#isOpen = false;
    this.#instance?.open(files);
  }

  /** Resolves with the answer that `action` leads to. */
  answered(action) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      action();
    });
  }

  /** The report of the open files. */
  async json() {
    const text = this.#isOpen && (await new Promise((resolve) => this.#instance.text(true, resolve)));
    if (!text) throw new Error("no file is open");
    return JSON.parse(text);
  }

  async svg() {
    const text = await new Promise((resolve) => this.#instance.text(false, resolve));
    if (!text) throw new Error("the file has no graph");
    return text;
  }

  /** Runs the model; its session is kept for the next run. */
  async run(inputs) {
    const { load } = await import("./engine.js");
    const file = this.#files[0] ?? this.#state.get("src");
    if (!file) throw new Error("no file is open");
    if (this.#session?.of !== file) {
      const bytes = typeof file === "string" ? await (await fetch(file)).arrayBuffer() : await file.arrayBuffer();
      this.#session = { of: file, session: load(bytes) };
    }
    return (await this.#session.session).run(inputs);
  }

  #tell(type, detail) {
    this.#element.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // What the module calls.

  /** The address of a file. */
  file(path) {
    return (STAYS.test(path) ? this.#site : base) + path;
  }

  /** The response for the address of a file to read. */
  async source(url) {
    const known = this.#picture?.sources.get(new URL(url, document.baseURI).href);
    return known ? (await known).again() : fetch(url);
  }

  /** Paths for files behind addresses. */
  paths(urls) {
    return paths(urls);
  }

  /** Resolves in a later task. */
  pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  get fetchesAhead() {
    return this.isPage && mayFetchAhead();
  }

  get look() {
    return this.#element.getAttribute("theme") ?? (this.isPage ? "system" : "");
  }

  get address() {
    return `${this.#wanted}`;
  }

  get link() {
    return this.isPage ? location.href : `${site}#${this.#state}`;
  }

  record(fragment, step) {
    const now = new URLSearchParams(fragment);
    const before = this.#state;
    this.#state = now;
    const isNew = step && !this.#follows;
    if (this.isPage) this.#withFrame(() => this.#keep(fragment, isNew));
    this.#tell("statechange", { fragment });
    if (now.get("node") && now.get("node") !== before.get("node")) {
      const [index, graph = ""] = now.get("node").split("@");
      this.#tell("selected", { index: Number(index), graph });
    }
  }

  /** Makes `fragment` that of the document's address, unless it has another since: the event that announces that one is on its way. */
  #keep(fragment, isNew) {
    if (location.hash !== this.#seen) return;
    keepAddress(fragment, isNew);
    this.#seen = location.hash;
  }

  report(kind, value) {
    this.#reveal();
    if (kind === "error") {
      this.#tell("error", { id: value });
      return;
    }
    const detail = answer(value);
    const text = JSON.stringify(detail);
    if (text === this.#last.report) return;
    this.#last.report = text;
    for (const { resolve } of this.#waiting.splice(0)) resolve(detail);
    this.#tell("report", detail);
    const target = JSON.stringify(detail.target);
    if (this.#last.target !== undefined && target !== this.#last.target) this.#tell("targetchange", detail.target);
    this.#last.target = target;
  }

  title(text) {
    if (!this.isPage) return;
    document.title = text;
    this.#withFrame();
  }

  /** With the next frame: a new step in the address lays out the page, as the frame does anyway. */
  #withFrame(act) {
    requestAnimationFrame(() => {
      // A view that fills the screen leaves nothing to scroll.
      document.documentElement.classList.toggle("work", Boolean(this.root.querySelector("main.work")));
      act?.();
    });
  }

  theme(name) {
    for (const { dataset } of this.isPage ? [this.root, document.documentElement] : [this.root]) {
      if (name) dataset.theme = name;
      else delete dataset.theme;
    }
  }

  language(tag, dir) {
    for (const one of this.isPage ? [this.root, document.documentElement] : [this.root]) {
      one.lang = tag;
      one.dir = this.#element.getAttribute("dir") || dir;
    }
  }

  async style(name) {
    const { adoptedStyleSheets } = this.#element.shadowRoot;
    // The view waits for its styles.
    this.#styles += 1;
    this.root.dataset.styling = "";
    try {
      const made = await sheet(name);
      if (!adoptedStyleSheets.includes(made)) adoptedStyleSheets.push(made);
    } finally {
      this.#styles -= 1;
      if (this.#styles === 0) delete this.root.dataset.styling;
    }
  }

  worker(path, name) {
    return begin(path, name);
  }

  reader() {
    const rehearses = rehearsals.has(this.#element);
    const reader = new Reader(page, (text) => {
      isQuiet &&= rehearses;
      if (text?.startsWith('{"report"')) this.#isOpen = true;
    });
    // The worker is not to end with a rehearsal, whose work is short.
    if (rehearses) reader.terminate = reader.close;
    return reader;
  }
}

/** Makes `fragment` that of the document's address, as a step of the history or instead of the present one. */
function keepAddress(fragment, step) {
  // After a step back the state follows the address, which is right already.
  if (location.hash.slice(1) === fragment) return;
  const url = location.pathname + location.search + (fragment && `#${fragment}`);
  history[step ? "pushState" : "replaceState"](null, "", url);
}

/** An answer, from the list that the module gives (src/web/app/frame.rs). */
function answer([isLocal, name, kind, channel, release, outcome, ...rows]) {
  const windows = [];
  for (let i = 0; i < rows.length; i += 5) {
    const [of, first, last, good, all] = rows.slice(i, i + 5);
    windows.push({ channel: of, first: first || null, last: last || null, good, all });
  }
  return { name, kind, isLocal, target: channel ? { channel, release, outcome } : null, windows };
}
