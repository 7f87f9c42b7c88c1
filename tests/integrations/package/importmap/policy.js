// A policy without inline scripts allows no import map: the package is imported by its address.
import { open } from "./node_modules/vintage-explorer/index.js";

const { source, target } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
try {
  const session = await open({ path: source.split("/").at(-1), data: await (await fetch(source)).blob() });
  window.answer = { check: await session.check(target), outputs: Object.keys(await session.run()) };
} catch (error) {
  window.answer = String(error);
}
