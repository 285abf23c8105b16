// Compresses files with brotli: node compress.mjs QUALITY FILE...
// Each gets a file beside it whose name ends in .br.

import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);
const [quality, ...paths] = process.argv.slice(2);

await Promise.all(
  paths.map(async (path) => {
    const content = await readFile(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: Number(quality),
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await writeFile(`${path}.br`, await compress(content, { params }));
  }),
);
