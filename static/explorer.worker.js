// The explorer worker: for each port that it is given, an instance of the module reads files and answers requests.
import { Instances } from "./unpack.js";

let instances;
let texts;

/**
 * The first message has the dictionary of the module, if it was packed with one, or the address of what formats texts, if they are
 * needed here. A message without a port comes when there is nothing else to do.
 */
onmessage = async ({ data: { port, dictionary, formatter, followed } }) => {
  try {
    // What does not come now is fetched by the call that needs it.
    if (!port) {
      await instances?.follow().catch(() => {});
      return followed.postMessage(true);
    }
    if (formatter) texts = import(/* @vite-ignore */ formatter);
    instances ??= new Instances("vintage-explorer", { dictionary, early: true });
    const [made] = await Promise.all([instances.make(), texts]);
    made.listen(port);
  } catch (error) {
    // The page gets an event; of a rejected promise it would hear nothing.
    reportError(error);
  }
};
