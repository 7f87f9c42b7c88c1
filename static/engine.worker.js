// The engine worker: takes the fastest module this browser can run. `?backend=gpu` asks for the WebGPU one, which fetches the
// processor's when a model needs both.
import { engine } from "./engine.js";

const { serve } = await engine(new URL(import.meta.url).searchParams.get("backend"));
serve(() => engine("simd"));
