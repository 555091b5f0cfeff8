// The model's own text for the arguments of a call. The SDK parses it by `JSON.parse`, which takes the last of two equal
// keys; whoever showed or logged the text may have seen the first. No tool sees that text, but a middleware does.

import { own } from "../own.js";
import { ambiguity } from "./common.js";

/**
 * A middleware for `wrapLanguageModel`, by the form that the SDK gives it.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-core/middleware
 */
export interface StrictInput {
  readonly specificationVersion: "v4";
  wrapGenerate<R extends { content: any[] }>(options: { doGenerate: () => PromiseLike<R> }): Promise<R>;
  wrapStream<R extends { stream: any }>(options: { doStream: () => PromiseLike<R> }): Promise<R>;
}

/**
 * Refuses calls whose arguments a strict reader would not read as `JSON.parse` does: with a key twice, half of a
 * surrogate pair, too deep or too large. Such a text is replaced by one that is not JSON, so that the SDK reports the
 * call as one with invalid input, and no tool runs. What a provider runs by itself is left as it is.
 *
 * @example
 * const model = wrapLanguageModel({ model: yours, middleware: strictInput() });
 */
export function strictInput(): StrictInput {
  return {
    specificationVersion: "v4",
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      return { ...result, content: result.content.map(strict) };
    },
    async wrapStream({ doStream }) {
      const result = await doStream();
      const transform = new TransformStream<unknown, unknown>({
        transform: (part, controller) => controller.enqueue(strict(part)),
      });
      const { stream } = result as { stream: ReadableStream<unknown> };
      return { ...result, stream: stream.pipeThrough(transform) };
    },
  };
}

/** A part of what a model says, without a text that can be read in two ways. */
function strict(part: unknown): unknown {
  if (own(part, "type") !== "tool-call" || own(part, "providerExecuted") === true) return part;
  const text = own(part, "input");
  const fault = typeof text === "string" ? ambiguity(text) : undefined;
  return fault === undefined ? part : { ...(part as object), input: `(not strict JSON: ${fault})` };
}
