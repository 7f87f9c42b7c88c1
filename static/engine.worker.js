// The page's engine worker: loads the fastest module that this browser supports. `?backend=gpu` selects the WebGPU one, which fetches
// the CPU module when a model needs both.
import { besidePage, engine, withThreads } from "./engine.js";
import { isThread } from "./thread.js";

if (!isThread) {
  const backend = new URL(import.meta.url).searchParams.get("backend");
  besidePage();
  // Beside the GPU one thread does: what is left for the CPU is small.
  if (backend !== "gpu") await withThreads();
  const { serve } = await engine(backend);
  serve(() => engine("simd"));
}
