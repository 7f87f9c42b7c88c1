// Chromium without a screen, and without a GPU: what the tests start and with which flags.
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless=new',
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

/** Starts Chromium; `camera` adds a fake one; with `webgpu` the page has a (software) adapter, otherwise none. */
export function launch({ webgpu = false, camera = false, flags = [] } = {}) {
  return chromium.launch({
    executablePath: process.env.VINTAGE_CHROMIUM ?? '/usr/bin/chromium',
    // Not playwright's own headless switch: that chooses the old mode, which lacks WebGPU.
    headless: false,
    args: [...FLAGS, ...(webgpu ? WEBGPU : []), ...(camera ? CAMERA : []), ...flags],
  });
}
