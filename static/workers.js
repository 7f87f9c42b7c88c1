// Workers of this build, from whatever address it is served.

/**
 * Starts a worker with a module of this build. A browser refuses a script of another origin, and every script to a document
 * without an origin, but not a script that imports it. (For such a document Chromium starts no module worker of a blob.)
 */
export function begin(path, name) {
  const { href } = new URL(`../${path}`, import.meta.url);
  try {
    return new Worker(href, { type: "module", name });
  } catch {
    const script = `const early = [];
      onmessage = (event) => early.push(event);
      import(${JSON.stringify(href)}).then(() => early.forEach((event) => onmessage(event)), reportError);`;
    return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { name });
  }
}
