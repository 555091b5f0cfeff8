// What an MCP server says of its tools, as the MCP adapters of LangChain keep it in a tool's `metadata`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gated, ToolGate } from "@aana/integration-sdk/integrations/langchain";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { GRAPHS, playIn } from "./langchain-play.mjs";
import { rules } from "./scenes.mjs";

const READ = { toolCategory: "private_read", riskDomain: "research", authorizationState: "authenticated", evidenceRefs: ["session:1"] };
const gateOf = (rule = {}) => new ToolGate(rules({ get_rooms: { ...READ, ...rule } }), { approvedBy: "user:ada" });
const call = { name: "get_rooms", args: { id: "7" } };

/** A tool as `loadMcpTools` of `@langchain/mcp-adapters` makes one. */
const toolOf = (ran, annotations) =>
  new DynamicStructuredTool({
    name: "get_rooms", description: "", responseFormat: "content_and_artifact", metadata: { annotations },
    schema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    func: async (input) => { ran.push(input); return ["get_rooms ran", []]; },
  });

for (const [graph, make] of Object.entries(GRAPHS)) {
  test(`${graph}: a tool that its server marks as acting is asked about, and a yes lets it run`, async () => {
    for (const [annotations, acts] of [
      [undefined, false], [{}, false], [{ readOnlyHint: true }, false], [{ destructiveHint: false }, false],
      [{ readOnlyHint: false }, true], [{ destructiveHint: true }, true], [{ readOnlyHint: true, destructiveHint: true }, true],
    ]) {
      for (const [rule, asks] of [[{}, acts], [{ annotations: false }, false]]) {
        const ran = [];
        const it = await playIn(make, gateOf(rule), [call], undefined, { tools: [toolOf(ran, annotations)] });
        assert.deepEqual([it.questions.length, ran.length], asks ? [1, 0] : [0, 1], JSON.stringify(annotations));
        if (asks) await it.answer(() => true);
        assert.deepEqual(ran, [call.args]);
        assert.deepEqual(it.told, ["get_rooms ran"]);
      }
    }
  });
}

test("what becomes of the metadata later lifts nothing", async () => {
  const ran = [];
  const tool = toolOf(ran, { readOnlyHint: false });
  const behind = gated(tool, new ToolGate({ get_rooms: READ }));
  for (const it of [tool, behind]) it.metadata.annotations = { readOnlyHint: true };
  assert.match(JSON.stringify(await behind.invoke({ ...call, id: "call_1", type: "tool_call" })), /\(write_missing_validation_or_confirmation\)/);
  assert.deepEqual(ran, []);
});
