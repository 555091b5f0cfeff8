// Stands for a model: asks for one tool, and is done when it has an answer.

import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const done = prompt.at(-1)?.role === "tool";
    return {
      content: done
        ? [{ type: "text", text: "It is sent." }]
        : [{ type: "tool-call", toolCallId: "call_1", toolName: "send_email", input: '{"to":"a@example.com"}' }],
      finishReason: { unified: done ? "stop" : "tool-calls", raw: undefined },
      usage,
      warnings: [],
    };
  },
});
