// Inside another page: messages to and from it, described in docs/embedding.md.

/** Version of the messages. */
const VERSION = 1;

/** Origin of the embedding page, once its hello has come: messages go to no other. */
let embedder;

/** The last message of each type, for an embedding page that comes later. */
const last = new Map();

function send(type, detail) {
  const message = { vintage: VERSION, type, ...detail };
  if (JSON.stringify(last.get(type)) === JSON.stringify(message)) return;
  last.set(type, message);
  if (embedder) parent.postMessage(message, embedder);
}

/** Passes the element's events on. */
export function relay(element) {
  element.addEventListener("statechange", ({ detail }) => send("state", detail));
  element.addEventListener("error", ({ detail }) => send("error", detail));
  for (const type of ["statechange", "report"]) element.addEventListener(type, () => requestAnimationFrame(() => height(element)));
  // Files that the visitor opened are not the embedding page's business.
  element.addEventListener("report", ({ detail: { isLocal, ...report } }) => isLocal || send("report", report));
  new ResizeObserver(() => height(element)).observe(element);

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || data?.vintage !== VERSION) return;
    // An embedding page without an origin of its own is like any other such page.
    if (data.type === "hello" && !embedder && origin !== "null") {
      embedder = origin;
      for (const message of last.values()) parent.postMessage(message, embedder);
    } else if (data.type === "state" && origin === embedder && typeof data.fragment === "string") {
      location.hash = data.fragment;
    }
  });

  // Anyone may know that the page is here; everything else waits for the hello.
  parent.postMessage({ vintage: VERSION, type: "ready" }, "*");
}

/** Reports the height of the answer. Views that fill the screen fill the frame, whatever its height. */
function height(element) {
  const main = element.shadowRoot?.querySelector('main:not(.work), [part="picture"]');
  if (!main) return;
  const top = document.documentElement.getBoundingClientRect().top;
  const pixels = Math.ceil(main.getBoundingClientRect().bottom - top);
  send("resize", { height: pixels });
}
