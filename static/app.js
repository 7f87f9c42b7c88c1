// Starts the page. A choice of theme is applied before the first paint of the app.
import { start } from "./unpack.js";

try {
  const theme = localStorage.getItem("vintage-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some embeds; the system's theme stands.
}
await start("vintage-app");
