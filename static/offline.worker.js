// Serves the page from this browser's storage: it works without a network, and a page never meets files of another build.
// All files of a build are stored, and compared with their checksums, before any of them is used.
//
// The build puts `const BUILD = { version, files: [[path, checksum], ...] }` before this text.
/* global BUILD */

/** Caches with this prefix are this worker's; the page has others. */
const PREFIX = "vintage-build ";
const own = PREFIX + BUILD.version;

const page = new URL("./", self.location).href;
const files = new Map(BUILD.files.map(([path, checksum]) => [new URL(path, page).href, checksum]));

self.addEventListener("install", (event) => event.waitUntil(store()));
self.addEventListener("activate", (event) => event.waitUntil(discard()));
self.addEventListener("message", (event) => {
  // A page that was fetched before there was a worker, in the same build: it may use the stored files from now on.
  if (event.data?.use === BUILD.version) self.clients.claim();
  if (event.data?.activate) event.waitUntil(replace(event.ports[0]));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = new URL(request.url);
  address.search = address.hash = "";
  const href = address.href === `${page}index.html` ? page : address.href;
  if (files.has(href)) event.respondWith(answer(request, href));
});

/** Stores all files of the build; a missing or different one ends it, and the browser tries again another time. */
async function store() {
  const cache = await caches.open(own);
  for (const [href, integrity] of files) {
    // An earlier attempt may have stored some. HTTP's own cache may hold the file of the build before.
    if (await cache.match(href)) continue;
    const response = await fetch(href, { integrity, cache: "no-cache" });
    if (!response.ok) throw new Error(`${href}: HTTP ${response.status}`);
    await cache.put(href, response);
  }
}

/** Removes the files of earlier builds: their pages are closed. */
async function discard() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== own).map((name) => caches.delete(name)));
}

/** Takes the place of the build before, unless another tab still shows it. */
async function replace(port) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  if (pages.length < 2) await self.skipWaiting();
  else port.postMessage("no");
}

/** The stored file, or the network's if the browser has removed it. */
async function answer(request, href) {
  const cache = await caches.open(own);
  const stored = await cache.match(href);
  return stored ? isolated(stored) : fetch(request);
}

/**
 * A file with the header that isolates the page, so that runs have several threads also where a host sends no such header. Browsers
 * that do not know it ignore it.
 */
function isolated(stored) {
  const headers = new Headers(stored.headers);
  if (!headers.has("Cross-Origin-Embedder-Policy")) headers.set("Document-Isolation-Policy", "isolate-and-credentialless");
  return new Response(stored.body, { status: stored.status, headers });
}
