// What a value costs before it is refused. Steps are counted, at the objects themselves: each time one is looked at,
// each time a member is read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkToolPrecheck, executionPolicy, Gate, guardTool, shouldExecuteTool, ToolCallBlockedError, validateToolPrecheckEvent } from "@aana/integration-sdk";
import { aaep } from "@aana/integration-sdk/formats";
import { descriptor } from "@aana/integration-sdk/formats/arguments";
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

test("a bigint is counted by its digits, and one that is too long is not written", (t) => {
  let characters = 0;
  const toString = BigInt.prototype.toString;
  t.mock.method(BigInt.prototype, "toString", function (...given) {
    const text = Reflect.apply(toString, this, given);
    characters += text.length;
    return text;
  });
  const [some, huge] = [10n ** 20_000n, 1n << 33_000_000n];
  const guarded = guardTool(() => assert.fail("it ran"), { toolName: "search_docs", toolCategory: "public_read" });
  for (const args of [{ a: Array(5000).fill(some) }, { a: Array(5000).fill(-some) }, { huge }, { huge: -huge }]) {
    const refused = (decision) => assert.deepEqual(codesOf(decision), ["event_too_large"]);
    refused(checkToolPrecheck(event(args)));
    refused(new Gate().decide(event(args)).decision);
    assert.throws(() => guarded(args), (error) => { refused(error.decision); return true; });
    assert.ok(characters < 6 * MIB, `${characters} characters`);
    characters = 0;
  }
  // As many digits as the limit lets through, and not one more.
  const spare = 4096 - JSON.stringify(event({ n: 0 })).length;
  const gate = new Gate({ max_event_bytes: 4096 });
  for (const sign of [1n, -1n]) {
    const n = 10n ** BigInt(spare + (sign > 0n ? 0 : -1)) * sign;
    assert.deepEqual([codesOf(gate.check(event({ n }))), codesOf(gate.check(event({ n: n * 10n })))], [[], ["event_too_large"]]);
  }
});

test("dates, numbers and words are counted by their text", () => {
  for (const value of [new Date(0), 0.1234567890123456, -1e-300, false, null, 10n ** 60n]) {
    const text = JSON.stringify(typeof value === "bigint" ? "1".repeat(59) : value);
    const { steps, of } = counted();
    const wide = of(Array(2000).fill(value));
    assert.deepEqual(codesOf(new Gate({ max_event_bytes: 4096 }).check(event({ wide }))), ["event_too_large"]);
    assert.ok(steps.reads < 4096 / text.length + 10, `${text}: ${steps.reads} reads`);
  }
});

test("of an array that is too long, nobody lists the elements", async () => {
  for (const length of [MIB / 2 + 1, MIB + 1, 5_000_000]) {
    const { steps, of } = counted();
    const wide = of(Array(length).fill(0));
    const guarded = guardTool(() => assert.fail("it ran"), { toolName: "search_docs", toolCategory: "public_read" });
    assert.deepEqual(codesOf(checkToolPrecheck(event({ wide }))), ["event_too_large"]);
    assert.throws(() => guarded({ wide }), (error) => codesOf(error.decision)[0] === "event_too_large");
    assert.equal(steps.looks, 0);
  }
});

test("a proxy of an array is counted by its length each time", () => {
  const { steps, of } = counted();
  const holes = of([1, , 3, ...Array(100_000).fill(0)]);
  assert.equal(codesOf(checkToolPrecheck(event({ all: Array(1000).fill(holes) }))).at(-1), "event_too_large");
  assert.ok(steps.looks < 50, `${steps.looks} looks`);
});

test("input that is not an event has a limit as well, with a policy too", () => {
  const desk = new descriptor.Descriptor(JSON.stringify({
    schema_version: "1.0", app: { id: "com.example.desk", name: "Desk", description: "Keeps tasks" },
    execution: { type: "http", base_url: "https://desk.example.com" },
    tools: [{ name: "get_task", description: "Get a task", execution: { path: "/tasks", method: "GET" }, parameters: { type: "object" } }],
  }));
  const accept = checkToolPrecheck(event({ query: "leave" }));
  const session = () => new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" } });
  for (const [name, allowed, call] of [
    ["of a foreign decision", 2, (dag) => assert.equal(shouldExecuteTool(dag), false)],
    ["of an event for a decision", 1, (dag) => assert.equal(shouldExecuteTool(accept, event(dag)), false)],
    ["of an event for a decision from elsewhere", 1, (dag) => assert.equal(shouldExecuteTool(structuredClone(accept), event(dag)), false)],
    ["executionPolicy", 2, (dag) => assert.equal(executionPolicy(dag).execution_allowed, false)],
    ["plan", 1, (dag) => assert.equal(desk.plan("get_task", dag).refused, "call")],
    ["checkArguments", 1, (dag) => assert.equal(desk.checkArguments("get_task", dag).valid, false)],
    ["checkAnswer", 1, (dag) => assert.equal(desk.checkAnswer("get_task", dag).valid, false)],
    ["event", 1, (dag) => assert.equal(desk.event("get_task", dag).refused, "call")],
    ["Catalog.check", 1, (dag) => assert.deepEqual(codesOf(new descriptor.Catalog([desk]).check(event(dag))), ["event_too_large"])],
    ["checkEvent", 1, (dag) => assert.equal(aaep.checkEvent(dag).valid, false)],
    ["checkReply", 1, (dag) => assert.equal(aaep.checkReply(dag).valid, false)],
    ["propose", 1, (dag) => { const it = session(); it.start("x"); assert.notEqual(it.propose(event(dag), { runtimeId: "1" }).next.do, "run"); }],
  ]) {
    let reads = 0;
    // Cheaper than a proxy.
    const read = (it) => { reads += 1; return it; };
    call(shared((it) => it, 40, { a: 1 }, (it) => ({ get a() { return read(it); }, get b() { return read(it); } })));
    assert.ok(reads > 100 && reads < allowed * MIB, `${name}: ${reads} reads`);
  }
});

test("an event as large as the policy allows is the one that was decided", () => {
  const policy = { max_event_bytes: 1 << 24 };
  const large = event({ query: "a".repeat(3 * MIB) });
  for (const decision of [new Gate(policy).check(large), new descriptor.Catalog([]).check(large, { policy })]) {
    assert.deepEqual([decision.route, shouldExecuteTool(decision, large)], ["accept", true]);
  }
  const guarded = guardTool(({ query }) => query.length, { toolName: "search_docs", toolCategory: "public_read", riskDomain: "research", policy });
  assert.equal(guarded({ query: "a".repeat(3 * MIB) }), 3 * MIB);
  // A faulty policy is told, and no limit is taken from it.
  for (const faulty of [{ max_event_bytes: 1e9 }, { max_event_bytes: -1 }, "{", "[]", '{"max_event_bytes": "a"}']) {
    assert.throws(() => new descriptor.Catalog([]).check(large, { policy: faulty }), { name: "PolicyError" });
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
