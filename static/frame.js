// Inside another page: messages to and from it, described in docs/embedding.md. The page's module calls `vintageFrame`.

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

/** The fields of a message, from what the page's module gives. */
const fields = {
  state: (fragment) => ({ fragment }),
  error: (id) => ({ id }),
  report([name, kind, channel, release, outcome, ...rows]) {
    const windows = [];
    for (let i = 0; i < rows.length; i += 5) {
      const [of, first, last, good, all] = rows.slice(i, i + 5);
      windows.push({ channel: of, first: first || null, last: last || null, good, all });
    }
    return { name, kind, target: channel ? { channel, release, outcome } : null, windows };
  },
};

globalThis.vintageFrame = (type, value) => {
  send(type, fields[type](value));
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
  send("resize", { height: pixels });
}
new ResizeObserver(height).observe(document.body);

// Anyone may know that the page is here; everything else waits for the hello.
parent.postMessage({ vintage: VERSION, type: "ready" }, "*");
