// Compiled, not run: every method with its arguments, and fields of every result.
import { open, VintageError } from "vintage-explorer";
import type { CheckReport, Comparison, Drawing, Outcome, Report, Session, StoredValue, Values } from "vintage-explorer";
import { load } from "vintage-explorer/engine";

async function browser(files: FileList, file: File): Promise<Outcome[]> {
  const controller = new AbortController();
  const session: Session = await open(file, { lang: "es", signal: controller.signal, onProgress: ({ done, total }) => void (done / total) });
  const several = await open([...files]);
  const report: Report = await session.report({ advice: false });
  const artifact = report.artifacts[0];
  const outcomes = artifact?.windows.flatMap(({ verdicts }) => verdicts.map(({ outcome }) => outcome)) ?? [];
  const why: string | undefined = artifact?.error?.detail.id;
  const steps: string[] = artifact?.advice?.steps.map(({ text }) => text) ?? [];
  several.close();
  session.close();
  console.log(why, steps);
  return outcomes;
}

async function node(): Promise<void> {
  const session = await open(["saved_model/", { path: "model.tflite", data: new Uint8Array(4) }, new URL("ckpt-1", import.meta.url)]);
  const check: CheckReport = await session.check("tflite-runtime@2.12.0", { action: "builtin-ops" });
  const because: string[] = check.artifacts.flatMap((one) => one.because.map(({ subject }) => subject));
  const refused: boolean = check.outcome === "refused";
  const graph: Drawing = await session.graph({ artifact: 0, graph: null, expanded: ["scope"], group: true, blocks: false, showConstants: true });
  const labels: string[] = graph.edges.map(({ label }) => label);
  const tensors = await session.tensors({ artifact: 0 });
  const value: StoredValue = await session.tensor(tensors[0]?.name ?? "", { onProgress: ({ subject }) => subject.length });
  const mean: number | null | undefined = value.statistics?.mean;
  const comparison: Comparison = await session.compare(await open("b.tflite"), { values: false, otherArtifact: 0 });
  const changed: string[] = comparison.changes.map(({ name, how }) => `${how} ${name}`);
  const outputs: Record<string, Values> = await session.run({ image: new Float32Array(4) }, { backend: "gpu", precision: "float16" });
  const model = await session.prepare({ artifact: 0, signature: "serving_default" });
  const slowest: number = Math.max(...(await model.profile()).map(({ ms }) => ms));
  model.close();
  console.log(because, refused, labels, mean, changed, outputs, slowest);
}

async function errors(session: Session): Promise<string> {
  try {
    await session.check("tensorflow@2.99");
  } catch (error) {
    if (error instanceof VintageError) return `${error.id} ${error.params["meant"]} ${error.at?.file} ${error.detail?.kind}`;
  }
  // @ts-expect-error: an action is one of the contract.
  await session.check("tensorflow@2.15", { action: "open" });
  // @ts-expect-error: the contract has no such field.
  return (await session.report()).artifacts[0]?.nothing;
}

export const engine = async () => (await load(new ArrayBuffer(8), { backend: "simd" })).inputs[0]?.name;
export { browser, errors, node };
