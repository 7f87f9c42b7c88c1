// Texts of messages, formatted as `vintage --json` formats them; imported when the first one is needed.
import { FluentBundle, FluentNumber, FluentResource } from "./fluent-bundle.js";

/** The texts of each language. One line each, because bundlers look for complete addresses. */
const TEXTS = {
  ar: () => import("./words/ar.js"),
  en: () => import("./words/en.js"),
  es: () => import("./words/es.js"),
  tr: () => import("./words/tr.js"),
};

/** Characters that change the display of those around them, as escapes. */
function visible(text) {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (c) => {
    if (c === "\n" || c === "\t") return c;
    return c === "\r" ? "\\r" : `\\u{${c.codePointAt(0).toString(16)}}`;
  });
}

/** Integers select plural forms; all other values are text: versions such as 2.10, names such as 007. */
function value(text) {
  const isInteger = /^(0|-?[1-9]\d*)$/.test(text) && text.length < 16;
  return isInteger ? new FluentNumber(Number(text), { useGrouping: false }) : visible(text);
}

/** The messages of a language; English for those that it lacks. */
class Sentences {
  #bundles;

  constructor(bundles) {
    this.#bundles = bundles;
  }

  /** The text of an id, or `undefined`. */
  find(id, params = {}) {
    for (const bundle of this.#bundles) {
      const pattern = bundle.getMessage(id)?.value;
      if (!pattern) continue;
      const args = Object.fromEntries(Object.entries(params).map(([name, text]) => [name, value(text)]));
      return bundle.formatPattern(pattern, args, []);
    }
    return undefined;
  }

  /** The text of a message under a prefix such as `error-`; its id and values without one. */
  of(prefix, { id, params }) {
    const plain = () => [id, ...Object.entries(params ?? {}).map(([name, text]) => `${name}=${text}`)].join(" ");
    return this.find(prefix + id, params) ?? plain();
  }
}

/** The texts of a language. */
export async function load(language) {
  const wanted = [...new Set([language, "en"])];
  const texts = await Promise.all(wanted.map((tag) => TEXTS[tag]()));
  return new Sentences(
    texts.map(({ default: text }, i) => {
      const bundle = new FluentBundle(wanted[i], { useIsolating: false });
      bundle.addResource(new FluentResource(text));
      return bundle;
    }),
  );
}
