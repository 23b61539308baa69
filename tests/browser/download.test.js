import assert from "node:assert/strict";
import test from "node:test";

import { countingFetch, fetchedAhead, fileName, meter } from "../../scripts/aferir/browser/download.js";

const SIZES = { "pyodide.asm.wasm": 6, "pyodide.mjs": 4 };

/** A counting fetch over one answer, and what it tells. */
function counting(response, isKnown = false) {
  const [reports, failures] = [[], []];
  const count = meter(SIZES, (loaded, total) => reports.push([loaded, total]));
  const get = countingFetch(async () => response(), {
    ...{ sizes: SIZES, count, isKnown },
    fail: (reason) => failures.push(reason),
  });
  return { get, reports, failures, count };
}

function streamOf(...chunks) {
  return typedStreamOf("text/plain", ...chunks);
}

function typedStreamOf(type, ...chunks) {
  return new Response(
    new ReadableStream({
      start(out) {
        for (const chunk of chunks) out.enqueue(new Uint8Array(chunk));
        out.close();
      },
    }),
    { headers: { "content-type": type } },
  );
}

test("bytes are counted while they arrive, and the body is passed on whole", async () => {
  const { get, reports, failures } = counting(() => streamOf(2, 4));
  const response = await get("https://example.org/p/pyodide.asm.wasm?x=1");
  assert.equal((await response.arrayBuffer()).byteLength, 6);
  assert.deepEqual(reports, [
    [2, 10],
    [6, 10],
  ]);
  assert.deepEqual(failures, []);
});

test("WebAssembly keeps its type, so that it compiles while it arrives, whatever the host says", async () => {
  const { get } = counting(() => streamOf(6));
  assert.equal((await get("/pyodide.asm.wasm")).headers.get("content-type"), "application/wasm");
});

test("what a browser keeps with its answer is not lost: the answer itself is passed on, and once known nobody copies it", async () => {
  const answer = typedStreamOf("application/wasm", 2, 4);
  const { get } = counting(() => answer);
  assert.equal(await get("/pyodide.asm.wasm"), answer);

  const kept = typedStreamOf("application/wasm", 2, 4);
  kept.clone = () => assert.fail("it was copied");
  const known = counting(() => kept, true);
  assert.equal(await known.get("/pyodide.asm.wasm"), kept);
  assert.deepEqual(known.reports, [[6, 10]]);
});

test("of what is known a list is still counted, which could not say that it is damaged", async () => {
  const failures = [];
  const sizes = { "list.json": 4, "started.bin": 4 };
  const options = { sizes, count: meter(sizes, () => {}), fail: (reason) => failures.push(reason), isKnown: true };
  const get = countingFetch(async () => new Response("abc"), options);
  for (const name of ["started.bin", "list.json"]) await (await get(`/${name}`)).text();
  assert.deepEqual(failures, ["list.json: 3 bytes of 4"]);
});

test("a file cut short is refused", async () => {
  const { get, failures } = counting(() => streamOf(3));
  await (await get("/pyodide.asm.wasm")).arrayBuffer();
  assert.deepEqual(failures, ["pyodide.asm.wasm: 3 bytes of 6"]);
});

test("a missing file is told at once", async () => {
  const { get, failures } = counting(() => new Response("", { status: 404 }));
  await assert.rejects(get("/pyodide.asm.wasm"), /404/);
  assert.deepEqual(failures, ["pyodide.asm.wasm: 404"]);
});

test("a broken connection is told at once", async () => {
  const { get, failures } = counting(() => Promise.reject(new TypeError("Failed to fetch")));
  await assert.rejects(get("/pyodide.asm.wasm"));
  assert.deepEqual(failures, ["pyodide.asm.wasm: Failed to fetch"]);
});

test("other addresses pass through untouched", async () => {
  const answer = new Response("[]", { status: 404 });
  const { get, reports } = counting(() => answer);
  assert.equal(await get("/python.json"), answer);
  assert.deepEqual(reports, []);
});

test("a module, which cannot be counted, is complete when it is there", () => {
  const { count, reports } = counting(() => null);
  count.complete("pyodide.mjs");
  assert.deepEqual(reports, [[4, 10]]);
});

test("a file's name is the last part of its address", () => {
  assert.equal(fileName(new URL("https://example.org/a/b.zip?c#d")), "b.zip");
  assert.equal(fileName(new Request("https://example.org/a/b.zip")), "b.zip");
});

const WASM = new URL("https://example.org/core.wasm");

test("a file that is passed on while it arrives is asked for at once, and only once", async () => {
  const asked = [];
  const get = fetchedAhead(async (input) => (asked.push(fileName(input)), new Response("abc")), [WASM]);
  assert.deepEqual(asked, ["core.wasm"]);
  assert.equal(await (await get("/core.wasm")).text(), "abc");
  await get("/core.wasm");
  assert.deepEqual(asked, ["core.wasm", "core.wasm"]);
});

test("a file that could not be fetched ahead fails where it is asked for", async () => {
  const get = fetchedAhead(() => Promise.reject(new TypeError("Failed to fetch")), [WASM]);
  await assert.rejects(get(WASM), /Failed to fetch/);
});
