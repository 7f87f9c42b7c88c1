// Chromium without a screen, and without a GPU: what the tests start and with which flags.
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];
// WebGPU on SwiftShader: a software adapter, correct but slow.
const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

// A fake camera with a moving picture, and no permission prompt.
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

// V8 then computes the relaxed int8 dot product as on a CPU without an instruction for it.
const WITHOUT_DOT_PRODUCTS = '--js-flags=--no-enable-avx-vnni';

/**
 * Starts Chromium; `camera` adds a fake one; with `webgpu` the page has a (software) adapter, otherwise none; without `dotProducts` there
 * is no instruction for them.
 *
 * A plain page gets the headless shell, if there is one: the same engine without the browser's own pages, which take a third of the CPU
 * time of all tests. WebGPU, a camera and `whole` get the browser itself.
 */
export function launch({ webgpu = false, camera = false, whole = false, dotProducts = true, flags = [] } = {}) {
  const shell = process.env.VINTAGE_HEADLESS_SHELL;
  const more = [...(webgpu ? WEBGPU : []), ...(camera ? CAMERA : []), ...(dotProducts ? [] : [WITHOUT_DOT_PRODUCTS]), ...flags];
  if (shell && !webgpu && !camera && !whole) return chromium.launch({ executablePath: shell, args: [...FLAGS, ...more] });
  return chromium.launch({
    executablePath: process.env.VINTAGE_CHROMIUM ?? '/usr/bin/chromium',
    // Not playwright's own headless switch: that chooses the shell.
    headless: false,
    args: ['--headless=new', ...FLAGS, ...more],
  });
}
