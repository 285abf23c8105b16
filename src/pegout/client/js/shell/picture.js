/**
 * A picture to share: shown, given to the system where it takes files, and saved otherwise. Only the
 * player's own action sends anything from this device.
 */

import { copyText, fill, h, pushButton, style } from "../dom.js";
import { saveFile } from "../fair/save.js";
import { t } from "../words.js";

/**
 * Create the parts of a page that show a picture and share it.
 * @param {object} shared
 * @param {() => Promise<HTMLCanvasElement>} shared.paint
 * @param {string} shared.label what the picture shows
 * @param {string} shared.text the text that is shared beside it
 * @param {string} shared.name the name of the file, without its ending
 * @returns {{frame: HTMLElement, buttons: HTMLElement, says: HTMLElement, destroy: () => void}}
 */
export function pictureToShare({ paint, label, text, name }) {
  const says = h("p.quiet", { role: "status" });
  const frame = h("div.share-picture");
  const buttons = h("div.share-buttons.wrap");
  let gone = false;

  const button = (
    /** @type {string} */ words,
    /** @type {() => unknown} */ handler,
    /** @type {boolean} */ main,
  ) => pushButton({ class: ["button", main && "primary"] }, () => void handler(), words);
  const copy = async () => {
    const copied = await copyText(text);
    const failed = t("This browser does not let the text be copied. Select it above and copy it.");
    fill(says, copied ? t("The text is copied.") : failed);
  };
  /** @param {File} file */
  const share = async (file) => {
    try {
      await navigator.share({ files: [file], text });
    } catch (error) {
      // A user who closes the system's dialog has not caused an error.
      if (/** @type {Error} */ (error).name !== "AbortError") {
        fill(says, t("It could not be shared. You can save the picture instead."));
      }
    }
  };

  const draw = async () => {
    try {
      await style("share");
      const canvas = await paint();
      const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
      if (gone || !blob) return;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", label);
      fill(frame, canvas);
      const file = new File([blob], `${name}.png`, { type: "image/png" });
      const can = navigator.canShare?.({ files: [file] }) ?? false;
      fill(
        buttons,
        can ? button(t("Share"), () => share(file), true) : null,
        button(t("Save the picture"), () => saveFile(`${name}.png`, blob), !can),
        button(t("Copy the text"), copy, false),
      );
    } catch (error) {
      console.warn("no picture", error);
      fill(frame, h("p.quiet", t("This browser cannot paint the picture.")));
      fill(buttons, button(t("Copy the text"), copy, true));
    }
  };

  void draw();
  return {
    frame,
    buttons,
    says,
    destroy: () => {
      gone = true;
    },
  };
}

/**
 * Paint a picture that the server has drawn on a canvas.
 * @param {string} svg
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function paintSvg(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas;
}
