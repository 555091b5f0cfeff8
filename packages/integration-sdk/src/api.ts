// Everything that the package offers, whichever engine decides.

export { engineInfo, type EngineInfo } from "./engine.js";
export { GateNotReadyError, PolicyError, ToolCallBlockedError } from "./errors.js";
export * from "./events.js";
export * from "./gate.js";
export * from "./guard.js";
export type * from "./types.js";
export { CODES, GATE_VERSION } from "./words.js";
export type * from "./words.js";
