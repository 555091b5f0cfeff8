// A tool that cannot be called past the gate.

import { ToolCallBlockedError } from "./errors.js";
import { toolPrecheckEvent, type ToolPrecheckInput } from "./events.js";
import { gateOf, type Gate, type Now, shouldExecuteTool } from "./gate.js";
import { snapshot } from "./snapshot.js";
import type { Decision, Policy } from "./types.js";

/** What is known about one call besides its arguments. */
export type CallContext = Partial<
  Omit<ToolPrecheckInput, "toolName" | "proposedArguments">
>;

/** How a tool is guarded. */
export interface GuardOptions<Arguments extends readonly unknown[]> extends CallContext {
  /** The tool's name in events; the function's own name if absent. */
  toolName?: string | undefined;
  /**
   * The names of the function's parameters, in order. Needed unless the function takes one object,
   * whose members then are the arguments.
   */
  parameters?: readonly string[] | undefined;
  /** What is known about a call when it is made: the authorization and its evidence, mostly. */
  context?: ((...args: Arguments) => CallContext) | undefined;
  /** The operator's policy, or a gate that has it. */
  policy?: Policy | Gate | undefined;
  /** The clock. */
  now?: (() => Now) | undefined;
  /** Sees every decision before anything runs. If it throws, nothing runs. */
  onDecision?: ((decision: Decision) => void) | undefined;
}

/**
 * The tool behind the gate: the same function, which runs only what was checked.
 *
 * Each call is written as an event and decided. If it may run, the tool runs once, with frozen copies
 * of exactly the arguments that were checked; otherwise {@link ToolCallBlockedError} is thrown (or, if
 * the tool is an `async` function, its promise rejected) and the tool is not called. A policy in the
 * mode `shadow` only watches: the tool runs whatever was decided, with the arguments as they came.
 *
 * What is not said about a call is taken to be the least: `unknown` category and domain, no
 * authorization, no evidence.
 */
export function guardTool<This, Arguments extends readonly unknown[], Result>(
  tool: (this: This, ...args: Arguments) => Result,
  options: GuardOptions<Arguments> = {},
): (this: This, ...args: Arguments) => Result {
  if (typeof tool !== "function") throw new TypeError("`guardTool` takes a function");
  const gate = gateOf(options.policy);
  const guarded = function (this: This, ...args: Arguments): Result {
    const allowed = admit(gate, tool.name, args, options);
    return Reflect.apply(tool, this, allowed as unknown as Arguments);
  };
  const isAsync = Object.prototype.toString.call(tool) === "[object AsyncFunction]";
  const whole = isAsync
    ? async function (this: This, ...args: Arguments): Promise<unknown> {
        return Reflect.apply(guarded, this, args);
      }
    : guarded;
  Object.defineProperty(whole, "name", { value: tool.name, configurable: true });
  return whole as (this: This, ...args: Arguments) => Result;
}

/** The arguments with which the tool runs; throws if it may not. */
function admit<Arguments extends readonly unknown[]>(
  gate: Gate,
  ownName: string,
  args: Arguments,
  options: GuardOptions<Arguments>,
): readonly unknown[] {
  // First of all: what comes later must see what is checked, and change nothing of it.
  const copy = snapshot(args) as readonly unknown[];
  const context = options.context === undefined ? {} : options.context(...(copy as unknown as Arguments));
  const event = toolPrecheckEvent({
    toolName: options.toolName ?? ownName,
    toolCategory: context.toolCategory ?? options.toolCategory ?? "unknown",
    authorizationState: context.authorizationState ?? options.authorizationState ?? "none",
    evidenceRefs: context.evidenceRefs ?? options.evidenceRefs ?? [],
    riskDomain: context.riskDomain ?? options.riskDomain ?? "unknown",
    proposedArguments: named(copy, options.parameters),
    recommendedRoute: context.recommendedRoute ?? options.recommendedRoute ?? "accept",
    requestId: context.requestId ?? options.requestId,
    agentId: context.agentId ?? options.agentId,
    userIntent: context.userIntent ?? options.userIntent,
    authorizationSubject: context.authorizationSubject ?? options.authorizationSubject,
  });
  const decision = gate.check(event, options.now?.());
  const executes = shouldExecuteTool(decision, event);
  // Both are asked before anybody else sees the decision and could change it.
  const watches = decision.execution_policy.mode === "shadow" && decision.execution_policy.execution_allowed;
  options.onDecision?.(decision);
  if (watches) return args;
  if (!executes) throw new ToolCallBlockedError(decision);
  return copy;
}

/** The arguments under the names of their parameters. What has no name is kept, and refused. */
function named(args: readonly unknown[], parameters: readonly string[] | undefined): object {
  if (parameters === undefined) {
    const [only] = args;
    if (args.length === 0) return {};
    if (args.length === 1 && typeof only === "object" && only !== null && !Array.isArray(only)) return only;
    return new Unnamed();
  }
  if (args.length > parameters.length) return new Unnamed();
  const object: { [name: string]: unknown } = {};
  args.forEach((value, index) => {
    Object.defineProperty(object, parameters[index]!, { value, enumerable: true });
  });
  return object;
}

/** Stands for arguments that have no names; no JSON value, so the gate refuses it. */
class Unnamed {}
