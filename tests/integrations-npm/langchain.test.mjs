// LangChain and LangGraph themselves, with a model that says what it is told to.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { approve, gated, ToolGate, toolNode } from "@aana/integration-sdk/integrations/langchain";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { DynamicStructuredTool, DynamicTool, StructuredTool, Tool, tool } from "@langchain/core/tools";
import { Annotation, Command, entrypoint, MemorySaver, MessagesAnnotation, StateGraph, task } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { z } from "zod";
import { APPROVE, asked, CONFIG, GRAPHS, graphOf, modelOf, playIn, REJECT, toolsOf } from "./langchain-play.mjs";
import { ADDRESS, SEARCH, SECOND, SEND, TOOLS, assertSaysWhy, assertTellsNothing, drop, gateWith, listen, search, send, suite } from "./scenes.mjs";

for (const [name, make] of Object.entries(GRAPHS)) {
  suite({ name, ToolGate, play: (...given) => playIn(make, ...given) });
}

const play = (...given) => playIn(GRAPHS.toolNode, ...given);

test("the request is that of the human-in-the-loop middleware", async () => {
  const { waiting } = await playIn(GRAPHS.createAgent, gateWith(ToolGate), [send]);
  const { actionRequests: [{ name, args, description, questionId, actionDigest, expiresAt }], reviewConfigs } = waiting[0].value;
  assert.deepEqual([name, args], ["send_email", send.args]);
  assert.match(questionId, /^cnf_[0-9a-f]{32}$/);
  assert.match(actionDigest, /^sha256:[0-9a-f]{64}$/);
  assert.ok(Date.parse(expiresAt) > Date.now());
  assert.match(description, /send_email/);
  assert.deepEqual(reviewConfigs, [{ actionName: "send_email", allowedDecisions: ["approve", "reject"] }]);
});

const sendSecond = { ...send, args: { to: SECOND, tags: [] } };

test("where several wait, a yes is one to the question that it names", async () => {
  // Whichever comes first, LangGraph gives it an answer without an interrupt's id, and the other one as well.
  for (const slow of [ADDRESS, SECOND]) {
    const evidenceRefs = async (call) => {
      if (call.arguments.to === slow) await new Promise((resolve) => setTimeout(resolve, 20));
      return SEND.evidenceRefs;
    };
    for (const [name, make] of Object.entries(GRAPHS)) {
      const start = () => playIn(make, gateWith(ToolGate, {}, { send_email: { ...SEND, evidenceRefs } }), [search, send, sendSecond]);
      const argsOf = ({ value }) => value.actionRequests[0].args;
      const both = name === "toolNode" ? 1 : 2;
      const plain = await start();
      assert.equal(plain.questions.length, both);
      if (both === 2) {
        await plain.resume(APPROVE);
        assert.deepEqual(plain.ran, [["search_docs", search.args]]);
        for (const at of [1, 2]) assert.match(plain.told[at], /the answer does not name the question and the action that it is for\.$/);
        for (const at of [0, 1]) {
          const one = await start();
          const args = argsOf(one.waiting[at]);
          await one.resume(approve(one.waiting[at].value));
          assert.deepEqual(one.ran.slice(1), [["send_email", args]]);
        }
      }
      const named = await start();
      const [first] = named.waiting;
      await named.resume({ [first.id]: approve(first.value) });
      assert.deepEqual(named.ran.slice(1), [["send_email", argsOf(first)]]);
      const [second, ...more] = named.waiting;
      assert.equal(more.length, 0);
      assert.notEqual(argsOf(second).to, argsOf(first).to);
      await named.resume({ [second.id]: approve(second.value) });
      assert.deepEqual(named.ran.slice(2), [["send_email", argsOf(second)]]);
    }
  }
});

test("a no without a name is one to all", async () => {
  const it = await playIn(GRAPHS.createAgent, gateWith(ToolGate), [send, sendSecond]);
  await it.resume(REJECT);
  assert.deepEqual([it.ran, it.questions], [[], []]);
  for (const text of it.told) assert.match(text, /the person who was asked said no/);
});

test("agents that run at the same time do not take each other's answers", async () => {
  const start = async () => {
    const ran = [];
    const gate = gateWith(ToolGate);
    const agents = [send, sendSecond].map((call, at) => {
      const model = fakeModel();
      for (let turn = 0; turn < 9; turn += 1) {
        model.respond((messages) => messages.at(-1).getType() === "tool" ? new AIMessage("done") : new AIMessage({ content: "", tool_calls: [{ ...asked([call])[0], id: `of_${at}` }] }));
      }
      return createAgent({ model, tools: toolsOf(ran).map((it) => gated(it, gate)) }).graph;
    });
    const graph = new StateGraph(MessagesAnnotation).addNode("one", agents[0]).addNode("other", agents[1])
      .addEdge("__start__", "one").addEdge("__start__", "other").compile({ checkpointer: new MemorySaver() });
    const { __interrupt__: waiting } = await graph.invoke({ messages: [{ role: "user", content: "go" }] }, CONFIG);
    assert.equal(waiting.length, 2);
    return { ran, graph, waiting };
  };
  const plain = await start();
  await plain.graph.invoke(new Command({ resume: APPROVE }), CONFIG);
  assert.deepEqual(plain.ran, []);
  const { ran, graph, waiting } = await start();
  await graph.invoke(new Command({ resume: { [waiting[1].id]: approve(waiting[1].value) } }), CONFIG);
  assert.deepEqual(ran, [["send_email", waiting[1].value.actionRequests[0].args]]);
  await graph.invoke(new Command({ resume: { [waiting[0].id]: approve(waiting[0].value) } }), CONFIG);
  assert.equal(ran.length, 2);
});

test("an agent inside a node, which asks twice", async () => {
  const ran = [];
  const gate = gateWith(ToolGate);
  const model = fakeModel();
  const [first, second] = [send, sendSecond].map((call, at) => new AIMessage({ content: "", tool_calls: [{ ...asked([call])[0], id: `of_${at}` }] }));
  for (let turn = 0; turn < 9; turn += 1) {
    model.respond((messages) => {
      const answers = messages.filter((it) => it.getType() === "tool").length;
      return [first, second, new AIMessage("done")][answers];
    });
  }
  const agent = createAgent({ model, tools: toolsOf(ran).map((it) => gated(it, gate)) }).graph;
  const graph = new StateGraph(MessagesAnnotation).addNode("agent", agent).addEdge("__start__", "agent").compile({ checkpointer: new MemorySaver() });
  const shown = ({ __interrupt__: [{ value }] }) => value;
  const one = await graph.invoke({ messages: [{ role: "user", content: "go" }] }, CONFIG);
  const two = await graph.invoke(new Command({ resume: approve(shown(one)) }), CONFIG);
  assert.deepEqual(ran, [["send_email", send.args]]);
  await graph.invoke(new Command({ resume: approve(shown(two)) }), CONFIG);
  assert.deepEqual(ran.slice(1), [["send_email", sendSecond.args]]);
});

test("nothing but one plain approval is a yes", async () => {
  const more = { editedAction: { name: "send_email", args: { to: SECOND, tags: [] } } };
  for (const answer of [
    () => true, () => "approve", (yes) => yes, (yes) => ({ decisions: [yes.type] }), () => ({ decisions: [] }), () => ({ decisions: {} }),
    (yes) => ({ decisions: [yes, yes] }), (yes) => ({ decisions: [{ ...yes, type: "edit", ...more }] }), (yes) => ({ decisions: [{ ...yes, ...more }] }),
    (yes) => ({ decisions: [{ ...yes, type: "reject" }] }), (yes) => ({ decisions: [yes], more: 1 }), (yes) => ({ decisions: [{ ...yes, type: ["approve"] }] }), () => REJECT,
  ]) {
    const it = await play(gateWith(ToolGate), [send]);
    const { decisions: [yes] } = approve(it.waiting[0].value);
    await it.resume(answer(yes));
    assert.deepEqual(it.ran, []);
    assert.match(it.told[0], /There is no approval: the person who was asked said no\./);
    assert.equal(it.messages[0].status, "error");
  }
});

test("a plain `ToolNode` with several calls asks nobody, and runs nothing twice", async () => {
  const plain = (model, tools, gate, checkpointer) =>
    graphOf(model, tools, (graph) => graph.addNode("tools", new ToolNode(tools.map((it) => gated(it, gate)))), toolsCondition).compile({ checkpointer });
  const gate = gateWith(ToolGate);
  const several = await playIn(plain, gate, [search, send, { ...send, args: { to: SECOND, tags: [] } }]);
  assert.deepEqual([several.questions, several.ran], [[], [["search_docs", search.args]]]);
  for (const at of [1, 2]) {
    assertSaysWhy(several.told[at], "send_email", "ask");
    assert.match(several.told[at], /There is no approval: nobody was asked about this call\.$/);
  }
  const single = await playIn(plain, gateWith(ToolGate), [send]);
  await single.answer(() => true);
  assert.deepEqual(single.ran, [["send_email", send.args]]);
});

test("what runs is what the schema has made, defaults included, and is frozen", async () => {
  const decisions = [];
  const ran = [];
  const schema = z.object({ query: z.string().transform((text) => text.trim()), limit: z.coerce.number().default(3) });
  const tools = [tool((input) => { ran.push(input); return "ran"; }, { name: "search_docs", schema })];
  const gate = gateWith(ToolGate, { onDecision: (it) => decisions.push(it) });
  await playIn(GRAPHS.toolNode, gate, [{ name: "search_docs", args: { query: " leave " } }], gate, { tools });
  assert.deepEqual(ran, [{ query: "leave", limit: 3 }]);
  assert.ok(Object.isFrozen(ran[0]));
  assert.deepEqual(decisions[0].audit_event.proposed_argument_keys, ["limit", "query"]);
});

test("arguments that are changed while the gate thinks do not run", async () => {
  const ran = [];
  const args = { tags: ["one"] };
  const schema = { type: "object", properties: { tags: { type: "array", items: { type: "string" } } }, required: ["tags"] };
  const recommendedRoute = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    args.tags.push("two");
    return "accept";
  };
  const plain = tool((input) => { ran.push(input); return "ran"; }, { name: "search_docs", schema });
  const behind = gated(plain, gateWith(ToolGate, {}, { search_docs: { ...SEARCH, recommendedRoute } }));
  assert.equal(await behind.invoke(args), "ran");
  assert.deepEqual([ran, args.tags], [[{ tags: ["one"] }], ["one", "two"]]);
});

test("a tool that takes a text, and one that gives an artifact", async () => {
  const decisions = [];
  const gate = gateWith(ToolGate, { onDecision: (it) => decisions.push(it) });
  const text = tool((input) => `found ${input}`, { name: "search_docs", description: "Search" });
  assert.equal(await gated(text, gate).invoke("leave"), "found leave");
  assert.deepEqual(decisions[0].audit_event.proposed_argument_keys, ["input"]);
  const artifact = (name) => tool(() => ["content", { size: 1 }], { name, schema: z.object({}), responseFormat: "content_and_artifact" });
  const call = { name: "search_docs", args: {}, id: "call_0", type: "tool_call" };
  assert.deepEqual((await gated(artifact("search_docs"), gate).invoke(call)).artifact, { size: 1 });
  const blocked = await gated(artifact("drop_table"), gate).invoke({ ...call, name: "drop_table" });
  assert.deepEqual([blocked.status, blocked.tool_call_id, blocked.name], ["error", "call_0", "drop_table"]);
  assertSaysWhy(blocked.content, "drop_table", "refuse");
});

class Own extends StructuredTool {
  name = "search_docs";
  description = "A tool as people write them.";
  schema = TOOLS.search_docs;
  #ran = [];

  _call(input) {
    this.#ran.push(input);
    return `${this.#ran.length} ran`;
  }
}

test("a tool of an own class, which stays as it is", async () => {
  const decisions = [];
  const own = new Own();
  const behind = gated(own, gateWith(ToolGate, { onDecision: (it) => decisions.push(it) }));
  assert.ok(behind instanceof Own);
  assert.equal(await behind.invoke({ query: "leave" }), "1 ran");
  assert.equal(await own.invoke({ query: "leave" }), "2 ran");
  assert.equal(decisions.length, 1);
});

test("a tool that does its work elsewhere than in `_call` is not taken", () => {
  const gate = gateWith(ToolGate);
  const fields = { name: "search_docs", description: "", schema: TOOLS.search_docs, func: () => "ran" };
  for (const method of ["invoke", "call", "batch", "stream", "transform", "_streamIterator"]) {
    for (const Base of [Own, class extends Tool { name = "search_docs"; description = ""; _call = () => "ran"; }, DynamicTool, DynamicStructuredTool]) {
      class Elsewhere extends Base {
        [method]() { return "ran"; }
      }
      const onItself = Object.assign(new Base(fields), { [method]: () => "ran" });
      for (const it of [new Elsewhere(fields), onItself]) {
        assert.throws(() => gated(it, gate), new RegExp(`^TypeError: the tool \`search_docs\` runs otherwise than by \`_call\`: its \`${method}\` is its own`));
        assert.throws(() => toolNode([it], gate), TypeError);
      }
      assert.equal(gated(new Base(fields), gate).name, "search_docs");
    }
  }
});

test("no function that a gated tool holds runs past the gate", async () => {
  const ran = [];
  const run = (input) => { ran.push(input); return "ran"; };
  for (const plain of [
    tool(run, { name: "drop_table", schema: TOOLS.drop_table }),
    tool(run, { name: "drop_table", description: "Drop" }),
    new DynamicStructuredTool({ name: "drop_table", description: "", schema: TOOLS.drop_table, func: run }),
    new DynamicTool({ name: "drop_table", description: "", func: run }),
  ]) {
    const behind = gated(plain, gateWith(ToolGate));
    const input = plain instanceof DynamicTool ? "orders" : drop.args;
    const ways = [() => behind.invoke(input), () => behind.call(input), () => behind.func(input), () => behind._call(input), () => behind.lc_kwargs.func(input)];
    for (const way of ways) assertSaysWhy(await way(), "drop_table", "refuse");
    for (const text of await behind.batch([input])) assertSaysWhy(text, "drop_table", "refuse");
    assert.deepEqual(ran.splice(0), []);
    // The tool itself stays as it is.
    await plain.invoke(input);
    assert.equal(ran.splice(0).length, 1);
  }
});

test("a tool that is frozen is gated like any other", async () => {
  const ran = [];
  const [found] = toolsOf(ran);
  const behind = gated(Object.freeze(found), gateWith(ToolGate));
  assert.equal(await behind.invoke(search.args), "search_docs ran");
  assert.deepEqual(ran, [["search_docs", search.args]]);
});

test("without a graph, or one that remembers, there is nobody to ask", async (t) => {
  const lines = listen(t);
  const ran = [];
  const behind = gated(toolsOf(ran)[1], gateWith(ToolGate));
  assertSaysWhy(await behind.invoke(send.args), "send_email", "ask");
  const message = await behind.invoke(asked([send])[0], CONFIG);
  assert.match(message.content, /\(gate_failed\)/);
  const graph = GRAPHS.toolNode(modelOf([send]), toolsOf(ran), gateWith(ToolGate), undefined);
  const { messages } = await graph.invoke({ messages: [{ role: "user", content: "go" }] });
  assert.match(messages.at(-2).content, /\(gate_failed\)/);
  assert.deepEqual(ran, []);
  for (const line of [message.content, ...lines]) assertTellsNothing(line);
});

test("a node of which nobody can say that it runs one call asks nobody", async () => {
  const [call, other] = asked([send, sendSecond]);
  for (const [State, input] of [
    [Annotation.Root({ calls: Annotation() }), { calls: [call, other] }],
    // It was sent one call, and runs two.
    [Annotation.Root({ lg_tool_call: Annotation() }), { lg_tool_call: call }],
  ]) {
    const ran = [];
    const behind = gated(toolsOf(ran)[1], gateWith(ToolGate));
    const said = [];
    const node = async () => {
      said.push(...(await Promise.all([behind.invoke(other), ...(input.calls ? [behind.invoke(call)] : [])])));
    };
    const graph = new StateGraph(State).addNode("own", node).addEdge("__start__", "own").compile({ checkpointer: new MemorySaver() });
    assert.equal((await graph.invoke(input, CONFIG)).__interrupt__, undefined);
    assert.deepEqual(ran, []);
    for (const { content } of said) assert.match(content, /nobody was asked about this call/);
  }
});

test("a task of the functional API that is given the call", async () => {
  const ran = [];
  const behind = gated(toolsOf(ran)[1], gateWith(ToolGate));
  const one = task("call_tool", (call) => behind.invoke(call));
  const flow = entrypoint({ checkpointer: new MemorySaver(), name: "flow" }, async (call) => (await one(call)).content);
  const { __interrupt__: [{ value }] } = await flow.invoke(asked([send])[0], CONFIG);
  assert.deepEqual(ran, []);
  assert.equal(await flow.invoke(new Command({ resume: approve(value) }), CONFIG), "send_email ran");
  assert.deepEqual(ran, [["send_email", send.args]]);
});

test("tools that give commands", async () => {
  const goes = tool(
    (_, { toolCall }) => new Command({ update: { messages: [{ role: "tool", content: "gone", tool_call_id: toolCall.id }] } }),
    { name: "search_docs", schema: TOOLS.search_docs },
  );
  const ran = [];
  const tools = [goes, ...toolsOf(ran).slice(1)];
  for (const make of Object.values(GRAPHS)) {
    const it = await playIn(make, gateWith(ToolGate), [search, drop], undefined, { tools });
    assert.equal(it.told[0], "gone");
    assertSaysWhy(it.told[1], "drop_table", "refuse");
  }
});

test("who approves may come from the thread", async () => {
  const named = [];
  const approvedBy = ({ context }) => {
    named.push(context.configurable.thread_id);
    return "user:ada";
  };
  for (const make of Object.values(GRAPHS)) {
    const it = await playIn(make, gateWith(ToolGate, { approvedBy }), [send]);
    await it.answer(() => true);
    assert.equal(it.ran.length, 1);
  }
  assert.deepEqual(named, Object.keys(GRAPHS).map(() => "thread-1"));
});

test("the same call in another thread is another one", async () => {
  const gate = gateWith(ToolGate);
  const [first, second] = [await play(gate, [send]), await play(gate, [{ ...send, args: { to: SECOND, tags: [] } }], gate, {})];
  // Both graphs have a thread of this name, and both models the same id: the question was about the first.
  assert.deepEqual([first.questions.length, second.questions.length], [1, 0]);
  assert.match(second.told[0], /another call than the one/);
  const ran = [];
  const graph = GRAPHS.toolNode(modelOf([send]), toolsOf(ran), gate, new MemorySaver());
  const { __interrupt__: waiting } = await graph.invoke({ messages: [{ role: "user", content: "go" }] }, { configurable: { thread_id: "thread-2" } });
  assert.equal(waiting.length, 1);
});

test("wrong use is told", () => {
  const gate = gateWith(ToolGate);
  assert.throws(() => gated({ name: "search_docs", schema: {} }, gate), /`search_docs` is not a structured tool/);
  assert.throws(() => gated(gated(new Own(), gate), gate), /behind a gate already/);
});

test("CommonJS has the same, with the packages that it finds", async () => {
  const require = createRequire(import.meta.url);
  const { gated, ToolGate } = require("@aana/integration-sdk/integrations/langchain");
  const { tool } = require("@langchain/core/tools");
  const { ToolMessage } = require("@langchain/core/messages");
  const ran = [];
  const gate = new ToolGate({ search_docs: SEARCH }, {});
  const [found, dropped] = [search, drop].map(({ name }) => gated(tool((input) => { ran.push(input); return "ran"; }, { name, schema: TOOLS[name] }), gate));
  assert.equal(await found.invoke(search.args), "ran");
  const message = await dropped.invoke(asked([drop])[0]);
  assert.ok(message instanceof ToolMessage && message.status === "error");
  assert.deepEqual(ran, [search.args]);
  assert.ok(!message.content.includes(ADDRESS));
});
