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

test("it loads where the program is no file", () => {
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
