/** Python on the page's own thread, as most documentation sites have it. It cannot be stopped. */

import { openPython } from "./python.js";

const python = openPython();
const { code } = await (await fetch(new URL("cells.json", import.meta.url))).json();

document.querySelector("#run").addEventListener("click", async () => {
  const run = await python;
  document.querySelector("#output").textContent = run(window.code ?? code);
  window.dispatchEvent(new Event("result"));
});
window.dispatchEvent(new Event("live"));
window.live = true;
