// Stands for a model: asks for one tool twice in a step, and repeats what the calls gave.

import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

const asked = ["a", "b"].map((name) => ({
  type: "tool-call" as const,
  toolCallId: `call_${name}`,
  toolName: "send_email",
  input: JSON.stringify({ to: `${name}@example.com` }),
}));

export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const results = prompt.flatMap(({ role, content }) =>
      role === "tool" ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
    );
    const done = prompt.at(-1)?.role === "tool";
    const text = results.map((one) => ("value" in one ? String(one.value) : one.type)).join(", ");
    return {
      content: done ? [{ type: "text", text }] : asked,
      finishReason: { unified: done ? "stop" : "tool-calls", raw: undefined },
      usage,
      warnings: [],
    };
  },
});
