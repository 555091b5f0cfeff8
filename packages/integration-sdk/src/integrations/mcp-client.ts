// MCP: a client behind the gate.
//
// `GatedClient` stands in front of a `Client` of the official SDK and calls a tool only if the gate accepts.
// Nothing of the SDK is imported. MCP leaves it to the host to ask its user: `confirm` gets the question and says
// what the person answered. What the server fills in for missing arguments, no client can see.

import type { Pending } from "@aana/integration-sdk/confirmation";
import { oneOf } from "../formats/given.js";
import { members } from "../own.js";
import { wrongUse } from "../wrong-use.js";
import { isMarkedAsActing } from "./annotations.js";
import { type Answer, ANSWER, type Ask, answerTo, blocked, type Blocked, type Call, failed, isFor, NO_QUESTION, type Run, type ToolGate } from "./common.js";
import { noApproval } from "./say.js";

export { ToolGate } from "./common.js";
export type { Answer, Ask, Blocked, Call, Lookup, Run, ToolGateOptions, ToolRule } from "./common.js";

/** The yes to a question, for `confirm`. */
export function approve(question: Pending): Answer {
  return answerTo(question, true);
}

/** The no to a question. */
export function reject(question: Pending): Answer {
  return answerTo(question, false);
}

/**
 * What is used of the client. The options after the first parameter are not the same in each version.
 *
 * @see https://ts.sdk.modelcontextprotocol.io
 */
export interface McpClient {
  callTool(params: { name: string; arguments?: any }, ...options: any[]): Promise<any>;
}

/** How a client is gated. */
export interface GatedClientOptions {
  /**
   * Asks the person, and gives the answer: {@link approve} of the question that was shown, or {@link reject}. Of
   * several dialogs, each answer thus says which question it is for. Nothing else is a yes. Without it, an `ask` blocks.
   */
  readonly confirm?: ((question: Pending) => Answer | PromiseLike<Answer>) | undefined;
  /**
   * What a caller may send besides the name and the arguments. The gate sees nothing of it, and nothing is checked:
   * leave it out where the caller is an agent.
   */
  readonly unchecked?: readonly Unchecked[] | undefined;
  /**
   * The server's tools, as the client's `listTools` gives them. One that its server marks as acting (`readOnlyHint: false`
   * or `destructiveHint: true`) is a write, even if its rule says that it reads; that a tool only reads is not believed.
   */
  readonly tools?: readonly McpTool[] | undefined;
}

/** What is used of a tool that a server lists. */
export interface McpTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined; readonly destructiveHint?: boolean | undefined } | undefined;
}

/** The other members of a call's parameters, as the protocol has them. */
export type Unchecked = "_meta" | "task";

/**
 * Calls a tool of an MCP server only if the gate accepts the call. The client is the `context` of the `Call`. A
 * blocked call gives a result with `isError`, as a failing tool does.
 *
 * Which tools the server has is told by the client's `listTools`: give `gate.assertRegistered` their names, and a tool
 * that the gate lists and the server does not have is an error.
 *
 * It has nothing but `callTool`. The client itself has other ways to a server, its own `callTool`, `request` and its
 * transport, so hand an agent this object and keep the client to yourself.
 *
 * @see https://modelcontextprotocol.io/specification/latest/server/tools, on asking the user
 * @example
 * const confirm = async (asked) => ((await showDialog(asked.question.text)) ? approve(asked) : reject(asked));
 * const tools = new GatedClient(client, gate, { confirm });
 * const result = await tools.callTool({ name: "send_email", arguments: { to: "a@example.com" } });
 */
export class GatedClient<Client extends McpClient> {
  readonly #client: Client;
  readonly #gate: ToolGate;
  readonly #confirm: GatedClientOptions["confirm"];
  readonly #unchecked: readonly Unchecked[];
  readonly #acting: ReadonlySet<string>;

  constructor(client: Client, gate: ToolGate, options?: GatedClientOptions) {
    this.#client = client;
    this.#gate = gate;
    const { confirm, unchecked = [], tools = [] } = members("options", options, ["confirm", "unchecked", "tools"]);
    if (!Array.isArray(unchecked)) throw wrongUse("unchecked", unchecked, "an array of names is allowed");
    if (!Array.isArray(tools)) throw wrongUse("tools", tools, "an array of tools is allowed");
    const marked = (tools as readonly McpTool[]).filter(({ annotations }) => isMarkedAsActing(annotations));
    this.#acting = new Set(marked.map(({ name }) => name));
    this.#confirm = confirm;
    this.#unchecked = unchecked.map((name, at) => oneOf(`unchecked[${at}]`, name, UNCHECKED));
  }

  /**
   * Calls the tool, or says why not. The options are those of the client's own `callTool`.
   *
   * @throws {TypeError} for parameters with other members than `name`, `arguments` and what `unchecked` lists.
   */
  async callTool(...given: Parameters<Client["callTool"]>): Promise<Awaited<ReturnType<Client["callTool"]>>> {
    const [params, ...options] = given as Parameters<McpClient["callTool"]>;
    let read: { [member: PropertyKey]: unknown };
    try {
      // Each member is read once: what is called is what was checked.
      read = Object.assign(Object.create(null), typeof params === "object" ? params : undefined);
    } catch (error) {
      const nameless = { toolName: "", arguments: {} };
      return resultOf(failed(nameless, error, this.#gate)) as Awaited<ReturnType<Client["callTool"]>>;
    }
    const more = this.#uncheckedIn(read);
    const { name, arguments: proposed } = read as typeof params;
    const callId = globalThis.crypto.randomUUID();
    const call: Call = { toolName: name, arguments: (proposed ?? {}) as object, callId, context: this.#client, acts: this.#acting.has(name) };
    let outcome = await this.#gate.check(call);
    if (outcome.do === "ask") outcome = await this.#ask(call, outcome);
    if (outcome.do === "block") return resultOf(outcome) as Awaited<ReturnType<Client["callTool"]>>;
    return await this.#client.callTool({ ...more, name, arguments: outcome.arguments }, ...options);
  }

  /** What is sent though nobody has checked it. */
  #uncheckedIn(params: { readonly [member: PropertyKey]: unknown }): { [member: string]: unknown } {
    const more = Object.create(null) as { [member: string]: unknown };
    for (const member of Reflect.ownKeys(params)) {
      if (member === "name" || member === "arguments" || params[member] === undefined) continue;
      if (!this.#unchecked.includes(member as Unchecked)) {
        const allowed = ["name", "arguments", ...this.#unchecked].map((it) => `\`${it}\``).join(", ");
        const known = UNCHECKED.find((it) => it === member);
        const which = known === undefined ? "has a member that is not known" : `has \`${known}\`, which \`unchecked\` does not list`;
        throw new TypeError(`\`params\` ${which}; allowed are ${allowed}`);
      }
      more[member as Unchecked] = params[member];
    }
    return more;
  }

  async #ask(call: Call, ask: Ask): Promise<Run | Blocked> {
    const no = answerTo(ask.question, false);
    if (this.#confirm === undefined) return await this.#gate.settle(call, ask, no);
    // What is checked after the answer is what was checked before it, whatever became of the caller's object.
    const same = { ...call, arguments: ask.event.proposed_arguments };
    let answer: Answer;
    try {
      answer = answerOf(await this.#confirm(ask.question));
    } catch (error) {
      await this.#gate.settle(same, ask, no);
      return failed(call, error, this.#gate);
    }
    // The gate may see it otherwise by now.
    const again = await this.#gate.check(same);
    if (again.do === "ask") {
      const outcome = await this.#gate.settle(same, again, answer);
      // Nobody will answer it any more.
      if (outcome.do === "block") await this.#gate.settle(same, again, no);
      return outcome;
    }
    const { approved } = answer;
    if (again.do === "block" || (approved && isFor(answer, ask.question))) return again;
    return blocked(this.#gate, call.toolName, ask.decision, noApproval(approved ? "unaddressed" : "rejected"));
  }
}

/** What the application says, each member read once. A yes without names is one to nothing. */
function answerOf(said: unknown): Answer {
  if (typeof said !== "object" || said === null) return { approved: said === true, ...NO_QUESTION };
  const { approved, questionId, actionDigest } = members<Answer, keyof Answer>("answer", said as Answer, ANSWER);
  return { approved: approved === true, questionId, actionDigest };
}

const UNCHECKED: readonly Unchecked[] = ["_meta", "task"];

function resultOf(blocked: Blocked): object {
  return { content: [{ type: "text", text: blocked.message }], isError: true };
}
