/**
 * Calls a player whose tab is hidden: the title of the tab says that it is their turn, a sound is
 * played, and a notification appears if it is allowed.
 */

import { settings } from "../settings.js";
import { t } from "../words.js";

/** @import { Scene } from "../scene/script.js" */

const PLAIN = /icon\.svg$/;
const TURN = /icon-turn\.svg$/;

export class Calling {
  /** Whether it is the turn of a player at this screen. */
  #turn = false;
  /** Whether the tab's title says so. */
  on = false;
  #changed;
  #code;

  /**
   * @param {string} code
   * @param {() => void} changed a callback, run when the tab's title changes
   */
  constructor(code, changed) {
    this.#code = code;
    this.#changed = changed;
    document.addEventListener("visibilitychange", this.#show);
  }

  /** @param {Scene} scene */
  follow(scene) {
    if (scene.busy || scene.seat === null) return;
    const turn = Boolean(scene.standing?.legal.length);
    if (turn === this.#turn) return;
    this.#turn = turn;
    if (turn && document.hidden) this.call(t("It is your turn."));
    this.#show();
  }

  /**
   * Call the player.
   * @param {string} text
   */
  call(text) {
    if (settings.get().sounds) void import("../sound.js").then(({ sounds }) => sounds.play("call"));
    if (document.hidden) void this.#notify(text);
  }

  /** @param {string} text */
  async #notify(text) {
    if (!settings.get().notify || globalThis.Notification?.permission !== "granted") return;
    const options = { tag: `pegout-${this.#code}`, lang: document.documentElement.lang };
    try {
      const note = new Notification(text, options);
      note.onclick = () => {
        focus();
        note.close();
      };
    } catch {
      // On a phone only a service worker may show a notification.
      const worker = await navigator.serviceWorker?.getRegistration();
      await worker?.showNotification(text, options).catch(console.warn);
    }
  }

  #show = () => {
    const on = this.#turn && document.hidden;
    if (on === this.on) return;
    this.on = on;
    const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (link) {
      link.href = on
        ? link.href.replace(PLAIN, "icon-turn.svg")
        : link.href.replace(TURN, "icon.svg");
    }
    this.#changed();
  };

  destroy() {
    this.#turn = false;
    this.#show();
    document.removeEventListener("visibilitychange", this.#show);
  }
}
