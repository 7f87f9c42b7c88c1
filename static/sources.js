// Files behind addresses.

/** Paths for files that are fetched together: the parts that differ between their addresses, so that a folder keeps its structure. */
export function paths(urls) {
  const clean = urls.map((url) => url.split(/[?#]/)[0]);
  let common = clean[0] ?? "";
  for (const url of clean) while (!url.startsWith(common)) common = common.slice(0, -1);
  const cut = common.lastIndexOf("/") + 1;
  return clean.map((url) => decoded(url.slice(cut)) || "file");
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
