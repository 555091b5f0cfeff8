// What a value costs before it is refused. Steps are counted, at the objects themselves: each time one is looked at,
// each time a member is read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkToolPrecheck, Gate, guardTool, shouldExecuteTool, ToolCallBlockedError, validateToolPrecheckEvent } from "@aana/integration-sdk";
import { GatedClient, ToolGate } from "@aana/integration-sdk/integrations/mcp";

const MIB = 1 << 20;

const event = (proposed_arguments) => ({
  tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [],
  risk_domain: "research", proposed_arguments, recommended_route: "accept",
});

/** Objects that count how often they are looked at, and their members read. */
function counted() {
  const steps = { looks: 0, reads: 0 };
  const of = (object) => new Proxy(object, {
    ownKeys: (target) => { steps.looks += 1; return Reflect.ownKeys(target); },
    get: (target, name) => { steps.reads += 1; return Reflect.get(target, name); },
  });
  return { steps, of };
}

/** An object to which 2^levels ways lead. */
function shared(of, levels, leaf = { a: 1 }, pair = (it) => ({ a: it, b: it })) {
  let node = of(leaf);
  for (let level = 0; level < levels; level += 1) node = of(pair(node));
  return node;
}

const SHAPES = {
  objects: (it) => ({ a: it, b: it }),
  arrays: (it) => [it, it],
  both: (it) => ({ a: [it, it] }),
};

const codesOf = (decision) => decision.validation_errors.map(({ code }) => code);
const total = ({ looks, reads }) => looks + reads;

for (const [name, pair] of Object.entries(SHAPES)) {
  test(`${name} to which 2^30 ways lead cost no more than the limit of the gate`, () => {
    for (const [policy, limit] of [[undefined, MIB], [{ max_event_bytes: 4096 }, 4096], [JSON.stringify({ max_event_bytes: 2048 }), 2048]]) {
      const gate = new Gate(policy);
      const { steps, of } = counted();
      const dag = event(shared(of, 30, { a: 1 }, pair));
      for (const decide of [() => gate.check(dag), () => gate.decide(dag).decision]) {
        assert.deepEqual(codesOf(decide()), ["event_too_large"]);
        assert.ok(total(steps) < 4 * limit, `${total(steps)} steps`);
        steps.looks = steps.reads = 0;
      }
    }
  });
}

test("the functions without a gate have the limit of one without a policy", () => {
  const { steps, of } = counted();
  const dag = event(shared(of, 40));
  assert.deepEqual(validateToolPrecheckEvent(dag).map(({ code }) => code), ["event_too_large"]);
  assert.ok(total(steps) < 4 * MIB);
  steps.looks = steps.reads = 0;
  const decision = checkToolPrecheck(dag);
  assert.ok(total(steps) < 4 * MIB);
  // Of a decision that lets nothing run, nobody needs to know what it is about.
  steps.looks = steps.reads = 0;
  assert.equal(shouldExecuteTool(decision, dag), false);
  assert.equal(total(steps), 0);
});

test("members that are in no text are counted as well", () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, undefined]));
  const { steps, of } = counted();
  const leaf = of(many);
  const wide = Array.from({ length: 100_000 }, () => leaf);
  assert.deepEqual(codesOf(checkToolPrecheck(event({ wide }))), ["event_too_large"]);
  assert.ok(total(steps) < 2 * MIB, `${total(steps)} steps`);
  // One of them is nothing.
  assert.equal(checkToolPrecheck(event({ leaf, query: "leave" })).route, "accept");
});

test("no more is copied than the gate reads", async () => {
  for (const [policy, limit] of [[undefined, MIB], [{ max_event_bytes: 4096 }, 4096]]) {
    const { steps, of } = counted();
    const wide = of(Array.from({ length: limit + 1 }, () => 1));
    const guarded = guardTool(() => assert.fail("it ran"), { toolName: "search_docs", toolCategory: "public_read", policy });
    assert.throws(() => guarded({ wide }), (error) => error instanceof ToolCallBlockedError && codesOf(error.decision)[0] === "event_too_large");
    const client = { callTool: () => assert.fail("it ran") };
    const tools = new GatedClient(client, new ToolGate({ search_docs: { toolCategory: "public_read" } }, { gate: policy }));
    assert.match((await tools.callTool({ name: "search_docs", arguments: { wide } })).content[0].text, /\(event_too_large\)/);
    // Its length, twice, and none of its elements.
    assert.ok(steps.reads < 10, `${steps.reads} reads`);
  }
});

test("a tool behind the gate that is given what leads to itself in many ways is not run", () => {
  const { steps, of } = counted();
  const guarded = guardTool(() => assert.fail("it ran"), { toolName: "search_docs", toolCategory: "public_read" });
  assert.throws(() => guarded(shared(of, 60)), ToolCallBlockedError);
  assert.ok(total(steps) < 10 * 60, `${total(steps)} steps`);
  const loop = {};
  loop.a = loop.b = loop;
  assert.throws(() => guarded(loop), (error) => codesOf(error.decision).includes("nesting_too_deep"));
  assert.equal(codesOf(checkToolPrecheck(event(loop)))[0], "nesting_too_deep");
});

test("what the gate reads is still read: as many bytes as the limit, and not one more", () => {
  const spare = (bytes) => {
    const empty = JSON.stringify(event({ query: "" })).length;
    return event({ query: "a".repeat(bytes - empty) });
  };
  for (const [policy, limit] of [[undefined, MIB], [{ max_event_bytes: 4096 }, 4096], [{ max_event_bytes: 1 << 24 }, 1 << 24]]) {
    const gate = new Gate(policy);
    assert.deepEqual(codesOf(gate.check(spare(limit))), []);
    assert.deepEqual(codesOf(gate.check(spare(limit + 1))), ["event_too_large"]);
    assert.deepEqual(codesOf(JSON.parse(gate.checkJson(JSON.stringify(spare(limit + 1))))), ["event_too_large"]);
  }
});
