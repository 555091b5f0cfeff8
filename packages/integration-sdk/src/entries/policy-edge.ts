// Policies for edge routes.

export * from "../formats/api-policy.js";
// `init` makes a first policy there.
export { init as initModule } from "./formats-edge.js";
