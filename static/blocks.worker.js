// Writes the long model of a rehearsal apart from the page, which it would keep busy for a tenth of a second.
import { blocks } from "./blocks.js";

addEventListener("message", ({ data: length }) => {
  postMessage(blocks(length));
  close();
});
