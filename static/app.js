// Starts the page. The chosen theme is applied before the first paint of the app.
import { start } from "./unpack.js";

try {
  const theme = localStorage.getItem("vintage-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some embeds; then the system's theme is used.
}
// Words of help: their script is fetched with the first term that is pointed at, focused or pressed.
for (const type of ["pointerover", "focusin", "click"]) {
  addEventListener(type, async (event) => {
    const label = event.target.closest?.("[data-term]");
    if (label) (await import("./terms.js"))[type](label, event);
  });
}
// What keeps the focus on the page is fetched with the first focus.
addEventListener("focusin", () => import("./focus.js"), { once: true });
// Inside another page: listens before the first message.
if (window.parent !== window) await import("./frame.js");
// A page that the browser serves from its storage may be of the build before.
let isOld = false;
try {
  isOld = Boolean(navigator.serviceWorker?.controller) && (await (await import("./offline.js")).takeUpNewBuild());
} catch {
  // A sandbox without an origin has no storage.
}
if (isOld) {
  location.reload();
} else {
  await start("vintage-app");
  (await import("./offline.js")).keepOffline();
}
