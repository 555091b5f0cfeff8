// Confirmations for edge routes.

export * from "../confirmation/api.js";
export { init } from "./formats-edge.js";
