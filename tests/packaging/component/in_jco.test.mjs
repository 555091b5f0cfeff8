// Every conformance case through the component as jco makes JavaScript of it. `AANA_JCO` is the folder
// into which `jco transpile` wrote.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const sdk = join(here, "../../../packages/integration-sdk/test");
const { eventOf, hold, loadBlessed, loadCases, loadProbes, root, sha256, writeHashes } = await import(
  pathToFileURL(join(sdk, "suite.mjs")).href
);
const { withPage } = await import(pathToFileURL(join(sdk, "chromium.mjs")).href);

const folder = process.env.AANA_JCO;
assert.ok(folder !== undefined, "AANA_JCO is the folder of what jco wrote");
const { precheck } = await import(pathToFileURL(join(folder, "aana.js")).href);

const blessed = loadBlessed();
const hashes = [];
const encoder = new TextEncoder();

/** JSON text of the event or of the bytes that should be it. */
const bytesOf = (it) => {
  const event = eventOf(it);
  return typeof event === "string" ? encoder.encode(event) : event;
};

/** The optional policy of a case as text. */
const policyOf = (it) => it.policy_text ?? (it.policy === undefined ? undefined : JSON.stringify(it.policy));

/** A word of the component in the contract's spelling. */
const word = (kebab) => kebab.replaceAll("-", "_");
const places = (faults) => faults.map(({ path, code }) => ({ path, code: word(code) }));

for (const it of loadCases()) {
  test(it.id, () => {
    const gate = new precheck.Gate(policyOf(it));
    const now = BigInt(it.now);
    const event = bytesOf(it);
    const attested = Uint32Array.from(it.attested ?? []);
    const decision = gate.checkAttested(event, now, attested);
    const text = decision.json;
    hashes.push([it.id, sha256(text)]);
    hold(it, text, blessed);
    assert.equal(decision.route, it.expect.route);
    assert.deepEqual(decision.hardBlockers.map(word), it.expect.hard_blockers);
    assert.deepEqual(places(decision.validationErrors), it.expect.faults ?? []);
    assert.equal(decision.executes, JSON.parse(text).execution_policy.aana_allows_execution);
    // The other ways in have nobody who attests.
    if (attested.length === 0) {
      assert.equal(gate.checkJson(event, now), text);
      assert.equal(gate.checkBytes(event, now).json, text);
      assert.equal(gate.checkRoute(event, now), it.expect.route);
      if (!("event_base64" in it)) assert.equal(gate.check(eventOf(it), now).json, text);
    }
    gate[Symbol.dispose ?? Symbol.for("dispose")]();
  });
}

for (const it of loadProbes("should_execute")) {
  test(`should_execute: ${it.id}`, () => {
    const decision = it.decision_text ?? JSON.stringify(it.decision);
    const event = "event" in it ? JSON.stringify(it.event) : undefined;
    assert.equal(precheck.shouldExecute(decision, event), it.expect);
  });
}

for (const it of loadProbes("validate")) {
  test(`validate: ${it.id}`, () => assert.deepEqual(places(precheck.validateBytes(bytesOf(it))), it.faults));
}

for (const it of loadProbes("load_policy")) {
  test(`load_policy: ${it.id}`, () => {
    let faults = [];
    try {
      new precheck.Gate(policyOf(it));
    } catch (error) {
      assert.ok(Array.isArray(error.payload), String(error));
      faults = error.payload;
    }
    assert.deepEqual(places(faults), it.faults);
  });
}

test("the hashes are written", () => {
  assert.equal(hashes.length, blessed.size);
  writeHashes("component-jco", hashes);
});

test("what jco wrote imports no shim and nothing of WASI", () => {
  const files = readdirSync(folder);
  assert.deepEqual(files.filter((file) => /\.wasm$/.test(file)), ["aana.core.wasm"]);
  const text = readFileSync(join(folder, "aana.js"), "utf8");
  // The one exception is the file system of Node.js, asked for only there, to read `aana.core.wasm`.
  const asked = [...text.matchAll(/(?:^|[^.\w])(?:import|require)\s*\(\s*([^)]*)\)|^import\b.*|\bfrom\s+["'].*/gm)];
  assert.deepEqual(asked.map((it) => it[0].trim()), ["import('node:fs/promises')"]);
  assert.doesNotMatch(text, /preview2-shim|preview3-shim|["']wasi:/);
  const module = new WebAssembly.Module(readFileSync(join(folder, "aana.core.wasm")));
  // The handles of the component's own gates are all that its module asks for; jco itself has them.
  const imports = WebAssembly.Module.imports(module).map((it) => it.module);
  assert.deepEqual([...new Set(imports)], ["[export]aana:gate/precheck@1.0.0"]);
});

test("it runs in a page without a bundler", async () => {
  const event = readFileSync(join(root, "examples/send_email.json"), "utf8");
  const expected = new precheck.Gate(undefined).checkJson(encoder.encode(event), 0n);
  const file = (path) => (["/aana.js", "/aana.core.wasm"].includes(path) ? readFileSync(join(folder, path)) : undefined);
  const found = await withPage({ file }, (page) =>
    page.evaluate(async (event) => {
      const { precheck } = await import("/aana.js");
      return new precheck.Gate(undefined).checkJson(new TextEncoder().encode(event), 0n);
    }, event),
  );
  assert.equal(found, expected);
});
