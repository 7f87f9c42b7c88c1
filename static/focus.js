// When the focused element leaves the page, the focus goes to the nearest element that takes it. Otherwise it would fall to
// <body>: the next Tab would start at the top of the page, and a screen reader would lose its position.

const TAKES_FOCUS = 'button, a[href], select, summary, [tabindex="0"]';

let focused;
const note = () => {
  focused = document.activeElement;
};
// The focus that fetched this script is there already.
note();
addEventListener("focusin", note);
// A click beside everything takes the focus away on purpose.
addEventListener("mousedown", () => setTimeout(note));

new MutationObserver((changes) => {
  if (document.activeElement !== document.body) return;
  let place = focused;
  for (const { target, removedNodes } of changes) {
    if ([...removedNodes].some((node) => node.contains(place))) place = target;
  }
  if (place === focused) return;
  // Moved within its list.
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  // Later than the page's own choice, `keep_focus`.
  setTimeout(() => {
    for (; place; place = place.parentElement) {
      for (const near of place.querySelectorAll(TAKES_FOCUS)) {
        if (document.activeElement !== document.body) return;
        near.focus({ preventScroll: true });
      }
    }
  });
}).observe(document.body, { childList: true, subtree: true });
