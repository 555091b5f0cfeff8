// The official MCP SDK, its client and a server of its own in this process.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import { approve, GatedClient, reject, ToolGate } from "@aana/integration-sdk/integrations/mcp";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { ADDRESS, SECOND, SEND, TOOLS, assertSaysWhy, assertTellsNothing, drop, gateWith, listen, search, send, suite } from "./scenes.mjs";

/** A client of a server with the tools; what ran is what the server's schema has made. */
async function connect(ran, sdk = { Client, InMemoryTransport }) {
  const server = new McpServer({ name: "tools", version: "1.0.0" });
  for (const [name, inputSchema] of Object.entries(TOOLS)) {
    server.registerTool(name, { inputSchema }, async (input) => {
      ran.push([name, input]);
      return { content: [{ type: "text", text: `${name} ran` }] };
    });
  }
  const client = new sdk.Client({ name: "aana-tests", version: "1.0.0" });
  const transports = sdk.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(transports[1]), client.connect(transports[0])]);
  return client;
}

const textOf = (result) => result.content[0].text;

/** Makes the calls at the same time. The person answers when the scene says so. */
async function play(gate, calls) {
  const scene = { ran: [], told: [], questions: [] };
  const client = await connect(scene.ran);
  const waiting = [];
  let settled = 0;
  let tell;
  const still = () => {
    if (settled + waiting.length === calls.length) tell?.();
  };
  const confirm = (asked) =>
    new Promise((answer) => {
      waiting.push({ text: asked.question.text, answer: (agreed) => answer((agreed ? approve : reject)(asked)) });
      still();
    });
  const tools = new GatedClient(client, gate, { confirm });
  scene.given = structuredClone(calls.map(({ name, args }) => ({ name, arguments: args })));
  const called = scene.given.map(async (params, at) => {
    const result = await tools.callTool(params);
    scene.told[at] = textOf(result);
    settled += 1;
    still();
    return result;
  });
  await new Promise((resolve) => {
    tell = resolve;
    still();
  });
  scene.questions = waiting.map(({ text }) => text);
  scene.answer = async (decide) => {
    for (const { text, answer } of waiting.splice(0)) answer(decide(text));
    scene.results = await Promise.all(called);
  };
  scene.alter = (args) => {
    Object.assign(scene.given[0].arguments, args);
    scene.given[0].name = "drop_table";
    return scene.answer(() => true);
  };
  return scene;
}

// An answer is given once, to a call that waits for it: there is no history to give it again.
suite({ name: "a client", ToolGate, play, answersHistory: false });

test("a blocked call is a result with the error flag, one that ran is the server's", async () => {
  const it = await play(gateWith(ToolGate), [search, drop]);
  await it.answer(() => true);
  assert.deepEqual(it.results.map(({ isError }) => isError ?? false), [false, true]);
});

test("what was shown runs, whatever becomes of the caller's object", async () => {
  const it = await play(gateWith(ToolGate), [send]);
  await it.alter({ to: SECOND, tags: [] });
  assert.deepEqual(it.ran, [["send_email", send.args]]);
});

test("the options and the other parameters are the client's own", async () => {
  const seen = [];
  const client = { callTool: async (...given) => { seen.push(given); return { content: [] }; } };
  const tools = new GatedClient(client, gateWith(ToolGate), { unchecked: ["_meta"] });
  const options = { timeout: 5 };
  await tools.callTool({ name: "search_docs", arguments: search.args, _meta: { progressToken: 1 } }, options);
  await tools.callTool({ name: "search_docs" }, undefined, options);
  assert.deepEqual(seen, [
    [{ name: "search_docs", arguments: search.args, _meta: { progressToken: 1 } }, options],
    [{ name: "search_docs", arguments: {} }, undefined, options],
  ]);
});

test("without somebody to ask, and without a plain yes, a call does not run", async () => {
  const ran = [];
  const client = await connect(ran);
  for (const confirm of [undefined, reject, () => false, () => true, async () => "yes", () => 1, () => undefined, () => ({ approved: true }), (asked) => ({ ...approve(asked), approved: "yes" })]) {
    const result = await new GatedClient(client, gateWith(ToolGate), { confirm }).callTool({ name: "send_email", arguments: send.args });
    assertSaysWhy(textOf(result), "send_email", "ask");
    assert.equal(result.isError, true);
  }
  assert.deepEqual(ran, []);
});

test("a person who cannot be asked has not said yes", async (t) => {
  const lines = listen(t);
  const ran = [];
  const gone = ({ question }) => {
    throw new RangeError(question.text);
  };
  for (const confirm of [gone, async (question) => gone(question)]) {
    const broker = new Broker(new Gate(), { store: new MemoryStore() });
    const tools = new GatedClient(await connect(ran), gateWith(ToolGate, { broker }), { confirm });
    const said = textOf(await tools.callTool({ name: "send_email", arguments: send.args }));
    assert.match(said, /\(gate_failed\)/);
    assertTellsNothing(said);
    assert.deepEqual(await broker.pending(), []);
  }
  assert.deepEqual(ran, []);
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /^aana: a call of "send_email" was blocked: the gate failed with RangeError$/);
});

test("the gate has the last word", async () => {
  const evidence = ["session:1"];
  const ran = [];
  const gate = gateWith(ToolGate, {}, { send_email: { ...SEND, evidenceRefs: () => [...evidence] } });
  // The session ends while the person thinks.
  const tools = new GatedClient(await connect(ran), gate, { confirm: (asked) => { evidence.length = 0; return approve(asked); } });
  const result = await tools.callTool({ name: "send_email", arguments: send.args });
  assert.deepEqual(ran, []);
  assert.match(textOf(result), /was not run: defer/);
});

test("a no holds, also if the gate would accept by now", async () => {
  const approval = { source_id: "approval:1", kind: "approval", trust_tier: "verified", redaction_status: "redacted", provenance: "desk", freshness: { status: "fresh" } };
  const nameless = () => ({ approved: true });
  for (const [answer, runs] of [[reject, 0], [() => true, 0], [nameless, 0], [approve, 1]]) {
    let state = "authenticated";
    const rule = { ...SEND, authorizationState: () => state, evidenceRefs: () => (state === "confirmed" ? [approval] : ["session:1"]) };
    const ran = [];
    // Somebody confirms it elsewhere, while this person thinks.
    const confirm = (asked) => {
      state = "confirmed";
      return answer(asked);
    };
    const gate = gateWith(ToolGate, {}, { send_email: rule });
    const result = await new GatedClient(await connect(ran), gate, { confirm }).callTool({ name: "send_email", arguments: send.args });
    assert.deepEqual([state, ran.length], ["confirmed", runs], textOf(result));
  }
});

test("arguments that are not JSON do not run", async () => {
  const ran = [];
  const tools = new GatedClient(await connect(ran), gateWith(ToolGate));
  for (const args of [{ query: new Map() }, { query: NaN }, { query: () => 1 }, { query: { toJSON: () => "leave" } }, ["leave"], "leave"]) {
    const result = await tools.callTool({ name: "search_docs", arguments: args });
    assert.equal(result.isError, true);
    assertSaysWhy(textOf(result), "search_docs", "refuse");
  }
  assert.deepEqual(ran, []);
});

test("who approves may come from the client", async () => {
  const ran = [];
  const client = await connect(ran);
  const people = new Map([[client, "user:ada"]]);
  const gate = gateWith(ToolGate, { approvedBy: ({ context }) => people.get(context) });
  const result = await new GatedClient(client, gate, { confirm: approve }).callTool({ name: "send_email", arguments: send.args });
  assert.deepEqual([ran.length, textOf(result)], [1, "send_email ran"]);
});

test("CommonJS has the same", async () => {
  const require = createRequire(import.meta.url);
  const { approve, GatedClient, reject, ToolGate } = require("@aana/integration-sdk/integrations/mcp");
  const ran = [];
  const client = await connect(ran, require("@modelcontextprotocol/client"));
  const gate = new ToolGate({ send_email: SEND }, { approvedBy: "user:ada" });
  const tools = new GatedClient(client, gate, { confirm: (asked) => (asked.question.text.includes(ADDRESS) ? approve : reject)(asked) });
  assert.equal(textOf(await tools.callTool({ name: "send_email", arguments: send.args })), "send_email ran");
  assert.equal((await tools.callTool({ name: "drop_table", arguments: drop.args })).isError, true);
  assert.equal(ran.length, 1);
});
