// An element that cannot start: what the author wrote inside it stays, with one line that names the cause and the remedy.
// The texts are in this file, because those of the page may be what cannot be fetched.

const TEXTS = {
  en: {
    wasm: () => "Vintage needs WebAssembly, which this browser does not have or does not allow.",
    policy: () => "Vintage cannot start under this page's Content-Security-Policy: its script-src must have 'wasm-unsafe-eval'.",
    files: (from) => `Vintage cannot fetch its files from ${from}: that server must send Access-Control-Allow-Origin, and this page's Content-Security-Policy must allow it (connect-src).`,
    other: (from, text) => `Vintage cannot start: ${text}`,
  },
  es: {
    wasm: () => "Vintage necesita WebAssembly, que este navegador no tiene o no permite.",
    policy: () => "Vintage no puede iniciarse con la Content-Security-Policy de esta página: su script-src debe incluir 'wasm-unsafe-eval'.",
    files: (from) => `Vintage no puede obtener sus archivos de ${from}: ese servidor debe enviar Access-Control-Allow-Origin y la Content-Security-Policy de esta página debe permitirlo (connect-src).`,
    other: (from, text) => `Vintage no puede iniciarse: ${text}`,
  },
  ar: {
    wasm: () => "يحتاج Vintage إلى WebAssembly، وهذا المتصفح لا يوفره أو لا يسمح به.",
    policy: () => "لا يمكن تشغيل Vintage مع Content-Security-Policy لهذه الصفحة: يجب أن يحتوي script-src على 'wasm-unsafe-eval'.",
    files: (from) => `لا يمكن لـ Vintage جلب ملفاته من ${from}: يجب أن يرسل ذلك الخادم Access-Control-Allow-Origin، وأن تسمح به Content-Security-Policy لهذه الصفحة (connect-src).`,
    other: (from, text) => `لا يمكن تشغيل Vintage: ${text}`,
  },
  tr: {
    wasm: () => "Vintage, bu tarayıcıda bulunmayan veya izin verilmeyen WebAssembly'ye ihtiyaç duyar.",
    policy: () => "Vintage bu sayfanın Content-Security-Policy kuralıyla başlayamaz: script-src içinde 'wasm-unsafe-eval' bulunmalıdır.",
    files: (from) => `Vintage dosyalarını ${from} adresinden alamıyor: o sunucu Access-Control-Allow-Origin göndermeli ve bu sayfanın Content-Security-Policy kuralı buna izin vermelidir (connect-src).`,
    other: (from, text) => `Vintage başlayamıyor: ${text}`,
  },
};

function causeOf(error) {
  if (typeof WebAssembly === "undefined") return "wasm";
  if (/unsafe-eval|content security policy/i.test(error?.message) && error.name !== "TypeError") return "policy";
  // A response that is missing, or one that the browser keeps from this page.
  if (error?.name === "TypeError" || /: HTTP \d+$/.test(error?.message)) return "files";
  return "other";
}

/** Puts the line into the element, and dispatches the event `error`. */
export function show(element, error, base) {
  const cause = causeOf(error);
  const wanted = [element.getAttribute("lang"), element.closest("[lang]")?.lang, ...navigator.languages];
  const tag = wanted.map((one) => one?.split("-")[0]).find((one) => Object.hasOwn(TEXTS, one)) ?? "en";
  const line = document.createElement("p");
  line.setAttribute("part", "trouble");
  line.setAttribute("role", "alert");
  line.lang = tag;
  line.dir = tag === "ar" ? "rtl" : "ltr";
  line.textContent = TEXTS[tag][cause](new URL(base).host || base, error?.message ?? String(error));
  element.shadowRoot.append(line);
  console.warn("vintage-explorer:", error);
  element.dispatchEvent(new CustomEvent("error", { detail: { id: `element-${cause}`, text: line.textContent } }));
}
