/**
 * The part of the client that cannot wait for the modules. It runs before anything is shown: it
 * sets the chosen colours, shows the page's previous texts, and records clicks until the modules
 * have loaded.
 */
{
  const root = document.documentElement;
  // The same path means the same scripts, and so the same sentences in the same order.
  const release = new URL("..", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  let failed = false;

  /** @param {string} key */
  const saved = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
    } catch {
      return {};
    }
  };

  const { theme, cardTheme } = saved("pegout.settings");
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "walnut" : "maple";
  const known = (/** @type {string} */ name) => ["walnut", "maple", "slate"].includes(name) && name;
  root.dataset.theme = known(theme) || system;
  root.dataset.cards = known(cardTheme) || root.dataset.theme;

  // The page has been parsed; the modules are still loading.
  document.addEventListener("readystatechange", () => {
    const said = saved("pegout.home");
    const home = document.querySelector("#app > .home");
    const played = Object.values(saved("pegout.tables"));
    const finished = played.some((table) => Math.max(...(table?.scores ?? [])) >= table?.target);
    if (home && !root.dataset.page && finished) {
      // Who has finished a game is not taught first.
      home.classList.remove("newcomer");
      home.querySelector(".home-teach")?.classList.remove("primary");
      home.querySelector(".home-start")?.classList.add("primary");
    }
    if (!home || root.dataset.page || said.release !== release) return;
    const elements = home.querySelectorAll("[data-says]");
    if (elements.length !== said.says?.length) return;
    root.lang = said.lang;
    elements.forEach((element, at) => (element.textContent = said.says[at]));
    const memory = /** @type {HTMLElement | null} */ (home.querySelector(".home-memory"));
    if (memory?.textContent?.trim()) memory.hidden = false;
    const tables = /** @type {HTMLElement | null} */ (home.querySelector(".home-kept"));
    if (!tables || !said.saved) return;
    tables.hidden = false;
    tables.style.minHeight = `${said.saved}px`;
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
    // The modules that a game needs are preloaded beside those of the first page.
    const later = /** @type {HTMLTemplateElement | null} */ (document.getElementById("later"));
    document.head.append(...(later?.content.querySelectorAll('[rel="modulepreload"]') ?? []));
  });

  // If a module fails to load, the page is reloaded once something is pressed.
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
