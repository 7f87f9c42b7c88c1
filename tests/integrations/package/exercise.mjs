// Every method of the package, with results that JSON can hold: the consumers import it, and the test compares what they return.

/** A typed array with its type, so that results of all consumers compare. */
const plain = (values) => ({ type: values.constructor.name, values: [...values].map(Number) });

/** The error that a call was rejected with. */
async function rejected(call) {
  try {
    await call();
    return null;
  } catch (error) {
    const { name, message, id, params } = error;
    return { name, message, id, params };
  }
}

/** `sources` names what to open: files or paths, in the consumer's own form. */
export async function exercise({ open, VintageError }, sources, { input, target }) {
  const model = await open(sources.model);
  const other = await open(sources.other);
  const report = await model.report();
  const [listed] = await model.tensors();
  const graph = await model.graph();
  const [port] = (await prepared(model)).inputs;
  const outputs = await model.run({ [port.name]: new Float32Array(input) });
  const results = {
    report,
    check: await model.check(target),
    action: await model.check(target, { action: "builtin-ops" }),
    listed,
    tensor: await model.tensor(listed.name),
    graph: { nodes: graph.nodes.length, edges: graph.edges.length, listed: graph.listed, ops: graph.nodes.map((node) => node.op ?? "") },
    compare: await model.compare(other),
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, values]) => [name, plain(values)])),
  };
  for (const name of ["savedModel", "checkpoint", "keras", "damaged"]) {
    const session = await open(sources[name]);
    results[name] = { report: await session.report(), check: await session.check("tensorflow@2.4.0") };
    session.close();
  }
  results.errors = {
    target: await rejected(() => model.check("tensorflow@2.99")),
    spanish: await rejected(async () => (await open(sources.model, { lang: "es" })).check("tensorflow@2.99")),
    run: await rejected(async () => (await open(sources.keras)).run()),
    input: await rejected(() => model.run({ [port.name]: new Float32Array(1) })),
    tensor: await rejected(() => model.tensor("no such tensor")),
    aborted: await rejected(() => open(sources.model, { signal: AbortSignal.abort() })),
    midway: await rejected(() => {
      const controller = new AbortController();
      const opening = open(sources.model, { signal: controller.signal });
      setTimeout(() => controller.abort());
      return opening;
    }),
  };
  results.isVintageError = await model.check("pytorch@1").catch((error) => error instanceof VintageError);
  model.close();
  other.close();
  results.errors.closed = await rejected(() => model.report());
  return results;
}

/** A prepared model, closed again. */
async function prepared(session) {
  const model = await session.prepare();
  const { inputs } = model;
  model.close();
  return { inputs };
}
