// What becomes of calls where the module cannot be loaded: as in a page or a service worker whose request for it fails,
// or gets something else. No tool runs, and whoever asks is told.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const cwd = fileURLToPath(new URL(".", import.meta.url));

/** Runs a program with an entry, and what its calls come to. */
function comesTo(entry, program) {
  const text = `import * as sdk from "${entry}";
    const event = { tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [], risk_domain: "research", proposed_arguments: {}, recommended_route: "accept" };
    const said = [];
    const name = (error) => said.push(error.name);
    const ran = [];
    const calls = () => {
      for (const act of [
        () => sdk.checkToolPrecheck(event), () => new sdk.Gate(), () => new sdk.Gate({ mode: "shadow" }),
        () => sdk.guardTool(() => ran.push(1), { toolName: "search_docs", toolCategory: "public_read" })({}),
        () => sdk.guardTool(() => ran.push(1), { policy: { mode: "shadow" } })({}),
      ]) { try { act(); said.push("done"); } catch (error) { name(error); } }
      said.push(sdk.shouldExecuteTool({ route: "accept" }), sdk.shouldExecuteToolJson('{"route":"accept"}'), ran.length);
    };
    ${program}
    console.log(JSON.stringify(said));`;
  const out = execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", text], { cwd, encoding: "utf8" });
  return JSON.parse(out);
}

const CLOSED = [...Array(5).fill("GateNotReadyError"), false, false, 0];
const FILES = `const { readFileSync } = await import("node:fs");
  const file = (name) => readFileSync(new URL(import.meta.resolve("@aana/integration-sdk/" + name)));`;

test("before it is loaded, and while it is", () => {
  assert.deepEqual(comesTo("@aana/integration-sdk/web", "calls();"), CLOSED);
  assert.deepEqual(comesTo("@aana/integration-sdk/web", "void sdk.init(new Promise(() => {})); calls();"), CLOSED);
});

test("where loading fails, or gives something else than a module", () => {
  for (const input of [
    'Promise.reject(new TypeError("offline"))', 'new Response("", { status: 404 })', 'new Response("<html>")', "new Uint8Array(8)",
    'file("aana.wasm").subarray(0, 5000)', '"data:text/html,x"', "null", "7", "{}",
  ]) {
    const said = comesTo("@aana/integration-sdk/web", `${FILES} await sdk.init(${input}).then(() => said.push("loaded"), () => said.push("failed")); calls();`);
    assert.deepEqual(said, ["failed", ...CLOSED], input);
  }
});

test("where it is another module", () => {
  const empty = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";
  for (const input of ['file("formats.wasm")', empty]) {
    const said = comesTo("@aana/integration-sdk/web", `${FILES} await sdk.init(${input}).then(() => said.push("loaded"), () => said.push("failed")); calls();`);
    assert.deepEqual(said, ["failed", ...CLOSED], input);
  }
});

test("where it is a module of another version", () => {
  // As long as the version of this package, which stands in the module as text.
  const other = (name) => `(() => {
    const bytes = file("${name}"), [found, put] = [VERSION, "9.9.9-zzzzz.9"].map((it) => new TextEncoder().encode(it));
    let at = -1, places = 0;
    while ((at = bytes.indexOf(Buffer.from(found), at + 1)) >= 0) { bytes.set(put.subarray(0, found.length), at); places += 1; }
    if (places === 0) throw new RangeError("the version is not there");
    return bytes;
  })()`;
  const told = `.then(() => said.push("loaded"), (error) => said.push(error.name, error.message.includes("of the version " + VERSION)));`;
  const version = `const { GATE_VERSION: VERSION } = await import("@aana/integration-sdk");`;
  const web = comesTo("@aana/integration-sdk/web", `const VERSION = sdk.GATE_VERSION; ${FILES} await sdk.init(${other("aana.wasm")})${told} calls();`);
  assert.deepEqual(web, ["TypeError", true, ...CLOSED]);
  // What was there is there.
  const node = comesTo("@aana/integration-sdk", `${version}${FILES} await sdk.init(${other("aana.wasm")})${told} said.push(sdk.checkToolPrecheck(event).gate_version === VERSION);`);
  assert.deepEqual(node, ["TypeError", true, true]);
  for (const [entry, name] of [["formats", "formats.wasm"], ["formats/arguments", "formats-arguments.wasm"]]) {
    const program = `${version}${FILES} await sdk.init(${other(name)})${told} said.push(sdk.descriptor.check("{}").accepted);`;
    assert.deepEqual(comesTo(`@aana/integration-sdk/${entry}`, program), ["TypeError", true, false]);
  }
});

test("where WebAssembly itself is missing, or refused", () => {
  for (const gone of ["delete globalThis.WebAssembly;", 'WebAssembly.Module = function () { throw new EvalError("content security policy"); };', "WebAssembly.Instance = function () { return {}; };", 'WebAssembly.Instance = function () { throw new RangeError("out of memory"); };']) {
    const said = comesTo("@aana/integration-sdk", `${gone} calls();`);
    assert.ok(said.every((it) => it !== "done"), `${gone} ${JSON.stringify(said)}`);
    assert.deepEqual(said.slice(-3), [false, false, 0]);
  }
});

test("where what was loaded once cannot be loaded anew", () => {
  const said = comesTo("@aana/integration-sdk", `
    const accept = sdk.checkToolPrecheck(event);
    said.push(sdk.shouldExecuteTool(accept, event));
    await sdk.init(new Uint8Array(8)).catch(() => said.push("failed"));
    // What was there is there.
    said.push(sdk.checkToolPrecheck(event).route);`);
  assert.deepEqual(said, [true, "failed", "accept"]);
});

/** The entry of pages, which Node.js would not choose. */
const PAGES = new URL("../dist/esm/index.js", import.meta.url).href;
const ACCEPTED = `sdk.checkToolPrecheck(event).route`;

test("out of the package's text, by whatever undoes deflate", () => {
  const other = "process.getBuiltinModule = undefined;";
  assert.deepEqual(comesTo(PAGES, `said.push(${ACCEPTED});`), ["accept"]);
  assert.deepEqual(comesTo(PAGES, `${other} said.push(${ACCEPTED});`), ["accept"]);
  const streamed = `${other} const asked = []; const Stream = DecompressionStream;
    globalThis.DecompressionStream = function (format) { asked.push(format); return new Stream(format); };
    await sdk.init(); said.push(...asked, ${ACCEPTED});`;
  assert.deepEqual(comesTo(PAGES, streamed), ["deflate-raw", "accept"]);
  assert.deepEqual(comesTo(PAGES, `${other} delete globalThis.DecompressionStream; await sdk.init(); said.push(${ACCEPTED});`), ["accept"]);
});

test("in Node.js without the file, as in a program that is bundled", () => {
  const folder = mkdtempSync(join(tmpdir(), "aana-alone-"));
  try {
    const dist = fileURLToPath(new URL("../dist/esm", import.meta.url));
    cpSync(dist, folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const entry = pathToFileURL(join(folder, "node.js")).href;
    for (const change of [() => rmSync(join(folder, "aana.wasm")), () => writeFileSync(join(folder, "aana.wasm"), "another file")]) {
      change();
      assert.deepEqual(comesTo(entry, `said.push(${ACCEPTED}); await sdk.init(); said.push(${ACCEPTED});`), ["accept", "accept"]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
