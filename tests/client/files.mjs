/** Files for the tests of the worker's file system: over files of the disk, and with a memory of it. */

import { fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

/** A file of the disk as a worker has it open. */
export class DiskFile {
  #file;
  flushes = 0;

  /** @param {string} path */
  constructor(path) {
    this.#file = openSync(path, "a+");
    this.#file = openSync(path, "r+");
  }

  read(bytes, { at }) {
    return readSync(this.#file, bytes, 0, bytes.length, at);
  }

  write(bytes, { at }) {
    return writeSync(this.#file, bytes, 0, bytes.length, at);
  }

  getSize() {
    return fstatSync(this.#file).size;
  }

  truncate(size) {
    ftruncateSync(this.#file, size);
  }

  flush() {
    this.flushes += 1;
    fsyncSync(this.#file);
  }
}

/** The content of a file, changed as a disk would. */
export class Content {
  bytes = new Uint8Array(0);

  resize(size) {
    const other = new Uint8Array(size);
    other.set(this.bytes.subarray(0, Math.min(size, this.bytes.length)));
    this.bytes = other;
  }

  change({ at, bytes, size }) {
    if (bytes === undefined) return this.resize(size);
    if (at + bytes.length > this.bytes.length) this.resize(at + bytes.length);
    this.bytes.set(bytes, at);
  }
}

/** A file in memory that notes every change and every flush in a journal. */
export class NotedFile {
  #content = new Content();

  /** @param {string} name @param {object[]} journal */
  constructor(name, journal) {
    this.note = (change) => journal.push({ name, ...change });
  }

  get bytes() {
    return this.#content.bytes;
  }

  read(bytes, { at }) {
    const found = this.#content.bytes.subarray(at, at + bytes.length);
    bytes.set(found);
    return found.length;
  }

  write(bytes, { at }) {
    const change = { at, bytes: bytes.slice() };
    this.#content.change(change);
    this.note(change);
    return bytes.length;
  }

  getSize() {
    return this.#content.bytes.length;
  }

  truncate(size) {
    this.#content.change({ size });
    this.note({ size });
  }

  flush() {
    this.note({ flushed: true });
  }
}
