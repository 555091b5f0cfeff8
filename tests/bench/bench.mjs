// Measures the npm package over `events.json`, through WebAssembly or, with the path of an addon, natively.
//
//   node bench.mjs measure CALLS PACKAGE [ADDON]    one line of JSON for each operation and event; without an
//                                                   addon, the peers' as well
//   node --expose-gc --max-semi-space-size=1 bench.mjs soak CALLS PACKAGE [ADDON]    the memory after each tenth
//
// PACKAGE is the folder of the built package. `cargo xtask bench` runs it beside its counterparts.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { peers } from "./peers/peers.mjs";

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
/** Fewer of what a peer takes long for: the median of a thousand is as good. */
const MOST_OF_PEERS = 1000;

const began = performance.now();
const entry = addon === undefined ? "node.js" : "native.js";
const sdk = await import(pathToFileURL(`${folder}/dist/esm/${entry}`).href);
if (addon !== undefined) sdk.useNative(addon);
const gate = new sdk.Gate();
const loaded = performance.now() - began;
if (sdk.engineInfo().kind !== (addon === undefined ? "wasm" : "native")) {
  throw new Error(`another engine decides: ${JSON.stringify(sdk.engineInfo())}`);
}

/** Keeps results alive, so that no call is optimized away. */
let sink;

/** Times each operation by itself, one call of each in turn: whatever else the machine does meets them all. */
function sample(event, operations) {
  for (const { work } of operations) for (let call = 0; call < MOST_OF_PEERS; call += 1) sink = work();
  const times = operations.map(({ peer }) => new Float64Array(peer ? Math.min(calls, MOST_OF_PEERS) : calls));
  for (let call = 0; call < calls; call += 1) {
    for (const [index, { work }] of operations.entries()) {
      if (call >= times[index].length) continue;
      const start = process.hrtime.bigint();
      sink = work();
      times[index][call] = Number(process.hrtime.bigint() - start) / 1000;
    }
  }
  for (const [index, { peer, operation }] of operations.entries()) {
    const sorted = times[index].sort();
    const at = (part) => sorted[Math.floor((sorted.length * part) / 100)];
    print({ ...(peer && { surface: peer }), operation, event, p50_us: at(50), p99_us: at(99) });
  }
}

if (command === "measure") {
  print({ operation: "load", event: "", p50_us: loaded * 1000, p99_us: loaded * 1000 });
  const others = addon === undefined ? await peers() : [];
  for (const { name, route, event } of manifest.events) {
    const text = JSON.stringify(event);
    const decision = gate.check(event, now);
    if (decision.route !== route) throw new Error(`${name}: another route, ${decision.route}`);
    const long = JSON.stringify(decision);
    sample(name, [
      { operation: "floor", work: () => [JSON.stringify(event), JSON.parse(long)] },
      { operation: "decide", work: () => gate.decide(event, now).route },
      { operation: "checkJson", work: () => gate.checkJson(text, now) },
      { operation: "check", work: () => gate.check(event, now) },
      {
        operation: "check + shouldExecuteTool",
        work: () => sdk.shouldExecuteTool(sdk.checkToolPrecheck(event, { now }), event),
      },
      ...others.map(({ surface: peer, operation, prepare }) => ({ peer, operation, work: prepare(event) })),
    ]);
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
