// Writes the TypeScript types of the contract from its JSON Schema: `node npm/contract.mjs report.schema.json contract.d.ts`.
// A native test compares the schema with the Rust types that it comes from.
import { readFileSync, writeFileSync } from "node:fs";

/** The TypeScript type of a schema; definitions by their names. */
function typeOf(schema) {
  if (schema === true) return "unknown";
  if (schema.$ref) return schema.$ref.replace(/^#\/\$defs\//, "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(typeOf).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return listOf(schema);
  if (schema.type === "object") return objectOf(schema);
  const plain = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[schema.type];
  if (plain) return plain;
  if (schema.type === undefined) return "unknown";
  throw new Error(`no type for ${JSON.stringify(schema)}`);
}

function listOf({ prefixItems, items }) {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(", ")}]`;
  const of = typeOf(items ?? true);
  return / [|&] /.test(of) ? `(${of})[]` : `${of}[]`;
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (!properties) return `Record<string, ${typeOf(additionalProperties ?? true)}>`;
  return `{ ${fields(properties, required, " ")} }`;
}

/** The fields of an object, with their comments. */
function fields(properties, required, between) {
  return Object.entries(properties)
    .map(([name, schema]) => `${comment(schema)}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`)
    .join(between);
}

/** The description as a comment; links to Rust items become names. */
function comment({ description }) {
  if (!description) return "";
  const text = description.replace(/\[(`[^`]+`)\](\([^)]*\))?/g, "$1").replace(/crate::[\w:]*::/g, "").replace(/\*\//g, "* /");
  return `/** ${text.replace(/\n+/g, " ")} */\n`;
}

function declaration([name, schema]) {
  const head = comment(schema);
  if (schema.type === "object" && schema.properties) {
    const inside = fields(schema.properties, schema.required, "\n");
    return `${head}export interface ${name} {\n${inside.replace(/^/gm, "  ")}\n}\n`;
  }
  return `${head}export type ${name} = ${typeOf(schema)};\n`;
}

const [from, to] = process.argv.slice(2);
const { $defs, ...root } = JSON.parse(readFileSync(from, "utf8"));
const all = Object.entries({ [root.title]: root, ...$defs });
writeFileSync(to, `// The JSON of Vintage, generated from its Rust types.\n\n${all.map(declaration).join("\n")}`);
