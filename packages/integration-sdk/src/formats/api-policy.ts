// What `@aana/integration-sdk/policy` offers, wherever its module comes from. `init` of the module is `initModule`
// here: a first policy is written by `init`.

export { GateNotReadyError } from "../errors.js";
export type { JsonDocument } from "./given.js";
export * from "./policy.js";
