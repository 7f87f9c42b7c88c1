// The page of its own: an element that has the document's address and keys, and is there without a network.
import { define } from "./element.js";
import { First } from "./first.js";

try {
  // Applied before the first paint of the element.
  const theme = localStorage.getItem("vintage-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some embeds; then the system's theme is used.
}
// A page that the browser serves from its storage may be of the build before.
let [isStored, isOld] = [false, false];
try {
  isStored = Boolean(navigator.serviceWorker?.controller);
  isOld = isStored && (await (await import("./offline.js")).takeUpNewBuild());
} catch {
  // A sandbox without an origin has no storage.
}
if (isOld) {
  location.reload();
} else {
  const element = document.querySelector("vintage-explorer");
  // Inside another page: listens before the first event.
  if (window.parent !== window) (await import("./frame.js")).relay(element);
  const savesData = Boolean(navigator.connection?.saveData);
  // Where bytes are counted, a visit without a file needs none of the page's code.
  const first = new First(element, savesData && !isStored);
  await first.wanted;
  const given = [...first.given];
  if (given.length) element.files = given;
  else if (isStored || !location.hash.includes("src=")) document.head.append(document.querySelector("#code").content);
  define();
  element.addEventListener("error", ({ detail }) => first.fail(detail.id));
  element.addEventListener("ready", async () => {
    first.end(element, given.length);
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    try {
      // A file that is dropped at once comes first.
      await wait(300);
      if (!savesData) (await import("./rehearsal.js")).rehearse();
      await wait(3700);
      (await import("./offline.js")).keepOffline();
    } catch {
      // Without a network the page goes on as it is.
    }
  });
}
