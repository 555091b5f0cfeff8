// What the SDK calls of a tool besides `execute`, and what the model's own text becomes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gated, strictInput, ToolGate, toolApproval } from "@aana/integration-sdk/integrations/ai-sdk";
import { dynamicTool, experimental_toolCaller, generateText, jsonSchema, stepCountIs, streamText, tool, toolSearch, wrapLanguageModel } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { modelOf, playWith, toolsOf, usage, WAYS } from "./ai-sdk-play.mjs";
import { SEARCH, TOOLS, drop, gateWith, search, send, some } from "./scenes.mjs";

/** A model that streams the text of its calls in two halves first. */
function streamingModel(calls) {
  const model = modelOf(calls);
  const { doStream } = model;
  const halves = (part) => {
    if (part.type !== "tool-call") return [part];
    const { toolCallId: id, toolName, input } = part;
    const deltas = [input.slice(0, 5), input.slice(5)].map((delta) => ({ type: "tool-input-delta", id, delta }));
    return [{ type: "tool-input-start", id, toolName }, ...deltas, { type: "tool-input-end", id }, part];
  };
  return new MockLanguageModelV4({
    doGenerate: (options) => model.doGenerate(options),
    doStream: async (options) => {
      const { stream } = await doStream.call(model, options);
      const parts = [];
      for await (const part of stream) parts.push(...halves(part));
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
}

const HOOKS = ["onInputStart", "onInputDelta", "onInputAvailable"];

/** The tools of the scenes, with everything that the SDK calls. */
function listening(heard) {
  return Object.fromEntries(
    Object.entries(TOOLS).map(([name, inputSchema]) => {
      const hooks = HOOKS.map((hook) => [hook, ({ input, toolCallId }) => { heard.push([name, hook, input, toolCallId]); }]);
      const toModelOutput = ({ output }) => { heard.push([name, "toModelOutput"]); return { type: "text", value: output }; };
      return [name, tool({ inputSchema, ...Object.fromEntries(hooks), toModelOutput, execute: (input) => { heard.push([name, "execute", input]); return "ran"; } })];
    }),
  );
}

for (const [name, way] of [["generateText", WAYS.generateText], ["streamText", WAYS.streamText]]) {
  test(`${name}: nothing of a tool hears of a call that does not run, and what hears of one hears what runs`, async () => {
    const heard = [];
    const tools = gated(listening(heard), gateWith(ToolGate));
    const settings = { tools, toolApproval, stopWhen: stepCountIs(2) };
    await way({ ...settings, model: streamingModel([drop, send]), messages: [{ role: "user", content: "go" }] });
    assert.deepEqual(heard, []);
    await way({ ...settings, model: streamingModel([search]), messages: [{ role: "user", content: "go" }] });
    assert.deepEqual(heard, [
      ["search_docs", "onInputStart", undefined, "call_0"],
      ["search_docs", "onInputAvailable", search.args, "call_0"],
      ["search_docs", "execute", search.args],
      ["search_docs", "toModelOutput"],
    ]);
    assert.ok(Object.isFrozen(heard[1][2]) && heard[1][2] === heard[2][2]);
  });

  test(`${name}: an approved call is heard of when it runs`, async () => {
    const heard = [];
    const it = await playWith(way, gateWith(ToolGate), [send], undefined, { tools: listening(heard) });
    assert.deepEqual(heard, []);
    await it.answer(() => true);
    assert.deepEqual(heard.map(([, hook]) => hook), ["onInputStart", "onInputAvailable", "execute", "toModelOutput"]);
  });
}

test("a hook that fails keeps its call from running", async () => {
  for (const hook of ["onInputStart", "onInputAvailable"]) {
    const ran = [];
    const search_docs = tool({ inputSchema: TOOLS.search_docs, [hook]: async () => { throw new Error("no"); }, execute: () => ran.push(1) });
    const result = await generateText({ model: modelOf([search]), tools: gated({ search_docs }, gateWith(ToolGate), some), prompt: "go" });
    assert.equal(result.content.filter(({ type }) => type === "tool-error").length, 1);
    assert.deepEqual(ran, []);
  }
});

test("a tool's own request to ask is heard only about calls that may run, with copies", async () => {
  const asked = [];
  const needsApproval = function (input) {
    asked.push([this?.execute !== undefined, Object.isFrozen(input), input]);
    return false;
  };
  const own = Object.fromEntries(Object.entries(TOOLS).map(([name, inputSchema]) => [name, tool({ inputSchema, needsApproval, execute: () => "ran" })]));
  const tools = gated(own, gateWith(ToolGate));
  for (const setting of [toolApproval, undefined]) {
    await generateText({ model: modelOf([search, send, drop]), tools, toolApproval: setting, prompt: "go" });
    assert.deepEqual(asked.splice(0), [[true, true, search.args]]);
  }
});

test("a tool that runs elsewhere is not taken", () => {
  const gate = gateWith(ToolGate);
  const execute = () => "ran";
  const inputSchema = TOOLS.search_docs;
  const local = experimental_toolCaller(tool({ inputSchema, execute }), { type: "local", bind: () => tool({ inputSchema, execute }) });
  for (const [made, why] of [
    [{ type: "provider", id: "p.search", args: {}, isProviderExecuted: true, inputSchema, execute }, /runs at the provider/],
    [{ type: "provider", id: "p.search", args: {}, isProviderExecuted: true, inputSchema }, /has no `execute`/],
    [local, /has `experimental_toolCaller`, of which is not known what it runs/],
    [toolSearch(), /has `Symbol\(vercel\.ai\.toolSearch/],
    [{ inputSchema, execute, onResult: execute }, /has `onResult`/],
    [{ inputSchema, execute, more: { onResult: execute } }, /has `more`/],
    [{ inputSchema, execute, get later() { return 1; } }, /has `later`/],
    [{ inputSchema, execute, [Symbol.iterator]: execute }, /has `Symbol\(Symbol\.iterator\)`/],
  ]) {
    assert.throws(() => gated({ made }, gate), (error) => error instanceof TypeError && why.test(error.message));
  }
  // What runs for a provider's definition here, a dynamic tool, and plain data beside it.
  for (const made of [
    { type: "provider", id: "p.shell", args: {}, isProviderExecuted: false, inputSchema, execute },
    dynamicTool({ inputSchema: jsonSchema({ type: "object" }), execute, metadata: { from: "a server" } }),
    { inputSchema, execute, _meta: { from: ["a server"] }, more: undefined },
  ]) {
    assert.equal(gated({ made }, gate, some).made.type, made.type);
  }
});

test("what is behind the gate is the `execute` that was looked at, read once", async () => {
  const reads = ["ran"];
  const changing = { inputSchema: TOOLS.search_docs, get execute() { const said = reads.shift(); return said && (() => said); } };
  const tools = gated({ search_docs: changing }, gateWith(ToolGate), some);
  const { content } = await generateText({ model: modelOf([search]), tools, prompt: "go" });
  assert.deepEqual(content.filter(({ type }) => type === "tool-result").map(({ output }) => output), ["ran"]);
});

test("a tool of a class keeps what it is, and nothing that it inherits is run past the gate", async () => {
  const ran = [];
  class Search {
    #found = "found";
    inputSchema = TOOLS.drop_table;
    get description() { return "Drops"; }
    execute() { ran.push(1); return this.#found; }
    toModelOutput({ output }) { return { type: "text", value: `${this.#found}: ${output}` }; }
    get experimental_toolCaller() { return { type: "local", bind: () => tool({ inputSchema: TOOLS.drop_table, execute: () => ran.push("past the gate") }) }; }
  }
  const { drop_table, search_docs } = gated({ drop_table: new Search(), search_docs: new Search() }, gateWith(ToolGate), some);
  assert.deepEqual([drop_table.description, "experimental_toolCaller" in drop_table], ["Drops", false]);
  await generateText({ model: modelOf([drop]), tools: { drop_table, other: tool({ inputSchema: z.object({}), execute: () => 1 }) }, experimental_toolCallers: { other: ["drop_table"] }, prompt: "go" }).catch(() => {});
  assert.deepEqual(ran, []);
  const output = await search_docs.execute(drop.args, { toolCallId: "1", messages: [] });
  assert.deepEqual([output, search_docs.toModelOutput({ output })], ["found", { type: "text", value: "found: found" }]);
});

test("a local caller of other tools calls them through the gate, and is not gated itself", async () => {
  const ran = [];
  const bind = ({ drop_table }) => tool({ inputSchema: z.object({}), execute: async () => drop_table.execute(drop.args, { toolCallId: "inner", messages: [] }) });
  const code = experimental_toolCaller(tool({ inputSchema: z.object({}), execute: () => "unbound" }), { type: "local", bind });
  const tools = { code, ...gated(toolsOf(ran), gateWith(ToolGate)) };
  const model = modelOf([{ name: "code", args: {} }]);
  const result = await generateText({ model, tools, experimental_toolCallers: { drop_table: ["code"] }, prompt: "go" });
  const [{ error }] = result.content.filter(({ type }) => type === "tool-error");
  assert.match(error.message, /^The tool `drop_table` was not run: refuse\./);
  assert.deepEqual(ran, []);
});

test("nothing of a gated tool can be replaced, and what its tool becomes later changes nothing", async () => {
  const ran = [];
  const own = { inputSchema: TOOLS.drop_table, execute: () => { ran.push(1); return "ran"; } };
  const { drop_table } = gated({ drop_table: own }, gateWith(ToolGate), some);
  for (const name of ["execute", "needsApproval", ...HOOKS]) {
    assert.throws(() => { drop_table[name] = own.execute; }, TypeError);
    assert.throws(() => { drop_table.experimental_toolCaller = own.execute; }, TypeError);
    assert.throws(() => Object.defineProperty(drop_table, name, { value: own.execute }), TypeError);
  }
  Object.assign(own, { onInputAvailable: own.execute, execute: own.execute });
  await generateText({ model: modelOf([drop]), tools: { drop_table }, prompt: "go" });
  assert.deepEqual(ran, []);
});

test("whatever changes the arguments on the way, what runs was checked", async () => {
  const limits = [];
  const search_docs = tool({
    // The schema counts, so that each look at the same text makes other arguments.
    inputSchema: z.object({ query: z.string(), limit: z.number() }).transform((input) => ({ ...input, limit: limits.push(0) })),
    execute: (input) => { ran.push(input); return "ran"; },
  });
  const ran = [];
  const checked = [];
  const evidenceRefs = (call) => { checked.push(call.arguments); return []; };
  const gate = gateWith(ToolGate, {}, { search_docs: { ...SEARCH, evidenceRefs } });
  const settings = {
    experimental_refineToolInput: { search_docs: (input) => ({ ...input, query: `${input.query} refined` }) },
    repairToolCall: ({ toolCall }) => ({ ...toolCall, input: JSON.stringify(search.args) }),
  };
  for (const args of [search.args, "{broken"]) {
    await playWith(WAYS.generateText, gate, [{ name: "search_docs", args }], gate, { tools: { search_docs }, settings });
    assert.equal(ran.at(-1).query, "leave refined");
    assert.deepEqual(ran.at(-1), checked.at(-1));
  }
  assert.equal(ran.length, 2);
});

const STRICT = [
  ['{"query":"leave","limit":5}', true],
  ['{"query":"leave","query":"pay"}', false],
  ['{"query":"leave","qu\\u0065ry":"pay"}', false],
  ['{"query":"leave","limit":5,"limit":5}', false],
  ['{"query":"leave","more":[{"a":{"b":1,"b":2}}]}', false],
  ['{"query":"\\ud800"}', false],
  [`{"query":"leave","more":${"[".repeat(80)}${"]".repeat(80)}}`, false],
  ["  ", false],
];

for (const [name, way] of [["generateText", WAYS.generateText], ["streamText", WAYS.streamText]]) {
  test(`${name}: with \`strictInput\`, no text runs that can be read in two ways`, async () => {
    for (const [args, runs] of STRICT) {
      const ran = [];
      const model = wrapLanguageModel({ model: streamingModel([{ name: "search_docs", args }]), middleware: strictInput() });
      const tools = gated(toolsOf(ran), gateWith(ToolGate));
      const { content } = await way({ model, tools, messages: [{ role: "user", content: "go" }] });
      assert.equal(ran.length, runs ? 1 : 0, args);
      assert.equal(content.filter(({ type }) => type === "tool-error").length, runs ? 0 : 1);
    }
  });
}

test("`strictInput` leaves to others what it is not for", async () => {
  const ran = [];
  const broken = modelOf([{ name: "search_docs", args: '{"query":"leave"' }]);
  const seen = [];
  const repairToolCall = async ({ toolCall }) => { seen.push(toolCall.input); return { ...toolCall, input: `${toolCall.input}}` }; };
  await generateText({ model: wrapLanguageModel({ model: broken, middleware: strictInput() }), tools: gated(toolsOf(ran), gateWith(ToolGate)), repairToolCall, experimental_repairToolCall: repairToolCall, prompt: "go" });
  assert.deepEqual([seen, ran.length], [['{"query":"leave"'], 1]);
  // What the provider ran is over.
  const part = { type: "tool-call", toolCallId: "1", toolName: "web", input: '{"a":1,"a":2}', providerExecuted: true, dynamic: true };
  const provider = new MockLanguageModelV4({ doGenerate: async () => ({ content: [part], finishReason: { unified: "stop" }, usage, warnings: [] }) });
  const { content } = await wrapLanguageModel({ model: provider, middleware: strictInput() }).doGenerate({ prompt: [] });
  assert.deepEqual(content, [part]);
});

test("a repair of a text that can be read in two ways is read anew", async () => {
  const ran = [];
  const model = wrapLanguageModel({ model: modelOf([{ name: "search_docs", args: '{"query":"leave","query":"pay"}' }]), middleware: strictInput() });
  const seen = [];
  const repair = async ({ toolCall }) => { seen.push(toolCall.input); return null; };
  const { content } = await generateText({ model, tools: gated(toolsOf(ran), gateWith(ToolGate)), repairToolCall: repair, experimental_repairToolCall: repair, prompt: "go" });
  assert.deepEqual([seen, ran], [["(not strict JSON: duplicate_key)"], []]);
  assert.ok(!JSON.stringify(content).includes("pay"));
});

test("streams of text go through `strictInput` as they come", async () => {
  const model = wrapLanguageModel({ model: modelOf([search]), middleware: strictInput() });
  const result = streamText({ model, tools: gated(toolsOf([]), gateWith(ToolGate)), prompt: "go", stopWhen: stepCountIs(2) });
  assert.equal(await result.text, "done");
});
