// Optimizes wasm files in place with npm's binaryen, all in one process: wasm-opt, which takes one file, spends most of
// its time on starting. Same results as wasm-opt's, byte for byte.
//
// node optimize.mjs '{"optimize": 3, "shrink": 0, "oneCaller": 300, "features": ["SIMD128"]}' FILE...

import { readFileSync, writeFileSync } from "node:fs";
import binaryen from "binaryen";

const [options, ...files] = process.argv.slice(2);
const { optimize, shrink, oneCaller, features } = JSON.parse(options);

const allowed = features.reduce((sum, name) => {
  const feature = binaryen.Features[name];
  if (feature === undefined) throw new Error(`binaryen has no feature ${name}`);
  return sum | feature;
}, binaryen.Features.MVP);

binaryen.setOptimizeLevel(optimize);
binaryen.setShrinkLevel(shrink);
binaryen.setOneCallerInlineMaxSize(oneCaller);
binaryen.setDebugInfo(false);
// As wasm-opt does at these levels: one more step, on the instructions as they are written.
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);

for (const file of files) {
  const module = binaryen.readBinary(readFileSync(file), allowed);
  module.optimize();
  writeFileSync(file, module.emitBinary());
  module.dispose();
}
