// Inside another page: messages to and from it, described in docs/embedding.md. The page's module calls `vintageFrame`.

/** Version of the messages. */
const VERSION = 1;

/** Origin of the embedding page, once its hello has come: messages go to no other. */
let embedder;

/** The last message of each type, for an embedding page that comes later. */
const last = new Map();

function send(type, detail) {
  const message = { vintage: VERSION, type, ...detail };
  last.set(type, message);
  if (embedder) parent.postMessage(message, embedder);
}

globalThis.vintageFrame = (type, detail) => {
  send(type, detail);
  requestAnimationFrame(height);
};

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

/** Reports the height of the answer. Views that fill the screen fill the frame, whatever its height. */
function height() {
  const main = document.querySelector("main:not(.work)");
  if (!main) return;
  const top = document.documentElement.getBoundingClientRect().top;
  const pixels = Math.ceil(main.getBoundingClientRect().bottom - top);
  if (last.get("resize")?.height !== pixels) send("resize", { height: pixels });
}
new ResizeObserver(height).observe(document.body);

// Anyone may know that the page is here; everything else waits for the hello.
parent.postMessage({ vintage: VERSION, type: "ready" }, "*");
