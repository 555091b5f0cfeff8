// For Node.js with the native addon. Where there is no addon of this version for a machine, the WebAssembly module
// decides, and `engineInfo()` says why. Nothing is downloaded or built, and the bytes are the same.

import { createRequire } from "node:module";
import { type Engine, type EngineInfo, use } from "./engine.js";
import { init } from "./index.js";
import { inlineBytes } from "./inline.js";
import { own } from "./own.js";
import { addons } from "./platforms.js";
import { useModule } from "./wasm.js";
import { GATE_VERSION } from "./words.js";

/** Loads the addon from a file, or looks for the package of this platform. */
export function useNative(file?: string): EngineInfo {
  const tried: string[] = [];
  // The URL first: with `node --eval`, there is a global `__filename` that is no file.
  const require = createRequire(typeof import.meta.url === "string" ? import.meta.url : __filename);
  for (const candidate of file === undefined ? addons(process) : [file]) {
    try {
      const addon = require(candidate) as Engine;
      sameVersion(addon);
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
  useModule(() => new WebAssembly.Module(inlineBytes()), reason);
  return { kind: "wasm", reason };
}

/** An addon of another version would decide otherwise than this package says; what is no addon, decides nothing. */
function sameVersion(addon: Engine): void {
  const decision = new addon.Gate().check("{}", 0).slice(1);
  const version = own(JSON.parse(decision), "gate_version");
  if (version !== GATE_VERSION) throw new TypeError(`it is no addon of the version ${GATE_VERSION}`);
}

useNative();

export { init };
export * from "./api.js";
