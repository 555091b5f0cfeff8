// A tool that cannot be called past the gate.

import { allOf, attestedIn, type Attested } from "./attested.js";
import { ToolCallBlockedError } from "./errors.js";
import { toolPrecheckEvent, type ToolPrecheckInput } from "./events.js";
import { gateOf, type Gate, type Now, shouldExecuteTool } from "./gate.js";
import { members } from "./own.js";
import { maxLengthOf } from "./settings.js";
import { InvalidValue } from "./shape.js";
import { snapshot, snapshots } from "./snapshot.js";
import type { Decision, Policy } from "./types.js";
import { wrongUse } from "./wrong-use.js";

/** What is known about one call besides its arguments. */
export interface CallContext extends Partial<Omit<ToolPrecheckInput, "toolName" | "proposedArguments">> {
  /**
   * Which of the `evidenceRefs` beside it you have checked yourself, see {@link Attested}. Of refs that `context` gives,
   * none if absent. Of refs that are written down when the tool is guarded, all of them.
   */
  attested?: Attested | undefined;
}

/** What is known, at once or, if the tool's result comes later as well, later. */
type ContextResult<Result> = CallContext | (Result extends PromiseLike<unknown> ? PromiseLike<CallContext> : never);

/** How a tool is guarded. What is said once is read once, when the tool is guarded. */
export interface GuardOptions<Arguments extends readonly unknown[], Result = unknown> extends CallContext {
  /** The tool's name in events; the function's own name if absent. */
  toolName?: string | undefined;
  /**
   * The names of the function's parameters, in order. Needed unless the function takes one object,
   * whose members then are the arguments.
   */
  parameters?: readonly string[] | undefined;
  /**
   * What is known about a call when it is made: the authorization and its evidence, mostly. It sees copies of the
   * arguments. A promise is awaited if the tool is an `async` function; for any other tool it is an error.
   */
  context?: ((...args: Arguments) => ContextResult<Result>) | undefined;
  /** The operator's policy, or a gate that has it. */
  policy?: Policy | Gate | undefined;
  /** The clock. */
  now?: (() => Now) | undefined;
  /**
   * Sees every decision before anything runs. If it throws, nothing runs. A promise is awaited if the tool is an
   * `async` function, and if it rejects, nothing runs; for any other tool it is an error.
   */
  onDecision?: ((decision: Decision) => unknown) | undefined;
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
 *
 * @throws {TypeError} when a tool is called that is not an `async` function, and `context` or `onDecision` gives a
 * promise. Nothing has run then.
 */
export function guardTool<This, Arguments extends readonly unknown[], Result>(
  tool: (this: This, ...args: Arguments) => Result,
  options?: GuardOptions<Arguments, Result>,
): (this: This, ...args: Arguments) => Result {
  if (typeof tool !== "function") throw new TypeError("`guardTool` takes a function");
  const guard = guardOf(tool.name, options as AnyGuardOptions | undefined);
  const isAsync = Object.prototype.toString.call(tool) === "[object AsyncFunction]";
  const guarded = isAsync
    ? async function (this: This, ...args: Arguments): Promise<unknown> {
        return Reflect.apply(tool, this, await later(admit(guard, args)));
      }
    : function (this: This, ...args: Arguments): unknown {
        return Reflect.apply(tool, this, atOnce(admit(guard, args)));
      };
  Object.defineProperty(guarded, "name", { value: tool.name, configurable: true });
  return guarded as (this: This, ...args: Arguments) => Result;
}

const CONTEXT = [
  ...(["toolCategory", "authorizationState", "evidenceRefs", "riskDomain", "recommendedRoute"] as const),
  ...(["requestId", "agentId", "userIntent", "authorizationSubject", "attested"] as const),
];
const OPTIONS = [...CONTEXT, ...(["toolName", "parameters", "context", "policy", "now", "onDecision"] as const)];

type AnyGuardOptions = GuardOptions<readonly unknown[]>;
type Guard = ReturnType<typeof guardOf>;

/** How a tool is guarded, read once. The functions stay those of the options. */
function guardOf(ownName: string, options: AnyGuardOptions | undefined) {
  const given = members("options", options, OPTIONS);
  const { toolName = ownName, parameters, context, now, onDecision } = given;
  const refs = snapshot(given.evidenceRefs) as CallContext["evidenceRefs"];
  return {
    ...given,
    toolName,
    parameters: parameters === undefined ? undefined : distinct(parameters),
    // As they are written down now.
    evidenceRefs: refs,
    attested: given.attested === undefined ? allOf(refs) : Array.from(attestedIn(given.attested) ?? []),
    gate: gateOf(given.policy),
    context: (args: readonly unknown[]): unknown => context && Reflect.apply(context, options, args),
    now: (): Now | undefined => now && Reflect.apply(now, options, []),
    onDecision: (decision: Decision): unknown => onDecision && Reflect.apply(onDecision, options, [decision]),
  };
}

/** Under one name for two parameters, only one of them would be checked. */
function distinct(parameters: readonly string[]): readonly string[] {
  const names: readonly unknown[] = Array.isArray(parameters) ? Array.from(parameters) : [undefined];
  if (names.some((name) => typeof name !== "string")) {
    throw wrongUse("parameters", parameters, "an array of names is allowed");
  }
  if (new Set(names).size < names.length) {
    throw new TypeError("`parameters` holds a name twice; each parameter has its own");
  }
  return names as readonly string[];
}

/**
 * The steps to the arguments with which the tool runs; throws if it may not. What a function of the application
 * gives is yielded, for it may be a promise.
 */
function* admit(guard: Guard, args: readonly unknown[]): Generator<unknown, readonly unknown[], unknown> {
  // First of all: what comes later must see what is checked, and change nothing of it.
  const copy = snapshots(args, maxLengthOf(guard.gate));
  // Copies of its own, since a date cannot be frozen.
  const known = (yield guard.context(snapshots(copy))) as CallContext | undefined;
  const context = members("context", known, CONTEXT);
  const event = toolPrecheckEvent({
    toolName: guard.toolName,
    toolCategory: context.toolCategory ?? guard.toolCategory ?? "unknown",
    authorizationState: context.authorizationState ?? guard.authorizationState ?? "none",
    evidenceRefs: context.evidenceRefs ?? guard.evidenceRefs ?? [],
    riskDomain: context.riskDomain ?? guard.riskDomain ?? "unknown",
    proposedArguments: named(copy, guard.parameters),
    recommendedRoute: context.recommendedRoute ?? guard.recommendedRoute ?? "accept",
    requestId: context.requestId ?? guard.requestId,
    agentId: context.agentId ?? guard.agentId,
    userIntent: context.userIntent ?? guard.userIntent,
    authorizationSubject: context.authorizationSubject ?? guard.authorizationSubject,
  });
  const decision = guard.gate.check(event, guard.now(), vouchedFor(guard, context));
  const executes = shouldExecuteTool(decision, event);
  // Both are asked before anybody else sees the decision and could change it.
  const watches = decision.execution_policy.mode === "shadow" && decision.execution_policy.execution_allowed;
  yield guard.onDecision(decision);
  if (watches) return args;
  if (!executes) throw new ToolCallBlockedError(decision);
  return copy;
}

type Vouches = { readonly [Name in "evidenceRefs" | "attested"]: CallContext[Name] };

/** Which refs the host has checked itself. What it wrote down for every call is its own word. */
function vouchedFor(guard: Vouches, context: Vouches): Attested | undefined {
  const { evidenceRefs, attested } = context;
  return attested ?? (evidenceRefs ? undefined : guard.attested);
}

/** Takes the steps, one after the other. */
async function later<T>(steps: Generator<unknown, T, unknown>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await step.value);
  return step.value;
}

/** Takes the steps at once: there is no waiting for a promise, and its answer must not go unheard. */
function atOnce<T>(steps: Generator<unknown, T, unknown>): T {
  let step = steps.next();
  while (step.done !== true) {
    if (isPromise(step.value)) {
      // That it rejects as well is nothing new.
      step.value.then(undefined, () => {});
      throw new TypeError(
        "`context` or `onDecision` gave a promise; only a tool that is an `async` function waits for it",
      );
    }
    step = steps.next(step.value);
  }
  return step.value;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  const may = (typeof value === "object" && value !== null) || typeof value === "function";
  return may && typeof (value as { then?: unknown }).then === "function";
}

/** The arguments under the names of their parameters. What has no name is refused. */
function named(args: readonly unknown[], parameters: readonly string[] | undefined): object {
  if (parameters === undefined) {
    const [only] = args;
    if (args.length === 0) return {};
    if (args.length === 1 && typeof only === "object" && only !== null && !Array.isArray(only)) return only;
    return UNNAMED;
  }
  if (args.length > parameters.length) return UNNAMED;
  return Object.fromEntries(args.map((value, index) => [parameters[index], value]));
}

const UNNAMED = new InvalidValue(
  "wrong_type",
  "the arguments have no names: one object is allowed, or as many as `parameters` names",
);
