/** Plays whole games at a site in Firefox, by WebDriver BiDi: `firefox.mjs FIREFOX URL`. */

import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";

const [executablePath, url] = process.argv.slice(2);
/** How long the application may take to be ready on a busy machine, in milliseconds. */
const READY = 180_000;
/** The pause between two looks, in milliseconds. */
const PAUSE = 30;

const WORDS = {
  deeds: "What you can do",
  hand: "Your hand",
  shuffle: "Shuffle for the cut",
  again: "Play again",
};

/** Take the next action in the text view; return whether the game is over. */
function step(words) {
  const region = document.querySelector(".text-view");
  if (!region) return false;
  const under = (title) =>
    [...region.querySelectorAll("h2, h3")]
      .find((heading) => heading.textContent === title)
      ?.closest("section");
  const buttons = () => [...(under(words.deeds)?.querySelectorAll("button") ?? [])];
  const off = (button) => button.disabled || button.getAttribute("aria-disabled") === "true";
  const says = (button) => button.textContent.trim();
  let [first] = buttons();
  if (buttons().some((button) => says(button) === words.again)) return true;
  if (!first || says(first) === words.shuffle) return false;
  const cards = [...(under(words.hand)?.querySelectorAll("button") ?? [])];
  if (off(first) || /^(Play|Discard)/.test(says(first))) {
    const chosen = cards.filter((card) => card.getAttribute("aria-pressed") === "true");
    const wanted = (cards.length === 6 ? 2 : 1) - chosen.length;
    const free = cards.filter((card) => !off(card) && !chosen.includes(card));
    for (const card of free.slice(0, Math.max(0, wanted))) card.click();
    [first] = buttons();
  }
  const field = first?.closest("form")?.querySelector("input");
  if (field) {
    field.value = String(Number(field.min) + Math.floor(Math.random() * 5));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (first && !off(first)) first.click();
  return false;
}

/** @param {import("puppeteer-core").Browser} browser @param {number} players */
async function play(browser, players) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${url}/`);
  await page.evaluate((many) => {
    const seats = ["me", "gentle", "gentle", "gentle"].map((kind) => ({ kind, name: "" }));
    const last = { computer: { switches: { target: 31, players: many }, seats } };
    const settings = { name: "Maggie", pace: "instant", language: "en", hints: "off", textView: true };
    localStorage.setItem("pegout.last", JSON.stringify(last));
    localStorage.setItem("pegout.settings", JSON.stringify(settings));
  }, players);
  await page.reload();
  await page.locator(".home-start").setTimeout(READY).click();
  await page.waitForSelector(".text-view", { timeout: READY });
  while (!(await page.evaluate(step, WORDS))) await new Promise((done) => setTimeout(done, PAUSE));
  const log = await page.evaluate(() => document.querySelectorAll(".text-view ol li").length);
  assert.ok(log > 10, `the log has ${log} entries`);
  assert.deepEqual(errors, []);
  await context.close();
  console.log(`${players} players: ${log} entries in the log`);
}

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  console.log(await browser.version());
  for (const players of [2, 3, 4]) await play(browser, players);
} finally {
  await browser.close();
}
