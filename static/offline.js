// The page without a network: its files are stored once it is displayed, and a newer build is taken up when it is loaded.

import { mayFetchAhead, site } from "./host.js";

/** How long a new build may take to become the active one, in milliseconds. */
const PATIENCE = 3000;

/** Stores the files of this build by way of `offline.worker.js`; builds for development have none. */
export async function keepOffline() {
  const build = document.querySelector('meta[name="build"]')?.content;
  // An embedded page would store a copy for each site that embeds it.
  if (!build || !mayFetchAhead()) return;
  try {
    await navigator.serviceWorker.register(`${site}offline.worker.js`);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ use: build });
  } catch {
    // No storage (a private window, a full disk) or no such workers (plain HTTP): the page works while there is a network.
  }
}

/**
 * Makes a newer build that is stored the active one, and returns true if it is: the page has to be loaded again. While
 * another tab shows the page, its build stays.
 */
export async function takeUpNewBuild() {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return false;
  const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true }));
  const { port1, port2 } = new MessageChannel();
  const refused = new Promise((resolve) => (port1.onmessage = () => resolve(false)));
  waiting.postMessage({ activate: true }, [port2]);
  return Promise.race([changed, refused, new Promise((resolve) => setTimeout(resolve, PATIENCE, false))]);
}
