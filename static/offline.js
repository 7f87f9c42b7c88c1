// Keeps the page for use without a network, once it is displayed and nothing else is being fetched.

/** How long the page waits, in milliseconds: a file that is dropped at once comes first. */
const WAIT = 4000;

/** Stores the files of this build by way of `offline.worker.js`; builds for development have none. */
export async function keepOffline() {
  const build = document.querySelector('meta[name="build"]')?.content;
  // An embedded page would store a copy for each site that embeds it; some visitors pay by the megabyte.
  if (!build || window.top !== window || navigator.connection?.saveData) return;
  await new Promise((resolve) => setTimeout(resolve, WAIT));
  try {
    await navigator.serviceWorker.register(new URL("../offline.worker.js", import.meta.url));
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ use: build });
  } catch {
    // No storage (a private window, a full disk) or no such workers (plain HTTP): the page works while there is a network.
  }
}
