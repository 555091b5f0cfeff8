// The packed tarball in test runners, in a runner of TypeScript and in Rollup, each without a setting.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { IMPORT, REQUIRE, SAID, SHOW, USE, open, project, run, tool } from "./fixtures.mjs";

const env = { ...process.env, CI: "true", NODE_ENV: "test" };
const inNode = (script, args, folder, more = {}) =>
  run(process.execPath, [tool(script), ...args], { cwd: folder, env: { ...env, ...more } });

/** Its reporter needs a later Node.js than the package does. */
const vitest = (folder) =>
  run(tool("node24/bin/node"), [tool("vitest/vitest.mjs"), "run", "--globals", "--root", folder], { cwd: folder, env });

const EXPECT = `test("the gate decides", () => expect(said).toBe(${JSON.stringify(SAID)}));`;

test("Jest: CommonJS and ESM", () => {
  const folder = project("jest", { "cjs.test.cjs": `${REQUIRE}${USE}${EXPECT}`, "esm.test.mjs": `${IMPORT}${USE}${EXPECT}` });
  const jest = (args, more) =>
    inNode("jest/bin/jest.js", ["--rootDir", folder, "--transform={}", "--ci", "--testMatch", ...args], folder, more);
  jest(["**/*.test.cjs"]);
  jest(["**/*.test.mjs"], { NODE_OPTIONS: "--experimental-vm-modules" });
});

test("Vitest", () => {
  const folder = project("vitest", { "gate.test.js": `${IMPORT}${USE}${EXPECT}`, "gate.test.ts": `${IMPORT}${USE}${EXPECT}` }, { type: "module" });
  vitest(folder);
});

test("a failing test fails in both: the two above can", () => {
  const wrong = EXPECT.replace("accept true", "accept false");
  const files = { "gate.test.cjs": `${REQUIRE}${USE}${wrong}`, "gate.test.js": `${IMPORT}${USE}${wrong}` };
  const folder = project("wrong", files);
  const jest = ["--rootDir", folder, "--transform={}", "--testMatch", "**/*.test.cjs"];
  assert.throws(() => inNode("jest/bin/jest.js", jest, folder), /accept true defer false/);
  assert.throws(() => vitest(folder), /accept true defer false/);
});

test("tsx: TypeScript that is run as it is, as either kind of module", () => {
  const typed = `const shown: string = said;console.log(shown);`;
  const folder = project("tsx", { "main.mts": `${IMPORT}${USE}${typed}`, "main.cts": `${IMPORT}${USE}${typed}`, "main.ts": `${IMPORT}${USE}${typed}` });
  for (const file of ["main.mts", "main.cts", "main.ts"]) {
    assert.equal(inNode("tsx/dist/cli.mjs", [file], folder).trim(), SAID);
  }
});

test("Rollup, for a page and for Node.js", async () => {
  const folder = project("rollup", { "src.js": SHOW, "node.js": `${IMPORT}${USE}console.log(said);` });
  const plugin = ["--plugin", tool("@rollup/plugin-node-resolve/dist/es/index.js"), "--silent"];
  const rollup = (args) => inNode("rollup/dist/bin/rollup", [...args, ...plugin], folder);
  rollup(["src.js", "--format=iife", "--file=main.js"]);
  assert.equal(await open(folder), SAID);
  for (const [format, file] of [["cjs", "out.cjs"], ["es", "out.mjs"]]) {
    rollup(["node.js", `--format=${format}`, `--file=${file}`]);
    assert.equal(run(process.execPath, [join(folder, file)]).trim(), SAID);
  }
});
