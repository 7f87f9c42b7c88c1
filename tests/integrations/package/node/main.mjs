// Prints the results of all methods as JSON: `node main.mjs FILE`, where FILE has the sources and the options.
import { readFileSync } from "node:fs";
import { open, VintageError } from "vintage-explorer";
import { exercise } from "./exercise.mjs";

const { sources, options } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = { path: "notes.txt", data: new TextEncoder().encode("no model") };
const memory = await (await open([bytes])).report();
console.log(JSON.stringify({ ...(await exercise({ open, VintageError }, sources, options)), memory }));
