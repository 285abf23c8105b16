/**
 * A file system of Emscripten over files that are open already, for SQLite in Python. Its names are
 * fixed. An empty file is one that is not there: nothing is created or deleted, only written and
 * truncated.
 */

/**
 * @typedef {object} StoredFile a file that is read and written at once, as a
 *   `FileSystemSyncAccessHandle` is
 * @property {(bytes: Uint8Array, options: {at: number}) => number} read
 * @property {(bytes: Uint8Array, options: {at: number}) => number} write
 * @property {() => number} getSize
 * @property {(size: number) => void} truncate
 * @property {() => void} flush returns when everything written is on the disk
 */

const [FOLDER_MODE, FILE_MODE] = [0o040700, 0o100600];
const BLOCK = 4096;
/** The numbers of errors in Emscripten: `ENOENT`, `EIO`, `EINVAL`, `ENOSPC` and `EPERM`. */
export const [MISSING, BROKEN, INVALID, FULL, FORBIDDEN] = [44, 29, 28, 51, 63];

/**
 * Return a file system with these files in one folder.
 * @param {any} FS the file systems of Python
 * @param {Map<string, StoredFile>} files by their names
 */
export function fileSystem(FS, files) {
  /** @template T @param {() => T} act @returns {T} */
  const attempt = (act) => {
    try {
      return act();
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      throw new FS.ErrnoError(name === "QuotaExceededError" ? FULL : BROKEN);
    }
  };
  const sizeOf = (/** @type {any} */ { file }) => (file ? attempt(() => file.getSize()) : 0);

  const nodeOps = {
    getattr: (/** @type {any} */ node) => {
      const [size, time] = [sizeOf(node), new Date(node.time)];
      const times = { atime: time, mtime: time, ctime: time };
      const owner = { uid: 0, gid: 0, rdev: 0, dev: 1, nlink: 1 };
      const blocks = { size, blksize: BLOCK, blocks: Math.ceil(size / BLOCK) };
      return { ino: node.id, mode: node.mode, ...owner, ...times, ...blocks };
    },
    setattr: (/** @type {any} */ { file }, /** @type {{size?: number}} */ { size }) => {
      if (size !== undefined) attempt(() => file.truncate(size));
    },
  };
  const streamOps = {
    read: (
      /** @type {any} */ { node },
      /** @type {Uint8Array} */ bytes,
      /** @type {number} */ start,
      /** @type {number} */ length,
      /** @type {number} */ at,
    ) => attempt(() => node.file.read(bytes.subarray(start, start + length), { at })),
    write: (
      /** @type {any} */ { node },
      /** @type {Uint8Array} */ bytes,
      /** @type {number} */ start,
      /** @type {number} */ length,
      /** @type {number} */ at,
    ) => {
      node.time = Date.now();
      return attempt(() => node.file.write(bytes.subarray(start, start + length), { at }));
    },
    llseek: (
      /** @type {any} */ stream,
      /** @type {number} */ offset,
      /** @type {number} */ whence,
    ) => {
      const from = [0, stream.position, sizeOf(stream.node)][whence];
      if (from + offset < 0) throw new FS.ErrnoError(INVALID);
      return from + offset;
    },
    fsync: (/** @type {any} */ { node }) => {
      attempt(() => node.file.flush());
      return 0;
    },
  };
  const make = (/** @type {any} */ folder, /** @type {string} */ name) => {
    const node = FS.createNode(folder, name, FILE_MODE, 0);
    const file = files.get(name);
    return Object.assign(node, {
      file,
      time: Date.now(),
      node_ops: nodeOps,
      stream_ops: streamOps,
    });
  };
  const folderOps = {
    getattr: nodeOps.getattr,
    setattr: () => {},
    lookup: (/** @type {any} */ folder, /** @type {string} */ name) => {
      const file = files.get(name);
      if (!file || !sizeOf({ file })) throw new FS.ErrnoError(MISSING);
      return make(folder, name);
    },
    mknod: (/** @type {any} */ folder, /** @type {string} */ name) => {
      if (!files.has(name)) throw new FS.ErrnoError(FORBIDDEN);
      return make(folder, name);
    },
    unlink: (/** @type {any} */ _folder, /** @type {string} */ name) => {
      const file = /** @type {StoredFile} */ (files.get(name));
      attempt(() => {
        file.truncate(0);
        file.flush();
      });
    },
    readdir: () => {
      const names = [...files].filter(([, file]) => sizeOf({ file })).map(([name]) => name);
      return [".", "..", ...names];
    },
  };
  return {
    mount: () => {
      const folder = FS.createNode(null, "/", FOLDER_MODE, 0);
      return Object.assign(folder, {
        time: Date.now(),
        node_ops: folderOps,
        stream_ops: { llseek: streamOps.llseek },
      });
    },
  };
}

/**
 * Make `fdatasync` do what `fsync` does, while Python is instantiated. SQLite calls the former at
 * the end of a commit, and in Pyodide it returns at once.
 * @template T
 * @param {() => Promise<T>} load instantiates Python
 * @param {any} [assembly]
 * @returns {Promise<T>}
 */
export async function withBarriers(load, assembly = WebAssembly) {
  const { instantiate, instantiateStreaming } = assembly;
  const complete = (/** @type {any} */ imports) => {
    const sync = imports?.wasi_snapshot_preview1?.fd_sync;
    // A system call returns the negative number of an error.
    if (sync) imports.env.__syscall_fdatasync = (/** @type {number} */ fd) => -(sync(fd) ?? 0);
    return imports;
  };
  assembly.instantiate = (/** @type {any} */ code, /** @type {any} */ imports) =>
    instantiate.call(assembly, code, complete(imports));
  assembly.instantiateStreaming = (/** @type {any} */ code, /** @type {any} */ imports) =>
    instantiateStreaming.call(assembly, code, complete(imports));
  try {
    return await load();
  } finally {
    Object.assign(assembly, { instantiate, instantiateStreaming });
  }
}
