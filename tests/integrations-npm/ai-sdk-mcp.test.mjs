// The MCP client of the AI SDK itself, with a server of the official SDK in this process: what the server says of its
// tools reaches the gate.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createMCPClient } from "@ai-sdk/mcp";
import { gated, ToolGate, toolApproval } from "@aana/integration-sdk/integrations/ai-sdk";
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { generateText, stepCountIs } from "ai";
import { z } from "zod";
import { modelOf } from "./ai-sdk-play.mjs";

const READ = { toolCategory: "private_read", riskDomain: "research", authorizationState: "authenticated", evidenceRefs: ["session:1"] };

/** What the server says of its tools. Their names tell nothing. */
const SAID = {
  sync_rooms: undefined,
  get_rooms: { readOnlyHint: true },
  get_room_plan: { readOnlyHint: false },
  get_room_list: { readOnlyHint: true, destructiveHint: true },
};

/** The tools of a server, as the SDK's own client gives them, and what ran. */
async function toolsOf(ran, schemas = "automatic") {
  const server = new McpServer({ name: "rooms", version: "1.0.0" });
  for (const [name, annotations] of Object.entries(SAID)) {
    server.registerTool(name, { inputSchema: z.object({ id: z.string() }), annotations }, async (input) => {
      ran.push([name, input]);
      return { content: [{ type: "text", text: `${name} ran` }] };
    });
  }
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  const client = await createMCPClient({ transport: here });
  return { client, tools: await client.tools({ schemas }) };
}

const gateOf = (rule = {}) =>
  new ToolGate(Object.fromEntries(Object.keys(SAID).map((name) => [name, { ...READ, ...rule }])), { approvedBy: "user:ada" });

for (const schemas of ["automatic", Object.fromEntries(Object.keys(SAID).map((name) => [name, { inputSchema: z.object({ id: z.string() }) }]))]) {
  const kind = schemas === "automatic" ? "with its own schemas" : "with the application's schemas";

  test(`a tool that its server marks as acting is asked about, ${kind}`, async () => {
    for (const [name, annotations] of Object.entries(SAID)) {
      const ran = [];
      const { client, tools } = await toolsOf(ran, schemas);
      const acts = annotations?.readOnlyHint === false || annotations?.destructiveHint === true;
      for (const [rule, asks] of [[{}, acts || name === "sync_rooms"], [{ annotations: false }, name === "sync_rooms"]]) {
        const settings = { model: modelOf([{ name, args: { id: "7" } }]), tools: gated(tools, gateOf(rule)), toolApproval, stopWhen: stepCountIs(5) };
        const messages = [{ role: "user", content: "go" }];
        const first = await generateText({ ...settings, messages });
        const requests = first.content.filter(({ type }) => type === "tool-approval-request");
        assert.equal(requests.length, asks ? 1 : 0, name);
        assert.equal(ran.length, asks ? 0 : 1, name);
        if (asks) {
          const content = requests.map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved: true }));
          await generateText({ ...settings, messages: [...messages, ...first.responseMessages, { role: "tool", content }] });
        }
        assert.deepEqual(ran.splice(0), [[name, { id: "7" }]]);
      }
      await client.close();
    }
  });
}
