// Texts of the build before the page's code is there, which has its own (src/web/app/words.rs).

const base = new URL("../", import.meta.url).href;

async function fetched(path) {
  const response = await fetch(`${base}static/locales/${path}`);
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return response.text();
}

/** The language for these wishes and those of the browser, as the page chooses it. */
export async function language(...wanted) {
  const { languages } = JSON.parse(await fetched("languages.json"));
  const known = (tag) => languages.find((one) => one.tag === tag) ?? languages.find((one) => one.tag === tag.split("-")[0]);
  const wishes = [...wanted, ...navigator.languages].filter(Boolean);
  return wishes.map(known).find(Boolean) ?? { tag: "en", dir: "ltr" };
}

/** The texts of the first screen and of pictures in a language. */
export const early = (tag) => fetched(`${tag}.early.ftl`);
