// Confirmations for Node.js, Deno and Bun: the module is read from the package's folder.

export * from "../confirmation/api.js";
export { init } from "./formats-node.js";
