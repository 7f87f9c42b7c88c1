// Runs `cargo xtask serve` until the page answers and every module is built, and prints both times.
import { spawn } from 'node:child_process';

const start = Date.now();
const passed = () => {
  const seconds = Math.round((Date.now() - start) / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
};
const server = spawn('cargo', ['xtask', 'serve', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
const end = (code) => {
  process.kill(-server.pid);
  process.exit(code);
};
server.on('exit', (code) => {
  console.log(`cargo xtask serve ended by itself (${code})`);
  process.exit(1);
});
let text = '';
server.stdout.on('data', async (data) => {
  process.stdout.write(data);
  const known = /http:\S+/.test(text);
  text += data;
  const address = text.match(/http:\S+\//)?.[0];
  if (known || !address) return;
  const page = await fetch(address.replace('localhost', '127.0.0.1'));
  console.log(`The page answers with ${page.status} after ${passed()}`);
  for (;;) {
    const { coming, failed } = await (await fetch(new URL('building.json', page.url))).json();
    if (failed) end(1);
    if (coming.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  console.log(`Everything is built after ${passed()}`);
  end(0);
});
