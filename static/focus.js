// When the focused element is removed, the focus goes to the nearest element that takes it. Otherwise it would fall to
// <body>: the next Tab would start at the top of the page, and a screen reader would lose its position.

const TAKES_FOCUS = 'button, a[href], select, summary, [tabindex="0"]';

/** Keeps the focus within a part of a shadow root. */
export function keep(root) {
  const shadow = root.getRootNode();
  let focused;
  const note = () => {
    focused = shadow.activeElement;
  };
  // The focus that fetched this script is there already.
  note();
  root.addEventListener("focusin", note);
  // A click beside everything takes the focus away on purpose.
  root.addEventListener("mousedown", () => setTimeout(note));
  // So does a step out of the element.
  root.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !root.contains(relatedTarget)) focused = null;
  });

  new MutationObserver((changes) => {
    if (!focused || shadow.activeElement) return;
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
          if (shadow.activeElement) return;
          near.focus({ preventScroll: true });
        }
      }
    });
  }).observe(root, { childList: true, subtree: true });
}
