// The custom element `<vintage-explorer>`, described in docs/embedding.md. Nothing else is fetched before it nears the screen.
//
// This file defines nothing by itself, so that a site generator may import it; `vintage-explorer.js` calls `define()`.

/** Attributes that are the fields of its state, as in the fragment of a page of its own. */
const STATE = ["src", "view", "target", "also", "node", "action", "evolution", "lang"];

/** How far from the screen it starts. */
const NEAR = "300px";

/** Fields that ask for more than the answer which a picture gives. */
const BEYOND = ["node", "action", "evolution"];

/** Whether the page's code was asked for. */
let isComing = false;

/** Attributes that are properties too. */
const PROPERTIES = {};
for (const name of ["src", "view", "target", "also", "node", "action", "theme", "height"]) {
  PROPERTIES[name] = {
    configurable: true,
    enumerable: true,
    get() {
      return this.getAttribute(name) ?? "";
    },
    set(value) {
      if (value === null || value === undefined || value === "") this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  };
}

/** The state that an element is to show: its attributes, or the fragment of the address of a page of its own. */
export function asked(element) {
  if (element.hasAttribute("page")) return new URLSearchParams(location.hash.slice(1));
  const fields = new URLSearchParams();
  for (const name of STATE) {
    const value = element.getAttribute(name);
    if (name !== "src" && value) fields.set(name, value);
  }
  for (const source of (element.getAttribute("src") ?? "").split(/\s+/)) {
    if (source) fields.append("src", new URL(source, document.baseURI).href);
  }
  return fields;
}

/** Defines the element, once. Does nothing where there are no elements, as on a server. */
export function define(name = "vintage-explorer") {
  if (typeof customElements === "undefined" || customElements.get(name)) return;
  customElements.define(name, explorer());
}

function explorer() {
  class VintageExplorer extends HTMLElement {
    static observedAttributes = [...STATE, "dir", "theme", "height"];

    /** The started element, and the promise of it. */
    #host = null;
    #starting = null;
    #nearing = null;
    #files = [];

    constructor() {
      super();
      // Until it has started, and where it cannot, what the author wrote inside is shown.
      this.attachShadow({ mode: "open" }).append(document.createElement("slot"));
      // Set before the element was defined.
      for (const name of [...Object.keys(PROPERTIES), "files"]) {
        if (!Object.hasOwn(this, name)) continue;
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
    }

    connectedCallback() {
      if (this.#starting || this.#nearing) return;
      if (this.hasAttribute("page")) {
        this.#start();
        return;
      }
      this.#nearing = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#start(), { rootMargin: NEAR });
      this.#nearing.observe(this);
    }

    disconnectedCallback() {
      // An element that is moved is connected again by then.
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#nearing?.disconnect();
        this.#nearing = null;
        this.#host?.end();
        this.#starting = this.#host = null;
      });
    }

    attributeChangedCallback(name) {
      this.#host?.changed(name);
    }

    /** Starts the element now, near the screen or not; resolves when it is there. */
    #start() {
      this.#nearing?.disconnect();
      this.#nearing = null;
      if (this.#starting) return this.#starting;
      const starting = this.#begin(() => this.#starting === starting);
      this.#starting = starting;
      starting.catch((error) => {
        // The scripts beside this one cannot be fetched: the page's policy, or the server's headers.
        this.dispatchEvent(new CustomEvent("error", { detail: { id: "element-scripts", text: String(error) } }));
      });
      return starting;
    }

    /** Starts the element while it is wanted: it may be removed meanwhile, and started anew elsewhere. */
    async #begin(isWanted) {
      const state = asked(this);
      const picture = this.#isAnswer(state) ? await (await import("./preview.js")).preview(this, this.#files, state) : null;
      if (picture && !isWanted()) {
        picture.end();
        return;
      }
      isComing = true;
      const { start } = await import("./host.js");
      const host = await start(this, this.#files, picture);
      if (isWanted()) this.#host = host;
      else host?.end();
      return host;
    }

    /** Whether only the answer is asked for: a picture gives it sooner, unless the page's code comes already. */
    #isAnswer(state) {
      const isView = ["window", ""].includes(state.get("view") ?? "") && !BEYOND.some((name) => state.has(name));
      const isGiven = this.#files.length ? this.#files.every((file) => file instanceof Blob) : state.has("src");
      return !isComing && isView && isGiven;
    }

    async #started() {
      const host = await this.#start();
      if (!host) throw new Error("vintage-explorer could not start: its error event has the reason");
      return host;
    }

    /** The files that are shown, instead of those of `src`: `File` objects, and entries of folders that were dropped. */
    get files() {
      return this.#files;
    }
    set files(files) {
      this.#files = [...files];
      this.#host?.open(this.#files);
    }

    /** Opens files; resolves with the report. */
    async open(files) {
      const host = await this.#started();
      this.#files = [...files];
      return host.answered(() => host.open(this.#files));
    }

    /** The report of the open files, as `vintage inspect --json` prints it. */
    async report() {
      return (await this.#started()).json();
    }

    /** Selects a node of the graph, by its index and the index of its graph, and shows it. */
    async selectNode(index, graph = "") {
      (await this.#started()).set({ view: "graph", node: graph === "" ? `${index}` : `${index}@${graph}` });
    }

    /** The drawing of the model's graph, as the text of an SVG. */
    async exportSvg() {
      return (await this.#started()).svg();
    }

    /** Runs the `.tflite` model that is shown; `inputs` and the result are those of `Session.run` in engine.js. */
    async run(inputs) {
      return (await this.#started()).run(inputs);
    }
  }
  Object.defineProperties(VintageExplorer.prototype, PROPERTIES);
  return VintageExplorer;
}
