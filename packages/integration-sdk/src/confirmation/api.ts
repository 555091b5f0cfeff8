// What `@aana/integration-sdk/confirmation` offers, wherever its module comes from.

export { GateNotReadyError, PolicyError } from "../errors.js";
export * from "./broker.js";
export { MemoryStore, type Store, type Stored, withoutValues } from "./store.js";
export { SqliteStore } from "./sqlite.js";
export type * from "./types.js";
