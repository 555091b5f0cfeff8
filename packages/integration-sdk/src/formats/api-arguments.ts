// What `@aana/integration-sdk/formats/arguments` offers, wherever its module comes from.

export { GateNotReadyError, PolicyError } from "../errors.js";
export * as descriptor from "./descriptor-arguments.js";
export type { JsonDocument } from "./given.js";
