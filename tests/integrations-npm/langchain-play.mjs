// How the scenes are played in graphs of LangChain and LangGraph, with a model that says what it is told to.

import assert from "node:assert/strict";
import { approve, eachCall, gated, reject, toolNode } from "@aana/integration-sdk/integrations/langchain";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { some, TOOLS } from "./scenes.mjs";

export const asked = (calls) => calls.map(({ name, args }, at) => ({ name, args, id: `call_${at}`, type: "tool_call" }));

/** A model that makes these calls and is done when it has answers. */
export function modelOf(calls) {
  const says = (messages) =>
    messages.at(-1).getType() === "tool" ? new AIMessage("done") : new AIMessage({ id: "proposal", content: "", tool_calls: asked(calls) });
  const model = fakeModel();
  for (let turn = 0; turn < 20; turn += 1) model.respond(says);
  return model;
}

export const toolsOf = (ran) =>
  Object.entries(TOOLS).map(([name, schema]) =>
    tool(async (input) => { ran.push([name, input]); return `${name} ran`; }, { name, description: name, schema }),
  );

export const graphOf = (model, tools, addNode, condition) =>
  addNode(new StateGraph(MessagesAnnotation).addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] })))
    .addEdge("__start__", "agent")
    .addConditionalEdges("agent", condition, ["tools", "__end__"])
    .addEdge("tools", "agent");

/** The graphs in which gated tools stand. */
export const GRAPHS = {
  createAgent: (model, tools, gate, checkpointer) =>
    createAgent({ model, tools: tools.map((it) => gated(it, gate)), checkpointer }),
  toolNode: (model, tools, gate, checkpointer) =>
    graphOf(model, tools, (graph) => graph.addNode("tools", toolNode(tools, gate, some)), toolsCondition).compile({ checkpointer }),
  eachCall: (model, tools, gate, checkpointer) => {
    const behind = tools.map((it) => gated(it, gate));
    return graphOf(model, tools, (graph) => graph.addNode("tools", new ToolNode(behind)), (state) => eachCall(state)).compile({ checkpointer });
  },
  "eachCall and toolNode": (model, tools, gate, checkpointer) =>
    graphOf(model, tools, (graph) => graph.addNode("tools", toolNode(tools, gate, some)), (state) => eachCall(state)).compile({ checkpointer }),
};

export const CONFIG = { configurable: { thread_id: "thread-1" } };
/** What people know who have not read the question: a yes to nothing, and a no. */
export const APPROVE = { decisions: [{ type: "approve" }] };
export const REJECT = { decisions: [{ type: "reject", message: "not now" }] };

/** Lets the model make the calls; `later` is the gate that decides when the answers come. */
export async function playIn(make, gate, calls, later = gate, { saver = new MemorySaver(), tools } = {}) {
  const ran = [];
  const model = modelOf(calls);
  const graph = (by) => make(model, tools ?? toolsOf(ran), by, saver);
  const scene = { ran, told: [], questions: [] };
  let waiting = [];
  const go = async (by, input, config = CONFIG) => {
    const result = await graph(by).invoke(input, config);
    waiting = result.__interrupt__ ?? [];
    scene.waiting = waiting;
    scene.questions = waiting.map(({ value }) => value.actionRequests[0].description);
    const messages = result.messages.filter((it) => it.getType() === "tool");
    scene.messages = calls.map((_, at) => messages.findLast((it) => it.tool_call_id === `call_${at}`));
    scene.told = scene.messages.map((it) => it?.content);
  };
  await go(gate, { messages: [{ role: "user", content: "go" }] });
  const before = (await graph(gate).getState(CONFIG)).config;
  const settle = async (decide, config) => {
    const decided = () => waiting.map(({ value }) => (decide(value.actionRequests[0].description) ? approve : reject)(value));
    const resume = (decisions) =>
      decisions.length === 1 ? decisions[0] : Object.fromEntries(waiting.map(({ id }, at) => [id, decisions[at]]));
    if (waiting.length === 0) await go(later, new Command({ resume: decide("") ? APPROVE : REJECT }), config);
    while (waiting.length > 0) await go(later, new Command({ resume: resume(decided()) }), CONFIG);
  };
  scene.resume = (resume) => go(later, new Command({ resume }));
  scene.answer = (decide) => settle(decide, CONFIG);
  scene.replay = (decide) => {
    waiting = [];
    return settle(decide, before);
  };
  scene.alter = async (args) => {
    const proposal = new AIMessage({ id: "proposal", content: "", tool_calls: asked([{ ...calls[0], args }]) });
    const node = make === GRAPHS.createAgent ? "model_request" : "agent";
    const [{ value }] = waiting;
    await graph(later).updateState(CONFIG, { messages: [proposal] }, node);
    await go(later, new Command({ resume: approve(value) }));
    assert.match(scene.told[0], /another call than the one that a person was asked about/);
  };
  return scene;
}
