// What a graph of LangGraph tells about a call: what else runs with it, and what else waits for an answer.

import { getCurrentTaskInput } from "@langchain/langgraph";
import { members, own } from "../own.js";

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
  readonly configurable?: {
    readonly thread_id?: unknown;
    /** Where LangGraph keeps the thread, and the answers that name an interrupt. */
    readonly __pregel_checkpointer?: { getTuple(config: object): Promise<Checkpoint | undefined> };
    readonly __pregel_resume_map?: object;
  };
}

interface Checkpoint {
  readonly pendingWrites?: readonly (readonly [task: string, channel: string, value: unknown])[];
}

/** What `toolNode` gives to a task, with the ids of the calls that came before it in the node. */
export const doneBefore = new WeakMap<object, readonly string[]>();

/** An interrupt as a checkpoint has it. */
interface Waiting {
  readonly id?: string;
  readonly value?: { readonly question?: { readonly id?: unknown; readonly toolCallId?: string } };
}

/**
 * Whether the answer that comes now can only be for this question: it names the interrupt, or nothing else waits
 * in the thread. What waits, the thread's last checkpoint tells, which is the same for all that run now.
 */
export async function isAddressed(questionId: string, config: Config | undefined): Promise<boolean> {
  const configurable = own(config, "configurable") as Thread | undefined;
  const { thread_id, __pregel_checkpointer: saver, __pregel_resume_map: named } = members<Thread, keyof Thread>("configurable", configurable, THREAD);
  const last = await saver?.getTuple({ configurable: { thread_id } });
  const writes = (last?.pendingWrites ?? []).filter(([, channel]) => channel === "__interrupt__");
  const done = inputsOf(config).flatMap((input) => doneBefore.get(input as object) ?? []);
  const waiting = new Map<string | undefined, Waiting>();
  for (const one of writes.flatMap(([, , value]) => value as Waiting[])) {
    if (!done.includes(one.value?.question?.toolCallId ?? "")) waiting.set(one.id, one);
  }
  const asked = [...waiting.values()].find(({ value }) => value?.question?.id === questionId);
  if (asked?.id === undefined) return false;
  return named === undefined ? waiting.size === 1 : Object.hasOwn(named, asked.id);
}

type Thread = NonNullable<Config["configurable"]>;

const THREAD = ["thread_id", "__pregel_checkpointer", "__pregel_resume_map"] as const;

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

/** The calls of the last message of a model that have no answer yet. */
export function callsIn({ messages }: MessagesState): ToolCall[] {
  const all = messages as readonly Message[];
  const done = new Set(all.filter((one) => one.getType?.() === "tool").map((one) => one.tool_call_id));
  const last = all.findLast((one) => one.getType?.() === "ai");
  return (last?.tool_calls ?? []).filter((call) => call.id === undefined || !done.has(call.id));
}
