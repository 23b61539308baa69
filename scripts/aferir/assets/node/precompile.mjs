// Runs a function of precompile.py inside Pyodide: node precompile.mjs, with a job as JSON on standard input.
//
// job = {
//   pyodide: folder of Pyodide,         tools: wheels put on sys.path,   packages: loaded before the call,
//   folders: {"/in": "/host/folder"},   call: "compile_archives",        arguments: ["/in", ...],
// }

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPyodide } from "./pyodide.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const job = JSON.parse(readFileSync(0, "utf8"));

// A fixed hash seed, so that sets are written in the same order each time.
const python = await startPyodide(job.pyodide, { env: { PYTHONHASHSEED: "0", MPLBACKEND: "agg" } });
for (const [inside, outside] of Object.entries({ ...job.folders, "/tools": job.tools })) {
  python.FS.mkdirTree(inside);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: outside }, inside);
}
const loaded = await python.loadPackage(job.packages, { messageCallback() {} });
const absent = job.packages.filter((/** @type {string} */ name) => !(name in python.loadedPackages));
if (absent.length) throw new Error(`Pyodide did not load ${absent.join(", ")} (loaded ${loaded.length} packages)`);

python.runPython("import glob, sys; sys.path += sorted(glob.glob('/tools/*.whl'))");
for (const name of ["precompile.py", "precompile.toml"]) {
  python.FS.writeFile(`/home/pyodide/${name}`, readFileSync(join(here, name)));
}
python.pyimport("precompile")[job.call](...job.arguments.map((/** @type {unknown} */ value) => python.toPy(value)));
