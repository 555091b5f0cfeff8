// How the scenes are played with the Vercel AI SDK, with a model that says what it is told to.

import { gated, toolApproval } from "@aana/integration-sdk/integrations/ai-sdk";
import { generateText, stepCountIs, streamText, tool, ToolLoopAgent } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { TOOLS } from "./scenes.mjs";

export const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };

/** A model that makes these calls, each with an id, and is done when it has an answer. */
export function modelOf(calls) {
  const parts = calls.map(({ name, args }, at) => ({
    type: "tool-call", toolCallId: `call_${at}`, toolName: name, input: typeof args === "string" ? args : JSON.stringify(args),
  }));
  const said = ({ prompt }) => {
    const done = prompt.at(-1).role === "tool";
    const finishReason = { unified: done ? "stop" : "tool-calls", raw: undefined };
    return { content: done ? [{ type: "text", text: "done" }] : parts, finishReason };
  };
  return new MockLanguageModelV4({
    doGenerate: async (options) => ({ ...said(options), usage, warnings: [] }),
    doStream: async (options) => {
      const { content, finishReason } = said(options);
      const chunks = content.flatMap((part) =>
        part.type === "text"
          ? [{ type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: part.text }, { type: "text-end", id: "1" }]
          : [part],
      );
      return { stream: convertArrayToReadableStream([...chunks, { type: "finish", finishReason, usage }]) };
    },
  });
}

export const toolsOf = (ran) =>
  Object.fromEntries(
    Object.entries(TOOLS).map(([name, inputSchema]) => [
      name,
      tool({ inputSchema, execute: async (input) => { ran.push([name, input]); return `${name} ran`; } }),
    ]),
  );

export const WAYS = {
  generateText: (options) => generateText(options),
  streamText: async (options) => {
    const result = streamText(options);
    await result.consumeStream({ onError: (error) => { throw error; } });
    return { content: await result.content, responseMessages: await result.responseMessages, text: await result.text };
  },
  // Without the setting, through `needsApproval` alone.
  "needsApproval": ({ toolApproval: _, ...options }) => generateText(options),
  ToolLoopAgent: ({ messages, ...settings }) => new ToolLoopAgent(settings).generate({ messages }),
};

/** Lets the model make the calls; `later` is the gate that decides when the answers come. */
export async function playWith(way, gate, calls, later = gate, more = {}) {
  const ran = [];
  const model = modelOf(calls);
  const history = [{ role: "user", content: "go" }];
  const go = async (by, messages) => {
    const tools = gated({ ...toolsOf(ran), ...more.tools }, by);
    const result = await way({ model, tools, toolApproval, messages, stopWhen: stepCountIs(5), ...more.settings });
    const prompt = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1).prompt;
    const outputs = prompt.filter(({ role }) => role === "tool").flatMap(({ content }) => content).filter(({ type }) => type === "tool-result");
    scene.told = calls.map((_, at) => outputs.findLast(({ toolCallId }) => toolCallId === `call_${at}`)?.output.value);
    return result;
  };
  const scene = { ran, told: [] };
  const first = await go(gate, history);
  const asked = [...history, ...first.responseMessages];
  const requests = first.content.filter(({ type }) => type === "tool-approval-request");
  const shown = (request) => request.reason ?? JSON.stringify(request.toolCall.input);
  scene.requests = requests;
  scene.questions = requests.map(shown);
  const reply = async (messages, decide) => {
    const content = requests.map((request) => ({ type: "tool-approval-response", approvalId: request.approvalId, approved: decide(shown(request)) }));
    await go(later, [...messages, { role: "tool", content }]);
  };
  scene.answer = (decide) => reply(asked, decide);
  scene.replay = scene.answer;
  scene.alter = (args) => {
    const messages = structuredClone(asked);
    for (const { content } of messages) {
      if (Array.isArray(content)) for (const part of content) if (part.type === "tool-call") part.input = args;
    }
    return reply(messages, () => true);
  };
  return scene;
}
