// What a value becomes, or why it is refused: the same rules for every function of the package.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { checkToolPrecheck, executionPolicy, Gate, guardTool, shouldExecuteTool, validateToolPrecheckEvent } from "@aana/integration-sdk";

const NOW = Date.parse("2026-05-10T00:00:00Z");

const event = (proposed_arguments) => ({
  tool_name: "search_docs",
  tool_category: "public_read",
  authorization_state: "none",
  evidence_refs: [],
  risk_domain: "research",
  proposed_arguments,
  recommended_route: "accept",
});

const check = (args) => checkToolPrecheck(event(args), { now: NOW });

/** The digest says whether two values are the same to the gate. */
const digest = (args) => {
  const decision = check(args);
  assert.deepEqual(decision.validation_errors, []);
  assert.match(decision.action_digest, /^sha256:/);
  return decision.action_digest;
};

class Point {
  x = 1;
}

class List extends Array {}

class Day extends Date {
  toJSON() {
    return "another day";
  }
}

class Moment extends Date {
  toISOString() {
    return "another moment";
  }
}

const hidden = (object) => Object.defineProperty(object, "more", { value: "hidden" });

const cycle = {};
cycle.again = cycle;

const deep = (levels) => {
  let value = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

const thrower = {
  get value() {
    throw new Error("no");
  },
};

const refused = [
  ["NaN", { a: NaN }, "/proposed_arguments/a", "number_out_of_range"],
  ["infinity", { a: [1, Infinity] }, "/proposed_arguments/a/1", "number_out_of_range"],
  ["minus infinity", { a: -Infinity }, "/proposed_arguments/a", "number_out_of_range"],
  ["2^53", { a: 2 ** 53 }, "/proposed_arguments/a", "number_out_of_range"],
  ["-2^53", { a: -(2 ** 53) }, "/proposed_arguments/a", "number_out_of_range"],
  ["1e21", { a: 1e21 }, "/proposed_arguments/a", "number_out_of_range"],
  ["undefined in an array", { a: [undefined] }, "/proposed_arguments/a/0", "wrong_type"],
  ["a hole in an array", { a: [1, , 2] }, "/proposed_arguments/a", "wrong_type"],
  ["an array with a member", { a: Object.assign([1], { more: 2 }) }, "/proposed_arguments/a", "wrong_type"],
  ["an array with toJSON", { a: Object.defineProperty([1], "toJSON", { value: () => 2 }) }, "/proposed_arguments/a", "wrong_type"],
  ["an array with a hidden member", { a: hidden([1]) }, "/proposed_arguments/a", "wrong_type"],
  ["an array with a symbol", { a: Object.assign([1], { [Symbol("s")]: 2 }) }, "/proposed_arguments/a", "wrong_type"],
  ["an array with a member in the place of a hole", { a: Object.assign([, 1], { more: 2 }) }, "/proposed_arguments/a", "wrong_type"],
  ["an array of a class", { a: List.of(1, 2) }, "/proposed_arguments/a", "wrong_type"],
  ["an array that inherits elements", { a: Object.setPrototypeOf([1], [2]) }, "/proposed_arguments/a", "wrong_type"],
  ["an array of another realm with a hidden member", { a: hidden(vm.runInNewContext("[1]")) }, "/proposed_arguments/a", "wrong_type"],
  ["a hidden member", { a: hidden({ b: 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["a hidden toJSON", { a: Object.defineProperty({}, "toJSON", { value: () => 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["a date with a member", { a: Object.assign(new Date(0), { more: 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["a date with toJSON", { a: Object.assign(new Date(0), { toJSON: () => 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["a date with a hidden member", { a: hidden(new Date(0)) }, "/proposed_arguments/a", "wrong_type"],
  ["a date of a class with toJSON", { a: new Day(0) }, "/proposed_arguments/a", "wrong_type"],
  ["a date of a class with toISOString", { a: new Moment(0) }, "/proposed_arguments/a", "wrong_type"],
  ["a date that inherits toJSON", { a: Object.setPrototypeOf(new Date(0), { toJSON: () => 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["the result of a match", { a: "abc".match(/b/) }, "/proposed_arguments/a", "wrong_type"],
  ["a function", { a: () => 1 }, "/proposed_arguments/a", "wrong_type"],
  ["a symbol", { a: Symbol("s") }, "/proposed_arguments/a", "wrong_type"],
  ["a symbol as key", { a: { [Symbol("s")]: 1 } }, "/proposed_arguments/a", "wrong_type"],
  ["a map", { a: new Map([["b", 1]]) }, "/proposed_arguments/a", "wrong_type"],
  ["a set", { a: new Set([1]) }, "/proposed_arguments/a", "wrong_type"],
  ["a typed array", { a: new Uint8Array(2) }, "/proposed_arguments/a", "wrong_type"],
  ["a buffer", { a: Buffer.from("ab") }, "/proposed_arguments/a", "wrong_type"],
  ["a regular expression", { a: /x/ }, "/proposed_arguments/a", "wrong_type"],
  ["an error", { a: new Error("x") }, "/proposed_arguments/a", "wrong_type"],
  ["a promise", { a: Promise.resolve(1) }, "/proposed_arguments/a", "wrong_type"],
  ["a class instance", { a: new Point() }, "/proposed_arguments/a", "wrong_type"],
  ["a boxed string", { a: new String("x") }, "/proposed_arguments/a", "wrong_type"],
  ["a boxed number", { a: new Number(1) }, "/proposed_arguments/a", "wrong_type"],
  ["a URL", { a: new URL("https://example.com") }, "/proposed_arguments/a", "wrong_type"],
  ["an invalid date", { a: new Date(NaN) }, "/proposed_arguments/a", "wrong_type"],
  ["an object with toJSON", { a: { toJSON: () => 1 } }, "/proposed_arguments/a", "wrong_type"],
  ["an inherited toJSON", { a: Object.create({ toJSON: () => 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["inherited members", { a: Object.create({ b: 1 }) }, "/proposed_arguments/a", "wrong_type"],
  ["a getter that throws", { a: thrower }, "/proposed_arguments/a/value", "wrong_type"],
  ["a revoked proxy", { a: (() => { const it = Proxy.revocable({}, {}); it.revoke(); return it.proxy; })() }, "/proposed_arguments/a", "wrong_type"],
  ["a lone surrogate", { a: "x\ud800" }, "/proposed_arguments/a", "lone_surrogate"],
  ["a lone low surrogate", { a: "\udc00x" }, "/proposed_arguments/a", "lone_surrogate"],
  ["swapped surrogates", { a: "\udc00\ud800" }, "/proposed_arguments/a", "lone_surrogate"],
  ["a lone surrogate in a key", { "k\ud800": 1 }, "/proposed_arguments/k\ufffd", "lone_surrogate"],
  ["a key with a slash, a tilde and a tab", { "a/~\t\\\n": [() => 1] }, "/proposed_arguments/a~1~0\t\\\n/0", "wrong_type"],
];

for (const [name, args, path, code] of refused) {
  test(`${name} is refused`, () => {
    const decision = check(args);
    assert.equal(decision.route, "refuse");
    assert.deepEqual(decision.hard_blockers, ["schema_validation_failed"]);
    assert.deepEqual(decision.validation_errors.map(({ path, code }) => [path, code]), [[path, code]]);
    assert.deepEqual(validateToolPrecheckEvent(event(args)), decision.validation_errors);
    // A tool's arguments are copied first, and then refused for the same and in the same place.
    const guarded = guardTool(() => assert.fail("it ran"), { toolCategory: "public_read" });
    assert.throws(() => guarded(args), ({ decision }) => {
      assert.deepEqual(decision.validation_errors.map(({ path, code }) => [path, code]), [[path, code]]);
      return true;
    });
  });
}

test("a cycle is refused as too deep", () => {
  const [fault] = check(cycle).validation_errors;
  assert.equal(fault.code, "nesting_too_deep");
});

test("depth ends where the gate's text entry point ends it", () => {
  // The event and its arguments are two levels.
  assert.deepEqual(check({ a: deep(62) }).validation_errors, []);
  assert.deepEqual(check({ a: deep(63) }).validation_errors.map((it) => it.code), ["nesting_too_deep"]);
  assert.deepEqual(check({ a: deep(100_000) }).validation_errors.map((it) => it.code), ["nesting_too_deep"]);
});

test("many faults are told, but not without end", () => {
  assert.equal(check({ a: [NaN, NaN], b: () => 1 }).validation_errors.length, 3);
  assert.equal(check({ a: Array(10_000).fill(NaN) }).validation_errors.length, 64);
});

test("a text that no policy allows is not written to its end", () => {
  const long = "x".repeat(1 << 20);
  const decision = check({ a: Array(32).fill(long) });
  assert.deepEqual(decision.validation_errors.map(({ path, code }) => [path, code]), [["", "event_too_large"]]);
  const endless = new Proxy([], { get: (array, key) => (key === "length" ? 2 ** 32 - 1 : Reflect.get(array, key)) });
  assert.equal(check({ a: endless }).route, "refuse");
});

test("no value of a refused event stands in the decision", () => {
  const text = JSON.stringify(check({ a: "hunter2-secret", b: NaN }));
  assert.ok(!text.includes("hunter2"));
});

test("an undefined member is an absent one", () => {
  assert.equal(digest({ a: 1, b: undefined }), digest({ a: 1 }));
  assert.notEqual(digest({ a: 1, b: null }), digest({ a: 1 }));
  const missing = checkToolPrecheck({ ...event({}), proposed_arguments: undefined }, { now: NOW });
  assert.deepEqual(missing.validation_errors.map(({ path, code }) => [path, code]), [["/proposed_arguments", "missing_field"]]);
});

test("numbers keep what they are", () => {
  assert.equal(digest({ a: 1 }), digest({ a: 1.0 }));
  assert.equal(digest({ a: 2 ** 53 - 1 }), digest({ a: 9007199254740991n }));
  assert.equal(digest({ a: 1 }), digest({ a: 1n }));
  assert.equal(check({ a: 0.1, b: 1e-7, c: 1.5e300 / 1e290, d: -0 }).route, "accept");
});

test("a bigint keeps every digit", () => {
  assert.equal(check({ a: 9007199254740993n }).route, "accept");
  assert.equal(check({ a: -(2n ** 70n), b: 10n ** 400n }).route, "accept");
});

test("a date is its ISO string, also of a class that leaves it at that", () => {
  for (const a of [new Date(NOW), new (class extends Date {})(NOW), vm.runInNewContext(`new Date(${NOW})`)]) {
    assert.equal(digest({ a }), digest({ a: "2026-05-10T00:00:00.000Z" }));
  }
});

test("nothing is thrown, however many faults came before what throws", () => {
  const throwers = [
    thrower,
    new Proxy({}, { getPrototypeOf: () => { throw new Error("no"); } }),
    new Proxy([], { ownKeys: () => { throw new Error("no"); } }),
    { get [Symbol.toStringTag]() { throw new Error("no"); } },
  ];
  for (const last of throwers) {
    for (const count of [0, 62, 63, 64, 200]) {
      const faulty = event({ list: Array(count).fill(NaN), last });
      const decision = checkToolPrecheck(faulty, { now: NOW });
      assert.equal(decision.validation_errors.length, Math.min(count + 1, 64));
      const { route, decision: whole } = new Gate().decide(faulty, NOW);
      assert.deepEqual([route, whole], ["refuse", decision]);
      assert.deepEqual(validateToolPrecheckEvent(faulty), decision.validation_errors);
      assert.equal(shouldExecuteTool(faulty), false);
      assert.equal(executionPolicy(faulty).execution_allowed, false);
    }
  }
});

test("what grows without end is refused in time", () => {
  const both = {};
  Object.assign(both, { one: both, other: both });
  let wide = Array(1000).fill(0);
  for (let level = 0; level < 50; level += 1) wide = [wide, wide];
  const guarded = guardTool(() => assert.fail("it ran"), { toolCategory: "public_read" });
  const started = performance.now();
  for (const args of [{ both }, { wide }]) assert.equal(check(args).route, "refuse");
  assert.throws(() => guarded({ both }), { name: "ToolCallBlockedError" });
  assert.ok(performance.now() - started < 30_000);
});

test("objects of another realm and without a prototype are plain", () => {
  const other = vm.runInNewContext("({ a: [1, { b: 'c' }], d: new Date(0) })");
  assert.equal(digest(other), digest({ a: [1, { b: "c" }], d: new Date(0) }));
  guardTool(({ a, d }) => assert.deepEqual([a, d], [[1, { b: "c" }], new Date(0)]), { toolName: "search_docs", toolCategory: "public_read", riskDomain: "research" })(other);
  assert.equal(digest(Object.assign(Object.create(null), { a: 1 })), digest({ a: 1 }));
});

test("`__proto__` and `constructor` are keys like others", () => {
  const args = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
  const decision = check(args);
  assert.deepEqual(decision.audit_event.proposed_argument_keys.toSorted?.() ?? [...decision.audit_event.proposed_argument_keys].sort(), ["__proto__", "constructor"]);
  assert.notEqual(decision.action_digest, digest({}));
  assert.equal({}.polluted, undefined);
});

test("each property is read once", () => {
  const reads = [];
  const args = new Proxy({ a: 1, b: { c: 2 } }, {
    get: (target, key) => {
      if (key !== "toJSON") reads.push(key);
      return Reflect.get(target, key);
    },
  });
  assert.equal(check(args).route, "accept");
  assert.deepEqual(reads, ["a", "b"]);
});

test("the longest text that a policy allows is written", () => {
  const gate = new Gate({ max_event_bytes: 2 ** 24 });
  const length = 2 ** 24 - JSON.stringify(event({ a: "" })).length;
  assert.equal(gate.check(event({ a: "x".repeat(length) }), NOW).route, "accept");
  const [{ code }] = gate.check(event({ a: "x".repeat(length + 1) }), NOW).validation_errors;
  assert.equal(code, "event_too_large");
});

test("strings are what they are", () => {
  const text = "quote \" backslash \\ \u0000 \u001f \u2028 \u2029 é 日本 😀 \ufeff";
  assert.equal(digest({ a: text, [text]: 1 }), digest(JSON.parse(JSON.stringify({ a: text, [text]: 1 }))));
});

for (const [name, value] of [
  ["undefined", undefined], ["null", null], ["a number", 7], ["a string", "{}"], ["an array", []],
  ["a function", () => 1], ["a symbol", Symbol("x")], ["a map", new Map()], ["NaN", NaN], ["a bigint", 1n],
]) {
  test(`${name} is not an event, and refused`, () => {
    const decision = checkToolPrecheck(value, { now: NOW });
    assert.equal(decision.route, "refuse");
    assert.equal(decision.validation_errors.length, 1);
    assert.equal(decision.validation_errors[0].path, "");
  });
}
