// MCP: a client behind the gate.
//
// `GatedClient` stands in front of a `Client` of the official SDK and calls a tool only if the gate accepts.
// Nothing of the SDK is imported. MCP leaves it to the host to ask its user: `confirm` gets the question and says
// whether the person agreed. What the server fills in for missing arguments, no client can see.

import type { Pending } from "@aana/integration-sdk/confirmation";
import { members } from "../own.js";
import { type Ask, type Blocked, type Call, failed, type Run, type ToolGate } from "./common.js";

export { ToolGate } from "./common.js";
export type { Ask, Blocked, Call, Lookup, Run, ToolGateOptions, ToolRule } from "./common.js";

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
  /** Asks the person, and says whether it was a yes. Nothing but `true` is one. Without it, an `ask` blocks. */
  readonly confirm?: ((question: Pending) => boolean | PromiseLike<boolean>) | undefined;
}

/**
 * Calls a tool of an MCP server only if the gate accepts the call. The client is the `context` of the `Call`. A
 * blocked call gives a result with `isError`, as a failing tool does.
 *
 * @see https://modelcontextprotocol.io/specification/latest/server/tools, on asking the user
 * @example
 * const tools = new GatedClient(client, gate, { confirm: (question) => showDialog(question.question.text) });
 * const result = await tools.callTool({ name: "send_email", arguments: { to: "a@example.com" } });
 */
export class GatedClient<Client extends McpClient> {
  readonly #client: Client;
  readonly #gate: ToolGate;
  readonly #confirm: GatedClientOptions["confirm"];

  constructor(client: Client, gate: ToolGate, options?: GatedClientOptions) {
    this.#client = client;
    this.#gate = gate;
    this.#confirm = members("options", options, ["confirm"]).confirm;
  }

  /** Calls the tool, or says why not. The options are those of the client's own `callTool`. */
  async callTool(...given: Parameters<Client["callTool"]>): Promise<Awaited<ReturnType<Client["callTool"]>>> {
    const [params, ...options] = given as Parameters<McpClient["callTool"]>;
    let own: Partial<typeof params>;
    try {
      // Each member is read once: what is called is what was checked.
      own = Object.assign(Object.create(null), params);
    } catch (error) {
      return resultOf(failed({ toolName: "unknown", arguments: {} }, error)) as Awaited<ReturnType<Client["callTool"]>>;
    }
    const { name, arguments: proposed, ...more } = own as typeof params;
    const callId = globalThis.crypto.randomUUID();
    const call: Call = { toolName: name, arguments: (proposed ?? {}) as object, callId, context: this.#client };
    let outcome = await this.#gate.check(call);
    if (outcome.do === "ask") outcome = await this.#ask(call, outcome);
    if (outcome.do === "block") return resultOf(outcome) as Awaited<ReturnType<Client["callTool"]>>;
    return await this.#client.callTool({ ...more, name, arguments: outcome.arguments }, ...options);
  }

  async #ask(call: Call, ask: Ask): Promise<Run | Blocked> {
    if (this.#confirm === undefined) return await this.#gate.settle(call, ask, { approved: false });
    // What is checked after the answer is what was checked before it, whatever became of the caller's object.
    const same = { ...call, arguments: ask.event.proposed_arguments };
    let agreed: boolean;
    try {
      agreed = (await this.#confirm(ask.question)) === true;
    } catch (error) {
      await this.#gate.settle(same, ask, { approved: false });
      return failed(call, error);
    }
    // The gate may see it otherwise by now.
    const again = await this.#gate.check(same);
    if (again.do === "ask") return await this.#gate.settle(same, again, { approved: agreed });
    if (agreed || again.do === "block") return again;
    return { do: "block", toolName: call.toolName, message: NO, decision: ask.decision };
  }
}

function resultOf(blocked: Blocked): object {
  return { content: [{ type: "text", text: blocked.message }], isError: true };
}

const NO = "The tool was not run: the person who was asked said no.";
