// The explorer worker: reads files, and answers the page.
import init from "../wasm/vintage-explorer.js";

await init();
