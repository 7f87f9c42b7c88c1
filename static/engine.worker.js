// The engine worker: loads the fastest module that this browser supports. `?backend=gpu` selects the WebGPU one, which fetches
// the CPU module when a model needs both.
import { engine } from "./engine.js";

const { serve } = await engine(new URL(import.meta.url).searchParams.get("backend"));
serve(() => engine("simd"));
