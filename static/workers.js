// Workers of this build, from whatever address it is served.

/**
 * Starts a worker with a module of this build. A browser refuses a script of another origin, and every script to a document
 * without an origin, but not a script that imports it.
 */
export function begin(path, name) {
  const { href, origin } = new URL(`../${path}`, import.meta.url);
  const own = globalThis.origin;
  if (origin === own) return new Worker(href, { type: "module", name });
  if (own !== "null") return new Worker(blob(`import ${JSON.stringify(href)};`), { type: "module", name });
  // For a document without an origin, Chromium starts no module worker of a blob.
  const script = `const early = [];
    onmessage = (event) => early.push(event);
    import(${JSON.stringify(href)}).then(() => early.forEach((event) => onmessage(event)), reportError);`;
  return new Worker(blob(script), { name });
}

const blob = (script) => URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
