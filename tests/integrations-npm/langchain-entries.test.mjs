// The ways into a tool of LangChain: each leads to the gate, and a tool with one of its own is not taken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gated, ToolGate, toolNode } from "@aana/integration-sdk/integrations/langchain";
import { AIMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, DynamicTool, StructuredTool, Tool, tool } from "@langchain/core/tools";
import { StateGraph, MessagesAnnotation } from "@langchain/langgraph";
import { SEARCH, TOOLS, assertSaysWhy, gateWith, search, some } from "./scenes.mjs";

const CLASSES = [StructuredTool, Tool, DynamicTool, DynamicStructuredTool];

/** Everything that the classes of this version have, by what it is. */
function membersOf(classes) {
  const all = { methods: new Set(), others: new Set() };
  for (const { prototype } of classes) {
    for (let at = prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      for (const name of Reflect.ownKeys(at)) {
        const { value } = Object.getOwnPropertyDescriptor(at, name);
        (typeof value === "function" ? all.methods : all.others).add(String(name));
      }
    }
  }
  return { methods: [...all.methods].sort(), others: [...all.others].sort() };
}

/** The methods that are pinned on a gated tool, and in whose place a tool may have nothing of its own. */
const PINNED = [
  ...["_addVersion", "_batchWithConfig", "_callWithConfig", "_concatOutputChunks", "_getOptionsList"],
  ...["_separateRunnableConfigFromCallOptions", "_streamEventsV1", "_streamEventsV2", "_streamIterator", "_streamLog"],
  ...["_transformStreamWithConfig", "asTool", "assign", "batch", "call", "getGraph", "invoke", "pick", "pipe", "stream"],
  ...["streamEvents", "streamLog", "transform", "withConfig", "withFallbacks", "withListeners", "withRetry"],
];

/** What a tool of yours may have of its own: its work, and what runs nothing. */
const FREE = ["_call", "constructor", "getName", "toJSON", "toJSONNotImplemented"];

test("a version of LangChain with another entry fails here, until somebody has looked at it", () => {
  const { methods, others } = membersOf(CLASSES);
  assert.deepEqual(methods, [...PINNED, ...FREE].sort());
  // Getters, which tell how a tool is written down.
  assert.deepEqual(others, ["lc_aliases", "lc_attributes", "lc_id", "lc_namespace", "lc_secrets", "lc_serializable_keys"]);
});

class Own extends StructuredTool {
  name = "search_docs";
  description = "";
  schema = TOOLS.search_docs;
  _call() {
    return "ran";
  }
}

const fields = { name: "search_docs", description: "", schema: TOOLS.search_docs, func: () => "ran" };
const OWN = /^TypeError: the tool `search_docs` runs otherwise than by `_call`: its `.+` is its own$/;

test("a tool with any of them of its own is not taken: as a method, on itself, or as a getter", () => {
  const gate = gateWith(ToolGate);
  for (const name of PINNED) {
    for (const Base of [Own, class extends Tool { name = "search_docs"; description = ""; _call = () => "ran"; }, DynamicTool, DynamicStructuredTool]) {
      class Elsewhere extends Base {
        [name]() { return "ran"; }
      }
      class Later extends Base {
        // First that of LangChain, and then another one.
        get [name]() { return Base.prototype[name]; }
      }
      const onItself = Object.defineProperty(new Base(fields), name, { value: () => "ran" });
      const getter = Object.defineProperty(new Base(fields), name, { get: () => Base.prototype[name] });
      for (const it of [new Elsewhere(fields), new Later(fields), onItself, getter]) {
        assert.throws(() => gated(it, gate), OWN, name);
        assert.throws(() => toolNode([it], gate), OWN);
      }
      assert.equal(gated(new Base(fields), gate).name, "search_docs");
    }
  }
});

test("a tool of no class of this LangChain is not taken", () => {
  const alike = { name: "search_docs", schema: {}, _call: () => "ran", invoke: () => "ran", call: () => "ran" };
  for (const wrong of [alike, Object.setPrototypeOf(new Own(), null), Object.create(null, Object.getOwnPropertyDescriptors(alike))]) {
    assert.throws(() => gated(wrong, gateWith(ToolGate)), /not a structured tool of LangChain/);
  }
  assert.throws(() => gated(Object.assign(new Own(), { name: { toString: () => "search_docs" } }), gateWith(ToolGate)), /`name` is an object; a string is allowed/);
});

test("nothing that a gated tool or its class becomes later runs past the gate", async () => {
  const ran = [];
  class Mutable extends Own {
    name = "drop_table";
    schema = TOOLS.drop_table;
    _call(input) { ran.push(input); return "ran"; }
  }
  const made = tool((input) => { ran.push(input); return "ran"; }, { name: "drop_table", schema: TOOLS.drop_table });
  const past = () => { ran.push("past the gate"); return "ran"; };
  for (const plain of [new Mutable(), made]) {
    const behind = gated(plain, gateWith(ToolGate));
    for (const name of [...PINNED, "_call", "func", "lc_kwargs", "name"]) {
      if (!Object.hasOwn(behind, name) || (name === "lc_kwargs" && behind.func === undefined)) continue;
      assert.throws(() => { behind[name] = past; }, TypeError, name);
      assert.throws(() => Object.defineProperty(behind, name, { value: past }), TypeError);
      assert.throws(() => { delete behind[name]; }, TypeError);
    }
    // The tool itself, and its class.
    plain.name = "search_docs";
    Object.defineProperty(plain, "invoke", { value: past, configurable: true });
    if (plain instanceof Mutable) Mutable.prototype.invoke = Mutable.prototype.batch = past;
    assert.equal(behind.name, "drop_table");
    assertSaysWhy(await behind.invoke({ name: "orders" }), "drop_table", "refuse");
    for (const text of await behind.batch([{ name: "orders" }])) assertSaysWhy(text, "drop_table", "refuse");
    for await (const text of await behind.stream({ name: "orders" })) assertSaysWhy(text, "drop_table", "refuse");
    for (const other of [behind.withConfig({ tags: [] }), behind.withRetry(), behind.pipe((it) => it), behind.withFallbacks([]), behind.asTool({ name: "other", schema: TOOLS.drop_table })]) {
      assertSaysWhy(await other.invoke({ name: "orders" }), "drop_table", "refuse");
    }
    for await (const { event, data } of behind.streamEvents({ name: "orders" }, { version: "v2" })) {
      if (event === "on_tool_end") assertSaysWhy(data.output, "drop_table", "refuse");
    }
    delete plain.invoke;
    delete Mutable.prototype.invoke;
    delete Mutable.prototype.batch;
  }
  assert.deepEqual(ran, []);
});

test("a proxy decides nothing: what it says when it is gated holds", async () => {
  const ran = [];
  let later = false;
  const made = tool((input) => { ran.push(input); return "ran"; }, { name: "drop_table", schema: TOOLS.drop_table });
  const proxy = new Proxy(made, { get: (target, name) => (later && name === "invoke" ? () => ran.push("past the gate") : Reflect.get(target, name)) });
  const behind = gated(proxy, gateWith(ToolGate));
  later = true;
  assertSaysWhy(await behind.invoke({ name: "orders" }), "drop_table", "refuse");
  assert.deepEqual(ran, []);
});

const PLAIN = '{"query":"leave","limit":5}';
const TWICE = '{"query":"leave","query":"pay","limit":5}';

/** Runs a call in a graph, whose message has kept these texts of the model's for it. */
async function withTexts(texts, options = {}) {
  const [ran, decisions] = [[], []];
  const gate = gateWith(ToolGate, { onDecision: (it) => decisions.push(it), ...options }, { search_docs: SEARCH });
  const made = tool((input) => { ran.push(input); return "ran"; }, { name: "search_docs", schema: TOOLS.search_docs });
  const kept = texts.map((text) => ({ id: "call_0", type: "function", function: { name: "search_docs", arguments: text } }));
  const message = new AIMessage({ content: "", tool_calls: [{ ...search, id: "call_0", type: "tool_call" }], additional_kwargs: { tool_calls: kept } });
  const graph = new StateGraph(MessagesAnnotation).addNode("tools", toolNode([made], gate, some)).addEdge("__start__", "tools").compile();
  const { messages } = await graph.invoke({ messages: [message] });
  return { ran, decisions, told: messages.at(-1).content };
}

test("a key twice in the model's own text does not run, where the message kept the text", async () => {
  for (const texts of [[PLAIN], [], [undefined], [PLAIN, PLAIN]]) assert.equal((await withTexts(texts)).ran.length, 1);
  for (const texts of [
    [TWICE], ['{"query":"leave","qu\\u0065ry":"pay","limit":5}'], ['{"query":"leave","limit":5,"more":[{"a":1,"a":1}]}'],
    // One id for two calls: nobody knows which text is whose.
    [PLAIN, TWICE], [TWICE, PLAIN],
  ]) {
    const { ran, decisions, told } = await withTexts(texts);
    assert.deepEqual(ran, [], texts.join());
    assert.match(told, /an object has the same key twice \(duplicate_key\) at `\/proposed_arguments`/);
    assert.equal(decisions[0].route, "refuse");
  }
  const shadow = await withTexts([TWICE], { gate: { mode: "shadow" } });
  assert.deepEqual([shadow.ran, shadow.decisions[0].route], [[search.args], "refuse"]);
});
