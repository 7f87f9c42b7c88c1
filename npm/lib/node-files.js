// Files on disk, found as the CLI finds them: folders are read recursively, a checkpoint's prefix finds its files. Only
// names and sizes are read here; the worker reads the parts of a file that it needs.
import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { VintageError } from "./errors.js";
import { contentOf, listed, pathOf } from "./files.js";
import { load } from "./sentences.js";

/** Deeper folders are an error. */
const MAX_DEPTH = 32;

/** `.index`, `.data-00000-of-00001` (V2) or `-00000-of-00001` (sharded V1). */
const MEMBER = /^(\.index|(\.data)?-\d{5}-of-\d{5})$/;

class Walk {
  files = [];
  #seen = new Set();

  async named(given) {
    const name = path.basename(path.resolve(given));
    const found = await stat(given).catch((error) => error);
    if (found instanceof Error) {
      if (!(await this.#members(given, name))) throw failed("file-unreadable", { reason: found.message }, given);
    } else if (found.isDirectory()) await this.#folder(given, name, 0);
    // The values of a checkpoint are in the files beside its index.
    else if (name.endsWith(".index")) await this.#members(given.slice(0, -".index".length), name.slice(0, -".index".length));
    else this.#file(given, name, found.size);
  }

  #file(file, name, size) {
    const own = path.resolve(file);
    if (this.#seen.has(own)) return;
    this.#seen.add(own);
    this.files.push({ path: name, blob: { file: own, size } });
  }

  async #folder(folder, name, depth) {
    if (depth > MAX_DEPTH) throw failed("folder-too-deep", { limit: String(MAX_DEPTH) }, folder);
    // A link may lead back to a folder around it.
    const real = await realpath(folder);
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    const entries = await readdir(folder, { withFileTypes: true });
    entries.sort((a, b) => a.isSymbolicLink() - b.isSymbolicLink() || Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
    for (const entry of entries) {
      const [inside, inner] = [path.join(folder, entry.name), `${name}/${entry.name}`];
      const found = await stat(inside);
      if (found.isDirectory()) await this.#folder(inside, inner, depth + 1);
      else if (found.isFile()) this.#file(inside, inner, found.size);
    }
  }

  /** `ckpt-1` is not a file: it means `ckpt-1.index` and its shards. False without any. */
  async #members(prefix, name) {
    const folder = path.dirname(prefix);
    const beside = await readdir(folder).catch(() => []);
    const members = beside.filter((leaf) => leaf.startsWith(name) && MEMBER.test(leaf.slice(name.length))).sort();
    for (const leaf of members) {
      const member = path.join(folder, leaf);
      this.#file(member, leaf, (await stat(member)).size);
    }
    return members.length > 0;
  }
}

/** A failure that still lacks its sentence. */
const failed = (id, params, file) => new VintageError(id, { id, params, at: { file: String(file), range: null, field: "" } });

/** Files for a worker thread: paths, and where their bytes are. */
export async function filesOnDisk(files, lang) {
  const walk = new Walk();
  try {
    for (const file of listed(files)) {
      if (file instanceof URL) await walk.named(fileURLToPath(file));
      else if (typeof file === "string") await walk.named(file);
      else {
        const content = contentOf(file);
        const bytes = content instanceof Blob ? await content.arrayBuffer() : content;
        walk.files.push({ path: pathOf(file), blob: { bytes: ArrayBuffer.isView(bytes) ? viewed(bytes) : new Uint8Array(bytes) } });
      }
    }
  } catch (error) {
    if (!(error instanceof VintageError)) throw error;
    error.message = (await load(lang)).of("error-", error);
    throw error;
  }
  return { paths: walk.files.map((file) => file.path), blobs: walk.files.map(({ blob }) => blob) };
}

/** The bytes of any typed array. */
const viewed = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);
