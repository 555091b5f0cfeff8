// What a graph of LangGraph tells about a call: what else runs with it, and the text that the model wrote.

import { getCurrentTaskInput } from "@langchain/langgraph";
import { own } from "../own.js";

/**
 * What is used of the state of a graph.
 *
 * @see https://docs.langchain.com/oss/javascript/langgraph/graph-api
 */
export interface MessagesState {
  readonly messages: readonly unknown[];
}

/** What a tool gets besides its arguments, as far as it is used; all of it is the `context` of a `Call`. */
export interface Config {
  readonly toolCall?: { readonly id?: string };
  readonly configurable?: { readonly thread_id?: unknown };
}

/** The id of the call that a tool was given. */
export function callIdIn(config: Config | undefined): string | undefined {
  return own(own(config, "toolCall"), "id") as string | undefined;
}

/** Whether this call is all that runs in what the graph would run once more. */
export function isAlone(config: Config | undefined): boolean {
  const id = callIdIn(config);
  return inputsOf(config).some((input) => {
    const sent = sentCall(input);
    if (sent !== undefined) return sent.id === id;
    if (isMessages(input)) {
      const calls = callsIn(input);
      return calls.length === 1 && calls[0]?.id === id;
    }
    return isCall(input) && input.id === id;
  });
}

/** What the graph runs with this call: the state of a node, or the arguments of a task. */
function inputsOf(config: Config | undefined): unknown[] {
  const given = getCurrentTaskInput(config);
  return Array.isArray(given) ? (given as unknown[]) : [given];
}

interface ToolCall {
  readonly id?: string;
  readonly name: string;
}

function isCall(value: unknown): value is ToolCall {
  return ["id", "name", "args"].every((member) => own(value, member) !== undefined);
}

export function isMessages(value: unknown): value is MessagesState {
  return Array.isArray(own(value, "messages"));
}

/** What `ToolNode` and agents take as a single call, with the state for the tools that want it. */
export function sendOf(state: MessagesState, call: ToolCall): object {
  return { ...state, lg_tool_call: call };
}

export function sentCall(input: unknown): ToolCall | undefined {
  return own(input, "lg_tool_call") as ToolCall | undefined;
}

interface Message {
  getType?(): string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

/** The last message of a model. */
function lastOfModel(messages: readonly unknown[]): Message | undefined {
  return (messages as readonly Message[]).findLast((one) => one.getType?.() === "ai");
}

/** The calls of the last message of a model that have no answer yet. */
export function callsIn({ messages }: MessagesState): ToolCall[] {
  const answers = (messages as readonly Message[]).filter((one) => one.getType?.() === "tool");
  const done = new Set(answers.map((one) => one.tool_call_id));
  return (lastOfModel(messages)?.tool_calls ?? []).filter((call) => call.id === undefined || !done.has(call.id));
}

/**
 * The texts that the model itself wrote for the arguments of this call, where the message that holds the call kept
 * them. Whoever parsed them took the last of two equal keys. There are several if the model gave one id to several calls.
 */
export function textsOf(config: Config | undefined): readonly string[] {
  const id = callIdIn(config);
  if (id === undefined) return [];
  return inputsIn(config).filter(isMessages).flatMap(({ messages }) => {
    const kept = own(own(lastOfModel(messages), "additional_kwargs"), "tool_calls");
    const mine = Array.isArray(kept) ? kept.filter((one) => own(one, "id") === id) : [];
    return mine.map((one) => own(own(one, "function"), "arguments")).filter((text) => typeof text === "string");
  });
}

/** The same where there may be no graph. */
function inputsIn(config: Config | undefined): unknown[] {
  try {
    return inputsOf(config);
  } catch {
    return [];
  }
}
