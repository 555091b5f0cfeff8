// LangChain.js and LangGraph.js: tools behind the gate, with `interrupt` as the approval.
//
// `gated` gives a tool that decides when it runs, with the arguments that its own schema has made. An `ask`
// interrupts the graph with the request that LangChain's human-in-the-loop middleware makes, which names the question
// and the action. It is resumed with `new Command({ resume: approve(interrupt.value) })`, or `reject`.
//
// LangGraph gives an answer without an interrupt's id to everything that waits in the thread. A yes names its question
// and its action, so it cannot answer any other call.
//
// A graph that goes on runs an interrupted node once more, whole. So a call is asked about only where it is the
// only one of its node: in `createAgent`, in `toolNode`, which makes each call a task of its own, one after the
// other, or behind `eachCall`, where they run at the same time. In a plain `ToolNode` with several calls, an
// `ask` blocks: no answer could be given to the wrong call, and nothing runs twice.

import { ToolMessage } from "@langchain/core/messages";
import { interrupt, isGraphBubbleUp, Send, task } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { members, own } from "../own.js";
import { wrongUse } from "../wrong-use.js";
import { actsByMetadata } from "./annotations.js";
import { type Answer, type Ask, answerTo, type Blocked, type Call, failed, frozenCopyOf, requireStrict, type Run, segment, type ToolGate } from "./common.js";
import { entriesOf } from "./langchain-entries.js";
import { callIdIn, callsIn, type Config, isAlone, isMessages, type MessagesState, sendOf, sentCall, textsOf } from "./langgraph.js";
import { answerIn, requestOf } from "./langgraph-answers.js";

export type { MessagesState } from "./langgraph.js";
export { type Approval, approve, type Approvals, type ApprovalRequest, reject } from "./langgraph-answers.js";
export { ToolGate } from "./common.js";
export type { Ask, Blocked, Call, Lookup, Run, ToolGateOptions, ToolRule } from "./common.js";

/**
 * What is used of a tool of LangChain.
 *
 * @see https://docs.langchain.com/oss/javascript/langchain/tools
 */
export interface LangChainTool {
  readonly name: string;
  readonly schema: unknown;
}

/** The method of a tool that runs it, after its schema. */
type RunMethod = (input: unknown, runManager: unknown, config: Config | undefined) => unknown;

/** What a tool runs, where it is found. */
interface Parts {
  readonly _call?: RunMethod;
  readonly func?: RunMethod;
  readonly lc_kwargs?: object;
}

const PARTS = ["_call", "func", "lc_kwargs"] as const;

/** The tools that `gated` gave. */
const behindGates = new WeakSet<object>();

/**
 * Gives a copy of a tool that runs only what the gate accepts, with frozen copies of the arguments. The tool
 * itself stays as it is.
 *
 * Tools come one by one, so this function does not know all of them: call `gate.assertRegistered` with an agent's tools,
 * and one that the gate lists and nobody registered is an error.
 *
 * The call is found again by its id and the thread's, and the configuration is the `context` of the `Call`, so
 * that a user named there can be who approves. A blocked call gives a `ToolMessage` with the status `error`.
 * Defaults belong into the tool's schema: those of the function itself nobody else can see.
 *
 * A class of yours has its work in `_call`. What it does in an `invoke` or any other method of LangChain's of its own
 * would run without the gate, so such a tool is not taken. What runs the copy, and its name, cannot be replaced.
 *
 * A tool of an MCP server that LangChain's MCP adapters mark as acting (`readOnlyHint: false` or `destructiveHint: true`
 * in its `metadata`) is a write, even if its rule says that it reads.
 *
 * An `ask` interrupts the graph, and `new Command({ resume: approve(interrupt.value) })` goes on. A yes has to name
 * the question and the action, as {@link approve} does. Where several calls have asked, give each answer to its
 * interrupt: `resume: { [interrupt.id]: approve(interrupt.value) }`. Since an approval counts once, a tool that was
 * approved cannot interrupt the graph again by itself.
 *
 * @see https://docs.langchain.com/oss/javascript/langchain/human-in-the-loop
 * @see https://docs.langchain.com/oss/javascript/langgraph/interrupts
 * @throws {TypeError} for what is not a tool with arguments, a tool that runs otherwise than by `_call`, and one that
 * is behind a gate already.
 */
export function gated<Tool extends LangChainTool>(tool: Tool, gate: ToolGate): Tool {
  const { _call: runs, func, lc_kwargs: kwargs } = members<Parts, keyof Parts>("tool", tool as object, PARTS);
  // Once: under another name, it would be another tool to the gate.
  const { name } = tool;
  if (typeof name !== "string") throw wrongUse("name", name, "a string is allowed");
  if (typeof runs !== "function") throw new TypeError(`\`${name}\` is not a structured tool of LangChain`);
  if (behindGates.has(tool)) throw new TypeError(`the tool \`${name}\` is behind a gate already`);
  const entries = entriesOf(tool, name);
  const responseFormat = own(tool, "responseFormat");
  const acts = actsByMetadata(own(tool, "metadata"));
  const decides: RunMethod = async (input, runManager, config) => {
    // A tool with a single text as its input gets it without a name.
    const single = typeof input !== "object" || input === null;
    const given = single ? { input } : input;
    const strict = requireStrict(textsOf(config), given);
    const call = callOf(name, strict, acts, config);
    let outcome = await gate.check(call);
    if (outcome.do === "ask") outcome = await answered(call, outcome, gate, config);
    if (outcome.do === "block") {
      const said = messageOf(outcome, config);
      return responseFormat === "content_and_artifact" ? [said, undefined] : said;
    }
    // In the shadow, everything runs as it came.
    const args = outcome.arguments === strict ? given : outcome.arguments;
    const checked = single ? (args as { readonly input?: unknown }).input : args;
    // By the tool itself: it may have what its copies do not have.
    return await runs.call(tool, checked, runManager, config);
  };
  // The function itself is a member of a tool that was made of one, and of what it was made with.
  const same = func === undefined ? {} : { func: decides, lc_kwargs: { ...kwargs, func: decides } };
  const behind = frozenCopyOf(tool, { ...entries, name, _call: decides, ...same });
  behindGates.add(behind);
  return behind;
}

/**
 * Gives a node for a `StateGraph` that runs the calls of the last message, each behind the gate and as a task of
 * its own. They run one after the other: while one waits for its answer, none behind it can take that answer.
 *
 * These are all the tools of the gate: one that it lists beside them is a `TypeError`, unless `elsewhere` names it.
 *
 * @see https://docs.langchain.com/oss/javascript/langgraph/interrupts
 */
export function toolNode(
  tools: readonly LangChainTool[],
  gate: ToolGate,
  options?: { readonly name?: string; readonly elsewhere?: Iterable<string> },
): (state: MessagesState, config?: unknown) => Promise<{ messages: never[] }> {
  const { name = "tools", elsewhere } = members("options", options, ["name", "elsewhere"]);
  const behind = tools.map((tool) => gated(tool, gate));
  gate.assertRegistered(behind.map((tool) => tool.name), elsewhere);
  const node = new ToolNode(behind, { name });
  const one = task(`${name}_call`, (input) => node.invoke(input));
  return async (state, config) => {
    // This is one call that was sent, and not the state of the graph.
    if (sentCall(state) !== undefined) return (await node.invoke(state, config)) as { messages: never[] };
    const outputs: unknown[] = [];
    for (const call of callsIn(state)) outputs.push(await one(sendOf(state, call)));
    return together(outputs) as { messages: never[] };
  };
}

/**
 * A condition for `addConditionalEdges` that sends each call of the last message to the node by itself, or ends.
 * The calls run at the same time, and each waits for its own answer. The node may be a `ToolNode` of LangGraph
 * with gated tools.
 *
 * @see https://docs.langchain.com/oss/javascript/langgraph/graph-api, on `Send`
 */
export function eachCall(state: MessagesState, options?: { readonly node?: string }): Send[] | "__end__" {
  const { node = "tools" } = members("options", options, ["node"]);
  const sends = callsIn(state).map((call) => new Send(node, sendOf(state, call)));
  return sends.length > 0 ? sends : "__end__";
}

function callOf(toolName: string, args: object, acts: boolean, config: Config | undefined): Call {
  const id = callIdIn(config);
  const thread = own(own(config, "configurable"), "thread_id");
  const callId = id === undefined || thread === undefined ? id : `${segment(String(thread))}/${id}`;
  return { toolName, arguments: args, callId, context: config, acts };
}

async function answered(call: Call, ask: Ask, gate: ToolGate, config: Config | undefined): Promise<Run | Blocked> {
  let answer: Answer = answerTo(ask.question, false);
  try {
    if (isAlone(config)) answer = answerIn(interrupt(requestOf(ask)));
  } catch (error) {
    // This is how the graph stops.
    if (isGraphBubbleUp(error)) throw error;
    // Outside a graph, for one, there is nobody to ask.
    await gate.settle(call, ask, answer);
    return failed(call, error, gate);
  }
  return await gate.settle(call, ask, answer);
}

/** The answers of all calls, in the order of the calls. With commands among them, a node gives a list for each. */
function together(outputs: readonly unknown[]): unknown {
  if (outputs.every(isMessages)) return { messages: outputs.flatMap(({ messages }) => messages) };
  return outputs.flat();
}

function messageOf(blocked: Blocked, config: Config | undefined): unknown {
  const id = callIdIn(config);
  if (id === undefined) return blocked.message;
  return new ToolMessage({ content: blocked.message, name: blocked.toolName, tool_call_id: id, status: "error" });
}
