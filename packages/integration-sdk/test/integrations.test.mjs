// What the integrations share, without a framework. Those with one are in `tests/integrations-npm`.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { checkToolPrecheck, Gate, PolicyError, shouldExecuteTool, ToolCallBlockedError } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import * as ai from "@aana/integration-sdk/integrations/ai-sdk";
import { approve, GatedClient, ToolGate } from "@aana/integration-sdk/integrations/mcp";
import { polluted } from "./suite.mjs";
import { ADDRESS, EVENT, SEARCH, SEND, answer, asked, brokerOf, find, gateOf, said, send, settled } from "./tool-gate.mjs";

test("the entries share one gate", () => assert.equal(ai.ToolGate, ToolGate));

test("what runs is a frozen copy, read once", async () => {
  let reads = 0;
  const tags = ["one"];
  const outcome = await gateOf().check({ toolName: "search_docs", arguments: { get query() { return `reading ${(reads += 1)}`; }, tags, none: undefined } });
  tags.push("two");
  assert.deepEqual([outcome.do, outcome.arguments, reads], ["run", { query: "reading 1", tags: ["one"] }, 1]);
  assert.ok(Object.isFrozen(outcome.arguments) && Object.isFrozen(outcome.arguments.tags));
});

test("a value that is not an object when the gate begins does not run, whatever becomes of it", async () => {
  for (const [make, mend] of [
    [() => [, "a"], (list) => { list[0] = "b"; }],
    [() => Object.assign(["a"], { more: 1 }), (list) => { delete list.more; }],
    [() => ({ toJSON: () => 1, name: "a" }), (object) => { delete object.toJSON; }],
    [() => new (class Point { x = 1; })(), (object) => { Object.setPrototypeOf(object, Object.prototype); }],
  ]) {
    const wrong = make();
    const authorizationState = async () => { mend(wrong); return "none"; };
    const sent = [];
    const client = { callTool: async (params) => { sent.push(params); return { content: [] }; } };
    const gate = gateOf({}, { search_docs: { ...SEARCH, authorizationState } });
    assert.match(said(await gate.check({ ...find, arguments: { wrong } })), /\(wrong_type\) at `\/proposed_arguments\/wrong`/);
    const again = { name: "search_docs", arguments: { wrong: make() } };
    const called = new GatedClient(client, gate).callTool(again);
    mend(again.arguments.wrong);
    assert.deepEqual([(await called).isError, sent], [true, []]);
  }
});

test("whoever looks something up gets copies, and finds it for this call", async () => {
  const after = new Date(0);
  const seen = [];
  const evidenceRefs = async (call) => {
    seen.push([call.toolName, call.callId, call.context, call.arguments.query]);
    call.arguments.after.setTime(1);
    return [];
  };
  const gate = gateOf({}, { search_docs: { ...SEARCH, evidenceRefs } });
  const outcome = await gate.check({ ...find, arguments: { query: "leave", after }, context: "here" });
  assert.deepEqual(seen, [["search_docs", "call_2", "here", "leave"]]);
  assert.equal(outcome.arguments.after.getTime(), 0);
});

test("the event says what was said about the tool", async () => {
  const authorizationSubject = async () => ({ subjectType: "user", subjectRef: "ada" });
  const rule = { ...SEND, authorizationState: () => "authenticated", authorizationSubject, recommendedRoute: () => "ask" };
  const { event } = await gateOf({ agentId: "mailer" }, { send_email: rule }).check(send);
  assert.deepEqual(event, {
    tool_name: "send_email", tool_category: "write", risk_domain: "customer_support", authorization_state: "authenticated",
    evidence_refs: ["session:1"], proposed_arguments: { to: ADDRESS }, recommended_route: "ask",
    authorization_subject: { subject_type: "user", subject_ref: "ada" }, request_id: "call_1", agent_id: "mailer",
  });
});

test("the model is told why, and what is needed", async () => {
  assert.equal(said(await gateOf({ approvedBy: undefined }).check(send)), [
    "The tool `send_email` was not run: ask.",
    "Why: a write needs its target validated and the action confirmed (write_missing_validation_or_confirmation); a high-risk write needs the user's explicit confirmation (high_risk_write_missing_explicit_confirmation).",
    "What to do: stop, and tell your user that a person has to approve exactly this call; you cannot approve it, and nothing that you write is an approval.",
  ].join("\n"));
  const faults = said(await gateOf().check({ toolName: "search_docs", arguments: { query: [new Map()] } }));
  assert.match(faults, /^The tool `search_docs` was not run: refuse\.\nWhy: .*\(wrong_type\) at `\/proposed_arguments\/query\/0`/);
});

test("a tool without a rule does not run, whatever its name", async () => {
  for (const toolName of ["fetch", "constructor", "__proto__", "toString"]) {
    assert.match(said(await new ToolGate({}).check({ toolName, arguments: {} })), /\(unknown_tool_category\)/);
  }
});

test("an approval counts once", async () => {
  const gate = gateOf();
  const ask = await asked(gate);
  const run = await settled(gate, send, ask);
  assert.deepEqual([run.do, run.arguments], ["run", { to: ADDRESS }]);
  assert.match(said(await settled(gate, send, ask)), /There is no approval: it was used before\.$/);
});

test("of several answers at once one counts", async () => {
  const gate = gateOf();
  const ask = await asked(gate);
  const outcomes = await Promise.all([1, 2, 3].map(() => settled(gate, send, ask)));
  assert.deepEqual(outcomes.map((it) => it.do).sort(), ["block", "block", "run"]);
});

test("of two who put the question at the same time, one is answered, and then there is none", async () => {
  const store = new MemoryStore();
  const gates = [0, 1].map(() => gateOf({ broker: brokerOf({ store }) }));
  await Promise.all([...gates, ...gates].map((gate) => gate.check(send)));
  assert.ok(store.open().length > 1);
  const asks = await Promise.all(gates.map((gate) => gate.check(send)));
  const outcomes = await Promise.all(gates.map((gate, at) => settled(gate, send, asks[at])));
  assert.deepEqual(outcomes.map((it) => it.do).sort(), ["block", "run"]);
  assert.deepEqual(store.open(), []);
  for (const gate of gates) {
    const again = await gate.check(send);
    assert.equal(again.askedBefore, false);
    said(await settled(gate, send, again));
  }
});

test("a rejection is final", async () => {
  const gate = gateOf();
  const ask = await asked(gate);
  assert.match(said(await settled(gate, send, ask, false)), /the person who was asked said no/);
  said(await settled(gate, send, ask));
  said(await settled(gate, send, await asked(gate), "yes"));
});

test("an answer from before the question does not count", async () => {
  const gate = gateOf();
  const ask = await gate.check(send);
  assert.match(said(await settled(gate, send, ask)), /nobody was asked about this call/);
  // And the question is closed: a yes that comes later finds nothing.
  assert.equal((await gate.check(send)).askedBefore, false);
});

test("another call under the same name is another call", async () => {
  const gate = gateOf();
  await asked(gate);
  for (const other of [{ ...send, arguments: { to: "other@customer.example" } }, { ...find, callId: "call_1" }]) {
    assert.match(said(await gate.check(other)), /another call than the one that a person was asked about/);
  }
  assert.equal((await gate.check(find)).do, "run");
});

test("a yes from nobody confirms nothing, whatever stands for nobody", async () => {
  for (const who of [undefined, null, "", " \n", 0, 7, false, true, NaN, [], ["user:ada"], {}, new String("user:ada"), { toString: () => "user:ada" }]) {
    for (const approvedBy of [() => who, async () => who]) {
      const broker = brokerOf();
      const gate = gateOf({ approvedBy, broker });
      assert.match(said(await settled(gate, send, await asked(gate))), /There is no approval: it is not known who answered\.$/);
      const ran = [];
      const client = { callTool: async (params) => { ran.push(params); return { content: [] }; } };
      const tools = new GatedClient(client, gate, { confirm: approve });
      assert.equal((await tools.callTool({ name: "send_email", arguments: send.arguments })).isError, true);
      assert.deepEqual([ran, await broker.pending()], [[], []]);
    }
    if (who === undefined) continue;
    assert.throws(() => gateOf({ approvedBy: who }), /^TypeError: `approvedBy` is .*; the name of a person, not blank, or a function of the call is allowed$/);
  }
});

test("a name that may be a secret, or cannot be read, is in no message and no log", async (t) => {
  const lines = [];
  t.mock.method(console, "error", (line) => lines.push(line));
  const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
  const fails = () => { throw new Error("no"); };
  const hidden = "x\u009b31m\u202eevil\u200b\n`";
  for (const toolName of [secret, `${secret}${hidden}`, hidden, "x".repeat(3_000_000)]) {
    for (const [options, args] of [[{}, {}], [{}, { a: NaN }], [{}, 5], [{ onDecision: fails }, {}]]) {
      const client = { callTool: () => assert.fail("it ran") };
      const { content: [{ text }] } = await new GatedClient(client, new ToolGate({}, options)).callTool({ name: toolName, arguments: args });
      const shown = [text, ...lines.splice(0)].join("\n");
      assert.ok(!shown.includes(secret), shown);
      assert.match(shown, /^[ -~\n]+$/);
      assert.ok(text.split("\n")[0].length < 400 && shown.length < 2000, `${shown.length} characters`);
    }
  }
  // What the application lists is its own.
  said(await gateOf({ onDecision: fails }).check({ toolName: "fetch", arguments: {} }));
  said(await gateOf({ onDecision: fails }).check(find));
  assert.deepEqual(lines, ["the tool", '"search_docs"'].map((it) => `aana: a call of ${it} was blocked: the gate failed with Error`));
  for (const tool_name of [hidden, "y\u202e"]) {
    const error = new ToolCallBlockedError(checkToolPrecheck({ ...EVENT, tool_name }));
    assert.match(error.message, /^[ -~]+$/);
  }
});

test("a client is sent nothing that nobody has checked", async () => {
  const seen = [];
  const client = { callTool: async (...given) => { seen.push(given); return { content: [] }; } };
  const call = { name: "search_docs", arguments: { query: "leave" } };
  const [_meta, task] = [{ progressToken: 1 }, { ttl: 5 }];
  const plain = new GatedClient(client, gateOf());
  for (const more of [{ _meta }, { task }, { method: "tools/list" }, { [Symbol("a")]: 1 }, JSON.parse('{"__proto__": {"a": 1}}'), { _meta: null }]) {
    await assert.rejects(plain.callTool({ ...call, ...more }), (error) =>
      error instanceof TypeError && /^`params` has .*; allowed are `name`, `arguments`$/.test(error.message));
  }
  const some = new GatedClient(client, gateOf(), { unchecked: ["_meta"] });
  await assert.rejects(some.callTool({ ...call, task }), /`params` has `task`, which `unchecked` does not list; allowed are `name`, `arguments`, `_meta`/);
  assert.deepEqual(seen, []);
  await plain.callTool({ ...call, _meta: undefined });
  await some.callTool({ ...call, _meta });
  await new GatedClient(client, gateOf(), { unchecked: ["_meta", "task"] }).callTool({ ...call, _meta, task }, { timeout: 5 });
  assert.deepEqual(seen, [[call], [{ ...call, _meta }], [{ ...call, _meta, task }, { timeout: 5 }]]);
  for (const unchecked of ["_meta", null, 7, ["method"], [undefined]]) {
    assert.throws(() => new GatedClient(client, gateOf(), { unchecked }), TypeError);
  }
});

test("a call without a name cannot be approved", async () => {
  assert.match(said(await gateOf().check({ ...send, callId: undefined })), /was not run: ask/);
});

test("a late answer does not count", async () => {
  const store = new MemoryStore();
  const gate = gateOf({ broker: brokerOf({ store }) });
  const ask = await asked(gate);
  store.close(ask.question.id, "expired", undefined, 0);
  assert.match(said(await settled(gate, send, ask)), /There is no approval: it came too late|it was used before/);
});

test("the token of a question is not for the framework", async () => {
  const ask = await gateOf().check(send);
  assert.equal(ask.question.token, undefined);
});

test("a store without events knows the questions of this process", async () => {
  const gate = gateOf({ broker: brokerOf({ keepEvents: false }) });
  assert.equal((await settled(gate, send, await asked(gate))).do, "run");
});

test("a store that fails blocks", async (t) => {
  const lines = [];
  t.mock.method(console, "error", (line) => lines.push(line));
  const methods = ["add", "get", "openByRequestId", "closeExpired", "close"];
  for (const method of methods) {
    const store = new MemoryStore();
    const gate = gateOf({ broker: brokerOf({ store }) });
    const ask = method === "get" || method === "close" ? await asked(gate) : undefined;
    store[method] = () => Promise.reject(new RangeError(ADDRESS));
    const outcome = ask === undefined ? await gate.check(send) : await settled(gate, send, ask);
    assert.match(said(outcome), /\(gate_failed\)\.$/);
  }
  assert.deepEqual(lines, methods.map(() => "aana: a call of \"send_email\" was blocked: the gate failed with RangeError"));
});

test("nothing rejects, whatever comes", async (t) => {
  t.mock.method(console, "error", () => {});
  const gate = gateOf();
  const throws = new Proxy({}, { ownKeys: () => { throw new Error(ADDRESS); } });
  for (const args of [undefined, null, "leave", ["leave"], new Map(), throws, { query: throws }, Symbol("leave"), () => 1]) {
    said(await gate.check({ ...find, arguments: args }));
  }
  for (const wrong of [{ toolName: undefined }, { toolName: 7 }, { toolName: "" }, { toolName: {} }, { toolName: Symbol("a") }, { callId: 7 }, { callId: {} }]) {
    said(await gate.check({ ...send, ...wrong }));
  }
  for (const call of [undefined, null, 7]) said(await gate.check(call));
  for (const ask of [undefined, {}, { question: {} }, { event: {} }]) said(await settled(gate, send, ask));
  said(await gate.settle(send, await asked(gate), undefined));
});

test("an error of whoever was asked is told by the class that JavaScript has for it, and by nothing else", async (t) => {
  const lines = [];
  t.mock.method(console, "error", (line) => lines.push(line));
  class AddressError extends RangeError {}
  const errors = [
    [Object.assign(new Error("no"), { name: ADDRESS }), "Error"],
    [Object.defineProperty(new TypeError("no"), "name", { get() { throw new Error(ADDRESS); } }), "TypeError"],
    [new AddressError(ADDRESS), "RangeError"],
    [new PolicyError([]), "PolicyError"],
    [{ name: ADDRESS }, "object"],
    [ADDRESS, "string"],
    [new Proxy({}, { getPrototypeOf() { throw new Error(ADDRESS); } }), "object"],
  ];
  for (const [error] of errors) {
    said(await gateOf({}, { search_docs: { ...SEARCH, authorizationState() { throw error; } } }).check(find));
  }
  assert.deepEqual(lines, errors.map(([, name]) => `aana: a call of "search_docs" was blocked: the gate failed with ${name}`));
  const throws = { get toolName() { throw new Error(ADDRESS); }, arguments: {} };
  said(await gateOf().check(throws));
  said(await settled(gateOf(), throws, await asked(gateOf())));
  assert.deepEqual(lines.slice(errors.length), Array(2).fill("aana: a call of the tool was blocked: the gate failed with Error"));
  t.mock.method(console, "error", () => { throw new Error(ADDRESS); });
  said(await gateOf().check(throws));
});

test("a client that is called with nothing gives a result", async (t) => {
  t.mock.method(console, "error", () => {});
  const client = { callTool: () => assert.fail("it ran") };
  const tools = new GatedClient(client, gateOf());
  const throws = { get name() { throw new Error(ADDRESS); } };
  for (const params of [undefined, null, 7, "search_docs", {}, [], { name: undefined }, { arguments: {} }, throws]) {
    const { isError, content: [{ text }] } = await tools.callTool(params);
    assert.equal(isError, true);
    assert.match(text, /was not run/);
  }
  assert.throws(() => new GatedClient(client, gateOf(), null), /`options` is null; an object is allowed/);
  assert.throws(() => new ToolGate({}, null), /`options` is null; an object is allowed/);
});

test("what stands on `Object.prototype` is said of no tool and by nobody", () => {
  const members = {
    toolCategory: "public_read", riskDomain: "research", authorizationState: "confirmed", evidenceRefs: ["approval:1"],
    recommendedRoute: "accept", callId: "call_1", toolCallId: "call_1", approvedBy: "user:eve", approved: true, questionId: "q", actionDigest: "d", mode: "shadow",
    gate: '{"mode": "shadow"}', broker: "b", agentId: "a", confirm: "yes", scope: "s", needsApproval: false, execute: "x",
  };
  const said = polluted(members, `
    import { GatedClient, ToolGate } from "@aana/integration-sdk/integrations/mcp";
    import { gated } from "@aana/integration-sdk/integrations/ai-sdk";
    const rule = ${JSON.stringify(SEND)};
    for (const options of [undefined, {}]) {
      const gate = new ToolGate({ none: {} }, options);
      for (const toolName of ["read_page", "none"]) {
        const { do: done, decision } = await gate.check({ toolName, arguments: {} });
        say(done, decision.tool_category, decision.authorization_state, decision.audit_event.agent_id, decision.audit_event.request_id);
      }
      say((await new ToolGate({ send_email: rule }, options).check({ toolName: "send_email", arguments: {}, callId: "1" })).do);
    }
    const gate = new ToolGate({ send_email: rule }, { approvedBy: "user:ada" });
    const call = { toolName: "send_email", arguments: { to: "a" }, callId: "call_2" };
    say((await gate.check({ toolName: "send_email", arguments: {} })).do);
    await gate.check(call);
    say((await gate.settle(call, await gate.check(call), {})).do);
    const client = { callTool: () => say("ran") };
    say((await new GatedClient(client, gate, {}).callTool({ name: "send_email", arguments: {} })).isError);
    try { gated({ here: { inputSchema: {} } }, gate); } catch (error) { say(error.name); }
    const { send_email } = gated({ send_email: { inputSchema: {}, execute: () => say("ran") } }, gate);
    await send_email.execute({}, { messages: [] }).catch((error) => say(error.name));`);
  const blocked = ["block", "unknown", "none", null, null];
  const without = [...blocked, ...blocked, "block"];
  assert.deepEqual(said, [...without, ...without, "block", "block", true, "TypeError", "ToolNotRunError"]);
});

test("rules and options may be objects of a class", async () => {
  class Rule {
    get toolCategory() { return "public_read"; }
    riskDomain = "research";
    authorizationState() { return "none"; }
  }
  assert.equal((await gateOf({}, { search_docs: new Rule() }).check(find)).do, "run");
});

test("of two conversations with the same id of a call, each has its own question", async () => {
  const gate = gateOf();
  const ran = [];
  const tools = (scope) => gated({ send_email: { inputSchema: {}, execute: (input) => ran.push(input.to) } }, gate, { scope, elsewhere: ["search_docs"] }).send_email;
  const { gated } = ai;
  const request = { role: "assistant", content: [{ type: "tool-approval-request", approvalId: "a", toolCallId: "1" }] };
  const approved = [request, { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved: true }] }];
  const [one, other] = [tools("one"), tools("other")];
  assert.equal(await one.needsApproval({ to: "one" }, { toolCallId: "1", messages: [] }), true);
  assert.equal(await other.needsApproval({ to: "other" }, { toolCallId: "1", messages: [] }), true);
  // Without a scope, they would be one call.
  assert.equal(await tools("one").needsApproval({ to: "other" }, { toolCallId: "1", messages: [] }), false);
  for (const [tool, to] of [[one, "one"], [other, "other"]]) await tool.execute({ to }, { toolCallId: "1", messages: approved });
  assert.deepEqual(ran, ["one", "other"]);
  await assert.rejects(one.execute({ to: "one" }, { messages: approved }), { name: "ToolNotRunError" });
  assert.throws(() => tools(7), /`scope` is a number; a string is allowed/);
});

test("a tool that is frozen is gated like any other", async () => {
  const frozen = Object.freeze({ inputSchema: {}, execute: ({ query }) => query, needsApproval: false });
  const { search_docs } = ai.gated({ search_docs: frozen }, gateOf(), { elsewhere: ["send_email"] });
  assert.equal(await search_docs.execute({ query: "leave" }, { toolCallId: "1", messages: [] }), "leave");
});

test("whoever sees a decision can stop the call, and not allow it", async () => {
  const forges = (decision) => {
    const allowed = { mode: "shadow", execution_allowed: true, aana_allows_execution: true };
    Object.assign(decision, { route: "accept", gate_decision: "pass", recommended_action: "accept", hard_blockers: [], execution_policy: allowed });
    assert.ok(!shouldExecuteTool(decision, {}));
  };
  const outcome = await gateOf({ onDecision: forges }).check({ toolName: "drop_table", arguments: {} });
  assert.match(said(outcome), /was not run: refuse/);
  assert.equal(outcome.decision.route, "refuse");
});

test("in the shadow everything runs with the arguments as they came", async () => {
  const routes = [];
  const gate = new ToolGate({}, { gate: new Gate(undefined, { mode: "shadow" }), onDecision: ({ route }) => routes.push(route) });
  const args = { value: new Map() };
  const outcome = await gate.check({ toolName: "drop_table", arguments: args });
  assert.equal(outcome.arguments, args);
  assert.deepEqual(routes, ["refuse"]);
});

test("a faulty policy is told at once", () => {
  assert.throws(() => new ToolGate({}, { gate: { mod: "shadow" } }), PolicyError);
});

test("a tool that a gate lists and nobody registered is an error when tools are wrapped", () => {
  const rule = { toolCategory: "public_read", riskDomain: "research" };
  const gate = new ToolGate({ search_docs: rule, send_mail: rule });
  const tools = { search_docs: { inputSchema: {}, execute: () => 1 } };
  assert.throws(() => ai.gated(tools, gate), (error) => error instanceof TypeError && /`send_mail`, which nobody registered; registered: `search_docs`/.test(error.message));
  assert.equal(typeof ai.gated(tools, gate, { elsewhere: ["send_mail"] }).search_docs.execute, "function");
  assert.throws(() => gate.assertRegistered(["search_docs"]), /`send_mail`/);
  assert.throws(() => gate.assertRegistered([]), /registered: none/);
  assert.throws(() => gate.assertRegistered("search_docs"), TypeError);
  gate.assertRegistered(["search_docs", "send_mail", "more"]);
  gate.assertRegistered(["search_docs"], ["send_mail"]);
});

test("a string is not a path, wherever a gate is given, and a URL is one", () => {
  const folder = mkdtempSync(join(tmpdir(), "aana-policy-"));
  try {
    const file = join(folder, "policy.json");
    writeFileSync(file, '{"tools": {"search_docs": {"route_floor": "defer"}}}');
    const url = pathToFileURL(file);
    for (const make of [(it) => new Gate(it), (it) => new ToolGate({}, { gate: it }).check, (it) => new Broker(it, { store: new MemoryStore() }), (it) => checkToolPrecheck({}, { policy: it })]) {
      for (const path of ["policy.json", file, "nowhere.json", "", "true.json"]) {
        assert.throws(() => make(path), (error) => error instanceof PolicyError && /not the path of a file, for which a `file:` URL is allowed/.test(error.message) && !error.message.includes(file));
      }
      assert.ok(make(url));
      assert.throws(() => make(new URL("none.json", url)), { code: "ENOENT" });
      assert.throws(() => make(new URL("https://example.com/policy.json")), { code: "ERR_INVALID_URL_SCHEME" });
    }
    // If the bytes were repaired, the rule would be for another name, and would never apply.
    const latin = pathToFileURL(join(folder, "latin.json"));
    writeFileSync(latin, Buffer.from('{"tools": {"caf\u00e9": {"route_floor": "refuse"}}}', "latin1"));
    assert.throws(() => new Gate(latin), (error) => error instanceof PolicyError && error.faults[0].code === "invalid_utf8" && error.message === "the policy is not valid `aana.policy.v1`: the file is not UTF-8; only UTF-8 is allowed");
    const event = { tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [], risk_domain: "research", proposed_arguments: {}, recommended_route: "accept" };
    assert.equal(new Gate(url).check(event).route, "defer");
    // What is JSON, and what begins as an object, is told by what is wrong in it.
    for (const text of ["[]", "7", '{"tools":']) assert.throws(() => new Gate(text), (error) => error instanceof PolicyError && !/path/.test(error.message));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
