// The documentation's pages: the theme that was chosen on the page, and a search in all documents. The index is fetched with
// the first search; without scripts the pages are complete, only the search is missing.

try {
  const theme = localStorage.getItem("vintage-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some embeds; then the system's theme is used.
}

/** Results that are shown. */
const MOST = 12;
/** Results of one page. */
const MOST_OF_PAGE = 3;
/** Characters of a result's text. */
const LONG = 160;

const nav = document.querySelector("nav[data-docs]");
const { docs, search, none, found } = nav.dataset;

/** Text for comparison: without case, accents and vowel signs; a dotless i is an i. */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");

/** Sections of the documents in the page's language, and of those that are in English only. */
let index;
async function sections() {
  const read = async (name) => (await fetch(`${docs}search.${name}.json`)).json();
  const of = (pages, lang) =>
    pages.flatMap(([path, title, parts]) =>
      parts.map(([anchor, heading, text]) => ({ path, title, anchor, heading, text, lang, key: folded(heading), all: folded(`${title} ${heading} ${text}`) })));
  const { lang } = document.documentElement;
  const [own, reference] = await Promise.all([read(lang), read("reference")]);
  return [...of(own, lang), ...of(reference, "en")];
}

/** Whether a text has the word, not only as a part of a longer one. */
function isWhole(text, word) {
  const isPart = (character) => /[\p{L}\p{N}_]/u.test(character ?? "");
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  }
  return false;
}

/** How well a section answers: its heading counts most, then complete words. */
const rank = ({ key, heading, title, all: text }, words, all) =>
  (key === all ? 100 : 0) + words.filter((word) => key.includes(word)).length * 10 +
  words.filter((word) => isWhole(text, word)).length * 3 + (heading === title ? 1 : 0);

async function results(text) {
  const all = folded(text.trim());
  const words = all.split(/\s+/).filter(Boolean);
  index ??= sections();
  const hits = (await index).filter((section) => words.every((word) => section.all.includes(word)));
  const ranked = hits.map((hit) => [rank(hit, words, all), hit]).sort((a, b) => b[0] - a[0]);
  return ranked.map(([, hit]) => hit);
}

/** The results to show: many sections of one page, or pages about releases, would hide the others. */
function chosen(hits) {
  const counts = new Map();
  const isWanted = ({ path }) => {
    const page = path.startsWith("releases/") ? "releases" : path;
    counts.set(page, (counts.get(page) ?? 0) + 1);
    return counts.get(page) <= MOST_OF_PAGE;
  };
  return hits.filter(isWanted).slice(0, MOST);
}

/** The text around the first word that was found. */
function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => folded(text).indexOf(word)).filter((i) => i >= 0)) - 40);
  const start = Number.isFinite(at) ? at : 0;
  return `${start > 0 ? "…" : ""}${text.slice(start, start + LONG)}${text.length > start + LONG ? "…" : ""}`;
}

function item({ path, title, anchor, heading, text, lang }, words) {
  const link = document.createElement("a");
  link.href = `${docs}${path}${anchor ? `#${anchor}` : ""}`;
  link.textContent = heading;
  const page = document.createElement("span");
  page.className = "soft";
  page.textContent = heading === title ? "" : title;
  const part = document.createElement("p");
  part.textContent = excerpt(text, words);
  const made = document.createElement("li");
  made.lang = lang;
  made.dir = "auto";
  made.append(link, " ", page, part);
  return made;
}

const form = document.createElement("form");
form.setAttribute("role", "search");
const input = document.createElement("input");
input.type = "search";
input.placeholder = search;
input.setAttribute("aria-label", search);
const status = document.createElement("p");
status.setAttribute("role", "status");
status.className = "soft";
const list = document.createElement("ul");
list.className = "results";
form.append(input, status, list);
nav.append(form);

let last = "";
async function answer() {
  const text = input.value.trim();
  if (text === last) return;
  last = text;
  const hits = text ? await results(text) : [];
  // Another letter was typed meanwhile.
  if (text !== last) return;
  const words = folded(text).split(/\s+/);
  list.replaceChildren(...chosen(hits).map((hit) => item(hit, words)));
  status.textContent = !text ? "" : hits.length ? `${found} ${new Intl.NumberFormat(document.documentElement.lang).format(hits.length)}` : none;
}
input.addEventListener("input", answer);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
