// The addon: found as a package, given as a file, or missing. `AANA_ADDON` is the built file.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const addon = process.env.AANA_ADDON;
assert.ok(addon !== undefined && existsSync(addon), "AANA_ADDON is the path of the built addon");
const sdk = join(dirname(fileURLToPath(import.meta.url)), "..");

const folder = mkdtempSync(join(tmpdir(), "aana-native-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const modules = join(folder, "node_modules/@aana");
mkdirSync(join(modules, "integration-sdk"), { recursive: true });
for (const part of ["package.json", "dist"]) {
  cpSync(join(sdk, part), join(modules, "integration-sdk", part), { recursive: true });
}

const node = (text, name = "main.mjs") => {
  writeFileSync(join(folder, name), text);
  const done = spawnSync(process.execPath, [name], { cwd: folder, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  return done.stdout.trim();
};

const USE = "const said = [sdk.engineInfo().kind, sdk.checkToolPrecheck({}).route, sdk.shouldExecuteTool({})].join(' ');";

test("without the package there is WebAssembly, with a reason", () => {
  const text = `import * as sdk from "@aana/integration-sdk/native"; ${USE} console.log(said, sdk.engineInfo().reason);`;
  assert.match(node(text), /^wasm refuse false no addon could be loaded; tried @aana\/native-linux-x64-gnu: /);
});

test("it loads where the program is not a file", () => {
  const text = `import("@aana/integration-sdk/native").then((sdk) => { ${USE} console.log(said); });`;
  for (const flags of [["-e"], ["--input-type=module", "-e"], ["--input-type=commonjs", "-e"], ["-p"]]) {
    const done = spawnSync(process.execPath, [...flags, text], { cwd: folder, encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    assert.match(done.stdout, /wasm refuse false\n$/);
  }
  const required = `const sdk = require("@aana/integration-sdk/native"); ${USE} console.log(said);`;
  assert.equal(spawnSync(process.execPath, ["-e", required], { cwd: folder, encoding: "utf8" }).stdout, "wasm refuse false\n");
});

test("a file may be named, and a wrong one is told", () => {
  const text = `import * as sdk from "@aana/integration-sdk/native";
    console.log(sdk.useNative(${JSON.stringify(addon)}).kind, sdk.useNative("./nowhere.node").reason); ${USE} console.log(said);`;
  assert.match(node(text), /^native no addon could be loaded; tried \.\/nowhere\.node: .*\nwasm refuse false$/);
});

test("an addon of another version, or a file that is not an addon, decides nothing", () => {
  const real = `const real = require(${JSON.stringify(addon)});`;
  const other = "check(...given) { return super.check(...given).replace(/\"gate_version\":\"[^\"]*/, '\"gate_version\":\"0.9.0'); }";
  for (const [name, text] of [
    ["older.cjs", `${real} module.exports = { ...real, Gate: class extends real.Gate { ${other} } };`],
    ["accepts.cjs", "module.exports = { shouldExecute: () => true, Gate: class { check() { return '1{}'; } verdict() { return 4; } } };"],
    ["nothing.cjs", "module.exports = {};"],
    ["none.cjs", "module.exports = undefined;"],
    ["throws.cjs", "throw new Error('no');"],
  ]) {
    writeFileSync(join(folder, name), text);
    const program = `import * as sdk from "@aana/integration-sdk/native";
      const { kind, reason } = sdk.useNative(${JSON.stringify(join(folder, name))}); ${USE} console.log(kind, said, reason);`;
    assert.match(node(program), /^wasm wasm refuse false no addon could be loaded; tried /, name);
  }
});

test("many gates in many threads, and one that ends in between", () => {
  const event = { tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [], risk_domain: "research", proposed_arguments: { query: "leave" }, recommended_route: "accept" };
  const threads = `import * as sdk from "@aana/integration-sdk/native"; import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
    sdk.useNative(${JSON.stringify(addon)});
    const event = ${JSON.stringify(event)};
    const decide = () => { let runs = 0; for (let n = 0; n < 200; n += 1) if (new sdk.Gate({ tools: { ["search_" + n]: { route_floor: "ask" } } }).check(event, 0).route === "accept") runs += 1; return runs; };
    if (isMainThread) {
      const workers = Array.from({ length: 6 }, (_, at) => new Worker(new URL(import.meta.url), { workerData: at }));
      const done = workers.map((worker, at) => new Promise((resolve) => { worker.on("message", resolve); worker.on("exit", () => resolve("ended")); if (at === 5) worker.terminate(); }));
      const said = await Promise.all(done);
      console.log(sdk.engineInfo().kind, decide(), said.slice(0, 5).join(" "));
    } else parentPort.postMessage(decide());`;
  assert.equal(node(threads), "native 200 200 200 200 200 200");
});

test("as a package it is found from ESM, CommonJS and worker threads", () => {
  const name = JSON.parse(readFileSync(join(sdk, "../../bindings-node/package.json"), "utf8")).name;
  cpSync(dirname(addon), join(folder, "node_modules", name), { recursive: true });
  assert.equal(node(`import * as sdk from "@aana/integration-sdk/native"; ${USE} console.log(said);`), "native refuse false");
  assert.equal(node(`const sdk = require("@aana/integration-sdk/native"); ${USE} console.log(said);`, "main.cjs"), "native refuse false");
  const threads = `import * as sdk from "@aana/integration-sdk/native"; import { Worker, isMainThread, parentPort } from "node:worker_threads"; ${USE}
    if (isMainThread) for (let n = 0; n < 4; n += 1) new Worker(new URL(import.meta.url)).on("message", (it) => console.log(it));
    else parentPort.postMessage(said);`;
  assert.equal(node(threads), Array(4).fill("native refuse false").join("\n"));
});

test("it switches the whole package", () => {
  const text = `import "@aana/integration-sdk/native"; import * as sdk from "@aana/integration-sdk"; ${USE} console.log(said);`;
  assert.equal(node(text), "native refuse false");
});

test("the loader's list is the list of packages", () => {
  const list = readFileSync(join(sdk, "src/platforms.ts"), "utf8").match(/@aana\/native-[a-z0-9-]+/g);
  const { name, os, cpu, libc, scripts } = JSON.parse(readFileSync(join(sdk, "../../bindings-node/package.json"), "utf8"));
  assert.deepEqual(list, [name]);
  assert.deepEqual([os, cpu, libc, scripts], [["linux"], ["x64"], ["glibc"], undefined]);
});
