/** The entry point of the client: language, settings, and the page for the path. */

import { here } from "./address.js";
import { append, h, pushButton } from "./dom.js";
import { fetchLater, loadStyles } from "./later.js";
import { follow } from "./navigation.js";
import { route } from "./routes.js";
import { applySettings, settings } from "./settings.js";
import { file, inWorker, transport } from "./transport.js";
import { language, languageFor, onLanguage, speak, t } from "./words.js";

/** @import { Page } from "./navigation.js" */
/** @typedef {typeof import("./kept_files.js")} KeptFiles */

const root = document.documentElement;
const app = document.getElementById("app") ?? document.body.appendChild(h("div", { id: "app" }));

/** @type {Page | null} */
let current = null;
let shown = "";
let turn = 0;

/** What keeps the files, once the first page is there. @type {KeptFiles | null} */
let kept = null;

/** The bar of what the worker of the page is loading. @type {HTMLElement | null} */
let bar = null;

function name() {
  root.lang = language();
  const title = current?.title() ?? "";
  document.title = title ? `${title} · Pegout` : "Pegout";
}

/** @param {Page} page */
function place(page) {
  current?.destroy?.();
  current = page;
  // A page that the server has rendered stays in place.
  if (page.element.parentNode !== app) app.replaceChildren(page.element);
  app.removeAttribute("aria-busy");
  placeBar();
  name();
}

/** Keep what a game needs for a time without a network, and then the data of the expert. */
async function keepAll() {
  try {
    await transport.load("game");
    await kept?.keepFiles();
    if (!kept?.savesData()) await transport.load("expert");
  } catch (error) {
    console.warn("not everything is kept:", error);
  }
}

function placeBar() {
  if (bar) (app.querySelector('[data-part="loading"]') ?? document.body).append(bar);
}

/** Return whether the first page is shown, and nothing has been begun on it. */
function isFree() {
  return root.dataset.page === "home" && !app.querySelector("[aria-busy][data-key]");
}

/** Move the focus to the page, for the keyboard and for screen readers. */
function attend() {
  const target = /** @type {HTMLElement} */ (
    app.querySelector("[autofocus]") ?? app.querySelector("h1") ?? app.firstElementChild ?? app
  );
  if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * @param {string} path
 * @param {boolean} [first] whether the browser has already set the focus and the scroll position
 */
async function show(path, first = false) {
  const mine = ++turn;
  app.setAttribute("aria-busy", "true");
  const { name: wanted, params, load } = route(path);
  let page;
  try {
    // The style sheet of the page has to follow the common ones.
    const [, module] = await Promise.all([wanted === "home" ? null : loadStyles(), load()]);
    page = await module.page(params);
  } catch (error) {
    console.error(error);
    if (await replaced()) return location.reload();
    page = sorry(path);
  }
  // The user has gone to another page in the meantime.
  if (mine !== turn) {
    page.destroy?.();
    return;
  }
  shown = path;
  root.dataset.page = wanted;
  place(page);
  if (!first) attend();
  page.placed?.();
  if (isFree()) void kept?.takeNewest();
}

/**
 * Return whether the server has a new release, and so none of the scripts of this one. No service
 * worker answers this request.
 */
async function replaced() {
  try {
    return (await file(import.meta.url, { method: "HEAD", cache: "no-store" })).status === 404;
  } catch {
    return false;
  }
}

/** @param {string} path @returns {Page} */
function sorry(path) {
  const element = h("main.page.page-narrow");
  append(
    element,
    h("h1", t("This page did not load.")),
    h("p", t("Check the connection, then try again.")),
    h(
      "p",
      pushButton("button primary", () => show(path), t("Try again")),
    ),
  );
  return { element, title: () => t("This page did not load.") };
}

async function begin() {
  applySettings(root);
  follow((path) => show(path));
  let spokenFor = settings.get().language;
  settings.on((now) => {
    if (now.language === spokenFor) return;
    spokenFor = now.language;
    void speak(languageFor(now.language));
  });
  addEventListener("languagechange", () => void speak(languageFor(settings.get().language)));
  await speak(languageFor(settings.get().language));
  onLanguage(() => {
    if (current?.render) {
      current.render();
      name();
    } else {
      void show(shown);
    }
  });
  await show(here().pathname, true);
  transport.prepare();
  if (inWorker) {
    bar = (await import("./shell/loading_bar.js")).loadingBar();
    placeBar();
  }
  kept = await import("./kept_files.js");
  kept.beginKeeping(isFree);
  if (isFree()) void kept.takeNewest();
  // The modules are fetched by now; evaluating them takes time on a phone.
  fetchLater(() => Promise.all([import("./pages/table.js"), import("./table/table.js")]), keepAll);
}

void begin();

addEventListener("pegout:title", name);
