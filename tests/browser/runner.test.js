import assert from "node:assert/strict";
import test from "node:test";

import * as protocol from "../../scripts/aferir/browser/protocol.js";
import { runner } from "../../scripts/aferir/browser/runner.js";
import { settled } from "./page.js";

const RUN = { lesson: "split", language: "es", cells: [{ name: "heads", source: "1" }] };

/**
 * A runner over fake workers. `behaviour(worker, message)` plays the worker; by default it starts and never answers
 * anything else.
 */
function bench({ seconds = 5, spareAfter = 1000, rest = Infinity, onPractised = null, behaviour = () => {}, start = "done" } = {}) {
  const workers = [];
  const createWorker = (orders) => {
    const worker = {
      orders,
      messages: [],
      ended: false,
      terminate: () => (worker.ended = true),
      say: (message) => worker.onmessage({ data: message }),
      postMessage(message) {
        worker.messages.push(message);
        if (message.type !== "start") queueMicrotask(() => behaviour(worker, message, workers.length));
        else if (start === "done") queueMicrotask(() => worker.say(protocol.done(message.id, null)));
        else if (start !== "never") queueMicrotask(() => start(worker, message, workers.length));
      },
    };
    workers.push(worker);
    return worker;
  };
  return { workers, made: runner({ createWorker, python: "/python.json", seconds, spareAfter, rest, onPractised }) };
}

const answer = (worker, message) => worker.say(protocol.done(message.id, { cells: [], dropped: 0 }));
const quiet = (t) => t.mock.method(console, "error", () => {});

test("nothing is loaded before something is asked for", () => {
  assert.equal(bench().workers.length, 0);
});

test("a request starts Python, is worked on, and answered", async () => {
  const { made, workers } = bench({ behaviour: answer });
  const outcome = await made.run(RUN);
  assert.deepEqual(outcome, { status: "done", result: { cells: [], dropped: 0 }, generation: 1 });
  assert.deepEqual(
    workers[0].messages.map(({ type }) => type),
    ["start", "run"],
  );
  assert.equal(made.ready(), true);
});

test("requests are worked on one after the other by one worker", async () => {
  const { made, workers } = bench({ behaviour: answer });
  const order = [];
  await Promise.all([1, 2, 3].map((n) => made.run(RUN, { onBegin: () => order.push(n) })));
  assert.deepEqual(order, [1, 2, 3]);
  assert.equal(workers.length, 1);
});

test("a request made by a function is made when its turn has come, and knows its worker", async () => {
  const { made } = bench({ behaviour: answer });
  await made.run((generation) => {
    assert.equal(generation, 1);
    return RUN;
  });
});

test("progress and prints reach the request they belong to", async () => {
  const heard = [];
  const start = (worker, message) => {
    worker.say(protocol.progress("download", 1, 2));
    worker.say(protocol.done(message.id, null));
  };
  const behaviour = (worker, message) => {
    worker.say(protocol.print(message.id + 100, "other", "stdout", "not mine"));
    worker.say(protocol.print(message.id, "heads", "stdout", "mine"));
    answer(worker, message);
  };
  const { made } = bench({ start, behaviour });
  await made.run(RUN, {
    onProgress: ({ loaded }) => heard.push(`loaded ${loaded}`),
    onBegin: () => heard.push("begin"),
    onPrint: ({ text }) => heard.push(text),
  });
  assert.deepEqual(heard, ["loaded 1", "begin", "mine"]);
});

test("code past the time limit is ended, and a new worker is already there", async () => {
  const { made, workers } = bench({ seconds: 0.02 });
  const outcome = await made.run(RUN);
  assert.deepEqual(outcome, { status: "timeout", seconds: 0.02, generation: 1 });
  assert.equal(workers[0].ended, true);
  await settled();
  assert.equal(workers.length, 2);
  assert.equal(made.ready(), true);
});

test("the time limit does not count the download", async () => {
  const start = (worker, message) => setTimeout(() => worker.say(protocol.done(message.id, null)), 60);
  const { made } = bench({ seconds: 0.03, start, behaviour: answer });
  assert.equal((await made.run(RUN)).status, "done");
});

test("Stop ends a running request and the next one gets a new worker", async () => {
  const { made, workers } = bench({ behaviour: (worker, message, count) => count > 1 && answer(worker, message) });
  const stop = new AbortController();
  const running = made.run(RUN, { signal: stop.signal, onBegin: () => queueMicrotask(() => stop.abort()) });
  assert.deepEqual(await running, { status: "stopped", generation: 1 });
  assert.equal(workers[0].ended, true);
  assert.deepEqual(await made.run(RUN), { status: "done", result: { cells: [], dropped: 0 }, generation: 2 });
});

test("Stop while Python is on its way leaves the download alone", async () => {
  const { made, workers } = bench({ start: "never" });
  const stop = new AbortController();
  const waiting = made.run(RUN, { signal: stop.signal });
  stop.abort();
  assert.equal((await waiting).status, "stopped");
  assert.equal(workers[0].ended, false);
});

test("Stop takes back a request that waits its turn, without a word to the one that runs", async () => {
  const { made, workers } = bench();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = made.run(RUN, { signal: first.signal });
  const waiting = made.run(RUN, { signal: second.signal });
  await settled();
  second.abort();
  assert.equal((await waiting).status, "stopped");
  assert.equal(workers[0].ended, false);
  first.abort();
  assert.equal((await running).status, "stopped");
});

test("a request whose signal was aborted before is not begun", async () => {
  const { made, workers } = bench();
  assert.equal((await made.run(RUN, { signal: AbortSignal.abort() })).status, "stopped");
  assert.equal(workers.length, 0);
});

test("an answered request is not stopped by its signal later", async () => {
  const { made, workers } = bench({ behaviour: answer });
  const stop = new AbortController();
  await made.run(RUN, { signal: stop.signal });
  stop.abort();
  assert.equal(workers[0].ended, false);
});

test("a failed download is told to all who wait, and the next request tries again past the cache", async (t) => {
  quiet(t);
  const start = (worker, message, count) =>
    worker.say(count === 1 ? protocol.failed(message.id, "download", "x.zip: 404") : protocol.done(message.id, null));
  const { made, workers } = bench({ start, behaviour: answer });
  const outcomes = await Promise.all([made.run(RUN), made.run(RUN)]);
  for (const { status, reason, detail } of outcomes) {
    assert.deepEqual([status, reason, detail], ["failed", "download", "x.zip: 404"]);
  }
  assert.equal(workers[0].ended, true);
  assert.equal((await made.run(RUN)).status, "done");
  assert.deepEqual(
    workers.map(({ orders }) => orders),
    ["new", "doubted"].map((files) => ({ python: "/python.json", files })),
  );
});

test("a worker that does not load is a failed download", async (t) => {
  quiet(t);
  const { made, workers } = bench({ start: "never" });
  const waiting = made.run(RUN);
  workers[0].onerror({ message: "404" });
  assert.equal((await waiting).reason, "download");
});

test("a fatal error ends the worker and a new one starts by itself", async (t) => {
  quiet(t);
  const behaviour = (worker, message) => worker.say(protocol.failed(message.id, "fatal", "out of bounds"));
  const { made, workers } = bench({ behaviour });
  const outcome = await made.run(RUN);
  assert.deepEqual([outcome.status, outcome.reason, outcome.generation], ["failed", "fatal", 1]);
  await settled();
  assert.deepEqual([workers[0].ended, workers.length, made.ready()], [true, 2, true]);
});

test("a fault of ours ends the worker, so that the next try works and knows that nothing has run", async (t) => {
  quiet(t);
  const behaviour = (worker, message, count) =>
    count > 1 ? answer(worker, message) : worker.say(protocol.failed(message.id, "internal", "PythonError"));
  const { made, workers } = bench({ behaviour });
  const outcome = await made.run(RUN);
  assert.deepEqual([outcome.status, outcome.reason, outcome.generation], ["failed", "internal", 1]);
  assert.equal(workers[0].ended, true);
  const next = await made.run(RUN);
  assert.deepEqual([next.status, next.generation, workers.length], ["done", 2, 2]);
});

for (const type of ["MemoryError", "_ArrayMemoryError"]) {
  test(`after a ${type} the answer is given and Python is started anew`, async () => {
    const result = { cells: [{ name: "heads", problem: { type } }], dropped: 0 };
    const behaviour = (worker, message) => worker.say(protocol.done(message.id, result));
    const { made, workers } = bench({ behaviour });
    assert.deepEqual(await made.run(RUN), { status: "done", result, generation: 1 });
    assert.equal(workers[0].ended, true);
    assert.equal((await made.run(RUN)).generation, 2);
  });
}

test("another problem in a cell leaves the worker in place", async () => {
  const result = { cells: [{ name: "heads", problem: { type: "NameError" } }], dropped: 0 };
  const { made, workers } = bench({ behaviour: (worker, message) => worker.say(protocol.done(message.id, result)) });
  await made.run(RUN);
  assert.equal(workers[0].ended, false);
});

test("the last words of an ended worker are not heard", async (t) => {
  quiet(t);
  const { made, workers } = bench({ seconds: 0.02, behaviour: (w, m, count) => count > 1 && answer(w, m) });
  await made.run(RUN);
  workers[0].onerror({ message: "late" });
  workers[0].say(protocol.failed(workers[0].messages[0].id, "download", "late"));
  assert.equal((await made.run(RUN)).status, "done");
});

test("Python can be fetched ahead", async () => {
  const { made, workers } = bench({ behaviour: answer });
  made.start();
  made.start();
  await settled();
  assert.deepEqual([workers.length, made.ready()], [1, true]);
  await made.arrived;
});

test("stop ends whatever runs or waits", async () => {
  const { made } = bench();
  const asked = [made.run(RUN), made.run(RUN)];
  await settled();
  made.stop();
  assert.deepEqual(
    (await Promise.all(asked)).map(({ status }) => status),
    ["stopped", "stopped"],
  );
});

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("a request that runs long has a spare made, which takes over when it is stopped", async () => {
  const { made, workers } = bench({ spareAfter: 5, behaviour: (w, m) => w !== workers[0] && answer(w, m) });
  const stop = new AbortController();
  const running = made.run(RUN, { signal: stop.signal });
  await later(20);
  assert.equal(workers.length, 2);
  stop.abort();
  assert.equal(made.ready(), true);
  assert.deepEqual(await running, { status: "stopped", generation: 1 });
  assert.deepEqual(await made.run(RUN), { status: "done", result: { cells: [], dropped: 0 }, generation: 2 });
  assert.deepEqual([workers.length, workers[0].ended, workers[1].ended], [2, true, false]);
});

test("a request that ends soon has no spare made, and no second one is made for the next", async () => {
  const { made, workers } = bench({ spareAfter: 5, behaviour: answer });
  await made.run(RUN);
  await later(15);
  assert.equal(workers.length, 1);
});

test("where there is room, a spare is made while nothing is asked, and takes over at once", async () => {
  const { made, workers } = bench({ rest: 5, behaviour: answer });
  await made.run(RUN);
  await new Promise((wait) => setTimeout(wait, 30));
  assert.equal(workers.length, 2);
  assert.equal((await made.run(RUN)).status, "done");
  await new Promise((wait) => setTimeout(wait, 30));
  assert.equal(workers.length, 2, "one is enough");
});

test("where it is wanted a worker practises first while nothing is asked, once, and is ended", async () => {
  let practised = 0;
  const { made, workers } = bench({ rest: 5, onPractised: () => practised++, behaviour: answer });
  await made.run(RUN);
  await later(30);
  assert.deepEqual(workers[1].messages.map(({ type }) => type), ["start", "practise"]);
  assert.deepEqual([practised, workers[1].ended, workers.length], [1, true, 3]);
  await made.run(RUN);
  await later(30);
  assert.deepEqual([practised, workers.length, workers[2].ended], [1, 3, false], "the third is the spare");
});

test("practice that fails is not noted, and nobody hears of it", async () => {
  let practised = 0;
  const behaviour = (worker, message) =>
    message.type === "practise" ? worker.say(protocol.failed(message.id, "internal", "?")) : answer(worker, message);
  const { made, workers } = bench({ rest: 5, onPractised: () => practised++, behaviour });
  await made.run(RUN);
  await later(30);
  assert.deepEqual([practised, workers[1].ended, workers.length], [0, true, 3]);
  assert.equal((await made.run(RUN)).status, "done");
});

test("who asks while a worker practises is answered by another", async () => {
  const { made, workers } = bench({
    ...{ rest: 5, onPractised: () => {} },
    behaviour: (worker, message) => message.type !== "practise" && answer(worker, message),
  });
  await made.run(RUN);
  await later(15);
  assert.equal((await made.run(RUN)).generation, 1);
  await later(15);
  assert.deepEqual([workers.length, workers[1].ended], [2, false], "and no second one is made");
});

test("a spare that does not come is left at that, and one is made anew when it is needed", async () => {
  const start = (worker, message, count) =>
    worker.say(count === 2 ? protocol.failed(message.id, "download", "offline") : protocol.done(message.id, null));
  const { made, workers } = bench({ spareAfter: 5, start, behaviour: (w, m, count) => count > 2 && answer(w, m) });
  const stop = new AbortController();
  const running = made.run(RUN, { signal: stop.signal });
  await later(20);
  assert.deepEqual([workers.length, workers[1].ended], [2, true]);
  stop.abort();
  await running;
  assert.equal((await made.run(RUN)).status, "done");
  assert.equal(workers.length, 3);
});
