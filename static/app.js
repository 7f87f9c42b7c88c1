// Starts the page. A choice of theme is applied before the first paint of the app.
import init from "../wasm/vintage-app.js";

try {
  const theme = localStorage.getItem("vintage-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused in some embeds; the system's theme stands.
}
await init();
