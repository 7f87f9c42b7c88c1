// The runner inside @tensorflow/tfjs-tflite, without the tensors of TensorFlow.js around it.
let runner;

/** The package has a script of the old kind, not a module. */
async function script(address) {
  window.exports ??= {};
  await new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src: address, onload: resolve, onerror: reject });
    document.head.append(element);
  });
  return (window.tfweb ?? window.exports.tfweb);
}

export async function load(bytes) {
  const { TFLiteWebModelRunner, tflite_web_api: api } = await script('/tfjs/wasm/tflite_web_api_client.js');
  api.setWasmPath('/tfjs/wasm/');
  runner = await TFLiteWebModelRunner.create(bytes.slice().buffer, { numThreads: 1 });
}

export async function run(tensors) {
  const inputs = runner.getInputs();
  tensors.forEach(({ data }, i) => inputs[i].data().set(data));
  if (!runner.infer()) throw new Error('the model did not run');
  return runner.getOutputs().map((output) => output.data().slice());
}
