// Answers and the questions that they are for, at a client of MCP: the wrong one, in the wrong order, twice, late, and
// at the same time with delays. And the ways to a server that a client has.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import { approve, GatedClient, reject, ToolGate } from "@aana/integration-sdk/integrations/mcp";
import { Client } from "@modelcontextprotocol/client";
import { ADDRESS, SECOND, SEND, assertTellsNothing, gateWith, listen, send } from "./scenes.mjs";

const NONE = /There is no approval: the answer does not name the question and the action that it is for\.$/;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A client whose server runs whatever comes. */
function gatedClient(confirm, options = {}, more = {}) {
  const ran = [];
  const client = { callTool: async (params) => { ran.push(params.arguments.to); return { content: [{ type: "text", text: "ran" }] }; } };
  const broker = new Broker(new Gate(), { store: new MemoryStore(), ttlMs: 1000 });
  const tools = new GatedClient(client, gateWith(ToolGate, { broker, ...options }, more), { confirm });
  const call = async (to) => (await tools.callTool({ name: "send_email", arguments: { to, tags: [] } })).content[0].text;
  return { ran, call, broker };
}

test("a yes that names no question, or another one, does not count, and nobody can answer later", async () => {
  let other;
  await gatedClient((asked) => { other = asked; return reject(asked); }).call(ADDRESS);
  for (const answer of [
    () => true, () => approve(other), () => ({ approved: true }), (asked) => ({ ...approve(asked), questionId: other.id }),
    (asked) => ({ ...approve(asked), actionDigest: "sha256:0" }), (asked) => ({ ...approve(asked), questionId: [asked.id] }),
  ]) {
    const it = gatedClient(answer);
    const text = await it.call(ADDRESS);
    assert.match(text, NONE);
    assertTellsNothing(text);
    assert.deepEqual([it.ran, await it.broker.pending()], [[], []]);
  }
});

test("an answer is read once", async () => {
  let reads = 0;
  const it = gatedClient((asked) => ({ ...approve(asked), get approved() { reads += 1; return reads > 1; } }));
  await it.call(ADDRESS);
  assert.deepEqual([reads, it.ran], [1, []]);
});

test("answers in the wrong order confirm nothing", async () => {
  const waiting = [];
  const it = gatedClient((asked) => new Promise((answer) => waiting.push([asked, answer])));
  const calls = [ADDRESS, SECOND].map(it.call);
  while (waiting.length < 2) await pause(1);
  const [[one, first], [two, second]] = waiting;
  first(approve(two));
  second(approve(one));
  for (const text of await Promise.all(calls)) assert.match(text, NONE);
  assert.deepEqual(it.ran, []);
});

test("an answer counts once, for one call", async () => {
  let kept;
  const it = gatedClient((asked) => (kept ??= approve(asked)));
  assert.equal(await it.call(ADDRESS), "ran");
  assert.match(await it.call(ADDRESS), NONE);
  assert.deepEqual(it.ran, [ADDRESS]);
});

test("a late answer does not count", async () => {
  const it = gatedClient(async (asked) => { await pause(1100); return approve(asked); });
  assert.match(await it.call(ADDRESS), /There is no approval: it came too late\.$/);
  assert.deepEqual(it.ran, []);
});

test("answers at the same time each reach their own call, whatever is slow", async () => {
  for (const slow of [ADDRESS, SECOND]) {
    for (const turn of [0, 1, 2]) {
      for (const agreed of [ADDRESS, SECOND]) {
        let looks = 0;
        const evidenceRefs = async (call) => {
          if (call.arguments.to === slow && looks++ === turn) await pause(10);
          return SEND.evidenceRefs;
        };
        const confirm = async (asked) => {
          const mine = asked.question.text.includes(agreed);
          if (turn === 2 && mine === (slow === agreed)) await pause(10);
          return (mine ? approve : reject)(asked);
        };
        const it = gatedClient(confirm, {}, { send_email: { ...SEND, evidenceRefs } });
        await Promise.all([ADDRESS, SECOND].map(it.call));
        assert.deepEqual(it.ran, [agreed]);
      }
    }
  }
});

test("an answer that throws when it is read does not count", async (t) => {
  listen(t);
  const it = gatedClient((asked) => ({ ...approve(asked), get questionId() { throw new Error(ADDRESS); } }));
  const text = await it.call(ADDRESS);
  assert.match(text, /\(gate_failed\)/);
  assertTellsNothing(text);
  assert.deepEqual(it.ran, []);
});

/** What a client of this version can do, as far as it sends something of the caller's own. */
const SENDS = ["callTool", "complete", "connect", "discover", "getPrompt", "listen", "notification", "ping", "readResource", "request", "sendRootsListChanged", "setLoggingLevel", "subscribeResource", "unsubscribeResource"];
/** What it lists, sets up and tells. */
const OTHERS = [
  ...["listPrompts", "listResourceTemplates", "listResources", "listTools"],
  ...["assertCanSetRequestHandler", "assertCapability", "assertCapabilityForMethod", "assertNotificationCapability", "assertRequestHandlerCapability"],
  ...["buildContext", "close", "constructor", "registerCapabilities", "removeNotificationHandler", "removeRequestHandler"],
  ...["setNotificationHandler", "setRequestHandler", "setVersionNegotiation"],
  ...["autoOpenedSubscription", "transport", "getDiscoverResult", "getInstructions", "getNegotiatedProtocolVersion", "getProtocolEra", "getServerCapabilities", "getServerVersion"],
];

test("a version of the SDK with another way to a server fails here, and the gated client has one alone", () => {
  const found = new Set();
  for (let at = Client.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) if (!String(name).startsWith("_")) found.add(String(name));
  }
  assert.deepEqual([...found].sort(), [...SENDS, ...OTHERS].sort());
  const client = new Client({ name: "aana-tests", version: "1.0.0" });
  const tools = new GatedClient(client, gateWith(ToolGate));
  assert.deepEqual(Reflect.ownKeys(GatedClient.prototype), ["constructor", "callTool"]);
  assert.deepEqual(Reflect.ownKeys(tools), []);
});
