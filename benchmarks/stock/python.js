/** Pyodide as its documentation loads it: from the moment the page is open. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

export async function openPython() {
  const [python, modules] = [await loadPyodide(), await (await fetch(new URL("modules.json", import.meta.url))).json()];
  await python.loadPackage("numpy");
  for (const [path, source] of Object.entries(modules)) {
    python.FS.mkdirTree(`/home/pyodide/${path.split("/").slice(0, -1).join("/")}`);
    python.FS.writeFile(`/home/pyodide/${path}`, source);
  }
  return (code) => {
    const lines = [];
    python.setStdout({ batched: (line) => lines.push(line) });
    python.runPython(code);
    return lines.join("\n");
  };
}
