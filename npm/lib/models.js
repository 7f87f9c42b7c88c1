// Models that are ready to run: sessions of the engine in a worker, whose errors have a sentence.
import { EngineError } from "../static/engine.js";
import { inWorker } from "../static/engine.apart.js";
import { VintageError } from "./errors.js";

/** Calls the engine; its errors get a sentence. */
async function saying(call, words) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { message, ...detail } = error.detail;
    throw new VintageError((await words()).of("error-", message), { ...message, detail }, { cause: error });
  }
}

/** Prepares the bytes of a model in a worker that `start` starts. */
export async function prepare(bytes, { signal, ...options }, start, words) {
  const session = await saying(() => inWorker(EngineError, bytes, options, signal, start()), words);
  const { run, profile } = session;
  session.run = (inputs, options) => saying(() => run(inputs, options), words);
  session.profile = () => saying(() => profile(), words);
  return session;
}
