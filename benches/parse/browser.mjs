// How long the explorer worker takes for the same files in Chromium, from the message with the files to the report.
//
//   node browser.mjs FOLDER       prints lines `NAME MILLISECONDS`: wall time, the least of five
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../../tests/e2e/lib/browser.mjs';
import { buildOf, serve } from '../../tests/e2e/lib/server.mjs';

const FILES = {
  'graph.pb': ['graph.pb'],
  'graph.pbtxt': ['graph.pbtxt'],
  'saved_model.pb': ['saved_model.pb'],
  'model.tflite': ['model.tflite'],
  v2: ['v2.index', 'v2.data-00000-of-00001'],
  v1: ['v1'],
};

const folder = path.resolve(process.argv[2]);
const dist = process.env.VINTAGE_DIST ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist');
const server = await serve({ '/vintage/': dist, '/build/': buildOf(dist), '/files/': folder });
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${server.origin}/vintage/`);
for (const [name, files] of Object.entries(FILES)) {
  const least = await page.evaluate(async (files) => {
    const blobs = await Promise.all(files.map(async (file) => (await fetch(`/files/${file}`)).blob()));
    const worker = new Worker('/build/static/explorer.worker.js', { type: 'module' });
    const { Instances } = await import('/build/static/unpack.js');
    const dictionary = await new Instances('vintage-app').bytes();
    const { port1: port, port2 } = new MessageChannel();
    port.start();
    worker.postMessage({ port: port2, dictionary }, [port2]);
    const said = (kind) => new Promise((resolve, reject) => {
      port.addEventListener('message', function listen(event) {
        const reply = JSON.parse(event.data.json);
        if (reply.failed || reply.stopped) reject(new Error(event.data.json));
        if (!(kind in reply)) return;
        port.removeEventListener('message', listen);
        resolve();
      });
    });
    let least = Infinity;
    for (let job = 1; job <= 6; job++) {
      const done = said('report');
      const start = performance.now();
      port.postMessage({ job, json: JSON.stringify({ open: { paths: files } }), blobs });
      await done;
      // The first one also fetches code.
      if (job > 1) least = Math.min(least, performance.now() - start);
    }
    worker.terminate();
    return least;
  }, files);
  console.log(name, least.toFixed(3));
}
await browser.close();
await server.close();
