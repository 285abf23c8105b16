// Runs bytecode.py in Pyodide: node bytecode.mjs PYODIDE FOLDER MODULE...
// PYODIDE has its files, FOLDER has bytecode.py and the archives; the modules are those that a
// worker imports first.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
// Bytecode says from which line it comes, but not from which columns: they would be a third of it.
const env = { PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: pyodide, env });
python.mountNodeFS("/archives", folder);
const sys = python.pyimport("sys");
sys.argv = python.toPy(["bytecode.py", "/archives", ...modules]);
python.runPython(`
import runpy
runpy.run_path("/archives/bytecode.py", run_name="__main__")`);
