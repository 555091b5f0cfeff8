// For Node.js with the native addon. Where there is no addon of this version for a machine, the WebAssembly module
// decides, and `engineInfo()` says why. Nothing is downloaded or built, and the bytes are the same.

import { createRequire } from "node:module";
import { type Engine, type EngineInfo, use } from "../engine.js";
import { moduleBytes } from "../file.js";
import { init } from "./node.js";
import { addons } from "../platforms.js";
import { expectThisVersion } from "../version.js";
import { useModule } from "../wasm.js";

/** Loads the addon from a file, or looks for the package of this platform. */
export function useNative(file?: string): EngineInfo {
  const tried: string[] = [];
  // The URL first: with `node --eval`, there is a global `__filename` that is not a file.
  const require = createRequire(typeof import.meta.url === "string" ? import.meta.url : __filename);
  for (const candidate of file === undefined ? addons(process) : [file]) {
    try {
      const addon = require(candidate) as Engine;
      expectThisVersion("addon", new addon.Gate().check("{}", 0));
      const info: EngineInfo = { kind: "native" };
      use({ info, start: () => addon });
      return info;
    } catch (error) {
      tried.push(`${candidate}: ${String(error).split("\n", 1)[0]}`);
    }
  }
  const reason =
    tried.length > 0
      ? `no addon could be loaded; tried ${tried.join("; ")}`
      : `there is no addon for ${process.platform} on ${process.arch}`;
  useModule(() => new WebAssembly.Module(moduleBytes()), reason);
  return { kind: "wasm", reason };
}

useNative();

export { init };
export * from "../api.js";
