import { openPython } from "./python.js";

const python = openPython();
python.then(() => postMessage({ ready: true }));
onmessage = async ({ data: code }) => postMessage({ output: (await python)(code) });
