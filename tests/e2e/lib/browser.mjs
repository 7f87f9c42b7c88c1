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
// WebGPU on SwiftShader: an adapter in software, right but slow.
const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

// A camera that shows a moving picture, and nobody who has to allow it.
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** Starts Chromium; with `camera` there is one (made up); with `webgpu` the page finds a (software) adapter, without it finds none. */
export function launch({ webgpu = false, camera = false, flags = [] } = {}) {
  return chromium.launch({
    executablePath: process.env.VINTAGE_CHROMIUM ?? '/usr/bin/chromium',
    // Not playwright's own headless switch: that chooses the old mode, which lacks WebGPU.
    headless: false,
    args: [...FLAGS, ...(webgpu ? WEBGPU : []), ...(camera ? CAMERA : []), ...flags],
  });
}
