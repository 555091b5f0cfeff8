// The packed tarball, installed into fresh projects: what users get, not what lies in the tree.
//
// The tools come from the development dependencies of the package; each project holds the installed
// tarball and nothing else.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { ARGUMENTS_IMPORT, ARGUMENTS_SAID, ARGUMENTS_USE, FORMATS_IMPORT, FORMATS_SAID, FORMATS_USE } from "./fixtures.mjs";
import { EVENT, IMPORT, PAGE, REQUIRE, SAID, SHOW, USE, bin, open, openServer, packed, project, run, sdk, tarball } from "./fixtures.mjs";

const require = createRequire(join(sdk, "package.json"));

/** The WebAssembly modules of the package. */
const MODULES = ["aana.wasm", "formats.wasm", "formats-arguments.wasm"];

/** The blocks of code in both READMEs. Those for frameworks run beside these, in `tests/integrations-npm`. */
const blocks = [join(sdk, "README.md"), join(import.meta.dirname, "../../../README.md")]
  .flatMap((readme) => [...readFileSync(readme, "utf8").matchAll(/^```ts\n(.*?)^```/gms)])
  .map((it) => it[1])
  .filter((it) => !it.includes("@aana/integration-sdk/integrations/"));

test("the tarball holds what it should, and no more", () => {
  const files = packed.files.map((it) => it.path);
  for (const needed of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "dist/esm/index.js", "dist/cjs/src/entries/index.js", "dist/esm/aana.wasm", "dist/esm/formats.wasm"]) {
    assert.ok(files.includes(needed), needed);
  }
  assert.deepEqual(files.filter((it) => !/^(dist\/|README|LICENSE|package\.json)/.test(it)), []);
  assert.deepEqual(files.filter((it) => /\.node$|\.map$/.test(it)), []);
  // Three modules, of which each holds the gate, and the gate once more as text for either kind of module.
  assert.ok(packed.size < 2.7 * 1024 * 1024, `${packed.size} bytes packed`);
  const manifest = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  for (const script of ["preinstall", "install", "postinstall", "prepare"]) assert.equal(manifest.scripts[script], undefined);
});

test("the lock files name no registry", () => {
  for (const folder of [sdk, import.meta.dirname, join(import.meta.dirname, "../component"), join(import.meta.dirname, "../../integrations-npm"), join(import.meta.dirname, "../../bench/peers")]) {
    assert.ok(!readFileSync(join(folder, "package-lock.json"), "utf8").includes('"resolved"'), folder);
  }
});

test("publint and attw find nothing", () => {
  run(bin("publint"), ["run", tarball, "--strict"]);
  // Subpaths and `exports` are not for the module resolution of Node.js 10; `/web` is for ESM alone.
  run(bin("attw"), [tarball, "--profile", "node16", "--exclude-entrypoints", "aana.wasm", "formats.wasm", "formats-arguments.wasm", "web"]);
  run(bin("attw"), [tarball, "--profile", "esm-only", "--entrypoints", "web"]);
});

test("ESM in Node.js", () => {
  const folder = project("esm", { "main.mjs": `${IMPORT}${USE}console.log(said);` });
  assert.equal(run("node", ["main.mjs"], { cwd: folder }).trim(), SAID);
});

test("CommonJS in Node.js", () => {
  const text = `${REQUIRE}${USE}console.log(said);`;
  const folder = project("cjs", { "main.cjs": text });
  assert.equal(run("node", ["main.cjs"], { cwd: folder }).trim(), SAID);
});

test("ESM and CommonJS in one program", () => {
  const text = `${IMPORT}import { createRequire } from "node:module";
    const other = createRequire(import.meta.url)("@aana/integration-sdk");${USE}
    console.log(said, other.shouldExecuteTool(accepted), JSON.stringify(Object.keys(other).sort()) === JSON.stringify(Object.keys(await import("@aana/integration-sdk")).sort()));`;
  const folder = project("both", { "main.mjs": text });
  assert.equal(run("node", ["main.mjs"], { cwd: folder }).trim(), `${SAID} true true`);
});

const FORMATS_REQUIRE = `const { aaep, descriptor, toolRequest } = require("@aana/integration-sdk/formats");
const policy = require("@aana/integration-sdk/policy");
const { descriptor: validator } = require("@aana/integration-sdk/formats/arguments");`;

test("the formats in ESM, in CommonJS, and in both at once", () => {
  const say = `${FORMATS_USE}${ARGUMENTS_USE}console.log(judged, fits);`;
  const both = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);
    (() => { ${FORMATS_REQUIRE}${say} })();`;
  const folder = project("formats", {
    "main.mjs": `${FORMATS_IMPORT}${ARGUMENTS_IMPORT}${say}`,
    "main.cjs": `${FORMATS_REQUIRE}${say}`,
    "both.mjs": `${FORMATS_IMPORT}${ARGUMENTS_IMPORT}${both}${say}`,
  });
  const said = `${FORMATS_SAID} ${ARGUMENTS_SAID}`;
  for (const file of ["main.mjs", "main.cjs"]) assert.equal(run("node", [file], { cwd: folder }).trim(), said);
  assert.equal(run("node", ["both.mjs"], { cwd: folder }).trim(), `${said}\n${said}`);
});

test("worker threads each have a gate", () => {
  const text = `${IMPORT}import { Worker, isMainThread, parentPort } from "node:worker_threads";${USE}
    if (isMainThread) for (let n = 0; n < 4; n += 1) new Worker(new URL(import.meta.url)).on("message", (it) => console.log(it));
    else parentPort.postMessage(said);`;
  const folder = project("threads", { "main.mjs": text });
  assert.deepEqual(run("node", ["main.mjs"], { cwd: folder }).trim().split("\n"), Array(4).fill(SAID));
});

test("`/native` without an addon uses WebAssembly, and says why", () => {
  for (const [name, load] of [["native.mjs", "await import"], ["native.cjs", "require"]]) {
    const text = `(async () => { const { checkToolPrecheck, shouldExecuteTool, engineInfo } = ${load === "require" ? "require" : "await import"}("@aana/integration-sdk/native");${USE}
      console.log(JSON.stringify([said, engineInfo()])); })();`;
    const folder = project(name.replace(".", "-"), { [name]: text });
    const [said, info] = JSON.parse(run("node", [name], { cwd: folder }));
    assert.equal(said, SAID);
    assert.equal(info.kind, "wasm");
    assert.match(info.reason, /addon/);
  }
});

test("`/web` before `init` is a clear error, and accepts nothing", () => {
  const text = `import { init, checkToolPrecheck, shouldExecuteTool, GateNotReadyError } from "@aana/integration-sdk/web";
    import { readFileSync } from "node:fs";
    try { checkToolPrecheck({}); console.log("decided"); } catch (error) { console.log(error instanceof GateNotReadyError, /init/.test(error.message)); }
    console.log(shouldExecuteTool({ gate_decision: "pass", recommended_action: "accept", hard_blockers: [], aix: { hard_blockers: [] } }));
    await init(readFileSync(new URL(import.meta.resolve("@aana/integration-sdk/aana.wasm"))));
    ${USE} console.log(said);`;
  const folder = project("web", { "main.mjs": text });
  assert.deepEqual(run("node", ["main.mjs"], { cwd: folder }).trim().split("\n"), ["true true", "false", SAID]);
});

const TYPED = `${IMPORT}import { type Decision, type EvidenceRef, guardTool, type Policy, type ToolPrecheckEvent } from "@aana/integration-sdk";
const typed: ToolPrecheckEvent = ${EVENT};
const decided: Decision = checkToolPrecheck(typed);
// @ts-expect-error: a route is one of four words
decided.route === "accepted";
// @ts-expect-error: no such category
const wrong: ToolPrecheckEvent = { ...typed, tool_category: "read" };
export const routes = [decided.route, wrong.risk_domain];
export const maybe = (it?: string): [ToolPrecheckEvent, EvidenceRef, Policy] =>
  [{ ...typed, request_id: it }, { source_id: "x", summary: it, freshness: { checked_at: it } }, { mode: undefined, tools: { x: { route_floor: undefined } } }];
const sends = async (message: { to: string }): Promise<string> => message.to;
const asked = { context: async () => ({ userIntent: "x" }), onDecision: async () => {} };
export const guarded: (message: { to: string }) => Promise<string> = guardTool(sends, asked);
export const named = guardTool((to: string, at: Date) => to + at, { parameters: ["to", "at"], context: (to) => ({ userIntent: to }) });
// @ts-expect-error: this tool does not wait for what is known of a call
export const early = () => guardTool((message: { to: string }) => message.to, { context: async () => ({}) });
`;

const TYPED_FORMATS = `${FORMATS_IMPORT}${ARGUMENTS_IMPORT}
import { checkToolPrecheck as decide } from "@aana/integration-sdk";
export const session = new aaep.Session({ sessionId: "sess_1", producer: { agentId: "desk" } });
const { next } = session.propose({}, { runtimeId: "1" });
export const runs: string | undefined = next.do === "run" ? next.tool_call_id : undefined;
// @ts-expect-error: a step is done or it is not
next.do === "runs";
export const report: toolRequest.Report = toolRequest.check(new Uint8Array());
export const argv: string[] = report.valid ? report.request.argv : [];
// @ts-expect-error: a document is bytes
export const text = () => toolRequest.check("text");
export const bound: string = decide(toolRequest.bind(new Uint8Array()).event).route;
// @ts-expect-error: without the schemas nothing is planned
export const planless = () => new descriptor.Descriptor("").plan;
const plan = (): string => {
  const planned = new validator.Descriptor("{}").plan("get_task", { id: "7" });
  if (planned.refused) return planned.errors[0]?.rule ?? "";
  // @ts-expect-error: a call on this machine has no URL
  planned.plan.url;
  return planned.plan.kind === "http" ? planned.plan.url : planned.digest;
};
export const schema = () => validator.tools([], "mcp").tools[0]?.inputSchema;
const read = policy.check({ tools: { delete_fil: { route_floor: "ask" } } }, "delete_file");
// @ts-expect-error: a faulty document has no report
export const early: readonly unknown[] = read.dead_entries;
export const dead: readonly string[] = "dead_entries" in read ? read.dead_entries.flatMap(({ nearest }) => nearest) : read.faults.map(({ path }) => path);
export const ready = [plan, initFormats, initArguments, policy.initModule];
`;

/** The compiler on a project; the libraries' declarations are checked as well. */
function compile(folder, options) {
  const all = { strict: true, target: "es2022", lib: ["es2022", "dom"], types: [], skipLibCheck: false, rootDir: "src", outDir: "out", exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, ...options };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: all, include: ["src"] }));
  run(bin("tsc"), ["-p", "."], { cwd: folder });
}

test("TypeScript with `nodenext`, ESM and CommonJS; the READMEs' examples compile and run", () => {
  assert.ok(blocks.length >= 3);
  const examples = Object.fromEntries(blocks.map((it, index) => [`src/readme${index}.mts`, it]));
  const folder = project("nodenext", { ...examples, "src/esm.mts": TYPED, "src/cjs.cts": TYPED, "src/formats.mts": TYPED_FORMATS, "src/formats.cts": TYPED_FORMATS });
  compile(folder, { module: "nodenext" });
  blocks.forEach((block, index) => {
    // `console.log(...); // what it prints`
    const expected = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((it) => it[1]);
    const printed = run("node", [`out/readme${index}.mjs`], { cwd: folder }).trim().split("\n");
    expected.forEach((line, at) => assert.equal(printed[at], line));
  });
  run("node", ["out/esm.mjs"], { cwd: folder });
  run("node", ["out/cjs.cjs"], { cwd: folder });
  run("node", ["out/formats.mjs"], { cwd: folder });
  run("node", ["out/formats.cjs"], { cwd: folder });
});

/** A decision by its members, and the words of the contract in them. */
function traits(value, path = "") {
  if (Array.isArray(value)) return value.flatMap((it) => traits(it, `${path}[]`));
  if (typeof value === "object" && value !== null) return Object.entries(value).flatMap(([name, it]) => traits(it, `${path}.${name}`));
  const free = typeof value !== "string" || /tool_name|source|evidence_refs|keys|_id/.test(path) || !/^[a-z_]+(:[a-z]+)?$/.test(value);
  return [`${path} ${value !== null && free ? typeof value : value}`];
}

test("the types are true of the recorded decisions, and of what else the gate says", () => {
  const seen = new Set();
  const told = [];
  const recorded = join(sdk, "../../tests/conformance/decisions");
  for (const file of readdirSync(recorded).sort()) {
    for (const line of readFileSync(join(recorded, file), "utf8").trim().split("\n")) {
      const { decision } = JSON.parse(line);
      const fresh = traits(decision).filter((it) => !seen.has(it));
      fresh.forEach((it) => seen.add(it));
      // Those that show something new: it is all the compiler needs to see.
      if (fresh.length > 0) told.push(decision);
    }
  }
  assert.ok(told.length > 50 && [".evidence_integrity.issues[].level blocker", ".reasons[] runtime_recommended_stricter_route:refuse"].every((it) => seen.has(it)));
  const text = (name, type, value) => `export const ${name}: ${type} = ${JSON.stringify(value)};\n`;
  const { checkToolPrecheck, executionPolicy, validateToolPrecheckEvent } = require(join(sdk, "dist/cjs/src/entries/index.js"));
  const many = checkToolPrecheck({
    tool_name: "send_email", tool_category: "write", authorization_state: "confirmed", risk_domain: "research", recommended_route: "refuse",
    ...Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`more${at}`, at])),
    proposed_arguments: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`m${at}`, at])),
    evidence_refs: Array.from({ length: 150 }, (_, at) => ({ source_id: `s${at}`, kind: "approval", trust_tier: "verified", redaction_status: "redacted", freshness: { status: "stale" }, contradicts: [`q${at}`] })),
  });
  assert.ok(many.evidence_integrity.issues_total > 100 && many.audit_event.proposed_argument_keys_total === 150);
  const program = [
    'import type { Decision, EvidenceIssue, ExecutionPolicy, Fault } from "@aana/integration-sdk";\n',
    text("decisions", "Decision[]", [...told, many]),
    text("faults", "Fault[]", validateToolPrecheckEvent({ tool_name: 1 })),
    text("policies", "ExecutionPolicy[]", [executionPolicy({}), executionPolicy({}, "shadow"), executionPolicy(many)]),
    'export const blocks = ({ level }: EvidenceIssue): boolean => level === "blocker";\n',
    "// @ts-expect-error: a recommendation comes with its route\n",
    'export const bare: Decision["reasons"] = ["runtime_recommended_stricter_route"];\n',
    "// @ts-expect-error: an issue has a level\n",
    'export const severe = (issue: EvidenceIssue) => issue["severity"];\n',
  ];
  compile(project("recorded", { "src/main.mts": program.join("") }), { module: "nodenext" });
});

test("TypeScript without the types of pages or of Node.js", () => {
  const entries = ["", "/web", "/native", "/formats", "/formats/arguments", "/policy", "/confirmation", "/integrations/ai-sdk", "/integrations/mcp"];
  const text = entries.map((entry, at) => `import * as entry${at} from "@aana/integration-sdk${entry}";`).join("\n");
  const given = `export const all = [${entries.map((_, at) => `entry${at}`).join()}]; export const load = () => entry1.init(new Uint8Array());\n`;
  const folder = project("no-pages", { "src/main.mts": `${text}\n${given}` });
  compile(folder, { module: "nodenext", lib: ["es2022"] });
  for (const condition of ["workerd", "edge-light", "browser"]) {
    compile(folder, { module: "esnext", moduleResolution: "bundler", customConditions: [condition], lib: ["es2022"] });
  }
});

test("TypeScript with `bundler`", () => {
  const folder = project("bundler", { "src/main.ts": `${TYPED}import "@aana/integration-sdk/web";\n`, "src/formats.ts": TYPED_FORMATS }, { type: "module" });
  compile(folder, { module: "esnext", moduleResolution: "bundler" });
});

test("a plain module script, and an import map", async () => {
  const folder = project("plain", { "main.js": SHOW });
  const map = `<script type="importmap">{"imports": {"@aana/integration-sdk": "/node_modules/@aana/integration-sdk/dist/esm/index.js"}}</script>`;
  const html = PAGE.replace("<script", `${map}<script`);
  assert.equal(await open(folder, { html }), SAID);
});

test("`/web` fetches its module as a file", async () => {
  const text = `import { init, checkToolPrecheck, shouldExecuteTool } from "/node_modules/@aana/integration-sdk/dist/esm/web.js"; await init(); ${USE} document.title = said;`;
  assert.equal(await open(project("plain-web", { "main.js": text })), SAID);
});

test("a worker in a page", async () => {
  const folder = project("worker", {
    "worker.js": `import { checkToolPrecheck, shouldExecuteTool } from "/node_modules/@aana/integration-sdk/dist/esm/index.js";${USE} postMessage(said);`,
    "main.js": `new Worker("/worker.js", { type: "module" }).onmessage = (it) => { document.title = it.data; };`,
  });
  assert.equal(await open(folder), SAID);
});

test("a strict content security policy accepts nothing, and with 'wasm-unsafe-eval' all works", async () => {
  const text = `import * as sdk from "/node_modules/@aana/integration-sdk/dist/esm/index.js";
    const { checkToolPrecheck, shouldExecuteTool } = sdk;
    try { ${USE} document.title = said; } catch (error) {
      document.title = [error instanceof sdk.GateNotReadyError, /wasm-unsafe-eval/.test(error.message),
        shouldExecuteTool({ gate_decision: "pass", recommended_action: "accept", hard_blockers: [], aix: { hard_blockers: [] } })].join(" ");
    }`;
  const folder = project("csp", { "main.js": text });
  assert.equal(await open(folder, { policy: "script-src 'self'" }), "true true false");
  assert.equal(await open(folder, { policy: "script-src 'self' 'wasm-unsafe-eval'" }), SAID);
});

test("esbuild, for a page and for Node.js", async () => {
  const folder = project("esbuild", { "src.js": SHOW, "node.js": `${IMPORT}${USE}console.log(said);` });
  const esbuild = (args) => run(bin("esbuild"), ["--bundle", "--log-level=warning", ...args], { cwd: folder });
  esbuild(["src.js", "--format=iife", "--outfile=main.js"]);
  assert.equal(await open(folder), SAID);
  for (const format of ["cjs", "esm"]) {
    const file = format === "cjs" ? "out.cjs" : "out.mjs";
    esbuild(["node.js", "--platform=node", `--format=${format}`, `--outfile=${file}`]);
    assert.equal(run("node", [file], { cwd: folder }).trim(), SAID);
  }
});

test("webpack, also through a package in between", async () => {
  const folder = project("webpack", {
    "src.js": `export {}; import { said } from "between"; document.title = said;`,
    "node_modules/between/package.json": `{"name": "between", "version": "1.0.0", "type": "module", "exports": "./index.js"}`,
    "node_modules/between/index.js": `${IMPORT}${USE}export { said };`,
  });
  const webpack = require("webpack");
  const compiler = webpack({ mode: "production", context: folder, entry: "./src.js", output: { path: folder, filename: "main.js" } });
  const stats = await new Promise((resolve, reject) => compiler.run((error, stats) => (error ? reject(error) : resolve(stats))));
  await new Promise((resolve) => compiler.close(resolve));
  assert.deepEqual(stats.toJson().errors, []);
  assert.equal(await open(folder), SAID);
});

test("Vite: built, the build served, and served while developing", async () => {
  const folder = project("vite", { "index.html": PAGE, "main.js": SHOW });
  run(bin("vite"), ["build", "--logLevel", "error"], { cwd: folder });
  const html = readFileSync(join(folder, "dist/index.html"), "utf8");
  assert.equal(await open(join(folder, "dist"), { html }), SAID);
  for (const command of [["preview"], []]) {
    const args = [bin("vite"), ...command, "--host", "127.0.0.1", "--port", "0"];
    const vite = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    assert.equal(await openServer(vite), SAID);
  }
});

for (const [name, show, said] of [
  ["formats", (input) => `export {};${FORMATS_IMPORT}await initFormats(${input});${FORMATS_USE}document.title = judged;`, FORMATS_SAID],
  ["formats-arguments", (input) => `export {};${ARGUMENTS_IMPORT}await initArguments(${input});${ARGUMENTS_USE}document.title = fits;`, ARGUMENTS_SAID],
]) {
  test(`\`${name}\` in a page: its module, and no other, where webpack and Vite put it or where it is told`, async () => {
    const told = show(`"/${name}.wasm"`);
    const node = show(`(await import("node:fs")).readFileSync("esbuild/${name}.wasm")`).replace("document.title = ", "console.log(").replace(/;$/, ")");
    const folder = project(`page-${name}`, { "src.js": show(""), "main.js": show(""), "told.js": told, "node.js": node, "index.html": PAGE });
    const wasm = readFileSync(join(sdk, `dist/esm/${name}.wasm`));
    const ownModule = (folder) => {
      const modules = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
      assert.deepEqual(modules.map((file) => readFileSync(join(folder, file)).length), [wasm.length]);
    };
    const webpack = require("webpack")({ mode: "production", context: folder, entry: "./src.js", output: { path: join(folder, "webpack"), filename: "main.js" } });
    const stats = await new Promise((resolve, reject) => webpack.run((error, stats) => (error ? reject(error) : resolve(stats))));
    assert.deepEqual(stats.toJson().errors, []);
    ownModule(join(folder, "webpack"));
    assert.equal(await open(join(folder, "webpack")), said);
    run(bin("vite"), ["build", "--logLevel", "error"], { cwd: folder });
    ownModule(join(folder, "dist/assets"));
    assert.equal(await open(join(folder, "dist"), { html: readFileSync(join(folder, "dist/index.html"), "utf8") }), said);
    const vite = spawn(process.execPath, [bin("vite"), "--host", "127.0.0.1", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    assert.equal(await openServer(vite), said);
    const esbuild = (args) => run(bin("esbuild"), ["--bundle", "--log-level=error", "--format=esm", ...args], { cwd: folder });
    esbuild(["told.js", "--outfile=esbuild/main.js"]);
    writeFileSync(join(folder, `esbuild/${name}.wasm`), wasm);
    assert.equal(await open(join(folder, "esbuild")), said);
    esbuild(["node.js", "--platform=node", "--outfile=out.mjs"]);
    assert.equal(run("node", ["out.mjs"], { cwd: folder }).trim(), said);
  });
}

test("a program for Node.js that left the module behind is told", () => {
  const folder = project("left-behind", { "src.js": `${FORMATS_IMPORT}try { aaep.checkEvent("{}"); } catch (error) { console.log(error.name, error.message); }` });
  run(bin("esbuild"), ["src.js", "--bundle", "--log-level=error", "--platform=node", "--format=esm", "--outfile=out.mjs"], { cwd: folder });
  assert.match(run("node", ["out.mjs"], { cwd: folder }), /^GateNotReadyError `formats\.wasm` is not beside this program: `await init/);
});

/** A gate for a framework's tools: it imports the package by its name, which stands for the platform's modules. */
const TOOL_GATE_USE = `
const rule = { toolCategory: "write", riskDomain: "customer_support", authorizationState: "authenticated", evidenceRefs: ["session:1"] };
const call = { toolName: "send_email", arguments: { to: "a@example.com" }, callId: "call_1" };
const asked = (await new ToolGate({ send_email: rule }, { approvedBy: "user:ada" }).check(call)).do;
`;
const TOOL_GATE_SAID = "ask";

test("a gate for frameworks in ESM, in CommonJS, and in one file for Node.js", () => {
  const main = (load) => `(async () => { const { ToolGate } = ${load}("@aana/integration-sdk/integrations/mcp");${TOOL_GATE_USE} console.log(asked); })();`;
  const bundled = `import { readFileSync } from "node:fs"; import { init } from "@aana/integration-sdk/confirmation"; import { ToolGate } from "@aana/integration-sdk/integrations/mcp";
    await init(readFileSync("formats.wasm")); ${TOOL_GATE_USE} console.log(asked);`;
  const folder = project("tool-gate", { "main.mjs": main("await import"), "main.cjs": main("require"), "bundled.js": bundled });
  writeFileSync(join(folder, "formats.wasm"), readFileSync(join(sdk, "dist/esm/formats.wasm")));
  run(bin("esbuild"), ["bundled.js", "--bundle", "--log-level=error", "--platform=node", "--format=esm", "--outfile=out.mjs"], { cwd: folder });
  for (const file of ["main.mjs", "main.cjs", "out.mjs"]) assert.equal(run("node", [file], { cwd: folder }).trim(), TOOL_GATE_SAID);
});

test("workerd, with the modules as they are deployed", async () => {
  const folder = project("workerd", {
    "src.js": `${IMPORT}${FORMATS_IMPORT}${ARGUMENTS_IMPORT}import { ToolGate } from "@aana/integration-sdk/integrations/ai-sdk";
      export default { async fetch() { ${USE}${FORMATS_USE}${ARGUMENTS_USE}${TOOL_GATE_USE} return new Response([said, judged, fits, asked].join(" ")); } };`,
    "config.capnp": `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js"), ${MODULES.map((it) => `(name = "${it}", wasm = embed "${it}")`).join(", ")}],
    compatibilityDate = "2025-06-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  });
  // What wrangler does: bundle with the condition, keep the module apart.
  run(bin("esbuild"), ["src.js", "--bundle", "--format=esm", "--conditions=workerd,worker", "--external:*.wasm", "--outfile=worker.js"], { cwd: folder });
  for (const file of MODULES) {
    assert.ok(readFileSync(join(folder, "worker.js"), "utf8").includes(`from "./${file}"`), file);
    writeFileSync(join(folder, file), readFileSync(join(folder, "node_modules/@aana/integration-sdk/dist/esm", file)));
  }
  // The program itself: its script would leave it behind.
  const workerd = spawn(require("workerd").default, ["serve", "config.capnp", "--control-fd=1"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  try {
    let told = "";
    workerd.stderr.on("data", (it) => (told += it));
    const port = await new Promise((resolve, reject) => {
      workerd.on("exit", () => reject(new Error(`workerd ended: ${told}`)));
      workerd.stdout.on("data", (it) => {
        const found = /"port":(\d+)/.exec(String(it));
        if (found) resolve(found[1]);
      });
    });
    const response = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(await response.text(), [SAID, FORMATS_SAID, ARGUMENTS_SAID, TOOL_GATE_SAID].join(" "));
  } finally {
    workerd.kill("SIGKILL");
  }
});

test("the modules ask for nothing but what the generator wrote beside them", () => {
  for (const file of MODULES) {
    const module = new WebAssembly.Module(readFileSync(join(sdk, "dist/esm", file)));
    const asked = new Set(WebAssembly.Module.imports(module).map((it) => it.module));
    assert.deepEqual([...asked], [`./${file.replace(".wasm", "_bg.js")}`]);
  }
});

test("nothing of Node.js is reachable from a browser's entry, and nothing of the formats from the gate's", () => {
  const folder = join(sdk, "dist/esm");
  const seen = new Set();
  const follow = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from] of readFileSync(join(folder, file), "utf8").matchAll(/^(?:import |} from |export .* from )[^;\n]*?"([^"]+)";$/gm)) {
      assert.match(from, /^\.\//);
      follow(from);
    }
  };
  for (const entry of ["index.js", "web.js"]) follow(`./${entry}`);
  assert.ok(seen.size > 2);
  for (const file of seen) assert.ok(!readFileSync(join(folder, file), "utf8").includes("aaep"), file);
  for (const entry of ["formats.js", "formats-arguments.js", "policy.js"]) follow(`./${entry}`);
  assert.ok(readdirSync(folder).includes("native.js") && !seen.has("./native.js"));
});

test("it loads at once", () => {
  const folder = project("time", {
    "main.cjs": `const start = process.hrtime.bigint(); const { checkToolPrecheck } = require("@aana/integration-sdk"); checkToolPrecheck({}); console.log(Number(process.hrtime.bigint() - start) / 1e6);`,
  });
  const times = Array.from({ length: 7 }, () => Number(run("node", ["main.cjs"], { cwd: folder }))).sort((a, b) => a - b);
  console.log(`loaded and first call: ${times[3].toFixed(1)} ms`);
  // Far above what it takes: this is to notice a mistake, not a slow machine.
  assert.ok(times[3] < 200, `${times[3]} ms`);
});
