// The functions of the formats: their use, wrong use, and what becomes of them when a module stops.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { Gate, GateNotReadyError, PolicyError, shouldExecuteTool } from "@aana/integration-sdk";
import * as formats from "@aana/integration-sdk/formats";
import * as validator from "@aana/integration-sdk/formats/arguments";
import { polluted, search } from "./suite.mjs";

const { aaep, toolRequest } = formats;
const NOW = Date.parse("2026-06-30T14:22:10Z");

const ref = (source_id, kind, summary, provenance) => ({
  ...{ source_id, kind, trust_tier: "verified", redaction_status: "redacted", summary, provenance },
  ...{ retrieved_at: "2026-06-30T14:21:00Z", freshness: { status: "fresh" } },
});
const email = {
  tool_name: "send_email",
  tool_category: "write",
  authorization_state: "validated",
  evidence_refs: [
    ref("auth.session", "auth_event", "User identity was authenticated for this account.", "connector"),
    ref("mail.recipient_check", "tool_result", "Recipient and draft were validated against the case record.", "runtime"),
  ],
  risk_domain: "customer_support",
  proposed_arguments: { to: "customer@example.com", draft_id: "123" },
  recommended_route: "accept",
};

const DESK = JSON.stringify({
  schema_version: "1.0",
  app: { id: "com.example.desk", name: "Desk", description: "Keeps tasks" },
  execution: { type: "http", base_url: "https://desk.example.com" },
  auth: { type: "api_key", api_key: { placement: "header", name: "x-api-key", env_var: "AAI_COM_EXAMPLE_DESK_KEY" } },
  tools: [
    {
      name: "get_task",
      description: "Get a task",
      execution: { path: "/tasks/${id}", method: "GET" },
      parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      returns: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
    },
  ],
});

/** A value that JSON cannot hold, an event that no engine sees. */
const UNFIT = [NaN, new Map(), { toJSON: () => 1 }, "\ud800"];

test("an event or a reply is text, bytes or an object, and whatever it holds gives a report", () => {
  const text = JSON.stringify({ type: "confirmation.reply", decision: "perhaps" });
  const report = aaep.checkReply(text);
  assert.equal(report.valid, false);
  assert.deepEqual(report.findings.filter((it) => it.rule === "field.enum").map((it) => it.pointer), ["/decision"]);
  assert.deepEqual(aaep.checkReply(JSON.parse(text)), report);
  assert.deepEqual(aaep.checkReply(new TextEncoder().encode(text)), report);
  for (const [given, rule] of [
    ["{", "json.invalid"],
    ["[]", "env.not-object"],
    [new Uint8Array([0xff]), "json.invalid"],
    ['"\ud800"', "json.invalid"],
    [{ a: NaN }, "json.number-range"],
    [{ a: new Map() }, "json.invalid"],
  ]) {
    const { valid, findings } = aaep.checkEvent(given);
    assert.deepEqual([valid, findings[0].rule, findings[0].severity], [false, rule, "error"]);
  }
  assert.equal(aaep.checkEvent({ a: [0, NaN] }).findings[0].pointer, "/a/1");
});

test("bytes and objects of another realm are bytes and objects", () => {
  const bytes = vm.runInNewContext("new Uint8Array([123, 125])");
  assert.deepEqual(aaep.checkEvent(bytes), aaep.checkEvent("{}"));
  assert.deepEqual(aaep.checkEvent(vm.runInNewContext("({})")), aaep.checkEvent("{}"));
  assert.equal(toolRequest.check(bytes).errors[0], "fm.missing");
});

test("a stream is lines, or items that are told apart whatever they hold", () => {
  const item = { type: "aaep:agent.session.completed" };
  const spread = JSON.stringify(item, null, 2);
  const report = aaep.checkStream(`${JSON.stringify(item)}\n\n${JSON.stringify(item)}\n`);
  assert.deepEqual(aaep.checkStream([item, item]), report);
  assert.deepEqual(aaep.checkStream(new Set([spread, item]).values()), report);
  const faulty = aaep.checkStream([item, "", { a: NaN }, "{"]);
  const last = [1, 2, 3].map((index) => faulty.findings.find((it) => it.index === index));
  assert.deepEqual(last.map((it) => [it.rule, it.pointer]), [["json.invalid", ""], ["json.number-range", "/a"], ["json.invalid", ""]]);
  assert.deepEqual(aaep.checkStream(""), { valid: true, findings: [], replies: [] });
  assert.equal(aaep.checkStream(new Uint8Array([0xff])).findings[0].rule, "json.invalid");
});

test("wrong use is a `TypeError` that names the argument, and no value", () => {
  const session = () => new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" } });
  const desk = new validator.descriptor.Descriptor(DESK);
  const secret = "hunter2";
  for (const [argument, call] of [
    ["event", () => aaep.checkEvent(undefined)],
    ["event", () => aaep.checkEvent(7)],
    ["reply", () => aaep.checkReply(null)],
    ["stream", () => aaep.checkStream(7)],
    ["stream[1]", () => aaep.checkStream(["{}", 7])],
    ["sessionId", () => new aaep.Session({ producer: { agentId: "desk" } })],
    ["options", () => new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" }, [secret]: 1 })],
    ["producer", () => new aaep.Session({ sessionId: "sess_1", producer: secret })],
    ["summary", () => session().start()],
    ["runtimeId", () => session().propose(search, {})],
    ["now", () => session().start("x", { now: secret })],
    ["now", () => session().start("x", { now: NaN })],
    ["state", () => aaep.Session.restore(7)],
    ["document", () => toolRequest.check(secret)],
    ["document", () => toolRequest.digests([1])],
    ["options", () => toolRequest.check(new Uint8Array(), { filename: secret })],
    ["limits", () => toolRequest.check(new Uint8Array(), { limits: { maxTime: 1 } })],
    ["facts", () => toolRequest.bind(new Uint8Array(), { record: { approver: NaN } })],
    ["descriptor", () => formats.descriptor.check({})],
    ["profile", () => formats.descriptor.check(DESK, secret)],
    ["client", () => formats.descriptor.tools([desk], secret)],
    ["descriptors[0]", () => formats.descriptor.tools([secret], "mcp")],
    ["descriptors", () => new validator.descriptor.Catalog(desk)],
    ["pinned", () => desk.classify("get_task", { pinned: "false" })],
    ["tool", () => desk.classify(secret)],
    ["tool", () => desk.plan(7, {})],
    ["tool", () => desk.plan("\ud800", {})],
    ["callArguments", () => desk.plan("get_task")],
    ["tokens", () => desk.wire("get_task", { id: "1" }, { tokens: secret })],
    ["env", () => desk.wire("get_task", { id: "1" }, { env: { AAI_COM_EXAMPLE_DESK_KEY: Symbol(secret) } })],
    ["env", () => desk.wire("get_task", { id: "1" }, { env: () => [secret] })],
    ["allowVariables", () => desk.wire("get_task", { id: "1" }, { allowVariables: secret })],
    ["allowVariables", () => desk.wire("get_task", { id: "1" }, { allowVariables: [secret] })],
    ["allowVariables[0]", () => desk.wire("get_task", { id: "1" }, { allowVariables: [7] })],
    ["options", () => desk.event("get_task", { id: "1" }, { evidences: [secret] })],
  ]) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof TypeError, String(error));
      assert.ok(error.message.startsWith(`\`${argument}\` `), `${argument}: ${error.message}`);
      assert.ok(!error.message.includes(secret), error.message);
      return true;
    });
  }
  for (const call of [
    () => toolRequest.check(new Uint8Array(), { fileName: 7 }),
    () => toolRequest.bind(new Uint8Array(), { riskDomain: secret }),
    () => aaep.Session.restore({ [secret]: 1 }),
  ]) {
    assert.throws(call, (error) => error instanceof TypeError && !error.message.includes(secret));
  }
});

test("a confirmed call, with a restart after each step", () => {
  const lines = [];
  let state = JSON.stringify(
    new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk", agentVersion: "1.0.0" }, subscriptions: ["sub_1"] }),
  );
  let at = NOW;
  const step = (call) => {
    const session = aaep.Session.restore(state);
    const said = call(session, { now: (at += 1000) });
    state = JSON.stringify(session);
    lines.push(...said.events);
    return said;
  };
  step((session, now) => session.start("Answering.", now));
  const asked = step((session, now) => session.propose(email, { runtimeId: "1", ...now }));
  assert.equal(asked.decision.route, "ask");
  assert.equal(asked.next.do, "await_reply");
  const { reply_token, deadline_ms } = asked.next;
  assert.deepEqual(aaep.Session.restore(JSON.parse(state)).pending, { reply_token, deadline_ms });
  const reply = {
    ...{ type: "confirmation.reply", reply_token, decision: "accept", subscription_id: "sub_1" },
    ...{ timestamp: new Date(at).toISOString(), decided_by: "user:1" },
  };
  const forged = step((session, now) => session.reply(reply, email, { authenticated: false, ...now }));
  assert.deepEqual([forged.effect, forged.reason, forged.events], ["ignored", "sender-not-entitled", []]);
  lines.push(reply);
  const replied = step((session, now) => session.reply(reply, email, { authenticated: true, ...now }));
  assert.equal(replied.effect, "accept");
  assert.equal(replied.evidence.kind, "approval");
  const run = step((session, now) => session.propose(replied.gate_again, { runtimeId: "1", ...now }));
  assert.deepEqual(run.next, { do: "run", tool_call_id: "call_1" });
  assert.equal(shouldExecuteTool(run.decision, JSON.parse(replied.gate_again)), true);
  step((session, now) => session.complete("call_1", "success", { durationMs: 5, summary: "Sent.", ...now }));
  step((session, now) => session.finish("Answered.", now));
  const { findings, replies } = aaep.checkStream(lines);
  assert.deepEqual(findings, []);
  assert.equal(replies.length, 1);
  const ids = lines.map((it) => it.event_id).filter((it) => it !== undefined);
  assert.equal(new Set(ids).size, ids.length);
  assert.match(ids[0], /^evt_[0-9a-f]{32}$/);
});

test("a question is answered, and a yes has a name", () => {
  const session = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" }, subscriptions: ["sub_1"] });
  session.start("Answering.", { now: NOW });
  const asked = session.propose(email, { runtimeId: "1", texts: { question: "Which draft?" }, now: NOW });
  assert.equal(asked.next.do, "await_answer");
  assert.equal(session.pending.reply_token, asked.next.reply_token);
  const sent = (reply_token, more) => ({
    ...{ reply_token, subscription_id: "sub_1", timestamp: new Date(NOW + 1000).toISOString() },
    ...more,
  });
  const sender = { authenticated: true, now: NOW + 2000 };
  const answer = sent(asked.next.reply_token, { type: "clarification.reply", response: "The second one." });
  const taken = session.reply(answer, email, sender);
  assert.deepEqual([taken.effect, taken.evidence.kind], ["answer", "user_message"]);
  assert.equal(session.pending, undefined);
  const { next } = session.propose(taken.gate_again, { runtimeId: "1", now: NOW + 2000 });
  const yes = sent(next.reply_token, { type: "confirmation.reply", decision: "accept" });
  assert.equal(session.reply(yes, taken.gate_again, sender).reason, "sender-not-named");
  assert.equal(session.reply({ ...yes, decided_by: "auto:x" }, taken.gate_again, sender).reason, "sender-not-a-person");
  const said = session.reply({ ...yes, decided_by: "user:1" }, taken.gate_again, sender);
  assert.equal(session.propose(said.gate_again, { runtimeId: "1", now: NOW + 3000 }).next.do, "run");
});

test("a stop names what is wrong", () => {
  const started = (sessionId, agentId, subscriptions) =>
    new aaep.Session({ sessionId, producer: { agentId }, subscriptions }).start("x", { now: NOW });
  assert.deepEqual(started("run 1", "a", []).next, { do: "stop", why: "bad_session_id" });
  assert.deepEqual(started("sess_1", "a", ["screen"]).next, { do: "stop", why: "bad_subscription_id" });
  const { next, fault } = started("sess_1", "", []);
  assert.deepEqual(next, { do: "stop", why: "not_emittable" });
  assert.match(fault, /\/producer\/agent_id/);
});

test("any document is told by its type, and what was granted is compared", () => {
  const close = { type: "subscription.close", subscription_id: "sub_1" };
  assert.deepEqual(aaep.check(close), { valid: true, findings: [] });
  assert.deepEqual(aaep.checkHandshake(JSON.stringify(close)), { valid: true, findings: [] });
  assert.deepEqual(aaep.check({ type: "confirmation.reply" }), aaep.checkReply({ type: "confirmation.reply" }));
  assert.deepEqual(aaep.check({ type: "aaep:x" }), aaep.checkEvent({ type: "aaep:x" }));
  const asked = {
    ...{ type: "subscription.request", aaep_version: "1.0.0", subscriber_id: "reader" },
    capabilities: { max_events_per_second: 3 },
  };
  const accepted = (rate) => ({
    ...{ type: "subscription.accepted", aaep_version: "1.0.0", subscription_id: "sub_1" },
    ...{ producer: { agent_id: "desk" }, honored_capabilities: { max_events_per_second: rate } },
  });
  assert.equal(aaep.checkAccepted(asked, accepted(3)).valid, true);
  assert.deepEqual(
    aaep.checkAccepted(asked, accepted(4)).findings.map((it) => it.rule),
    ["handshake.wider-than-asked"],
  );
  assert.equal(aaep.checkAccepted("not JSON", accepted(4)).valid, true);
});

test("a session says stop, and changes nothing, where a step cannot be done", () => {
  const session = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" } });
  const before = JSON.stringify(session);
  assert.deepEqual(session.propose(search, { runtimeId: "1" }).next, { do: "stop", why: "session_not_open" });
  assert.equal(JSON.parse(JSON.stringify(session)).next_sequence, JSON.parse(before).next_sequence ?? 0);
  session.start("Answering.", { now: new Date(NOW) });
  assert.deepEqual(session.finish("x", { now: NOW - 1 }).next, { do: "stop", why: "clock_went_back" });
  // Nobody can reply.
  assert.deepEqual(session.propose(email, { runtimeId: "1", now: NOW }).next, { do: "stop", why: "nobody_can_reply" });
  assert.equal(session.expire({ now: NOW }).next.do, "continue");
  for (const [index, unfit] of UNFIT.entries()) {
    const { decision, next } = session.propose(unfit, { runtimeId: `unfit${index}`, now: NOW });
    assert.deepEqual([decision.route, next.do], ["refuse", "stop"]);
  }
  assert.equal(session.cancel("user", "user_stopped", "Stopped.", { now: NOW }).next.do, "continue");
  assert.equal(session.pending, undefined);
});

test("a session decides by its policy, or that of a gate", () => {
  const policy = { tools: { "search_*": { route_floor: "refuse" } } };
  for (const given of [policy, new Gate(policy), new Gate(JSON.stringify(policy))]) {
    const session = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" }, policy: given });
    session.start("Answering.", { now: NOW });
    assert.equal(session.propose(search, { runtimeId: "1", now: NOW }).decision.route, "refuse");
  }
  const watched = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" }, policy: new Gate(policy, { mode: "shadow" }) });
  watched.start("Watching.", { now: NOW });
  assert.equal(watched.propose(search, { runtimeId: "1", now: NOW }).decision.execution_policy.mode, "shadow");
  for (const faulty of [{ mood: 1 }, { max_event_bytes: NaN }]) {
    assert.throws(
      () => new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" }, policy: faulty }),
      (error) => error instanceof PolicyError && error.faults.length === 1,
    );
  }
});

test("a request is checked, digested and bound", () => {
  const report = toolRequest.check(new TextEncoder().encode("---\n---\n"), { fileName: "../evil.md", now: NOW });
  assert.deepEqual([report.valid, report.request, report.findings[0].rule], [false, null, "name.unsafe"]);
  assert.deepEqual([report.findings[0].line, report.findings[0].column], [1, 1]);
  assert.match(toolRequest.digests(new Uint8Array()).document_sha256, /^e3b0c44298fc1c14/);
  const { event, route } = toolRequest.bind(new Uint8Array(), { toolName: "run", riskDomain: "research" });
  assert.deepEqual([event.tool_name, event.risk_domain, route], ["run", "research", event.recommended_route]);
});

test("a descriptor is judged, classified and offered without its schemas", () => {
  const { check, Descriptor, DescriptorError, tools, classifyFacts } = formats.descriptor;
  const report = check(DESK);
  assert.equal(report.accepted, true);
  const desk = new Descriptor(new TextEncoder().encode(DESK));
  const { app_id, app_name, digest, origin } = report.descriptor;
  assert.deepEqual([desk.appId, desk.appName, desk.digest, desk.origin], [app_id, app_name, digest, origin]);
  assert.deepEqual(desk.tools, report.descriptor.tools);
  assert.equal(desk.classify("get_task", { authorizationState: "authenticated" }).recommended_route, "accept");
  assert.equal(tools([desk], "mcp", { pinned: true }).tools[0].inputSchema.type, "object");
  assert.equal(tools(new Set([desk]), "openai").tools[0].function.name, "com_example_desk__get_task");
  assert.deepEqual(tools([desk], "anthropic").names["com_example_desk__get_task"], { app_id: "com.example.desk", tool: "get_task" });
  assert.equal(classifyFacts({ tool: { name: "delete_invoice", method: "DELETE" } }).destructive, true);
  for (const faulty of ["{}", new Uint8Array([0xff]), "\ud800"]) {
    const { accepted, findings } = check(faulty);
    assert.equal(accepted, false);
    assert.throws(
      () => new Descriptor(faulty),
      (error) => error instanceof DescriptorError && JSON.stringify(error.findings) === JSON.stringify(findings),
    );
  }
  // Either module takes the descriptors of the other.
  assert.deepEqual(validator.descriptor.tools([desk], "mcp"), tools([new validator.descriptor.Descriptor(DESK)], "mcp"));
});

test("the call of a client leads back to the names of the descriptor", () => {
  const { Descriptor, carriedBack, tools } = validator.descriptor;
  const odd = new Descriptor(DESK.replace('{"id":{"type"', '{"filter[id]":{"type"').replace('["id"]', '["filter[id]"]').replace("${id}", "${filter[id]}"));
  const name = "com_example_desk__get_task";
  for (const client of ["mcp", "openai", "openai-responses", "anthropic", "gemini"]) {
    const offer = tools([odd], client);
    assert.deepEqual([offer.tools.length, offer.left_out, offer.aliases[name]], [1, [], { filter_id_: "filter[id]" }]);
    const call = carriedBack([odd], client, name, { filter_id_: "x" });
    assert.deepEqual(call, { app_id: "com.example.desk", tool: "get_task", arguments: { "filter[id]": "x" } });
    assert.equal(carriedBack([odd], client, "get_task", {}).errors[0].rule, "plan.unknown_tool");
    assert.equal(carriedBack([odd], client, name, { filter_id_: NaN }).refused, "call");
  }
  assert.throws(() => carriedBack([odd], "hunter2", name, {}), (error) => !String(error).includes("hunter2"));
});

test("a call is checked, planned, put to the gate and sent", () => {
  const { Descriptor, Catalog } = validator.descriptor;
  const desk = new Descriptor(DESK);
  const planned = desk.plan("get_task", { id: "a/b" });
  assert.equal(planned.plan.url, "https://desk.example.com/tasks/a%2Fb");
  assert.deepEqual(planned.audit.argument_names, ["id"]);
  const refused = desk.plan("get_task", { id: 7 });
  assert.deepEqual([refused.refused, refused.errors[0].rule, refused.errors[0].pointer], ["call", "args.type", "/id"]);
  assert.deepEqual(desk.plan("get_task", '{"id": "a/b"}'), planned);
  for (const unfit of ["{", { id: NaN }, { id: "\ud800" }, new Uint8Array([0xff])]) {
    assert.equal(desk.plan("get_task", unfit).refused, "call");
    assert.equal(desk.event("get_task", unfit).refused, "call");
    assert.equal(desk.checkArguments("get_task", unfit).valid, false);
    assert.equal(desk.checkAnswer("get_task", unfit).valid, false);
  }
  assert.equal(desk.checkAnswer("get_task", { title: "Water" }).valid, true);
  assert.equal(desk.checkAnswer("get_task", null).valid, false);
  assert.equal(desk.plan("nothing", {}).errors[0].rule, "plan.unknown_tool");

  const options = { authorizationState: "authenticated", evidence: [ref("auth.session", "auth_event", "Signed in.", "connector")], now: NOW };
  const { event } = desk.event("get_task", { id: "1" }, options);
  const catalog = new Catalog([desk]);
  assert.deepEqual(catalog.faults(event), []);
  assert.deepEqual(catalog.check(event, { now: NOW }), new Gate().check(event, NOW));
  const changed = { ...event, proposed_arguments: { id: 7 } };
  const decision = catalog.check(changed, { now: NOW });
  assert.deepEqual(decision.validation_errors.map(({ path, code }) => [path, code]), [["/proposed_arguments/id", "arguments_invalid"]]);
  assert.deepEqual([decision.route, shouldExecuteTool(decision, changed)], ["refuse", false]);
  assert.deepEqual(catalog.faults(JSON.stringify(changed)), decision.validation_errors);

});

test("only what a call names and may have is looked up", () => {
  const { Descriptor } = validator.descriptor;
  const KEY = "AAI_COM_EXAMPLE_DESK_KEY";
  const asked = [];
  const env = new Proxy({ [KEY]: "hunter2", AAI_COM_EXAMPLE_MAIL_KEY: "not-yours", HOME: "/root" }, {
    ownKeys: () => assert.fail("the environment was read as a whole"),
    getOwnPropertyDescriptor: (target, name) => Reflect.getOwnPropertyDescriptor(target, name),
    get: (target, name) => (asked.push(name), target[name]),
  });
  const of = (text, secrets = { env }) => new Descriptor(text).wire("get_task", { id: "1" }, secrets);
  const rules = ({ errors, ...rest }) => [rest.recommended_route, ...errors.map(({ rule }) => rule)];
  const HOST = "https://desk.example.com";
  for (const [app, host, variable, rule] of [
    ["example.evil", "https://evil.example", KEY, "auth.env_not_allowed"],
    ["com.example.desk", "https://evil.example", KEY, "auth.origin_not_allowed"],
    ["com.example.desk.pro", "https://pro.desk.example.com", KEY, "auth.env_not_allowed"],
    ["com.example.desk", HOST, "HOME", "auth.env_not_allowed"],
  ]) {
    const text = DESK.replace("com.example.desk", app).replace(HOST, host).replace(KEY, variable);
    assert.deepEqual(rules(of(text)), ["refuse", rule], `${app} ${host} ${variable}`);
  }
  assert.deepEqual(asked, [], "what is refused is not looked up");
  assert.equal(of(DESK).wire.headers["x-api-key"], "hunter2");
  assert.deepEqual(new Set(asked), new Set([KEY]));
  const names = [];
  assert.equal(of(DESK, { env: (name) => (names.push(name), "hunter2") }).wire.headers["x-api-key"], "hunter2");
  assert.deepEqual(names, [KEY]);

  const away = DESK.replace(HOST, "https://api.example.com");
  assert.equal(of(away, { env, allowVariables: [`${KEY}=https://api.example.com`] }).wire.headers["x-api-key"], "hunter2");
  assert.deepEqual(rules(of(away, { env, allowVariables: [`${KEY}=${HOST}`] })), ["refuse", "auth.origin_not_allowed"]);
  for (const none of [{}, { env: {} }, { env: () => undefined }]) {
    const [missing] = of(DESK, none).errors;
    assert.deepEqual([missing.rule, missing.message], ["auth.env_missing", `the variable \`${KEY}\` is unset or empty`]);
  }
  assert.ok(!JSON.stringify(of(DESK, { env: { [KEY]: "hunter\n2" } })).includes("hunter"));
});

test("a catalog decides as the gate does, whatever the event", () => {
  const catalog = new validator.descriptor.Catalog([]);
  const policy = { tools: { search_docs: { route_floor: "defer" } } };
  const gate = new Gate(policy, { mode: "shadow" });
  assert.equal(catalog.check(search, { policy, now: NOW }).route, "defer");
  assert.deepEqual(catalog.check(search, { policy: gate, now: NOW }), gate.check(search, NOW));
  const accepted = catalog.check(search, { now: NOW });
  assert.deepEqual([shouldExecuteTool(accepted), shouldExecuteTool(accepted, search)], [true, true]);
  for (const event of [{}, [], null, undefined, 7, NaN, { ...search, proposed_arguments: { a: NaN } }, { ...search, a: "\ud800" }]) {
    assert.deepEqual(catalog.check(event, { now: NOW }), new Gate().check(event, NOW));
  }
  for (const now of [NaN, "yesterday"]) {
    assert.equal(catalog.check(search, { now }).validation_errors[0].code, "number_out_of_range");
  }
  assert.throws(() => catalog.check(search, { policy: { mood: 1 } }), PolicyError);
});

/** Makes the next calls into either module fail, as a trap does. */
async function withTraps(work) {
  const original = WebAssembly.Instance;
  const state = { trap: false, instances: 0 };
  WebAssembly.Instance = function (module, imports) {
    state.instances += 1;
    const { exports } = new original(module, imports);
    const guarded = { ...exports };
    for (const name of Object.keys(exports)) {
      if (!/^(aaep|toolRequest|descriptor|catalog|classify|refuse)/.test(name)) continue;
      guarded[name] = (...args) => {
        if (state.trap) throw new WebAssembly.RuntimeError("unreachable");
        return exports[name](...args);
      };
    }
    return { exports: guarded };
  };
  try {
    await Promise.all([formats.init(), validator.init()]);
    return await work(state);
  } finally {
    WebAssembly.Instance = original;
    await Promise.all([formats.init(), validator.init()]);
  }
}

test("what stands on `Object.prototype` is not an option, and not a part of an answer", () => {
  const members = {
    policy: '{"mode": "shadow"}', mode: "shadow", now: "0", authenticated: true, error: "no", refused: "input", pending: "none",
    session_id: "s", producer: "p", runtime_id: "r", env: { AAI_COM_EXAMPLE_DESK_KEY: "stolen" }, allow_variables: ["HOME"], text: "{}", faults: "wrong_type\tno",
  };
  const said = polluted(members, `
    import { aaep, toolRequest } from "@aana/integration-sdk/formats";
    import { descriptor } from "@aana/integration-sdk/formats/arguments";
    const wrong = (work) => { try { return work(); } catch (error) { return error.name; } };
    const drop = { ...${JSON.stringify(search)}, tool_name: "drop_table" };
    const options = { sessionId: "sess_1", producer: { agentId: "desk" } };
    say(wrong(() => new aaep.Session({})), wrong(() => new aaep.Session(options).propose(drop, {})));
    const session = new aaep.Session(options);
    session.start("Looking it up.");
    say(session.pending ?? "nothing", session.propose(drop, { runtimeId: "1" }).next.do);
    say(aaep.Session.restore(session.toJSON()).propose(drop, { runtimeId: "2" }).next.do);
    say(toolRequest.check(new Uint8Array()).valid, aaep.checkEvent({}).valid, aaep.checkEvent(new Uint8Array([255])).valid);
    const desk = new descriptor.Descriptor(${JSON.stringify(DESK)});
    say(wrong(() => desk.wire("get_task", { id: "a" }).wire), desk.classify("get_task").tool_category);
    for (const given of [undefined, {}]) {
      const { execution_policy: { mode }, audit_event: { decided_at } } = new descriptor.Catalog([desk]).check(drop, given);
      say(mode, decided_at > "2020");
    }`);
  const wanted = ["TypeError", "TypeError", "nothing", "stop", "stop", false, false, false, undefined, "private_read", "enforce", true, "enforce", true];
  assert.deepEqual(said.map((it) => it ?? undefined), wanted);
});

test("a trap is an error or a refusal, and the next call finds a fresh instance", () =>
  withTraps((state) => {
    const session = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" } });
    session.start("Answering.", { now: NOW });
    const desk = new validator.descriptor.Descriptor(DESK);
    const catalog = new validator.descriptor.Catalog([desk]);
    const planned = desk.plan("get_task", { id: "1" });
    const stored = JSON.stringify(session);
    const before = state.instances;
    state.trap = true;
    for (const call of [
      () => aaep.checkEvent("{}"),
      () => aaep.checkStream("{}"),
      () => session.propose(search, { runtimeId: "1", now: NOW }),
      () => toolRequest.check(new Uint8Array()),
      () => formats.descriptor.check(DESK),
      () => new formats.descriptor.Descriptor(DESK),
      () => desk.plan("get_task", { id: "1" }),
      () => catalog.faults(search),
    ]) {
      assert.throws(call, (error) => error instanceof GateNotReadyError && /stopped/.test(error.message));
    }
    const decision = catalog.check(search, { now: NOW });
    assert.deepEqual([decision.route, shouldExecuteTool(decision)], ["refuse", false]);
    assert.match(decision.validation_errors[0].message, /^the gate stopped/);
    state.trap = false;
    assert.equal(JSON.stringify(session), stored);
    assert.equal(session.propose(search, { runtimeId: "1", now: NOW }).next.do, "run");
    assert.deepEqual(desk.plan("get_task", { id: "1" }), planned);
    assert.equal(catalog.check(search, { now: NOW }).route, "accept");
    assert.ok(state.instances > before);
  }));

test("a module that cannot start is told, and nothing is accepted", async () => {
  const original = WebAssembly.Instance;
  WebAssembly.Instance = function () {
    throw new RangeError("out of memory");
  };
  try {
    for (const entry of [formats, validator]) await assert.rejects(entry.init(), /out of memory/);
    // What runs goes on.
    assert.deepEqual([aaep.checkEvent("{}").valid, new validator.descriptor.Catalog([]).check(search).route], [false, "accept"]);
  } finally {
    WebAssembly.Instance = original;
  }
  const said = program(`import { aaep } from "@aana/integration-sdk/formats";
    import { descriptor } from "@aana/integration-sdk/formats/arguments";
    WebAssembly.Instance = function () { throw new RangeError("out of memory"); };
    const calls = [() => aaep.checkEvent("{}"), () => new descriptor.Catalog([]).check(${JSON.stringify(search)})];
    console.log(JSON.stringify(calls.map((call) => { try { return call(); } catch ({ name, message }) { return [name, message.includes("out of memory")]; } })));`);
  assert.deepEqual(said, Array(2).fill(["GateNotReadyError", true]));
});

test("the modules may come from elsewhere", async () => {
  for (const [entry, name] of [[formats, "formats"], [validator, "formats-arguments"]]) {
    const bytes = readFileSync(new URL(import.meta.resolve(`@aana/integration-sdk/${name}.wasm`)));
    for (const input of [bytes, new WebAssembly.Module(bytes), new Response(bytes), Promise.resolve(bytes)]) {
      await entry.init(input);
      assert.equal(entry.descriptor.check("{}").accepted, false);
    }
    await assert.rejects(entry.init(new Uint8Array(8)));
    await entry.init();
  }
});

/** What a program of its own prints. */
const program = (text) =>
  JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", text], { cwd: import.meta.dirname, encoding: "utf8" }));

/** Counts what is compiled, and which files of modules are read. */
const WATCH = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
  const seen = { compiled: [], read: 0 };
  const { readFileSync } = fs; fs.readFileSync = (file, ...more) => { if (String(file).endsWith(".wasm")) seen.read += 1; return readFileSync(file, ...more); };
  syncBuiltinESMExports();
  const { Module } = WebAssembly; WebAssembly.Module = function (bytes) { seen.compiled.push(bytes.length); return new Module(bytes); };`;

test("a module is compiled when it is first used, and the large one only by who imports it", () => {
  const size = (name) => readFileSync(new URL(import.meta.resolve(`@aana/integration-sdk/${name}.wasm`))).length;
  const gate = program(`${WATCH} const sdk = await import("@aana/integration-sdk"); sdk.checkToolPrecheck({});
    console.log(JSON.stringify(seen));`);
  assert.deepEqual(gate, { compiled: [size("aana")], read: 1 });
  const small = program(`${WATCH} const { aaep, toolRequest, descriptor } = await import("@aana/integration-sdk/formats");
    const idle = seen.compiled.length + seen.read; aaep.checkEvent("{}"); toolRequest.check(new Uint8Array()); descriptor.check("{}");
    console.log(JSON.stringify({ ...seen, idle }));`);
  assert.deepEqual(small, { compiled: [size("formats")], read: 1, idle: 0 });
  const large = program(`${WATCH} const { descriptor } = await import("@aana/integration-sdk/formats/arguments");
    const idle = seen.compiled.length + seen.read; descriptor.check("{}"); descriptor.check("{}");
    console.log(JSON.stringify({ ...seen, idle }));`);
  assert.deepEqual(large, { compiled: [size("formats-arguments")], read: 1, idle: 0 });
});
