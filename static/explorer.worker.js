// The explorer worker: reads files, and answers the page.
import { start } from "./unpack.js";

await start("vintage-explorer");
