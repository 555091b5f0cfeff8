// Vercel AI SDK: the tools of `generateText`, `streamText` and agents behind the gate, with its tool approval.
//
// Nothing of the SDK is imported: what is used of it is an object with `execute` and `needsApproval`, the
// options that both get, and the messages in which an approval comes back.

import { members, own } from "../own.js";
import { wrongUse } from "../wrong-use.js";
import { partsOf } from "./ai-sdk-entries.js";
import { answerIn, reasonOf } from "./ai-sdk-answers.js";
import { actsByMetadata } from "./annotations.js";
import { type Ask, type Blocked, type Call, segment, type ToolGate } from "./common.js";

export { strictInput, type StrictInput } from "./ai-sdk-input.js";
export { ToolGate } from "./common.js";
export type { Ask, Blocked, Call, Lookup, Run, ToolGateOptions, ToolRule } from "./common.js";

/**
 * What is used of a tool of the AI SDK.
 *
 * @see https://ai-sdk.dev/docs/reference/ai-sdk-core/tool
 */
export interface AiTool {
  readonly inputSchema: unknown;
  readonly execute?: unknown;
  readonly needsApproval?: unknown;
}

/** What the SDK hands to a tool besides its input, as far as it is used; all of it is the `context` of a `Call`. */
interface ToolExecutionOptions {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
}

/** How tools are gated. */
export interface GatedOptions {
  /** Put in front of the SDK's id of a call: an id of the conversation, for one. */
  readonly scope?: string | undefined;
  /** Tools that the gate lists and that are registered somewhere else. */
  readonly elsewhere?: Iterable<string> | undefined;
}

/** A function of a tool: `execute`, or `needsApproval` if it is one. */
type Execute = (input: unknown, options: ToolExecutionOptions) => unknown;

/** Who is to be asked about a call: a person about the gate's question, or whomever the tool itself wants to ask. */
interface Guard {
  look(input: unknown, options: ToolExecutionOptions): Promise<Ask | boolean>;
}

/** The guards, by the `needsApproval` that each has put on its tool. */
const guards = new WeakMap<object, Guard>();

/**
 * A tool was not run. The message says why, and what is needed: the SDK shows it to the model.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling, on errors of tools
 */
export class ToolNotRunError extends Error {
  override readonly name = "ToolNotRunError";

  constructor(readonly blocked: Blocked) {
    super(blocked.message);
  }

  /** The message alone: this is what the SDK gives to the model. */
  override toString(): string {
    return this.message;
  }
}

/**
 * Gives the same tools behind the gate: each runs only what the gate accepts, with frozen copies of what its
 * `inputSchema` has made of the model's text. The tools themselves stay as they are, and nothing of these can be replaced.
 *
 * For an `ask`, the SDK's approval is requested (`tool-approval-request`), and the call runs when a
 * `tool-approval-response` for it comes back. A blocked call is a `tool-error` with a {@link ToolNotRunError};
 * mind that a UI message stream hides the words of errors unless its `onError` lets them through. Give
 * {@link toolApproval} to `generateText` as well, so that who approves sees the question.
 *
 * An approval is what the messages say, so make sure who sends them. With {@link toolApproval}, the `reason` of a
 * request ends with the names of the question and of the action, and an approval of that request is for nothing else.
 * Without it, an approval counts only if its `toolCallId` belongs to one call alone. The SDK tells no tool of a denial:
 * the question about a denied call waits until its time is over.
 *
 * A question is found again by the `toolCallId`, which some providers number from the start in each conversation.
 * Where conversations share a gate, give `scope` an id of the conversation, so that they do not meet.
 *
 * A tool of an MCP server that the SDK's MCP client marks as acting (`readOnlyHint: false` or `destructiveHint: true` in
 * its `metadata`) is a write, even if its rule says that it reads.
 *
 * `onInputStart` and `onInputAvailable` of a tool are called when its call runs, in front of `execute` and with what
 * that gets; `onInputDelta`, which would hear what the gate has not seen, never.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling#tool-execution-approval
 * @throws {TypeError} for a tool without `execute` and one of the provider, which run elsewhere; for one that calls
 * other tools by itself, or has what this package does not know; for one that is behind a gate already; and for a tool
 * that the gate lists and that is not among these, unless `elsewhere` names it.
 */
export function gated<Tools extends { readonly [toolName: string]: AiTool }>(
  tools: Tools,
  gate: ToolGate,
  options?: GatedOptions,
): Tools {
  const { scope, elsewhere } = members("options", options, ["scope", "elsewhere"]);
  if (scope !== undefined && typeof scope !== "string") throw wrongUse("scope", scope, "a string is allowed");
  const behind = Object.entries(tools).map(([name, tool]) => [name, behindGate(name, tool, gate, scope)]);
  gate.assertRegistered(Object.keys(tools), elsewhere);
  return Object.fromEntries(behind) as Tools;
}

/**
 * The setting `toolApproval` of `generateText`, `streamText` and agents for tools behind a gate: it puts the
 * question, with every argument, into the `reason` of the approval request. Other tools, and what a tool's own
 * `needsApproval` says, are as they were. Without this setting the gate asks all the same, without a reason.
 *
 * @see https://ai-sdk.dev/docs/ai-sdk-core/tools-and-tool-calling#tool-execution-approval
 */
export async function toolApproval(asked: {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
  readonly tools: { readonly [toolName: string]: AiTool } | undefined;
  readonly toolsContext?: unknown;
  readonly runtimeContext?: unknown;
  readonly messages: readonly unknown[];
}): Promise<{ type: "user-approval"; reason?: string } | undefined> {
  const { toolCall, tools, toolsContext, runtimeContext, messages } = asked;
  const { toolName, toolCallId, input } = toolCall;
  const needsApproval = own(own(tools, toolName), "needsApproval");
  const options = { toolCallId, messages, context: own(toolsContext, toolName), runtimeContext };
  const guard = typeof needsApproval === "function" ? guards.get(needsApproval) : undefined;
  const asks = guard === undefined ? await saysYes(needsApproval, input, options) : await guard.look(input, options);
  if (typeof asks === "object") return { type: "user-approval", reason: reasonOf(asks.question) };
  return asks ? { type: "user-approval" } : undefined;
}

function behindGate(name: string, tool: AiTool, gate: ToolGate, scope: string | undefined): AiTool {
  const execute = own(tool, "execute");
  if (typeof execute !== "function") {
    throw new TypeError(`the tool \`${name}\` has no \`execute\`: what runs elsewhere is not behind this gate`);
  }
  const needsApproval = own(tool, "needsApproval");
  if (typeof needsApproval === "function" && guards.has(needsApproval)) {
    throw new TypeError(`the tool \`${name}\` is behind a gate already`);
  }
  const { onInputStart, onInputAvailable, description } = partsOf(name, tool);
  const acts = actsByMetadata(description["metadata"]);
  const call = (input: unknown, context: ToolExecutionOptions): Call => {
    const id = own(context, "toolCallId") as string | undefined;
    const callId = scope === undefined || id === undefined ? id : `${segment(scope)}/${id}`;
    return { toolName: name, arguments: input as object, callId, context, acts };
  };
  const guard: Guard = {
    async look(input, options) {
      // With an answer there, this is the SDK looking once more before it runs the call, and no time to ask.
      if (answerIn(options) !== undefined) return false;
      const outcome = await gate.check(call(input, options));
      if (outcome.do !== "run") return outcome.do === "ask" && outcome;
      return await saysYes(needsApproval, outcome.arguments, options, tool);
    },
  };
  const asks: Execute = async (input, options) => (await guard.look(input, options)) !== false;
  guards.set(asks, guard);
  const admit = async (input: unknown, options: ToolExecutionOptions): Promise<object> => {
    const proposed = call(input, options);
    let outcome = await gate.check(proposed);
    if (outcome.do === "ask") outcome = await gate.settle(proposed, outcome, answerIn(options)?.to(outcome.question));
    if (outcome.do === "block") throw new ToolNotRunError(outcome);
    // Only now is there a call that runs, for whoever wants to hear of one.
    await onInputStart?.call(tool, options);
    await onInputAvailable?.call(tool, { ...options, input: outcome.arguments });
    return outcome.arguments;
  };
  // Nothing else that the tool has or inherits: the SDK may know what to do with it.
  return Object.freeze({ ...description, execute: executing(execute as Execute, tool, admit), needsApproval: asks }) as unknown as AiTool;
}

/** The SDK tells by what `execute` returns whether a tool streams, so a generator stays one. */
function executing(execute: Execute, tool: AiTool, admit: (input: unknown, options: ToolExecutionOptions) => Promise<object>): Execute {
  if (Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]") {
    return async function* (input, options) {
      yield* execute.call(tool, await admit(input, options), options) as AsyncIterable<unknown>;
    };
  }
  return async (input, options) => {
    const result = await execute.call(tool, await admit(input, options), options);
    if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return result;
    // Whoever returns a stream without being a generator: its last value is the result.
    let last: unknown;
    for await (const part of result as AsyncIterable<unknown>) last = part;
    return last;
  };
}

/** What the setting of a tool says, which is a function or not. */
async function saysYes(needsApproval: unknown, input: unknown, options: ToolExecutionOptions, tool?: AiTool): Promise<boolean> {
  return Boolean(typeof needsApproval === "function" ? await (needsApproval as Execute).call(tool, input, options) : needsApproval);
}
