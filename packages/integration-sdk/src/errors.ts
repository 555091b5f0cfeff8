import { shownName } from "./shown.js";
import type { Decision, Fault } from "./types.js";

/** A guarded tool was not run. `decision` says why, and what would change it. */
export class ToolCallBlockedError extends Error {
  override readonly name = "ToolCallBlockedError";

  constructor(readonly decision: Decision) {
    const tool = shownName(decision.tool_name) ?? "the tool";
    const faults = decision.validation_errors.map((fault) => `${fault.path || "the event"}: ${fault.message}`);
    const why = faults.length > 0 ? faults : decision.hard_blockers;
    super(`${tool} was not run: the route is ${decision.route}${why.length > 0 ? ` (${why.join("; ")})` : ""}`);
  }
}

/** A policy was not loaded. It is never half applied; `faults` names everything that is wrong. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";

  constructor(readonly faults: readonly Fault[]) {
    // The path of a fault of the whole policy is empty.
    const told = faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
    super(`the policy is not valid \`aana.policy.v1\`: ${told.join("; ")}`);
  }
}

/** The gate is not loaded, so nothing can be decided, and nothing may run. */
export class GateNotReadyError extends Error {
  override readonly name = "GateNotReadyError";
}
