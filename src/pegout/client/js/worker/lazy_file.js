/** A file of Python's file system whose contents come when it is read first, or before. */

import { BROKEN } from "./file_system.js";

/**
 * @param {any} files the file system of Python
 * @param {string} folder
 * @param {string} name
 * @param {number} size the bytes of the file
 * @param {string} url where they are
 * @returns {(bytes: Uint8Array) => void} receives them, if they come before
 */
export function lazyFile(files, folder, name, size, url) {
  const node = files.createFile(folder, name, {}, true, false);
  let isThere = false;
  const fill = (/** @type {Uint8Array} */ bytes) => {
    if (isThere) return;
    node.contents = bytes;
    node.usedBytes = size;
    isThere = true;
  };
  const need = () => {
    if (isThere) return;
    const bytes = fetchNow(url, size);
    // Any other error would end Python.
    if (!bytes) throw new files.ErrnoError(BROKEN);
    fill(bytes);
  };
  node.usedBytes = size;
  const { read, mmap } = node.stream_ops;
  node.stream_ops = {
    ...node.stream_ops,
    read: (/** @type {any[]} */ ...given) => {
      need();
      return read(...given);
    },
    mmap: (/** @type {any[]} */ ...given) => {
      need();
      return mmap(...given);
    },
  };
  return fill;
}

/**
 * Fetch a file while everything waits, for Python reads files so.
 * @param {string} url
 * @param {number} size
 * @returns {Uint8Array | null} `null` if it cannot be had now
 */
function fetchNow(url, size) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.responseType = "arraybuffer";
    request.send();
    const bytes = new Uint8Array(request.response ?? 0);
    if (request.status === 200 && bytes.length === size) return bytes;
    console.warn(`${url}: expected ${size} bytes, not ${bytes.length}`);
  } catch (error) {
    console.warn(error);
  }
  return null;
}
