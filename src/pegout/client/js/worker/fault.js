/** A library that cannot be opened or written, by a code that the page has a sentence for. */
export class LibraryFault extends Error {
  /** @param {string} code @param {unknown} [cause] */
  constructor(code, cause) {
    super(cause ? `${code}: ${cause}` : code);
    this.code = code;
  }
}

/**
 * Return the fault of an error of the browser.
 * @param {unknown} error
 * @param {string} code the code of errors that have no other
 */
export function faultOf(error, code) {
  if (error instanceof LibraryFault) return error;
  const { name } = /** @type {Error} */ (error);
  return new LibraryFault(name === "QuotaExceededError" ? "disk_full" : code, error);
}
