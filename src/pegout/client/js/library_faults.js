/** What a page says where the worker cannot open or write the library. */

import { t } from "./words.js";

/**
 * Return the sentence for a fault of the library.
 * @param {string} code
 * @returns {string}
 */
export function sayFault(code) {
  switch (code) {
    case "second_tab":
      return t(
        "Pegout is open in another tab or window of this browser. Close it, then try again.",
      );
    case "no_storage":
      return t(
        "This browser does not let this page store anything, so no game could be kept. Leave the private window or allow it to store data, then load the page again.",
      );
    case "disk_full":
      return t(
        "There is no room left to store your games. Make room on this device, then load the page again.",
      );
    case "not_stored":
      return t(
        "This browser did not store what you did last. Load the page again to go on from where it did.",
      );
    case "newer":
      return t(
        "Your games were stored by a newer Pegout and are unchanged. Load the page again to get that version.",
      );
    default:
      return t(
        "The games that this browser has stored cannot be read. To begin again without them, delete the data of this page in the settings of the browser.",
      );
  }
}
