// The worked example: it compiles, and what it prints is what its transcript says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const sdk = join(dirname(fileURLToPath(import.meta.url)), "..");
const examples = join(sdk, "../../examples");

test("the example prints its transcript", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "aana-example-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const own = (path) => !/node_modules|\bdist\b/.test(path.slice(examples.length));
  cpSync(examples, join(folder, "examples"), { recursive: true, filter: own });

  // As `npm install` would leave it, from what this package has anyway.
  const example = join(folder, "examples/pipeline/typescript");
  const modules = join(example, "node_modules");
  mkdirSync(join(modules, "@aana"), { recursive: true });
  symlinkSync(sdk, join(modules, "@aana/integration-sdk"));
  for (const name of ["@types", "undici-types"]) symlinkSync(join(sdk, "node_modules", name), join(modules, name));

  const run = (...args) => execFileSync(process.execPath, args, { cwd: example, encoding: "utf8" });
  assert.equal(run(join(sdk, "node_modules/typescript/bin/tsc")), "");
  assert.equal(run("dist/pipeline.js"), readFileSync(join(examples, "pipeline/transcript.txt"), "utf8"));
});
