/** Archives that do not compress: the members of such a zip file are parts of its bytes. */

const END = 22;
const STORED = 0;

/**
 * Yield the path and the bytes of each member.
 * @param {Uint8Array} bytes an archive without a comment
 * @returns {Generator<[string, Uint8Array]>}
 */
export function* members(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new TextDecoder();
  const end = bytes.length - END;
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(entry + at, true));
    const path = words.decode(bytes.subarray(entry + 46, entry + 46 + (name ?? 0)));
    if (view.getUint16(entry + 10, true) !== STORED) throw new Error(`${path} is compressed`);
    const local = view.getUint32(entry + 42, true);
    const head = 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const start = local + head;
    yield [path, bytes.subarray(start, start + view.getUint32(entry + 24, true))];
    entry += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}
