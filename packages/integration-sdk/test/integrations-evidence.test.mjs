// What the gate of the integrations believes and whom it asks: whether a yes would be enough, refs that the host vouches
// for, and what MCP servers say of their tools.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import * as ai from "@aana/integration-sdk/integrations/ai-sdk";
import { ADDRESS, EVENT, SEARCH, SEND, asked, brokerOf, find, gateOf, said, send, settled } from "./tool-gate.mjs";

test("an ask for which a yes is not enough blocks, and nobody is told to ask", async () => {
  const call = { ...send, arguments: { ...send.arguments, body: "AKIAIOSFODNN7EXAMPLE" } };
  const told = said(await gateOf().check(call));
  assert.match(told, /A person's yes would not be enough \(not_enough\)\.\nWhat else keeps it: [^\n]*\(argument_secret_leak\)\.$/);
  assert.doesNotMatch(told, /ask the user/);
});

test("a floor `ask` asks a person, and a yes lets the call run", async () => {
  const gate = gateOf({ gate: { tools: { send_email: { route_floor: "ask" } } } });
  await asked(gate);
  assert.equal((await settled(gate, send, await gate.check(send))).do, "run");
});

test("a floor `ask` of a read asks a person, and a floor that nothing lifts asks nobody", async () => {
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const gate = gateOf({ gate: { tools: { search_docs: { route_floor: "ask" } } }, broker });
  assert.deepEqual((await settled(gate, find, await asked(gate, find))).arguments, find.arguments);
  const closed = gateOf({ gate: { tools: { send_email: { route_floor: "defer" } } }, broker });
  assert.match(said(await closed.check(send)), /\nWhat to do: stop, and tell your user [^\n]*\.$/);
  assert.deepEqual(await broker.pending(), []);
});

test("what to do is said in words", async () => {
  const gate = { tools: { search_docs: { route_floor: "ask" } } };
  const told = said(await gateOf({ gate, approvedBy: undefined }).check(find));
  assert.match(told, /\nWhat to do: stop, and tell your user [^\n]*\.$/);
  assert.doesNotMatch(told, /true/);
});

test("why a yes confirms nothing is said in words, and a person who may not say it is told so", async () => {
  for (const [options, why] of [
    [{ approvedBy: "agent:planner" }, "only a person, `user:` and a name, can say yes"],
    [{ agentId: "mailer", approvedBy: "user:mailer" }, "`by` is the event's `agent_id`: who asks cannot say yes, unless the broker allows it"],
  ]) {
    const gate = gateOf(options);
    assert.ok(said(await settled(gate, send, await asked(gate))).endsWith(`There is no approval: ${why}.`));
  }
});

test("of a gate and a broker with other policies, either can say no", async () => {
  const lenient = { secret_arguments: "warn" };
  const call = { ...send, arguments: { ...send.arguments, body: "AKIAIOSFODNN7EXAMPLE" } };
  const lenientBroker = (store) => new Broker(new Gate(lenient), { store });
  // What the gate would still keep after a yes is said at once.
  const asking = new MemoryStore();
  const gate = gateOf({ broker: lenientBroker(asking) });
  assert.match(said(await gate.check(call)), /A person's yes would not be enough \(not_enough\)\.\nWhat else keeps it: [^\n]*\(argument_secret_leak\)\.$/);
  assert.deepEqual(asking.open(), []);
  // A broker for the question, and one with another policy for the answer.
  const store = new MemoryStore();
  await gateOf({ gate: lenient, broker: lenientBroker(store) }).check(call);
  const later = gateOf({ gate: lenient, broker: brokerOf({ store }) });
  const told = said(await settled(later, call, await later.check(call)));
  assert.match(told, /A person said yes, and that was not enough\.\nWhat else keeps it: [^\n]*\(argument_secret_leak\)\.$/);
  assert.doesNotMatch(told, /ask the user/);
});

test("a broker asks where its gate says `ask`, and a policy of its own has a say beside it", async () => {
  const floor = { tools: { search_docs: { route_floor: "ask" } } };
  // The broker's own policy lets the call run, or it has no policy.
  for (const broker of [brokerOf(), new Broker({}, { store: new MemoryStore() }), new Broker(undefined, { store: new MemoryStore() })]) {
    const gate = gateOf({ gate: floor, broker });
    assert.equal((await settled(gate, find, await asked(gate, find))).do, "run");
  }
  // What the broker would keep by the defaults, it does not keep for a gate that lets it run.
  const lenient = { secret_arguments: "warn" };
  const secret = { ...send, arguments: { ...send.arguments, body: "AKIAIOSFODNN7EXAMPLE" } };
  const loose = gateOf({ gate: lenient, broker: new Broker(undefined, { store: new MemoryStore() }) });
  assert.equal((await settled(loose, secret, await asked(loose, secret))).do, "run");
  // A class of the application's is asked itself.
  const heard = [];
  class Telling extends Broker {
    ask(...given) { heard.push("ask"); return super.ask(...given); }
    answer(...given) { heard.push("answer"); return super.answer(...given); }
  }
  const telling = gateOf({ gate: floor, broker: new Telling(undefined, { store: new MemoryStore() }) });
  assert.equal((await settled(telling, find, await asked(telling, find))).do, "run");
  assert.deepEqual(heard, ["ask", "answer"]);
  // It keeps the call whatever a person says.
  const call = { ...send, arguments: { ...send.arguments, body: "AKIAIOSFODNN7EXAMPLE" } };
  const strict = gateOf({ gate: { secret_arguments: "warn" }, broker: brokerOf() });
  assert.match(said(await strict.check(call)), /A person's yes would not be enough \(not_enough\)\.\nWhat else keeps it: [^\n]*\(argument_secret_leak\)\.$/);
  const closed = new Broker({ tools: { send_email: { route_floor: "refuse" } } }, { store: new MemoryStore() });
  assert.match(said(await gateOf({ broker: closed }).check(send)), /Nobody was asked: by the broker's own policy, a yes would change nothing \(not_askable\)\.$/);
  // The broker itself, beside a gate that asks through it, is as it was.
  assert.deepEqual(await closed.pending(), []);
  await assert.rejects(closed.ask(EVENT), { name: "NotAskedError", why: "not_needed" });
  // One that came by `require` does not know the gate.
  const required = createRequire(import.meta.url)("@aana/integration-sdk/confirmation");
  const brokerBy = () => new required.Broker(undefined, { store: new required.MemoryStore() });
  const other = gateOf({ broker: brokerBy() });
  assert.equal((await settled(other, send, await asked(other))).do, "run");
  const open = gateOf({ gate: floor, broker: brokerBy() });
  assert.match(said(await open.check(find)), /Nobody was asked: the broker's own policy lets the call run, and this gate's does not \(not_needed\)\.$/);
});

test("refs that a rule writes down are the host's word, and of refs that it finds only those that it says", async () => {
  const auth = ["auth_event:session-7"];
  const read = { toolCategory: "private_read", riskDomain: "finance", authorizationState: "authenticated" };
  const call = { toolName: "get_invoice", arguments: { id: "7" }, callId: "call_3" };
  const tried = (rule) => gateOf({ gate: { evidence: "attested" } }, { get_invoice: { ...read, ...rule } }).check(call);
  for (const rule of [
    { evidenceRefs: auth },
    { evidenceRefs: auth, attested: [0] },
    { evidenceRefs: () => auth, attested: [0] },
    { evidenceRefs: async () => auth, attested: async ({ arguments: { id } }) => [Number(id) - 7] },
  ]) {
    assert.equal((await tried(rule)).do, "run");
  }
  const growing = [];
  const early = gateOf({ gate: { evidence: "attested" } }, { get_invoice: { ...read, evidenceRefs: growing } });
  growing.push(...auth);
  assert.match(said(await early.check(call)), /\(missing_evidence_refs\)/);
  for (const rule of [
    { evidenceRefs: () => auth },
    { evidenceRefs: async () => auth, attested: () => undefined },
    { evidenceRefs: auth, attested: [] },
    { evidenceRefs: auth, attested: async () => [] },
    { evidenceRefs: auth, attested: [1] },
    // Nobody attests what the agent brings along.
    { evidenceRefs: (it) => [it.arguments.id, ...auth] },
  ]) {
    assert.match(said(await tried(rule)), /A person's yes would not be enough \(not_enough\)\.\nWhat else keeps it: [^\n]*\(evidence_not_attested\)/);
  }
});

test("with `evidence: attested`, a sign-in of the host's and a yes let a call run", async () => {
  const rule = (more) => ({ send_email: { ...SEND, evidenceRefs: ["auth_event:session-7"], ...more } });
  const strict = { evidence: "attested" };
  const store = new MemoryStore();
  for (const options of [{}, { broker: new Broker(new Gate(strict), { store }) }, { broker: new Broker(new Gate(strict), { store, keepEvents: false }) }]) {
    for (const more of [{}, { evidenceRefs: () => ["auth_event:session-7"], attested: () => [0] }]) {
      const gate = gateOf({ gate: strict, ...options }, rule(more));
      assert.equal((await settled(gate, send, await asked(gate))).do, "run");
    }
  }
  // Asked in one process, answered in another one.
  const later = () => gateOf({ gate: strict, broker: new Broker(undefined, { store }) }, rule());
  await later().check(send);
  const gate = later();
  assert.equal((await settled(gate, send, await gate.check(send))).do, "run");
  // An approval from elsewhere does not count.
  const brought = { authorizationState: "confirmed", evidenceRefs: (call) => ["auth_event:session-7", call.arguments.approval], attested: [0] };
  const forged = { ...send, arguments: { ...send.arguments, approval: "approval:ticket-7" } };
  assert.match(said(await gateOf({ gate: strict }, rule(brought)).check(forged)), /\(evidence_not_attested\)/);
});

test("a mistake in `attested` blocks", async (t) => {
  t.mock.method(console, "error", () => {});
  for (const attested of ["0", 0, [-1], ["0"]]) {
    assert.throws(() => gateOf({}, { send_email: { ...SEND, attested } }), /^TypeError: `attested(\[0\])?` is/);
  }
  for (const attested of [() => "0", async () => [0.5], () => { throw new Error(ADDRESS); }]) {
    assert.match(said(await gateOf({}, { send_email: { ...SEND, attested } }).check(send)), /\(gate_failed\)\.$/);
  }
});

test("marks of MCP servers make a read a write, wherever the frameworks keep them, and lift nothing", async () => {
  const ran = [];
  const tools = (annotations, more = {}) => ({ search_docs: { inputSchema: {}, metadata: { annotations }, execute: (input) => { ran.push(input); return "ran"; }, ...more } });
  const options = { toolCallId: "call_2", messages: [] };
  const tried = async (behind, rule = {}) => {
    const { search_docs } = ai.gated(behind, gateOf({}, { search_docs: { ...SEARCH, ...rule } }), { elsewhere: ["send_email"] });
    return await search_docs.execute(find.arguments, options).then(() => "ran", (error) => error.message);
  };
  for (const acting of [{ readOnlyHint: false }, { destructiveHint: true }, { readOnlyHint: true, destructiveHint: true }]) {
    assert.match(await tried(tools(acting)), /was not run: defer\.\nWhy: [^\n]*\(write_missing_authorization\)/);
    assert.equal(await tried(tools(acting), { annotations: false }), "ran");
  }
  for (const silent of [undefined, null, {}, { readOnlyHint: true }, { destructiveHint: false }, { readOnlyHint: "false", destructiveHint: 1 }, "x", Object.create({})]) {
    assert.equal(await tried(tools(silent)), "ran");
  }
  assert.match(await tried(tools({ readOnlyHint: true }), { toolCategory: "write" }), /was not run/);
  for (const annotations of [{ readOnlyHint: true }, { readOnlyHint: false }]) {
    assert.match(await tried(tools(annotations), { toolCategory: undefined }), /\(unknown_tool_category\)/);
    // What the policy alone takes for a read.
    const policy = { tools: { search_docs: { tool_category: "public_read" } } };
    const { search_docs } = ai.gated(tools(annotations), gateOf({ gate: policy }, { search_docs: {} }), { elsewhere: ["send_email"] });
    const outcome = await search_docs.execute(find.arguments, options).catch(({ message }) => message);
    assert.match(outcome, annotations.readOnlyHint ? /^ran$/ : /\(write_missing_authorization\)/);
  }
  // What is written into the tool later does not count: the tool was read when it was gated.
  const changed = tools({ readOnlyHint: false });
  const { search_docs } = ai.gated(changed, gateOf(), { elsewhere: ["send_email"] });
  changed.search_docs.metadata.annotations.readOnlyHint = true;
  await assert.rejects(search_docs.execute(find.arguments, options), /\(write_missing_authorization\)/);
});
