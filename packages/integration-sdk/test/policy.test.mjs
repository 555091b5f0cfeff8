// What a policy makes of a list of tools, a first policy, and cases for one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import * as policy from "@aana/integration-sdk/policy";
import { root, search } from "./suite.mjs";

test("an entry that names no tool is found, with what was meant", () => {
  const tools = { tools: [{ name: "delete_file", inputSchema: { type: "object" } }] };
  const report = policy.check({ tools: { delete_fil: { route_floor: "ask" } } }, tools);
  assert.equal(report.ok, false);
  assert.equal(report.form, "mcp");
  assert.deepEqual(report.dead_entries, [{ entry: "delete_fil", nearest: ["delete_file"] }]);
  assert.deepEqual(report.unnamed_tools, [{ name: "delete_file", nearest: ["delete_fil"] }]);
});

test("a first policy loads and names every tool", () => {
  const first = policy.init("get_weather\nsend_email\n");
  assert.equal(first.ok, true);
  assert.ok(new Gate(first.policy));
  assert.equal(JSON.parse(first.policy).unlisted_tools, "defer");
  assert.equal(policy.check(first.policy, ["get_weather", "send_email"]).ok, true);
});

test("annotations only tighten", () => {
  const read = (annotations) => policy.check({}, [{ name: "tidy_rooms", inputSchema: {}, annotations }]).tools[0].category;
  assert.equal(read({ readOnlyHint: false }), "write");
  assert.equal(read({ destructiveHint: true }), "write");
  const acts = policy.check({}, [{ name: "delete_rooms", inputSchema: {}, annotations: { readOnlyHint: true } }]);
  assert.equal(acts.tools[0].category, "write");
});

test("cases that come out otherwise are told", () => {
  const tried = policy.test({}, [{ id: "docs", event: search, route: "ask" }], { now: 0 });
  assert.deepEqual([tried.ok, tried.passed, tried.failed], [false, 0, 1]);
  assert.deepEqual(tried.cases[0].differences, [{ field: "route", expected: '"ask"', found: '"accept"' }]);
});

test("a faulty document is an answer, not an error", () => {
  for (const [said, document] of [
    [policy.check({ tools: [] }), "policy"],
    [policy.check({}, "[1]"), "tools"],
    [policy.check({}, { tools: 1n }), "tools"],
    [policy.init(""), "tools"],
    [policy.test({}, []), "cases"],
  ]) {
    assert.equal(said.ok, false);
    assert.equal(said.faults[0].document, document);
  }
  assert.throws(() => policy.check(7), TypeError);
  assert.throws(() => policy.test({}, [], { nwo: 1 }), TypeError);
});

const file = JSON.parse(readFileSync(join(root, "tests/conformance/policy_reports.json"), "utf8"));
const shared = file.cases;
const codes = (items) => items.map((item) => item.code);

/** A report as the fixtures show it: codes in place of sentences. */
function reduced(report) {
  if (report.faults.length > 0) {
    return { ...report, faults: report.faults.map(({ message: _, ...fault }) => fault) };
  }
  if (report.tools === undefined) return report;
  const tools = report.tools.map((tool) => ({ ...tool, why: codes(tool.why), remarks: codes(tool.remarks) }));
  return { ...report, tools, remarks: codes(report.remarks) };
}

test("the shared cases are there", () => assert.ok(shared.length > 15));
for (const it of shared) {
  test(`shared: ${it.id}`, () => assert.deepEqual(reduced(policy.check(it.policy, it.tools)), it.report));
}
test("the shared trials are there", () => assert.ok(file.trials.length > 4));
for (const it of file.trials) {
  test(`shared: ${it.id}`, () =>
    assert.deepEqual(reduced(policy.test(it.policy, it.cases, { now: it.now })), it.report));
}
