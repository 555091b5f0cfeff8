// Policies for Node.js, Deno and Bun: the module is read from the package's folder.

export * from "../formats/api-policy.js";
// `init` makes a first policy there.
export { init as initModule } from "./formats-node.js";
