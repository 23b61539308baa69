/** Python in a worker, as Pyodide's documentation has it. Stop ends the worker; the next one begins anew. */

const { code } = await (await fetch(new URL("cells.json", import.meta.url))).json();
let worker = open();

function open() {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => {
    if ("output" in data) document.querySelector("#output").textContent = data.output;
    window.dispatchEvent(new Event("output" in data ? "result" : "ready"));
  };
  return made;
}

document.querySelector("#run").addEventListener("click", () => worker.postMessage(window.code ?? code));
document.querySelector("#stop").addEventListener("click", () => {
  worker.terminate();
  worker = open();
});
window.live = true;
window.dispatchEvent(new Event("live"));
