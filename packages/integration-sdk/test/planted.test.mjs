// What somebody has put on decisions, values and bytes, so that they say something else than they are.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { checkToolPrecheck, Gate, guardTool, shouldExecuteTool, shouldExecuteToolJson, ToolCallBlockedError, validateToolPrecheckEventJson } from "@aana/integration-sdk";

const NOW = Date.parse("2026-05-10T00:00:00Z");
const event = (proposed_arguments = { query: "leave" }) => ({
  tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [],
  risk_domain: "research", proposed_arguments, recommended_route: "accept",
});
const made = () => checkToolPrecheck(event(), { now: NOW });
const hidden = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true });

/** Makes of an accept what it was not, and hides that from whoever writes it by `JSON.stringify`. */
const PLANTS = {
  "a hidden `toJSON`": (it, before) => hidden(it, "toJSON", () => before),
  "a hidden `toJSON` below": (it, before) => { for (const key of ["audit_event", "execution_policy", "aix"]) hidden(it[key], "toJSON", () => before[key]); hidden(it, "toJSON", () => before); },
  "a `toJSON` of its prototype": (it, before) => Object.setPrototypeOf(it, { toJSON: () => before }),
  "a prototype without members": (it, before) => Object.setPrototypeOf(it, hidden(Object.create(null), "toJSON", () => before)),
  "a getter": (it, before) => { let reads = 0; Object.defineProperty(it, "route", { get: () => ((reads += 1) === 1 ? before.route : it.gate_decision), enumerable: true }); },
};

for (const [name, plant] of Object.entries(PLANTS)) {
  test(`a decision that was made stricter stays that, whatever it is written as: ${name}`, () => {
    for (const change of [
      (it) => { it.route = "refuse"; },
      (it) => { it.gate_decision = "fail"; },
      (it) => { it.hard_blockers.push("runtime_refusal"); },
      (it) => { it.execution_policy.execution_allowed = false; it.route = "ask"; },
    ]) {
      const [decision, before] = [made(), structuredClone(made())];
      change(decision);
      plant(decision, before);
      if (name !== "a getter") {
        assert.equal(JSON.parse(JSON.stringify(decision)).route, "accept");
        assert.deepEqual([shouldExecuteTool(decision), shouldExecuteTool(decision, event())], [false, false]);
      } else {
        // It says what it says once, and that is judged.
        decision.gate_decision = "fail";
        assert.equal(shouldExecuteTool(decision), false);
      }
    }
  });
}

test("an accept that is changed anywhere is judged by what it says", () => {
  const changes = [null, true, 0, "", "accept", [], {}, ["x"], { toJSON: 1 }, undefined, 1n, new String("accept")];
  let stricter = 0;
  const look = (decision, value) => {
    for (const key of Object.keys(value)) {
      const held = value[key];
      for (const other of changes) {
        value[key] = other;
        const copy = { ...decision };
        const may = shouldExecuteTool(copy, event());
        assert.equal(shouldExecuteTool(decision, event()), may, key);
        if (!may) stricter += 1;
      }
      value[key] = held;
      if (typeof held === "object" && held !== null) look(decision, held);
    }
  };
  const decision = made();
  look(decision, decision);
  assert.ok(stricter > 500, String(stricter));
  assert.equal(shouldExecuteTool(decision, event()), true);
});

test("a refusal that is changed into an accept lets nothing run", () => {
  for (const change of [
    (it) => Object.assign(it, structuredClone(made())),
    (it) => Object.setPrototypeOf(Object.assign(it, structuredClone(made())), null),
    (it) => { it.gate_decision = "pass"; it.recommended_action = it.route = "accept"; it.hard_blockers.length = 0; },
  ]) {
    const decision = checkToolPrecheck({ ...event(), tool_category: "unknown" });
    assert.notEqual(decision.route, "accept");
    change(decision);
    assert.deepEqual([shouldExecuteTool(decision), shouldExecuteTool(decision, event())], [false, false]);
  }
});

test("a `toJSON` of everything changes no decision", () => {
  const decision = made();
  decision.route = "refuse";
  const before = structuredClone(made());
  for (const root of [Object.prototype, Array.prototype, String.prototype]) {
    hidden(root, "toJSON", function () { return this === decision ? before : this; });
    try {
      assert.equal(shouldExecuteTool(decision, event()), false);
    } finally {
      delete root.toJSON;
    }
  }
  assert.equal(shouldExecuteTool(made(), event()), true);
});

test("what a number of another kind is written as, and what leads to itself, counts for nothing", () => {
  const decision = made();
  decision.route = 1n;
  hidden(BigInt.prototype, "toJSON", () => "accept");
  try {
    assert.equal(JSON.parse(JSON.stringify(decision)).route, "accept");
    assert.equal(shouldExecuteTool(decision, event()), false);
  } finally {
    delete BigInt.prototype.toJSON;
  }
  const loop = made();
  loop.reasons = loop;
  assert.equal(shouldExecuteTool(loop, event()), false);
  assert.equal(shouldExecuteTool(made(), event()), true);
});

test("frozen, sealed, copied and parsed decisions are judged by what they say", () => {
  for (const through of [Object.freeze, Object.seal, structuredClone, (it) => JSON.parse(JSON.stringify(it)), (it) => ({ ...it }), (it) => Object.assign(Object.create(null), it), (it) => vm.runInNewContext(`(${JSON.stringify(it)})`)]) {
    assert.equal(shouldExecuteTool(through(made()), event()), true);
    const stricter = made();
    stricter.route = "ask";
    assert.equal(shouldExecuteTool(through(stricter), event()), false);
  }
  assert.equal(shouldExecuteTool(new Proxy(made(), {}), event()), true);
  assert.equal(shouldExecuteTool(new Proxy(made(), { get: () => { throw new Error("no"); } }), event()), false);
  assert.equal(shouldExecuteToolJson(JSON.stringify(made()), JSON.stringify(event())), true);
});

class List extends Array {}
class Pairs extends Map { size = 1; }
class Day extends Date { toJSON() { return "another day"; } }
class Point { x = 1; }

const NOT_TAKEN = [
  List.of("a"), new Pairs([["a", 1]]), new Map(), new Set(["a"]), new Day(0), new Point(), Object.create(new Point()),
  new String("a"), new Number(1), new Boolean(false), Object(1n), Object(Symbol("a")), /a/, new Error("a"), Promise.resolve(1), new WeakMap(),
  new Uint8Array(1), Buffer.from("a"), new ArrayBuffer(1), new DataView(new ArrayBuffer(1)), new BigInt64Array(1), new URL("https://a.example"),
  (function () { return arguments; })("a"), [, "a"], Object.assign(["a"], { more: 1 }), Object.assign([], { length: 3 }), new Array(4294967295),
  { [Symbol("a")]: 1 }, hidden({}, "more", 1), { toJSON: () => 1 }, Symbol("a"), () => 1, class {}, async () => 1, new Proxy(() => 1, {}),
  Object.setPrototypeOf(["a"], null), Object.setPrototypeOf(["a"], List.prototype), Object.setPrototypeOf(new Date(0), Map.prototype), Object.setPrototypeOf({ a: 1 }, { b: 2 }),
];

test("a value that JSON cannot hold is refused, and no tool gets it", () => {
  for (const [at, value] of NOT_TAKEN.entries()) {
    assert.equal(checkToolPrecheck(event({ value }), { now: NOW }).route, "refuse", String(at));
    for (const args of [{ value }, { list: [{ value }] }]) {
      const guarded = guardTool(() => assert.fail(`it ran: ${at}`), { toolName: "search_docs", toolCategory: "public_read" });
      assert.throws(() => guarded(args), ToolCallBlockedError, String(at));
    }
    const named = guardTool(() => assert.fail(`it ran: ${at}`), { toolName: "search_docs", toolCategory: "public_read", parameters: ["value"] });
    assert.throws(() => named(value), ToolCallBlockedError, String(at));
  }
});

test("what is one runs as exactly that", () => {
  const other = vm.runInNewContext("({ list: [1, { a: 'b' }], day: new Date(0), __proto__: null })");
  const tricky = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": "x", "length": 3, "then": 4, "": 5}');
  for (const args of [other, tricky, { zero: -0, big: 2n ** 70n, date: new Date(1), none: undefined, nested: [[], {}, [null]] }]) {
    const ran = [];
    guardTool((it) => ran.push(it), { toolName: "search_docs", toolCategory: "public_read" })(args);
    const plain = (value) => (value instanceof Date || Object.prototype.toString.call(value) === "[object Date]" ? `date ${Number(value)}`
      : Array.isArray(value) ? Array.from(value, plain)
      : typeof value === "object" && value !== null ? Object.entries(value).filter(([, it]) => it !== undefined).map(([key, it]) => [key, plain(it)])
      : Object.is(value, -0) ? "-0" : value);
    assert.deepEqual(plain(ran[0]), plain(args));
    assert.ok(Object.isFrozen(ran[0]));
    assert.equal(checkToolPrecheck(event(ran[0]), { now: NOW }).action_digest, checkToolPrecheck(event(args), { now: NOW }).action_digest);
  }
});

test("bytes are those that they are, whatever was put on their array", () => {
  const gate = new Gate();
  const bytes = new TextEncoder().encode(JSON.stringify(event()));
  const expected = gate.checkJson(bytes, NOW);
  const planted = (name, value) => hidden(new Uint8Array(bytes), name, value);
  for (const it of [planted("length", 3), planted("length", 1 << 30), planted("byteLength", 1), planted("buffer", new ArrayBuffer(1)), planted("byteOffset", 5), planted(Symbol.toStringTag, "Uint16Array"), planted(Symbol.iterator, () => [])]) {
    assert.equal(gate.checkJson(it, NOW), expected);
    assert.deepEqual(validateToolPrecheckEventJson(it), []);
  }
  // Memory that another thread may write to is copied first.
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  assert.equal(gate.checkJson(shared, NOW), expected);
  assert.equal(gate.checkJson(Buffer.from(bytes), NOW), expected);
  assert.equal(gate.checkJson(vm.runInNewContext("(bytes) => new Uint8Array(bytes)")([...bytes]), NOW), expected);
  const code = (given) => JSON.parse(gate.checkJson(given, NOW)).validation_errors[0].code;
  for (const wrong of [hidden(new Uint16Array([0x7b7d]), Symbol.toStringTag, "Uint8Array"), hidden(new DataView(bytes.buffer), Symbol.toStringTag, "Uint8Array"), { [Symbol.toStringTag]: "Uint8Array", length: 1, 0: 123 }, new Proxy(bytes, {})]) {
    assert.equal(code(wrong), "wrong_type");
  }
  const gone = new Uint8Array(bytes);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const shrunk = new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 }), 4);
  shrunk.buffer.resize(2);
  for (const empty of [gone, shrunk, new Uint8Array(0)]) assert.equal(code(empty), "invalid_json");
});
