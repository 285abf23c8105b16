// @ts-check
/** What this page has made as a file of whoever reads it. */

/**
 * Have the browser save a text.
 * @param {string} name the name of the file
 * @param {string} text
 * @param {string} [type]
 */
export function saveText(name, text, type = "text/plain;charset=utf-8") {
  saveFile(name, new Blob([text], { type }));
}

/**
 * Have the browser save a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
