// Measures the npm package over `events.json`, through WebAssembly or, with the path of an addon, natively.
//
//   node bench.mjs measure CALLS PACKAGE [ADDON]    one line of JSON for each operation and event
//   node --expose-gc --max-semi-space-size=1 bench.mjs soak CALLS PACKAGE [ADDON]    the memory after each tenth
//
// PACKAGE is the folder of the built package. `cargo xtask bench` runs it beside its counterparts.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [command, callsText, folder, addon] = process.argv.slice(2);
const calls = Number(callsText);
if (!["measure", "soak"].includes(command) || !Number.isSafeInteger(calls) || folder === undefined) {
  console.error("usage: node bench.mjs measure|soak CALLS PACKAGE [ADDON]");
  process.exit(2);
}

const manifest = JSON.parse(readFileSync(new URL("events.json", import.meta.url), "utf8"));
const now = Date.parse(manifest.now);
const surface = addon === undefined ? "wasm-node" : "node-addon";
const print = (line) => console.log(JSON.stringify({ surface, ...line }));

const began = performance.now();
const entry = addon === undefined ? "index.js" : "native.js";
const sdk = await import(pathToFileURL(`${folder}/dist/esm/${entry}`).href);
if (addon !== undefined) sdk.useNative(addon);
const gate = new sdk.Gate();
const loaded = performance.now() - began;
if (sdk.engineInfo().kind !== (addon === undefined ? "wasm" : "native")) {
  throw new Error(`another engine decides: ${JSON.stringify(sdk.engineInfo())}`);
}

/** Keeps results alive, so that no call is optimized away. */
let sink;

function sample(operation, event, work) {
  for (let call = 0; call < calls / 10; call += 1) sink = work();
  const times = new Float64Array(calls);
  for (let call = 0; call < calls; call += 1) {
    const start = process.hrtime.bigint();
    sink = work();
    times[call] = Number(process.hrtime.bigint() - start) / 1000;
  }
  times.sort();
  const at = (part) => times[Math.floor((calls * part) / 100)];
  print({ operation, event, p50_us: at(50), p99_us: at(99) });
}

if (command === "measure") {
  print({ operation: "load", event: "", p50_us: loaded * 1000, p99_us: loaded * 1000 });
  for (const { name, route, event } of manifest.events) {
    const text = JSON.stringify(event);
    const decision = gate.check(event, now);
    if (decision.route !== route) throw new Error(`${name}: another route, ${decision.route}`);
    const long = JSON.stringify(decision);
    sample("floor", name, () => [JSON.stringify(event), JSON.parse(long)]);
    sample("decide", name, () => gate.decide(event, now).route);
    sample("checkJson", name, () => gate.checkJson(text, now));
    sample("check", name, () => gate.check(event, now));
    sample("check + shouldExecuteTool", name, () =>
      sdk.shouldExecuteTool(sdk.checkToolPrecheck(event, { now }), event),
    );
  }
} else {
  const resident = () => {
    globalThis.gc();
    return process.memoryUsage().rss;
  };
  const held = [];
  for (let call = 1; call <= calls; call += 1) {
    const { event } = manifest.events[call % manifest.events.length];
    sink = gate.check(event, now);
    if (call % Math.floor(calls / 10) === 0) held.push(resident());
  }
  print({ calls, held });
}
