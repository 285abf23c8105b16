/** Form fields: a name, a control, and a sentence of help that describes the control. */

import { find, h, uniqueId } from "../dom.js";
import { whenReleased } from "../held.js";

/**
 * @typedef {object} Choice
 * @property {any} value
 * @property {string} title
 * @property {string} [help]
 * @property {Element[]} [picture] the picture above the title of a tile
 */

/**
 * Create a switch.
 * @param {{key: string, name: string, help?: string, on: boolean, change: (on: boolean) => void}} options
 * @returns {HTMLElement}
 */
export function toggle({ key, name, help = "", on, change }) {
  const id = uniqueId("toggle");
  const input = h("input.visually-hidden", {
    type: "checkbox",
    role: "switch",
    checked: on,
    dataset: { key },
    "aria-labelledby": `${id}-name`,
    "aria-describedby": help ? `${id}-help` : null,
    onchange: () => change(input.checked),
  });
  return h(
    "label.toggle",
    h("span.name.label", { id: `${id}-name` }, name),
    help ? h("span.help", { id: `${id}-help` }, help) : null,
    input,
    h("span.rail", { "aria-hidden": "true" }),
  );
}

/**
 * Create a choice of a few values, all visible: in a row, or as tiles with a picture and a
 * sentence.
 * @param {{key: string, name: string, help?: string, choices: Choice[], tiles?: boolean,
 *   chosen: (value: any) => boolean, change: (value: any) => void}} options
 * @returns {HTMLElement}
 */
export function segments({ key, name, help = "", choices, tiles = false, chosen, change }) {
  const id = uniqueId("segments");
  const shown = (/** @type {Choice} */ { title, help: says, picture }) =>
    tiles
      ? h(
          "span",
          picture ? h("span.tile-picture.row", { "aria-hidden": "true" }, picture) : null,
          h("b", title),
          says ? h("small", says) : null,
        )
      : h("span", title);
  return h(
    "fieldset.field",
    { "aria-describedby": help ? `${id}-help` : null },
    h("legend.label", name),
    help ? h("p.help", { id: `${id}-help` }, help) : null,
    h(
      "div",
      { class: ["segments wrap", tiles && "tiles"] },
      choices.map((choice, at) =>
        h(
          "label.segment",
          h("input", {
            type: "radio",
            name: id,
            checked: chosen(choice.value),
            dataset: { key: `${key}/${at}` },
            onchange: () => change(choice.value),
          }),
          shown(choice),
        ),
      ),
    ),
  );
}

/**
 * Create a choice in a drop-down list; the help is the sentence of the current value.
 * @param {{key: string, name: string, help?: string, choices: Choice[],
 *   chosen: (value: any) => boolean, change: (value: any) => void}} options
 * @returns {HTMLElement}
 */
export function select({ key, name, help = "", choices, chosen, change }) {
  const id = uniqueId("select");
  const now = choices.findIndex(({ value }) => chosen(value));
  const said = choices[now]?.help ?? help;
  const input = h(
    "select.select",
    {
      id,
      dataset: { key },
      "aria-describedby": said ? `${id}-help` : null,
      onchange: () => change(choices[input.selectedIndex]?.value),
    },
    choices.map(({ title }, at) => h("option", { selected: at === now }, title)),
  );
  return h(
    "div.field",
    h("label", { for: id }, name),
    input,
    said ? h("p.help", { id: `${id}-help` }, said) : null,
  );
}

/** The field whose text no `change` has been given yet. @type {HTMLInputElement | null} */
let typing = null;

/**
 * Create the input of a field of text. `change` is called on blur and when Enter is pressed.
 * @param {Record<string, any>} attributes
 * @param {(value: string) => void} change
 * @param {(value: string) => void} [typed] called after each letter
 * @returns {HTMLInputElement}
 */
export function textInput(attributes, change, typed) {
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    onchange: () => {
      typing = null;
      change(input.value.trim());
    },
    oninput: () => {
      if (typed) typed(input.value.trim());
      else typing = input;
    },
    ...attributes,
  });
  return input;
}

/**
 * Create a line of text or a number. `change` is called on blur and when Enter is pressed.
 * @param {{key: string, name: string, help?: string, value: string, placeholder?: string,
 *   maxLength?: number, numeric?: boolean, warning?: string, problem?: string, hideName?: boolean,
 *   change: (value: string) => void, typed?: (value: string) => void}} options
 * @returns {HTMLElement}
 */
export function line({
  key,
  name,
  help = "",
  value,
  placeholder = "",
  maxLength = 64,
  numeric = false,
  warning = "",
  problem = "",
  hideName = false,
  change,
  typed,
}) {
  const id = uniqueId("line");
  const said = { help, warning, problem };
  const describes = Object.entries(said).flatMap(([what, text]) => (text ? `${id}-${what}` : []));
  const input = textInput(
    {
      class: ["input", numeric && "short"],
      id,
      inputmode: numeric ? "numeric" : "text",
      maxlength: maxLength,
      spellcheck: "false",
      placeholder,
      value,
      dataset: { key },
      "aria-describedby": describes.join(" ") || null,
      "aria-invalid": problem ? "true" : null,
    },
    change,
    typed,
  );
  return h(
    "div.field",
    h("label", { for: id, class: hideName ? "visually-hidden" : "" }, name),
    input,
    help ? h("p.help", { id: `${id}-help` }, help) : null,
    warning ? h("p.help", { id: `${id}-warning`, role: "alert" }, warning) : null,
    problem ? h("p.problem", { id: `${id}-problem`, role: "alert" }, problem) : null,
  );
}

/**
 * Create a row of numbers, each with a mark and a name. `change` is called on blur and when Enter
 * is pressed.
 * @param {{key: string, name: string, help?: string, problem?: string,
 *   parts: {name: string, mark: Element, value: string}[],
 *   change: (at: number, value: string) => void}} options
 * @returns {HTMLElement}
 */
export function numbers({ key, name, help = "", problem = "", parts, change }) {
  const id = uniqueId("numbers");
  const describes = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return h(
    "fieldset.field",
    { "aria-describedby": describes || null },
    h("legend.label", name),
    help ? h("p.help", { id: `${id}-help` }, help) : null,
    h(
      "div.numbers.wrap",
      parts.map((part, at) => {
        const input = textInput(
          {
            class: "input short",
            inputmode: "numeric",
            maxlength: 3,
            value: part.value,
            dataset: { key: `${key}/${at}` },
            "aria-invalid": problem ? "true" : null,
          },
          (value) => change(at, value),
        );
        return h("label.number.row", part.mark, h("span.shrink.clip", part.name), input);
      }),
    ),
    problem ? h("p.problem", { id: `${id}-problem`, role: "alert" }, problem) : null,
  );
}

/**
 * Redraw an element once nothing is pressed or typed in it, and return the focus to the field that
 * had it.
 * @param {Element} element
 * @param {() => void} render
 */
export function keepingFocus(element, render) {
  whenReleased(element, () => redraw(element, render));
}

/**
 * Redraw fields after the key that changed one of them has moved the focus.
 * @param {Element} element
 * @param {() => void} render
 */
export function redrawSoon(element, render) {
  setTimeout(() => keepingFocus(element, render));
}

/** @param {Element} element @param {() => void} render */
function redraw(element, render) {
  if (typing && element.contains(typing)) {
    const left = () => {
      typing = null;
      redrawSoon(element, render);
    };
    typing.addEventListener("blur", left, { once: true });
    return;
  }
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = active && element.contains(active) ? active.dataset.key : undefined;
  render();
  if (key === undefined) return;
  const again = find(element, `[data-key="${CSS.escape(key)}"]`);
  again?.focus({ preventScroll: true });
}
