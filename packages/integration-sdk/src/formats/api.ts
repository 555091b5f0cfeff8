// What `@aana/integration-sdk/formats` offers, wherever its module comes from.

export { GateNotReadyError, PolicyError } from "../errors.js";
export * as aaep from "./aaep.js";
export * as descriptor from "./descriptor.js";
export type { JsonDocument } from "./given.js";
export * as toolRequest from "./tool-request.js";
