// Every conformance case through the package, in WebAssembly or, with AANA_ENGINE=native, in the addon.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventOf, hold, loadBlessed, loadCases, loadProbes, sha256, writeHashes } from "./suite.mjs";

const native = process.env.AANA_ENGINE === "native";
const sdk = await import(native ? "@aana/integration-sdk/native" : "@aana/integration-sdk");
if (native) {
  const info = sdk.useNative(process.env.AANA_ADDON);
  assert.equal(info.kind, "native", info.reason);
}
const { Gate, PolicyError } = sdk;
const { shouldExecuteTool, shouldExecuteToolJson } = sdk;
const { validateToolPrecheckEvent, validateToolPrecheckEventJson } = sdk;

const blessed = loadBlessed();
const hashes = [];

for (const it of loadCases()) {
  test(it.id, () => {
    const gate = new Gate(it.policy);
    const text = gate.checkJson(eventOf(it), it.now, it.attested);
    hashes.push([it.id, sha256(text)]);
    hold(it, text, blessed);
    if ("event" in it) {
      const decision = gate.check(it.event, new Date(it.now), it.attested);
      assert.deepEqual(decision, JSON.parse(text), "the entry point for objects");
      const verdict = gate.decide(it.event, it.now, it.attested);
      assert.equal(String(verdict), text);
      assert.equal(verdict.route, it.expect.route);
      assert.equal(verdict.executes, it.expect.route === "accept");
      assert.equal(shouldExecuteTool(verdict.decision, it.event), verdict.executes);
      assert.equal(shouldExecuteTool(decision, it.event), verdict.executes, "a decision made here");
    }
  });
}

for (const it of loadProbes("should_execute")) {
  test(`should_execute: ${it.id}`, () => {
    const about = "event" in it ? [it.event] : [];
    const found =
      "decision_text" in it
        ? shouldExecuteToolJson(it.decision_text, ...about.map((event) => JSON.stringify(event)))
        : shouldExecuteTool(it.decision, ...about);
    assert.equal(found, it.expect);
  });
}

const places = (faults) => faults.map(({ path, code }) => ({ path, code }));

for (const it of loadProbes("validate")) {
  test(`validate: ${it.id}`, () => {
    assert.deepEqual(places(validateToolPrecheckEventJson(eventOf(it))), it.faults);
    if ("event" in it) assert.deepEqual(places(validateToolPrecheckEvent(it.event)), it.faults);
  });
}

for (const it of loadProbes("load_policy")) {
  test(`load_policy: ${it.id}`, () => {
    let faults = [];
    try {
      new Gate(it.policy_text ?? it.policy);
    } catch (error) {
      assert.ok(error instanceof PolicyError, String(error));
      faults = error.faults;
    }
    assert.deepEqual(places(faults), it.faults);
  });
}

test("the hashes are written", () => {
  assert.equal(hashes.length, blessed.size);
  writeHashes(native ? "node-addon" : "wasm-node", hashes);
});
