// Confirmations for workerd.

export * from "../confirmation/api.js";
export { init } from "./formats-workerd.js";
