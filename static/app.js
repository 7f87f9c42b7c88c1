// Starts the page. The chosen theme is applied before the first paint of the app.
import { start } from "./unpack.js";

try {
  const theme = localStorage.getItem("vintage-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some embeds; then the system's theme is used.
}
await start("vintage-app");
const { keepOffline } = await import("./offline.js");
keepOffline();
