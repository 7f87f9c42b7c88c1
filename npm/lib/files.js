// Files as callers give them: `File`s, objects `{ path, data }`, one or a list.

/** A list of what was given: one file is a list, too. */
export function listed(files) {
  const isOne = typeof files === "string" || files instanceof Blob || files instanceof URL || files?.path !== undefined;
  if (!isOne && typeof files?.[Symbol.iterator] !== "function") {
    throw new TypeError("open() takes files: File objects, objects { path, data }, or a list of them");
  }
  return isOne ? [files] : [...files];
}

/** The path of a file, relative to what the user chose or dropped; in a folder it shows which files belong together. */
export function pathOf(file) {
  const path = file.path ?? (file.webkitRelativePath || file.name);
  if (typeof path !== "string" || path === "") {
    throw new TypeError("a Blob without a name needs a path: { path: \"model.tflite\", data: blob }");
  }
  return path;
}

/** The content of a file: a `Blob` or bytes. */
export function contentOf(file) {
  const data = file instanceof Blob ? file : file?.data;
  if (data instanceof Blob || data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return data;
  throw new TypeError("the data of a file is a Blob, an ArrayBuffer or a typed array");
}

/** Files for the worker of a browser: paths and blobs. */
export function blobsOf(files) {
  const list = listed(files).map((file) => {
    if (typeof file === "string" || file instanceof URL) {
      throw new TypeError("paths can be opened in Node only; in a browser, open() takes File objects or { path, data }");
    }
    return { path: pathOf(file), content: contentOf(file) };
  });
  return {
    paths: list.map(({ path }) => path),
    blobs: list.map(({ content }) => (content instanceof Blob ? content : new Blob([content]))),
  };
}
