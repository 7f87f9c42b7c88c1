// A server for tests: folders mounted under paths, so that the page is always tested under a sub-path, never at the root.
import { createServer } from 'node:http';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ftl': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** The folder of a page's build, in which its scripts and modules are; that of the page for a build for development. */
export function buildOf(dist) {
  try {
    const builds = path.join(dist, 'b');
    return path.join(builds, readdirSync(builds)[0]);
  } catch {
    return dist;
  }
}

/**
 * Serves files on a free port of this machine.
 *
 * `mounts` maps a path such as `/vintage/` to a folder; everything else is 404. With `cors`, any origin may read.
 * `csp` is a Content-Security-Policy for every answer. `isolated` pages may share memory with their workers, with the two headers of all
 * browsers, or as a `document` by itself with Chromium's. Gives `{ origin, requests, close() }`; `requests` lists the paths asked for so far.
 */
export async function serve(mounts, { cors = false, isolated = false, csp = '' } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const address = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    requests.push(address);
    const mount = Object.keys(mounts).find((prefix) => address.startsWith(prefix));
    const inside = mount && path.normalize(address.slice(mount.length));
    if (cors) response.setHeader('Access-Control-Allow-Origin', '*');
    if (csp) response.setHeader('Content-Security-Policy', csp);
    if (isolated === 'document') response.setHeader('Document-Isolation-Policy', 'isolate-and-credentialless');
    else if (isolated) {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    if (!mount || inside.startsWith('..')) return response.writeHead(404).end();
    const file = path.join(mounts[mount], inside === '.' || inside.endsWith('/') ? path.join(inside, 'index.html') : inside);
    try {
      const body = await readFile(file);
      response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream', 'Content-Length': body.length });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}
