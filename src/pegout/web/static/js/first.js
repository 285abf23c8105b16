// @ts-check
/**
 * What cannot wait for the modules. It runs before anything is shown: the page has the colours that
 * were chosen, says what it said last, and remembers what is pressed until the modules are there.
 */
{
  const root = document.documentElement;
  // Under the same path are the same scripts, and so the same sentences in the same order.
  const release = new URL("..", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  let failed = false;

  /** @param {string} key */
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  };

  const { theme } = kept("pegout.settings");
  if (["walnut", "maple", "slate"].includes(theme)) root.dataset.theme = theme;

  // The page is read; the modules have still to come.
  document.addEventListener("readystatechange", () => {
    const said = kept("pegout.home");
    const home = document.querySelector("#app > .home");
    if (!home || root.dataset.page || said.release !== release) return;
    const places = home.querySelectorAll("[data-says]");
    if (places.length !== said.says?.length) return;
    root.lang = said.lang;
    places.forEach((place, at) => (place.textContent = said.says[at]));
    const tables = /** @type {HTMLElement | null} */ (home.querySelector(".home-kept"));
    if (!tables || !said.kept) return;
    tables.hidden = false;
    tables.style.minHeight = `${said.kept}px`;
  });

  document.addEventListener("click", (event) => {
    if (root.dataset.page) return;
    const pressed = /** @type {Element} */ (event.target).closest("button[data-key]");
    if (!pressed) return;
    if (failed) return location.reload();
    for (const other of document.querySelectorAll("[aria-busy][data-key]")) {
      other.removeAttribute("aria-busy");
    }
    pressed.setAttribute("aria-busy", "true");
    if (!pressed.matches(".home-start")) return;
    // What the game begins with comes beside what it is begun with.
    const later = /** @type {HTMLTemplateElement | null} */ (document.getElementById("later"));
    document.head.append(...(later?.content.querySelectorAll('[rel="modulepreload"]') ?? []));
  });

  // Where a module did not come, the whole page is asked for again.
  addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      failed = true;
      if (document.querySelector("[aria-busy][data-key]")) location.reload();
    },
    true,
  );
}
