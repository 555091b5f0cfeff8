// LangChain.js and LangGraph.js: tools behind the gate, with `interrupt` as the approval.
//
// `gated` gives a tool that decides when it runs, with the arguments that its own schema has made. An `ask`
// interrupts the graph with the request that LangChain's human-in-the-loop middleware makes, to be resumed with
// `new Command({ resume: { decisions: [{ type: "approve" }] } })` or `"reject"`.
//
// LangGraph gives an answer without a name to everything that waits in the thread. So where several calls have
// asked, a yes has to name the interrupt: `new Command({ resume: { [id]: { decisions: ... } } })`.
//
// A graph that goes on runs an interrupted node once more, whole. So a call is asked about only where it is the
// only one of its node: in `createAgent`, in `toolNode`, which makes each call a task of its own, one after the
// other, or behind `eachCall`, where they run at the same time. In a plain `ToolNode` with several calls, an
// `ask` blocks: no answer could be given to the wrong call, and nothing runs twice.

import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool, DynamicTool, StructuredTool, Tool } from "@langchain/core/tools";
import { interrupt, isGraphBubbleUp, Send, task } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { members, own } from "../own.js";
import { type Ask, type Blocked, type Call, copyOf, failed, type Run, type ToolGate } from "./common.js";
import { callIdIn, callsIn, type Config, doneBefore, isAddressed, isAlone, isMessages, type MessagesState, sendOf, sentCall } from "./langgraph.js";
import { noApproval, say } from "./say.js";

export type { MessagesState } from "./langgraph.js";
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
type Runs = (input: unknown, runManager: unknown, config: Config | undefined) => unknown;

/** What a tool runs, where it is found. */
interface Parts {
  readonly _call?: Runs;
  readonly func?: Runs;
  readonly lc_kwargs?: object;
}

const PARTS = ["_call", "func", "lc_kwargs"] as const;

/** What leads to `_call`, in the classes of LangChain. */
const METHODS = ["invoke", "call", "batch", "stream", "transform", "_streamIterator"].map((method) => {
  const classes = [StructuredTool, Tool, DynamicTool, DynamicStructuredTool];
  return [method, classes.map(({ prototype }) => own(prototype, method))] as const;
});

/** The tools that `gated` gave. */
const behindGates = new WeakSet<object>();

/**
 * Gives a copy of a tool that runs only what the gate accepts, with frozen copies of the arguments. The tool
 * itself stays as it is.
 *
 * The call is found again by its id and the thread's, and the configuration is the `context` of the `Call`, so
 * that a user named there can be who approves. A blocked call gives a `ToolMessage` with the status `error`.
 * Defaults belong into the tool's schema: those of the function itself nobody else can see.
 *
 * A class of yours has its work in `_call`. What it does in an `invoke` or `call` of its own would run without the
 * gate, so such a tool is not taken.
 *
 * An `ask` interrupts the graph. LangGraph gives an answer without a name to everything that waits in the thread,
 * so where several calls have asked, a yes has to name the interrupt:
 * `new Command({ resume: { [interrupt.id]: { decisions: [{ type: "approve" }] } } })`. Since an approval counts
 * once, a tool that was approved cannot interrupt the graph again by itself.
 *
 * @see https://docs.langchain.com/oss/javascript/langchain/human-in-the-loop
 * @see https://docs.langchain.com/oss/javascript/langgraph/interrupts
 * @throws {TypeError} for what is no tool with arguments, a tool that runs otherwise than by `_call`, and one that
 * is behind a gate already.
 */
export function gated<Tool extends LangChainTool>(tool: Tool, gate: ToolGate): Tool {
  const { _call: runs, func, lc_kwargs: kwargs } = members<Parts, keyof Parts>("tool", tool as object, PARTS);
  if (typeof runs !== "function") throw new TypeError(`\`${tool.name}\` is no structured tool of LangChain`);
  if (behindGates.has(tool)) throw new TypeError(`the tool \`${tool.name}\` is behind a gate already`);
  for (const [method, known] of METHODS) {
    if (known.includes(own(tool, method))) continue;
    const why = `its \`${method}\` is its own, or that of another copy of \`@langchain/core\``;
    throw new TypeError(`the tool \`${tool.name}\` runs otherwise than by \`_call\`: ${why}`);
  }
  const responseFormat = own(tool, "responseFormat");
  const decides: Runs = async (input, runManager, config) => {
    // A tool with a single text as its input gets it without a name.
    const single = typeof input !== "object" || input === null;
    const call = callOf(tool.name, single ? { input } : input, config);
    let outcome = await gate.check(call);
    if (outcome.do === "ask") outcome = await answered(call, outcome, gate, config);
    if (outcome.do === "block") {
      const said = messageOf(outcome, config);
      return responseFormat === "content_and_artifact" ? [said, undefined] : said;
    }
    const checked = single ? (outcome.arguments as { readonly input?: unknown }).input : outcome.arguments;
    // By the tool itself: it may have what its copies do not have.
    return await runs.call(tool, checked, runManager, config);
  };
  // The function itself is a member of a tool that was made of one, and of what it was made with.
  const same = func === undefined ? {} : { func: decides, lc_kwargs: { ...kwargs, func: decides } };
  const behind = copyOf(tool, { _call: decides, ...same });
  behindGates.add(behind);
  return behind;
}

/**
 * Gives a node for a `StateGraph` that runs the calls of the last message, each behind the gate and as a task of
 * its own. They run one after the other: while one waits for its answer, none behind it can take that answer.
 *
 * @see https://docs.langchain.com/oss/javascript/langgraph/interrupts
 */
export function toolNode(
  tools: readonly LangChainTool[],
  gate: ToolGate,
  options?: { readonly name?: string },
): (state: MessagesState, config?: unknown) => Promise<{ messages: never[] }> {
  const { name = "tools" } = members("options", options, ["name"]);
  const node = new ToolNode(tools.map((tool) => gated(tool, gate)), { name });
  const one = task(`${name}_call`, (input) => node.invoke(input));
  return async (state, config) => {
    // This is one call that was sent, and not the state of the graph.
    if (sentCall(state) !== undefined) return (await node.invoke(state, config)) as { messages: never[] };
    const outputs: unknown[] = [];
    const earlier: string[] = [];
    for (const call of callsIn(state)) {
      const input = sendOf(state, call);
      doneBefore.set(input, [...earlier]);
      outputs.push(await one(input));
      if (call.id !== undefined) earlier.push(call.id);
    }
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

function callOf(toolName: string, args: object, config: Config | undefined): Call {
  const id = callIdIn(config);
  const thread = own(own(config, "configurable"), "thread_id");
  const callId = id === undefined || thread === undefined ? id : `${String(thread)}/${id}`;
  return { toolName, arguments: args, callId, context: config };
}

async function answered(call: Call, ask: Ask, gate: ToolGate, config: Config | undefined): Promise<Run | Blocked> {
  let agreed = false;
  let addressed = true;
  try {
    if (isAlone(config)) {
      addressed = ask.askedBefore && (await isAddressed(ask.question.id, config));
      agreed = isYes(interrupt(requestOf(ask, config)));
    }
  } catch (error) {
    // This is how the graph stops.
    if (isGraphBubbleUp(error)) throw error;
    // Outside a graph, for one, there is nobody to ask.
    await gate.settle(call, ask, { approved: false });
    return failed(call, error);
  }
  const outcome = await gate.settle(call, ask, { approved: agreed && addressed });
  if (!ask.askedBefore || !agreed || addressed) return outcome;
  const { toolName, decision } = ask;
  return { do: "block", toolName, message: say(toolName, decision, noApproval("unaddressed")), decision };
}

/** The request of the human-in-the-loop middleware, about one call. */
function requestOf({ toolName, question, event }: Ask, config: Config | undefined): object {
  const args = structuredClone(event.proposed_arguments);
  return {
    actionRequests: [{ name: toolName, args, description: question.question.text }],
    reviewConfigs: [{ actionName: toolName, allowedDecisions: ["approve", "reject"] }],
    question: {
      id: question.id,
      toolCallId: callIdIn(config),
      actionDigest: question.actionDigest,
      expiresAt: question.expiresAt.toISOString(),
    },
  };
}

/** Nothing but one plain approval is a yes; with changed arguments, it is one to another call. */
function isYes(answer: unknown): boolean {
  return JSON.stringify(answer) === '{"decisions":[{"type":"approve"}]}';
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
