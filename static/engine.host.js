// A session of engine.js in a separate worker: answers one call after the other.
import { load, withThreads } from "./engine.js";
import { isThread } from "./thread.js";
import { SHARED } from "./unpack.js";

let session;
const state = () => ({
  backend: session.backend, signatures: session.signatures, inputs: session.inputs, outputs: session.outputs,
  partitions: session.partitions, check: session.check, fellBackTo: session.fellBackTo, fallbackReason: session.fallbackReason,
  precision: session.precision, precisionReason: session.precisionReason,
});
const methods = {
  async load(bytes, options) {
    if (options.backend !== "gpu") await withThreads();
    session = await load(bytes, options);
    return { state: state(), places: session.places(), memory: SHARED.memory };
  },
  async run(inputs, options) {
    const outputs = await session.run(inputs, options);
    return { outputs, state: state(), places: session.places() };
  },
  profile: () => session.profile(),
};

if (!isThread) {
  let turn = Promise.resolve();
  self.onmessage = ({ data: { call, method, values } }) => {
    turn = turn.then(async () => {
      try {
        const value = await methods[method](...values);
        // Outputs are the caller's.
        const moved = Object.values(value?.outputs ?? {}).filter(ArrayBuffer.isView).map(({ buffer }) => buffer);
        self.postMessage({ call, value }, moved);
      } catch (error) {
        self.postMessage({ call, detail: error.detail, message: String(error.message ?? error) });
      }
    });
  };
}
