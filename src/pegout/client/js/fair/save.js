/** Saves texts and files that the page has created. */

/**
 * Save a text as a file.
 * @param {string} name the file name
 * @param {string} text
 * @param {string} [type]
 */
export function saveText(name, text, type = "text/plain;charset=utf-8") {
  saveFile(name, new Blob([text], { type }));
}

/**
 * Save a blob as a file.
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
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
