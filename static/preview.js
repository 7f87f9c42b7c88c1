// The answer as a picture, before the page's code is there: the worker that reads the files draws it, in two thirds of the bytes. It stays
// until the page has its own answer. Whatever it does not show (an error, files that take long) the page does.
import { Reader } from "./readers.js";
import { paths } from "./sources.js";
import { early, language } from "./texts.js";

/**
 * The element as it is with the page; the author's words, and the page until it has an answer, are behind the picture. On a page of its own
 * the header of the first screen is above it.
 */
const SURROUNDINGS = `:host { display: block; container: vintage / inline-size } [part="picture"] ~ :is(slot, .page) { display: none }
  :host([page]) [part="picture"] { padding: clamp(12px, 3cqi, 24px) } :host([page]) slot { --beside: none }`;

/** How long the page waits for the picture, and how long its reader may read, in milliseconds. */
const PATIENCE = 5000;

/** The picture of an element that has started with it, and what was fetched for it. */
class Preview {
  /** Responses by address, which the page takes over. */
  sources = new Map();
  /** Style sheets of the picture. */
  sheets = [];
  #element;
  #reader;
  #box = document.createElement("div");

  constructor(element) {
    this.#element = element;
    this.#box.setAttribute("part", "picture");
  }

  /** Draws the files, or those behind the addresses of a state. */
  async draw(files, state) {
    // The worker fetches its code while the files come.
    const reader = (this.#reader = new Reader(null));
    const ended = new Promise((_, reject) => {
      reader.onerror = reader.onlost = (error) => {
        // The page has a worker of its own then.
        this.end();
        reject(error);
      };
    });
    await Promise.race([ended, this.#drawn(files, state)]);
  }

  async #drawn(files, state) {
    const urls = files.length ? [] : state.getAll("src").map((one) => new URL(one, document.baseURI).href);
    const [{ dir, ...texts }, ...blobs] = await Promise.all([spoken(state.get("lang")), ...files, ...urls.map((url) => this.#fetched(url))]);
    if (!this.#reader) return;
    const names = files.length ? files.map((file) => file.webkitRelativePath || file.name) : paths(urls);
    const svg = await this.#answer({ picture: { paths: names, target: state.get("target") ?? "", ...texts } }, blobs);
    this.#box.style.textAlign = dir === "rtl" ? "right" : "left";
    if (this.#reader) this.#show(svg);
  }

  async #fetched(url) {
    const response = fetch(url).then(async (response) => {
      // Read once, and given twice: here, and to the page.
      const blob = response.ok ? await response.blob() : null;
      return { blob, again: () => new Response(blob, { status: response.status }) };
    });
    this.sources.set(url, response);
    const { blob } = await response;
    if (!blob) throw new Error(`${url} cannot be fetched`);
    return blob;
  }

  /** The answer to a request. A reader that takes long is ended: the page's would wait for it. */
  #answer(request, blobs) {
    return new Promise((resolve, reject) => {
      let reads;
      this.#reader.onmessage = ({ data: { json, answer } }) => {
        if (answer) resolve(answer);
        else if (!json.startsWith('{"progress"')) reject(new Error(json));
        else reads ??= setTimeout(() => this.#box.isConnected || this.end(), PATIENCE);
      };
      this.#reader.postMessage({ job: 1, json: JSON.stringify(request), blobs });
    });
  }

  #show(svg) {
    // A policy may block style elements, but not a sheet that is adopted.
    const [style, rules] = svg.match(/<style>([^<]*)<\/style>/);
    const picture = new DOMParser().parseFromString(svg.replace(style, ""), "image/svg+xml").documentElement;
    const { shadowRoot } = this.#element;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${SURROUNDINGS} ${this.#suited(rules)}`);
    this.sheets.push(sheet);
    shadowRoot.adoptedStyleSheets.push(sheet);
    const height = this.#element.getAttribute("height");
    if (height) Object.assign(this.#box.style, { blockSize: /^\d+$/.test(height) ? `${height}px` : height, overflow: "auto" });
    this.#box.append(document.importNode(picture, true));
    if (this.#element.hasAttribute("page")) shadowRoot.append(this.#box);
    else shadowRoot.prepend(this.#box);
  }

  /** The picture's rules for its surroundings: as wide as the element, light or dark as the document around it. */
  #suited(rules) {
    const schemes = this.#element.getAttribute("theme") || getComputedStyle(this.#element).colorScheme;
    const isDark = /dark/.test(schemes);
    const follows = schemes === "system" || (isDark && /light/.test(schemes));
    const dark = follows ? "(prefers-color-scheme:dark)" : isDark ? "all" : "not all";
    return rules.replaceAll("(prefers-color-scheme:dark)", dark).replaceAll("@media (max-width", "@container (max-width");
  }

  /** The page has its own answer, or cannot start. */
  end() {
    this.#box.remove();
    this.#element.querySelector(":scope > .first")?.remove();
    this.#reader?.close();
    this.#reader = null;
  }
}

/** The texts of pictures in the element's language and in English. */
async function spoken(...wanted) {
  const { tag, dir } = await language(...wanted);
  const languages = [...new Set([tag, "en"])];
  return { dir, languages, texts: await Promise.all(languages.map(early)) };
}

/** Draws the picture of an element; resolves once it is there or cannot be, or so late that the page is not to wait for it. */
export async function preview(element, files, state) {
  const made = new Preview(element);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  // The page says what is wrong.
  await Promise.race([late, made.draw(files, state).catch(() => {})]);
  return made;
}
