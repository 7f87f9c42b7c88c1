// Added to every page of the tests, before its own scripts.

/**
 * For functions that run in the page: `ui()` is the shadow root that everything is in (the document where there is no element),
 * `focused()` the element in it that has the focus.
 */
export function reach() {
  globalThis.ui = () => document.querySelector('vintage-explorer')?.shadowRoot ?? document;
  globalThis.focused = () => globalThis.ui().activeElement ?? document.activeElement;
}

/** Where megabytes are paid for: a page prepares nothing before it is needed. */
export function savesData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}
