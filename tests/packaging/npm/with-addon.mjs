// Loaded before a test of the package, so that it is the addon which decides there.

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const native = join(import.meta.dirname, "../../../packages/integration-sdk/dist/esm/native.js");
const { useNative } = await import(pathToFileURL(native).href);
const info = useNative(process.env.AANA_ADDON);
assert.equal(info.kind, "native", info.reason);
