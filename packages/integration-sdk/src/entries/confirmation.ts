// Confirmations for pages: the module is fetched by `init`, before the first call.

export * from "../confirmation/api.js";
export { init } from "./formats.js";
