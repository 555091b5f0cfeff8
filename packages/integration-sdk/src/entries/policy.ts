// Policies for pages: the module is fetched by `initModule`, before the first call.

export * from "../formats/api-policy.js";
// `init` makes a first policy there.
export { init as initModule } from "./formats.js";
