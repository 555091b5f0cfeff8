// The packed tarball and the addon's package in other runtimes than the Node.js that is here, and where
// an addon cannot be loaded. `AANA_ADDON` is the built addon, in the folder of its package.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { IMPORT, REQUIRE, SAID, USE, install, packAddon, packed, project, run, sdk, tool, scratch } from "./fixtures.mjs";

const addon = process.env.AANA_ADDON;
assert.ok(addon !== undefined && existsSync(addon), "AANA_ADDON is the path of the built addon");
const { name: addonName } = JSON.parse(readFileSync(join(dirname(addon), "package.json"), "utf8"));
const addonTarball = packAddon(dirname(addon));

const NATIVE = `import { checkToolPrecheck, engineInfo, shouldExecuteTool, useNative } from "@aana/integration-sdk/native";\n`;

// Decides every case and says whether the bytes are the recorded ones.
const CASES = `
import { loadBlessed, loadCases, eventOf, sha256 } from ${JSON.stringify(pathToFileURL(join(sdk, "test/suite.mjs")).href)};
const { Gate, engineInfo } = await import(process.argv[2]);
const blessed = loadBlessed();
const cases = loadCases();
const wrong = cases.filter((it) => sha256(new Gate(it.policy).checkJson(eventOf(it), it.now, it.attested)) !== blessed.get(it.id));
console.log(JSON.stringify({ kind: engineInfo().kind, cases: cases.length, missing: blessed.size - cases.length, wrong: wrong.map((it) => it.id) }));
`;

// The main thread and four others, each with the addon.
const THREADS = `${NATIVE}import { Worker, isMainThread, parentPort } from "node:worker_threads";${USE}
const all = engineInfo().kind + " " + said;
if (isMainThread) {
  console.log(all);
  for (let n = 0; n < 4; n += 1) new Worker(new URL(import.meta.url)).on("message", (it) => console.log(it));
} else {
  parentPort.postMessage(all);
}`;

const folder = project("runtimes", {
  "main.mjs": `${IMPORT}${USE}console.log(said);`,
  "main.cjs": `${REQUIRE}${USE}console.log(said);`,
  "native.cjs": `const { engineInfo, checkToolPrecheck, shouldExecuteTool } = require("@aana/integration-sdk/native");${USE}console.log(engineInfo().kind, said);`,
  "named.mjs": `${NATIVE}const { kind } = useNative(${JSON.stringify(addon)});${USE}console.log(kind, said);`,
  "threads.mjs": THREADS,
  "cases.mjs": CASES,
});
install(folder, [addonTarball]);

const env = { ...process.env, DENO_DIR: join(scratch, "deno"), DENO_NO_UPDATE_CHECK: "1", DO_NOT_TRACK: "1" };
const bun = tool("@oven/bun-linux-x64/bin/bun");
const deno = tool("@deno/linux-x64-glibc/deno");
const RUNTIMES = [
  ["Node.js 18", tool("node18/bin/node")],
  ["Node.js 22", tool("node22/bin/node")],
  ["Node.js 24", tool("node24/bin/node")],
  ["Bun", bun],
  // What a program with an addon has to be allowed, and no more.
  ["Deno", deno, "run", "--allow-read", "--allow-env", "--allow-ffi"],
];

for (const [name, command, ...before] of RUNTIMES) {
  const said = (...args) => run(command, [...before, ...args], { cwd: folder, env }).trim();

  test(`${name}: ESM and CommonJS`, () => {
    assert.equal(said("main.mjs"), SAID);
    assert.equal(said("main.cjs"), SAID);
  });

  test(`${name}: the addon as a package and as a file`, () => {
    assert.equal(said("native.cjs"), `native ${SAID}`);
    assert.equal(said("named.mjs"), `native ${SAID}`);
  });

  test(`${name}: the addon in five threads`, () => {
    assert.deepEqual(said("threads.mjs").split("\n"), Array(5).fill(`native ${SAID}`));
  });

  for (const [entry, kind] of [["@aana/integration-sdk", "wasm"], ["@aana/integration-sdk/native", "native"]]) {
    test(`${name}: every case, ${kind}`, () => {
      const found = JSON.parse(said("cases.mjs", entry));
      assert.ok(found.cases > 1000);
      assert.deepEqual(found, { kind, cases: found.cases, missing: 0, wrong: [] });
    });
  }
}

test("Deno without a permission decides as well", () => {
  const printed = run(deno, ["run", "--no-prompt", "main.mjs"], { cwd: folder, env });
  assert.equal(printed.trim(), SAID);
});

test("a single file by Bun: WebAssembly inside, and the addon where it is named", () => {
  for (const [source, expected] of [["main.mjs", SAID], ["named.mjs", `native ${SAID}`]]) {
    const program = join(scratch, source.replace(".mjs", ".bin"));
    run(bun, ["build", "--compile", source, "--outfile", program], { cwd: folder, env });
    assert.equal(run(program, [], { cwd: scratch, env: {} }).trim(), expected);
  }
});

test("the addon asks for no glibc above 2.17", () => {
  const asked = [...readFileSync(addon).toString("latin1").matchAll(/GLIBC_2\.(\d+)/g)].map((it) => Number(it[1]));
  assert.ok(asked.length > 0);
  assert.ok(Math.max(...asked) <= 17, `GLIBC_2.${Math.max(...asked)}`);
});

/** Says what `/native` does in a fresh project whose addon is this file. */
function withAddon(name, bytes) {
  const text = `${NATIVE}${USE}console.log(JSON.stringify({ ...engineInfo(), said }));`;
  const folder = project(name, { "main.mjs": text, [`node_modules/${addonName}/package.json`]: `{"main": "aana.node"}` });
  writeFileSync(join(folder, "node_modules", addonName, "aana.node"), bytes);
  return JSON.parse(run(process.execPath, ["main.mjs"], { cwd: folder }));
}

test("an addon for a newer glibc is not loaded, and WebAssembly decides", () => {
  const bytes = readFileSync(addon);
  const at = bytes.indexOf("GLIBC_2.");
  bytes.write("GLIBC_9.", at, "latin1");
  const { kind, reason, said } = withAddon("newer", bytes);
  assert.deepEqual([kind, said], ["wasm", SAID]);
  assert.match(reason, /GLIBC_9\./);
});

test("an addon for another libc or another machine is not loaded, and WebAssembly decides", () => {
  const musl = readFileSync(addon);
  musl.write("libx", musl.indexOf("libc.so.6"), "latin1");
  const machine = readFileSync(addon);
  machine.writeUInt16LE(183, 18);
  for (const [name, bytes, why] of [["musl", musl, /libx\.so\.6/], ["arm", machine, /cannot open|ELF|machine/i], ["cut", machine.subarray(0, 99), /cannot open|short|ELF/i]]) {
    const { kind, reason, said } = withAddon(name, bytes);
    assert.deepEqual([kind, said], ["wasm", SAID]);
    assert.match(reason, why);
  }
});

test("without `ldd` or anything else in the path the addon is found", () => {
  const printed = run(process.execPath, ["native.cjs"], { cwd: folder, env: { PATH: "" } });
  assert.equal(printed.trim(), `native ${SAID}`);
});

test("a lock file from another system leaves the addon out, and WebAssembly decides", () => {
  const folder = project("moved", { "main.mjs": `${NATIVE}${USE}console.log(engineInfo().kind, said);` });
  install(folder, [addonTarball], ["--save-optional", "--os=darwin", "--cpu=arm64"]);
  assert.ok(!existsSync(join(folder, "node_modules", addonName)));
  const main = () => run(process.execPath, ["main.mjs"], { cwd: folder }).trim();
  assert.equal(main(), `wasm ${SAID}`);
  // Installed again from that lock file, here.
  run("npm", ["ci", "--offline", "--no-audit", "--no-fund"], { cwd: folder });
  assert.match(main(), new RegExp(`^(native|wasm) ${SAID}$`));
});

test("with musl the package of the addon is left out by its `libc`", () => {
  const folder = project("libc", {});
  install(folder, [addonTarball], ["--save-optional", "--os=linux", "--cpu=x64", "--libc=musl"]);
  assert.ok(!existsSync(join(folder, "node_modules", addonName)));
});

test("nothing runs while either package is installed", () => {
  const bomb = join(scratch, "scripts");
  mkdirSync(bomb);
  writeFileSync(join(bomb, "package.json"), JSON.stringify({ name: "scripts", private: true, version: "1.0.0" }));
  // A shell that cannot be started: any script would be an error.
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--no-ignore-scripts", "--script-shell=/nowhere/sh"];
  run("npm", [...args, join(scratch, packed.filename), addonTarball], { cwd: bomb });
  assert.ok(existsSync(join(bomb, "node_modules", addonName, "aana.node")));
});
