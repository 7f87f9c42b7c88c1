// Loops that keep the lanes busy without memory access: as many sums as there are registers, each squared for the next
// iteration, so that nothing can be optimized away.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SUMS = 14;

/** Multiply-add instructions of a module's kernels; multiplications of one. */
const LOOPS = {
  'vintage-engine': {
    float32: { macs: 4, step: (sum) => `(f32x4.add (f32x4.mul ${sum} ${sum}) (local.get $plus))` },
    int8: { macs: 8, step: (sum) => `(i32x4.add (i32x4.dot_i16x8_s ${sum} ${sum}) (local.get $plus))` },
  },
  'vintage-engine-relaxed': {
    float32: { macs: 4, step: (sum) => `(f32x4.relaxed_madd ${sum} ${sum} (local.get $plus))` },
    int8: { macs: 16, step: (sum) => `(i32x4.relaxed_dot_i8x16_i7x16_add_s ${sum} ${sum} (local.get $plus))` },
  },
};

const numbers = Array.from({ length: SUMS }, (_, i) => i);
const each = (text) => numbers.map(text).join('\n');

/** The module of a loop, and the multiplications of one iteration. */
export function loop(module, dtype, assembler) {
  const { macs, step } = LOOPS[module][dtype];
  const constant = dtype === 'float32' ? 'f32x4 0.25 0.25 0.25 0.25' : 'i32x4 0x01030103 0x01030103 0x01030103 0x01030103';
  const text = `(module (func (export "run") (param $turns i32) (result i32)
    (local $plus v128) ${each((i) => `(local $s${i} v128)`)}
    (local.set $plus (v128.const ${constant}))
    (loop $next
      ${each((i) => `(local.set $s${i} ${step(`(local.get $s${i})`)})`)}
      (local.set $turns (i32.sub (local.get $turns) (i32.const 1)))
      (br_if $next (local.get $turns)))
    ${numbers.reduce((sums, i) => `(i32.add ${sums} (i32x4.extract_lane 0 (local.get $s${i})))`, '(i32.const 0)')}))`;
  const folder = mkdtempSync(path.join(tmpdir(), 'vintage-peak-'));
  try {
    writeFileSync(path.join(folder, 'loop.wat'), text);
    execFileSync(assembler, ['--enable-simd', '--enable-relaxed-simd', 'loop.wat', '-o', 'loop.wasm'], { cwd: folder });
    return { bytes: [...readFileSync(path.join(folder, 'loop.wasm'))], macs: macs * SUMS };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
