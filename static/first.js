// The first screen of a page of its own. It is in the document before the page's code is, takes files, and says when that code is wanted.
import { early, language } from "./texts.js";

/** Use of the page, beside files, for which its code is needed. */
const USE = ["pointerdown", "keydown"];

/** The words that the document has. */
const WRITTEN = "en";

/** A choice that was made on the page before. */
function chosen(name) {
  try {
    return localStorage.getItem(`vintage-${name}`);
  } catch {
    // Storage is refused in some embeds.
    return null;
  }
}

/** Whether this tab has files that a reload brings back (src/web/app/kept.rs). */
function hasFiles() {
  try {
    return sessionStorage.getItem("vintage-files") !== null;
  } catch {
    return false;
  }
}

/** The screen of an element, until the element is ready. */
export class First {
  /** Files that were dropped, chosen or pasted, and entries of folders. */
  given = [];
  /** Resolves when the page's code is wanted. */
  wanted;
  #want;
  #screen;
  /** The sentence for a page that does not start. */
  #late;
  #ended = new AbortController();

  /** `waits`: the code is to come with the first use only. */
  constructor(element, waits) {
    this.#screen = element.querySelector(".first");
    this.wanted = new Promise((resolve) => (this.#want = resolve));
    this.#late = element.querySelector(".late");
    this.#late.hidden = true;
    // A state in the address, or files of before a reload: the screen has nothing to ask for.
    const isAsked = location.hash.length > 1 || hasFiles();
    this.#screen.classList.toggle("asked", isAsked);
    this.#show();
    this.#listen();
    if (!waits || isAsked) this.#want();
  }

  /** Shows the screen in its language. */
  async #show() {
    const screen = this.#screen;
    try {
      const wanted = [new URLSearchParams(location.hash.slice(1)).get("lang"), chosen("language")];
      const first = [...wanted, ...navigator.languages].find(Boolean) ?? WRITTEN;
      if (first.split("-")[0] !== WRITTEN) await this.#translate(await language(...wanted));
    } catch {
      // The page says what cannot be fetched.
    }
    screen.hidden = false;
  }

  async #translate({ tag, dir }) {
    if (tag === WRITTEN) return;
    const [text] = await Promise.all([early(tag), import("./vendor/fluent-bundle.js")]);
    const texts = new FluentBundle.FluentBundle(tag, { useIsolating: dir === "rtl" });
    texts.addResource(new FluentBundle.FluentResource(text));
    for (const place of this.#screen.querySelectorAll("[data-text]")) {
      const message = texts.getMessage(place.dataset.text);
      if (message?.value) place.textContent = texts.formatPattern(message.value);
    }
    Object.assign(this.#screen, { lang: tag, dir });
  }

  #listen() {
    const on = (place, type, act) => place.addEventListener(type, act, { signal: this.#ended.signal });
    for (const type of ["dragenter", "dragover"]) {
      on(window, type, (event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        this.#veil();
      });
    }
    on(window, "drop", (event) => {
      event.preventDefault();
      this.#transferred(event.dataTransfer);
    });
    on(window, "paste", (event) => this.#transferred(event.clipboardData));
    const [files, folder] = this.#screen.querySelectorAll("input");
    const buttons = this.#screen.querySelectorAll(".pickers button");
    [files, folder].forEach((input, at) => {
      on(buttons[at], "click", () => input.click());
      on(input, "change", () => this.#take([...input.files]));
    });
    const isChoice = (event) => event.target.closest?.(".pickers") && (event.type === "pointerdown" || ["Enter", " "].includes(event.key));
    for (const type of USE) on(window, type, (event) => isChoice(event) || this.#want());
    on(window, "hashchange", this.#want);
  }

  /**
   * Lays a veil over the document while files are dragged: a browser drops them on the element that they were over last, which must not go
   * when the page comes. Until it has come the veil shows that they may be dropped.
   */
  #veil() {
    if (document.querySelector(".veil")) return;
    const veil = document.createElement("div");
    veil.className = "veil";
    for (const type of ["drop", "dragleave", "pointermove"]) veil.addEventListener(type, () => veil.remove());
    document.body.append(veil);
  }

  /** Takes what was dropped or pasted: files, folders, or addresses of files. */
  #transferred(data) {
    const files = [...data.items].filter(({ kind }) => kind === "file").map((item) => {
      const entry = item.webkitGetAsEntry?.();
      return entry?.isDirectory ? entry : item.getAsFile();
    });
    if (files.length) return this.#take(files.filter(Boolean));
    const lines = data.getData("text/plain").split("\n").map((line) => line.trim());
    const addresses = lines.filter((line) => /^https?:\/\//.test(line));
    if (!addresses.length) return;
    location.hash = `${new URLSearchParams(addresses.map((address) => ["src", address]))}`;
    this.#busy();
  }

  #take(files) {
    if (!files.length) return;
    this.given.push(...files);
    this.#busy();
  }

  #busy() {
    this.#screen.querySelector(".progress").classList.add("on");
    this.#want();
  }

  /** The element cannot start, which it says itself unless it cannot even fetch its scripts. */
  fail(id) {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#screen.remove();
    this.#late.classList.add("now");
    this.#late.hidden = id !== "element-scripts";
  }

  /** Ends the screen, whose element is ready; `taken` is what the element has of `given`. The focus stays where it is. */
  end(element, taken) {
    this.#ended.abort();
    const at = [...this.#screen.querySelectorAll(".pickers button")].indexOf(document.activeElement);
    // Its header stays above a picture, until that ends.
    if (!element.shadowRoot.querySelector('[part="picture"]')) this.#screen.remove();
    if (this.given.length > taken) element.open(this.given);
    else if (at >= 0) element.shadowRoot.querySelectorAll(".pickers button")[at]?.focus();
  }
}
