// The package in a worker: import maps are for pages, so it is imported by its address.
import { open } from "./node_modules/vintage-explorer/index.js";

self.onmessage = async ({ data: { sources, target } }) => {
  const session = await open(sources);
  const check = await session.check(target);
  session.close();
  self.postMessage(check);
};
