// The package's programs for frameworks: compiled with the frameworks' own types, and run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const here = import.meta.dirname;
const sdk = join(here, "../../packages/integration-sdk");
const blocksOf = (readme) => [...readFileSync(readme, "utf8").matchAll(/^```ts\n(.*?)^```/gms)].map((it) => it[1]);
const blocks = blocksOf(join(sdk, "README.md"));
const integrationOf = (block) => /"@aana\/integration-sdk\/integrations\/([\w-]+)"/.exec(block)?.[1];
// Among the frameworks, where programs find them.
const place = join(here, "node_modules/.aana-programs");

/** A fresh folder with a program and what it imports of yours. */
function project(name, files) {
  const folder = join(place, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const compilerOptions = {
    module: "nodenext", target: "es2022", strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: [],
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], skipLibCheck: true, rootDir: ".", outDir: "out",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "*.cts"] }));
  return folder;
}

function compile(folder) {
  const tsc = join(sdk, "node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" });
  } catch ({ stdout }) {
    assert.fail(stdout);
  }
  cpSync(join(folder, "package.json"), join(folder, "out/package.json"));
}

for (const name of ["ai-sdk", "langchain", "mcp"]) {
  test(`the README's program for ${name} compiles, and prints what it says`, () => {
    const [program, ...more] = blocks.filter((block) => integrationOf(block) === name);
    assert.ok(program !== undefined && more.length === 0);
    const own = readdirSync(join(here, "readme")).filter((file) => file.startsWith(`${name}.`));
    const helpers = own.map((file) => [file.slice(name.length + 1), readFileSync(join(here, "readme", file), "utf8")]);
    const folder = project(name, { "main.ts": program, ...Object.fromEntries(helpers) });
    compile(folder);
    const printed = execFileSync(process.execPath, ["out/main.js"], { cwd: folder, encoding: "utf8" }).split("\n");
    const expected = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((it) => it[1]);
    assert.ok(expected.length > 1);
    expected.forEach((line, at) => assert.equal(printed[at], line));
  });
}

test("the README names the versions that the package and its tests have", () => {
  const readme = readFileSync(join(sdk, "README.md"), "utf8");
  const { engines, peerDependencies } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"));
  const { devDependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  assert.ok(readme.includes(`needs Node.js ${engines.node.slice(2)} or later`));
  const rows = readme.split("\n").filter((line) => line.startsWith("| `.../integrations/"));
  assert.equal(rows.length, 3);
  for (const [name, range] of Object.entries(peerDependencies)) {
    const row = rows.find((line) => line.includes(`\`${name}\``));
    assert.ok(row?.includes(`${range.slice(2)} or later`), name);
    assert.ok(row.split("|")[3].includes(devDependencies[name]), name);
  }
  const { engines: sdkOfVercel } = JSON.parse(readFileSync(join(here, "node_modules/ai/package.json"), "utf8"));
  assert.ok(rows[0].includes(`wants Node.js ${sdkOfVercel.node.slice(2)}`));
});

test("the project's README shows what compiles", () => {
  const [shown, ...more] = blocksOf(join(here, "../../README.md")).filter((block) => integrationOf(block) !== undefined);
  assert.ok(shown !== undefined && more.length === 0);
  // What it leaves to the reader.
  const yours = `
    import { generateText, type LanguageModel, type ModelMessage, type Tool } from "ai";
    import type { Call } from "@aana/integration-sdk/integrations/ai-sdk";
    declare const model: LanguageModel, messages: ModelMessage[], send_email: Tool<{ to: string }, string>;
    declare function sessionOf(call: Call): string[];
    declare function userOf(call: Call): string;
    export const text: string = result.text;`;
  compile(project("shown", { "main.ts": shown + yours }));
});

const TYPED = {
  "ai.ts": `import { gated, strictInput, ToolGate, toolApproval } from "@aana/integration-sdk/integrations/ai-sdk";
    import { dynamicTool, generateText, jsonSchema, streamText, tool, ToolLoopAgent, wrapLanguageModel, type InferToolInput, type LanguageModel, type LanguageModelMiddleware, type Tool } from "ai";
    import { z } from "zod";
    const search_docs = tool({ inputSchema: z.object({ query: z.string() }), outputSchema: z.number(), execute: ({ query }) => query.length });
    const other = dynamicTool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => "ran" });
    const inContext = tool({ inputSchema: z.object({}), contextSchema: z.object({ user: z.string() }), execute: (_, { context }) => context.user });
    const tools = gated({ search_docs, other }, new ToolGate({ search_docs: { toolCategory: "public_read", evidenceRefs: async (call) => [call.toolName] } }));
    export const input: InferToolInput<typeof tools.search_docs> = { query: "leave" };
    export const programs = (model: LanguageModel) => [
      generateText({ model, tools, toolApproval, prompt: "" }), streamText({ model, tools, toolApproval, prompt: "" }), new ToolLoopAgent({ model, tools, toolApproval }),
      generateText({ model, tools: gated({ inContext }, new ToolGate({})), toolApproval, toolsContext: { inContext: { user: "ada" } }, prompt: "" }),
    ];
    export const middleware: LanguageModelMiddleware = strictInput();
    export const strict = (model: Parameters<typeof wrapLanguageModel>[0]["model"]) => wrapLanguageModel({ model, middleware: strictInput() });
    // A version of the SDK with another member fails here, until somebody has looked at what runs it.
    type Members<T> = T extends unknown ? keyof T : never;
    type Known = "type" | "id" | "args" | "title" | "description" | "strict" | "metadata" | "providerOptions" | "deferLoading"
      | "inputSchema" | "inputExamples" | "outputSchema" | "contextSchema" | "toModelOutput" | "isProviderExecuted" | "supportsDeferredResults"
      | "execute" | "needsApproval" | "onInputStart" | "onInputDelta" | "onInputAvailable";
    export const known: [Members<Tool>, Known] extends [Known, Members<Tool>] ? true : false = true;
    // @ts-expect-error: no such category
    new ToolGate({ search_docs: { toolCategory: "read" } });
    // @ts-expect-error: no tool
    gated({ search_docs: () => 1 }, new ToolGate({}));`,
  "graph.ts": `import { eachCall, gated, ToolGate, toolNode } from "@aana/integration-sdk/integrations/langchain";
    import { DynamicStructuredTool, tool } from "@langchain/core/tools";
    import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
    import { ToolNode } from "@langchain/langgraph/prebuilt";
    import { createAgent } from "langchain";
    import { z } from "zod";
    const gate = new ToolGate({});
    const search = tool(({ query }) => query.length, { name: "search_docs", schema: z.object({ query: z.string() }) });
    const text = tool((input) => input.length, { name: "search_text" });
    export const same: typeof search = gated(search, gate);
    export const found: Promise<number> = same.invoke({ query: "leave" });
    export const kept: DynamicStructuredTool = gated(search as unknown as DynamicStructuredTool, gate);
    const start = () => new StateGraph(MessagesAnnotation).addNode("agent", () => ({}));
    export const graphs = [
      start().addNode("tools", toolNode([search, text], gate)).addEdge("__start__", "agent").addConditionalEdges("agent", (state) => eachCall(state), ["tools", "__end__"]).compile(),
      start().addNode("tools", new ToolNode([gated(search, gate), gated(text, gate)])).addConditionalEdges("agent", (state) => eachCall(state, { node: "tools" }), ["tools", "__end__"]),
    ];
    export const agent = () => createAgent({ model: "none", tools: [gated(search, gate), gated(text, gate)] });
    // @ts-expect-error: no tool
    gated("search_docs", gate);`,
  "mcp.ts": `import { approve, GatedClient, ToolGate } from "@aana/integration-sdk/integrations/mcp";
    import type { CallToolResult, Client } from "@modelcontextprotocol/client";
    export const call = (client: Client): Promise<CallToolResult> =>
      new GatedClient(client, new ToolGate({}), { confirm: approve }).callTool({ name: "search_docs", arguments: { query: "leave" } }, { timeout: 5 });
    export const more = (client: Client) => new GatedClient(client, new ToolGate({}), { unchecked: ["_meta"] });
    // @ts-expect-error: the name and the arguments are checked
    new GatedClient({} as Client, new ToolGate({}), { unchecked: ["name"] });
    export const nobody = new ToolGate({}, { approvedBy: async () => null });
    export const one = new ToolGate({}, { approvedBy: (call) => (call.callId === undefined ? undefined : "user:ada") });
    // @ts-expect-error: nobody has no name
    new ToolGate({}, { approvedBy: null });
    // @ts-expect-error: an answer names its question
    new GatedClient({} as Client, new ToolGate({}), { confirm: () => true });
    // @ts-expect-error: no client
    new GatedClient({}, new ToolGate({}));
    // @ts-expect-error: no name
    export const wrong = (client: Client) => new GatedClient(client, new ToolGate({})).callTool({});`,
};

test("the types fit the frameworks' own, in ESM and in CommonJS", () => {
  const asCommonJs = Object.entries(TYPED).map(([file, text]) => [file.replace(".ts", ".cts"), text]);
  compile(project("types", { ...TYPED, ...Object.fromEntries(asCommonJs) }));
});
