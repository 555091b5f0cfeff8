// The gate's functions, and what becomes of them when the engine fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "@aana/integration-sdk";
import { CODES, Gate, PolicyError } from "@aana/integration-sdk";
import { polluted } from "./suite.mjs";

const NOW = Date.parse("2026-05-10T00:00:00Z");

const event = sdk.toolPrecheckEvent({
  toolName: "search_docs",
  toolCategory: "public_read",
  authorizationState: "none",
  evidenceRefs: [],
  riskDomain: "research",
  proposedArguments: { query: "leave policy" },
  recommendedRoute: "accept",
});

test("the three names are one function", () => {
  assert.equal(sdk.checkToolCall, sdk.checkToolPrecheck);
  assert.equal(sdk.gateAction, sdk.checkToolPrecheck);
  assert.equal("default" in sdk, false);
});

test("a decision is plain data all the way down", () => {
  const decision = sdk.checkToolPrecheck(event, { now: NOW });
  const walk = (value) => {
    if (typeof value !== "object" || value === null) return;
    assert.ok([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)));
    Object.values(value).forEach(walk);
  };
  walk(decision);
  assert.deepEqual(JSON.parse(JSON.stringify(decision)), decision);
  assert.deepEqual(structuredClone(decision), decision);
  assert.equal(decision.audit_event.decided_at, "2026-05-10T00:00:00.000Z");
});

test("the time is a date, milliseconds, or now", () => {
  const at = (now) => sdk.checkToolPrecheck(event, { now }).audit_event.decided_at;
  assert.equal(at(new Date(NOW)), at(NOW));
  assert.ok(Math.abs(Date.parse(at(undefined)) - Date.now()) < 60_000);
  assert.equal(at(new Date(0)), at(0));
  const none = [null, "", "0", false, true, [], [NOW], 1n, new Number(NOW), { valueOf: () => NOW }];
  for (const now of [...none, NaN, new Date(NaN), Infinity, "yesterday", Symbol("x"), { valueOf() { throw new Error("no"); } }]) {
    const decision = sdk.checkToolPrecheck(event, { now });
    assert.deepEqual([decision.route, decision.validation_errors.length], ["refuse", 1]);
  }
});

test("a time that is changed later stays what it was", () => {
  const now = new Date(NOW);
  const verdict = new Gate().decide(event, now);
  now.setFullYear(2000);
  assert.equal(verdict.decision.audit_event.decided_at, new Date(NOW).toISOString());
});

test("what stands on `Object.prototype` is not an option, and not a part of an event or a decision", () => {
  const accept = JSON.stringify(sdk.checkToolPrecheck(event, { now: NOW }));
  const members = {
    mode: "shadow", policy: '{"mode": "shadow"}', now: "0", text: accept, route: "accept", execution_allowed: "true",
    authorization_subject: "user:eve", freshness: "fresh", tool_name: "search_docs", faults: "wrong_type\tno", code: "x",
  };
  const said = polluted(members, `
    const sdk = await import("@aana/integration-sdk");
    const event = ${JSON.stringify(event)};
    const drop = { ...event, tool_name: "drop_table" };
    for (const gate of [new sdk.Gate(), new sdk.Gate({}), new sdk.Gate(undefined, {})]) {
      const decision = gate.check(drop);
      say(decision.execution_policy.mode, gate.decide(drop).route, sdk.shouldExecuteTool(decision, drop));
    }
    for (const options of [undefined, {}]) {
      const { execution_policy: { mode }, audit_event: { decided_at } } = sdk.checkToolPrecheck(drop, options);
      say(mode, decided_at > "2020");
    }
    say(sdk.shouldExecuteTool(() => 0), sdk.shouldExecuteTool({ x: Symbol("x") }), sdk.shouldExecuteTool({}));
    say(sdk.checkToolPrecheck(event).route, sdk.checkToolPrecheck({}).validation_errors.length);
    say(Object.keys(sdk.toolPrecheckEvent({})).length, Object.keys(sdk.toolEvidenceRef({})).length);`);
  const deferred = ["enforce", "defer", false];
  assert.deepEqual(said, [...deferred, ...deferred, ...deferred, "enforce", true, "enforce", true, false, false, false, "accept", 7, 0, 0]);
});

test("events and refs get the contract's names", () => {
  const ref = sdk.toolEvidenceRef({
    sourceId: "auth.session",
    kind: "auth_event",
    trustTier: "verified",
    redactionStatus: "redacted",
    summary: undefined,
    retrievedAt: new Date(NOW),
    citationUrl: "https://example.com",
    freshness: { status: "fresh", checkedAt: "2026-05-09T00:00:00Z", ageHours: 1, maxAgeHours: 2, source: "clock" },
  });
  const built = sdk.toolPrecheckEvent({
    toolName: "get_invoice",
    toolCategory: "private_read",
    authorizationState: "authenticated",
    evidenceRefs: [ref, "auth.session"],
    riskDomain: "finance",
    proposedArguments: { accountId: "keeps its name" },
    recommendedRoute: "accept",
    requestId: "r",
    agentId: "a",
    userIntent: undefined,
    authorizationSubject: { subjectType: "user", subjectRef: "u" },
  });
  assert.deepEqual(built, {
    tool_name: "get_invoice",
    tool_category: "private_read",
    authorization_state: "authenticated",
    evidence_refs: [
      {
        source_id: "auth.session",
        kind: "auth_event",
        trust_tier: "verified",
        redaction_status: "redacted",
        retrieved_at: new Date(NOW),
        citation_url: "https://example.com",
        freshness: { status: "fresh", checked_at: "2026-05-09T00:00:00Z", age_hours: 1, max_age_hours: 2, source: "clock" },
      },
      "auth.session",
    ],
    risk_domain: "finance",
    proposed_arguments: { accountId: "keeps its name" },
    recommended_route: "accept",
    request_id: "r",
    agent_id: "a",
    authorization_subject: { subject_type: "user", subject_ref: "u" },
  });
  assert.deepEqual(sdk.validateToolPrecheckEvent(built), []);
});

test("a misspelt member keeps its name, so that the gate can point at it", () => {
  const decision = sdk.checkToolPrecheck(sdk.toolPrecheckEvent({ ...event, toolNmae: "x" }), { now: NOW });
  assert.deepEqual(decision.warnings, ["unknown_field:/toolNmae"]);
});

test("tool names of every length and spelling", () => {
  for (const name of ["a.b", "a/b", "ns:search", "a-b", "1st", ...[1, 64, 128, 256].map((it) => "x".repeat(it))]) {
    const decision = sdk.checkToolPrecheck({ ...event, tool_name: name }, { now: NOW });
    assert.deepEqual(decision.validation_errors, [], name);
  }
  for (const length of [257, 10_000]) {
    const decision = sdk.checkToolPrecheck({ ...event, tool_name: "x".repeat(length) }, { now: NOW });
    assert.deepEqual(decision.validation_errors.map((it) => it.code), ["too_long"]);
    assert.equal(decision.route, "refuse");
  }
});

test("whether a call may run takes anything and throws for nothing", () => {
  const accept = sdk.checkToolPrecheck(event, { now: NOW });
  assert.equal(sdk.shouldExecuteTool(accept), true);
  assert.equal(sdk.shouldExecuteTool(accept, event), true);
  assert.equal(sdk.shouldExecuteTool(accept, { ...event, proposed_arguments: { query: "other" } }), false);
  assert.equal(sdk.shouldExecuteTool(accept, null), false);
  assert.equal(sdk.shouldExecuteTool({ ...accept, hard_blockers: ["x"] }), false);
  const hostile = new Proxy({}, { ownKeys: () => { throw new Error("no"); }, getPrototypeOf: () => { throw new Error("no"); } });
  // An event that is there and `undefined` is another one than none.
  assert.equal(sdk.shouldExecuteTool(accept, undefined), false);
  assert.equal(sdk.shouldExecuteToolJson(JSON.stringify(accept), undefined), false);
  assert.equal(sdk.shouldExecuteToolJson(JSON.stringify(accept)), true);
  for (const value of [undefined, null, true, 1, 1n, "accept", [], [accept], () => accept, Symbol("x"), hostile, NaN, new Map(Object.entries(accept)), Object.create(accept)]) {
    assert.equal(sdk.shouldExecuteTool(value), false);
    assert.equal(sdk.shouldExecuteTool(accept, value), false);
    assert.equal(sdk.shouldExecuteToolJson(value), false);
  }
  assert.equal(sdk.shouldExecuteToolJson(JSON.stringify(accept), JSON.stringify(event)), true);
});

test("the mode changes what a host does, never what is decided", () => {
  const decision = sdk.checkToolPrecheck({ ...event, tool_name: "delete_database" }, { now: NOW });
  assert.deepEqual(sdk.executionPolicy(decision, "shadow"), {
    mode: "shadow",
    execution_allowed: true,
    aana_allows_execution: false,
    reason: "shadow_mode_only_observes",
    required_route: "accept",
  });
  for (const mode of [undefined, "enforce", "Shadow", null]) {
    assert.equal(sdk.executionPolicy(decision, mode).execution_allowed, false);
  }
  assert.equal(sdk.executionPolicy(() => 1).reason, "decision_not_well_formed");
  assert.equal(new Gate({}, { mode: "shadow" }).check(event, NOW).execution_policy.mode, "shadow");
});

test("a policy is loaded whole or not at all", () => {
  const gate = new Gate('{"tools": {"search_*": {"route_floor": "ask"}}}');
  assert.equal(gate.check(event, NOW).route, "ask");
  assert.equal(sdk.checkToolPrecheck(event, { policy: gate, now: NOW }).route, "ask");
  assert.equal(sdk.checkToolPrecheck(event, { policy: { tools: { search_docs: { route_floor: "defer" } } }, now: NOW }).route, "defer");
  const faults = (policy, options) => {
    try {
      new Gate(policy, options);
    } catch (error) {
      assert.ok(error instanceof PolicyError, String(error));
      return error.faults.map(({ path, code }) => `${path} ${code}`);
    }
    return [];
  };
  assert.deepEqual(faults({ mood: 1 }), ["/mood unknown_field"]);
  assert.deepEqual(faults({}, { mode: "Shadow" }), ["/mode not_allowed_value"]);
  assert.deepEqual(faults({ max_event_bytes: NaN }), ["/max_event_bytes number_out_of_range"]);
  assert.deepEqual(faults(new Map()), [" wrong_type"]);
  assert.deepEqual(faults("{\ud800"), [" lone_surrogate"]);
  assert.deepEqual(faults("{"), [" invalid_json"]);
  assert.throws(() => new Gate({}, null), /^TypeError: `options` is null; an object is allowed$/);
});

test("text is decided as it is", () => {
  const gate = new Gate();
  const text = JSON.stringify(event);
  assert.deepEqual(JSON.parse(gate.checkJson(text, NOW)), gate.check(event, NOW));
  assert.equal(gate.checkJson(new TextEncoder().encode(text), NOW), gate.checkJson(text, NOW));
  const code = (given) => JSON.parse(gate.checkJson(given, NOW)).validation_errors[0].code;
  assert.equal(code('{"tool_name": 1, "tool_name": 1}'), "duplicate_key");
  assert.equal(code(`${text.slice(0, -1)}, "x": "\ud800"}`), "lone_surrogate");
  assert.equal(code("[1e400]"), "number_out_of_range");
  assert.equal(code(new Uint8Array([0xff])), "invalid_utf8");
  for (const given of [undefined, null, 7, {}, new Uint16Array([0x7b7d]), Symbol("x")]) {
    const [fault, ...more] = sdk.validateToolPrecheckEventJson(given);
    assert.deepEqual([fault, more], [{ path: "", code: "wrong_type", message: "the event is neither JSON text nor the bytes of it" }, []]);
    assert.deepEqual(JSON.parse(gate.checkJson(given, NOW)).validation_errors, [fault]);
  }
});

test("what the host attests counts in every way in, and what is not a position is a wrong use", () => {
  const policy = { evidence: "attested" };
  const gate = new Gate(policy);
  const proposed = { ...event, tool_name: "get_invoice", tool_category: "private_read", authorization_state: "authenticated", evidence_refs: ["auth_event:session-7"] };
  const text = JSON.stringify(proposed);
  const ways = (attested) => [
    gate.check(proposed, NOW, attested),
    gate.decide(proposed, NOW, attested),
    gate.decide(proposed, NOW, attested).decision,
    JSON.parse(gate.checkJson(text, NOW, attested)),
    JSON.parse(gate.checkJson(new TextEncoder().encode(text), NOW, attested)),
    sdk.checkToolPrecheck(proposed, { policy, now: NOW, attested }),
  ].map(({ route }) => route);
  for (const attested of [[0], [0, 0], [7, 0], Object.freeze([0])]) assert.deepEqual(ways(attested), Array(6).fill("accept"));
  for (const attested of [undefined, [], [1], [2 ** 32 - 1]]) assert.deepEqual(ways(attested), Array(6).fill("ask"));
  // Nothing in the event says it.
  for (const more of [{ attested: [0] }, { evidence_refs: [{ source_id: "s", kind: "auth_event", trust_tier: "verified", attested: true }] }]) {
    assert.notEqual(gate.check({ ...proposed, ...more }, NOW).route, "accept");
  }
  for (const attested of [null, 0, "0", ["0"], [-1], [0.5], [NaN], [2 ** 32], [0n], [true], new Uint32Array([0]), new Set([0])]) {
    for (const way of [() => gate.check(proposed, NOW, attested), () => gate.decide(proposed, NOW, attested), () => gate.checkJson(text, NOW, attested)]) {
      assert.throws(way, /^TypeError: `attested(\[0\])?` is/);
    }
  }
});

test("a verdict knows its route before the decision is read", () => {
  const verdict = new Gate().decide(event, NOW);
  assert.equal(verdict.route, "accept");
  assert.equal(verdict.executes, true);
  assert.equal(verdict.decision, verdict.decision);
  assert.deepEqual(JSON.parse(JSON.stringify({ verdict })).verdict, verdict.decision);
});

test("a decision made here counts as long as it says what it said", () => {
  const made = () => sdk.checkToolPrecheck(event, { now: NOW });
  const may = sdk.shouldExecuteTool;
  assert.deepEqual([may(made()), may(made(), event), may(structuredClone(made()), event)], [true, true, true]);
  // The same call with its members in another order is the core's to judge, and is the same call.
  assert.equal(may(made(), Object.fromEntries(Object.entries(event).reverse())), true);
  const other = { ...event, proposed_arguments: { query: "something else" } };
  assert.deepEqual([may(made(), other), may(made(), { ...event, x: NaN }), may(made(), null)], [false, false, false]);
  for (const change of [
    (it) => (it.route = "ask"),
    (it) => (it.hard_blockers = ["runtime_refusal"]),
    (it) => it.hard_blockers.push("runtime_refusal"),
    (it) => (it.aix.hard_blockers = ["runtime_refusal"]),
    (it) => delete it.gate_decision,
  ]) {
    const changed = made();
    change(changed);
    assert.equal(may(changed, event), false, String(change));
  }
});

test("every code has its sentence", () => {
  const decision = sdk.checkToolPrecheck({ ...event, tool_name: "delete_database" }, { now: NOW });
  for (const code of decision.hard_blockers) assert.equal(typeof CODES.hard_blockers[code], "string");
});

/** Makes the next calls of the engine's functions fail, as a trap does. */
async function withTraps(work) {
  const original = WebAssembly.Instance;
  const state = { trap: false, instances: 0 };
  WebAssembly.Instance = function (module, imports) {
    state.instances += 1;
    const { exports } = new original(module, imports);
    const guarded = { ...exports };
    for (const name of ["gate_check", "gate_verdict", "gate_refuse", "shouldExecute"]) {
      guarded[name] = (...args) => {
        if (state.trap) throw new WebAssembly.RuntimeError("unreachable");
        return exports[name](...args);
      };
    }
    return { exports: guarded };
  };
  try {
    await sdk.init();
    return await work(state);
  } finally {
    WebAssembly.Instance = original;
    await sdk.init();
  }
}

test("a trap refuses that call, and the next one finds a fresh instance", () =>
  withTraps((state) => {
    const gate = new Gate({ tools: { "search_*": { route_floor: "ask" } } });
    assert.equal(gate.check(event, NOW).route, "ask");
    const before = state.instances;
    state.trap = true;
    const decision = gate.check(event, NOW);
    assert.equal(decision.route, "refuse");
    assert.match(decision.validation_errors[0].message, /^the gate stopped/);
    assert.equal(sdk.shouldExecuteTool(decision), false);
    const verdict = gate.decide(event, NOW);
    assert.deepEqual([verdict.route, verdict.executes], ["refuse", false]);
    let calls = 0;
    assert.throws(() => sdk.guardTool(() => (calls += 1), { toolCategory: "public_read" })({}), sdk.ToolCallBlockedError);
    assert.equal(calls, 0);
    state.trap = false;
    // The policy still holds in the fresh instance.
    assert.equal(gate.check(event, NOW).route, "ask");
    assert.ok(state.instances > before);
  }));

test("an engine that cannot start is told, and changes nothing", async () => {
  const original = WebAssembly.Instance;
  const accept = sdk.checkToolPrecheck(event, { now: NOW });
  WebAssembly.Instance = function () {
    throw new RangeError("out of memory");
  };
  try {
    await assert.rejects(sdk.init(), /out of memory/);
    assert.equal(sdk.checkToolPrecheck(event, { now: NOW }).route, accept.route);
  } finally {
    WebAssembly.Instance = original;
  }
  assert.equal(sdk.shouldExecuteTool(accept), true);
});

test("the module may come from bytes, a module, a response or a URL", async () => {
  const { readFileSync } = await import("node:fs");
  const bytes = readFileSync(new URL(import.meta.resolve("@aana/integration-sdk/aana.wasm")));
  const response = (type) => new Response(bytes, { headers: { "content-type": type } });
  const url = `data:application/wasm;base64,${bytes.toString("base64")}`;
  for (const input of [bytes, new WebAssembly.Module(bytes), response("application/wasm"), response("text/plain"), Promise.resolve(bytes), new URL(url), url]) {
    await sdk.init(input);
    assert.equal(sdk.checkToolPrecheck(event, { now: NOW }).route, "accept");
  }
  await assert.rejects(sdk.init(new Response("", { status: 404 })), /status 404/);
  await assert.rejects(sdk.init(new Uint8Array(8)));
});

test("the web entry throws a clear error before `init`", async () => {
  const web = await import("@aana/integration-sdk/web");
  // One program, one engine: the entries share what was loaded.
  assert.equal(web.Gate, Gate);
  assert.equal(typeof web.init, "function");
});
