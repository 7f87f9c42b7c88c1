// The explorer worker: for each port that it is given, an instance of the module reads files and answers requests.
import { instances } from "./unpack.js";

const instance = instances("vintage-explorer");

onmessage = async ({ data: port }) => {
  try {
    (await instance()).listen(port);
  } catch (error) {
    // The page gets an event; of a rejected promise it would hear nothing.
    reportError(error);
  }
};
