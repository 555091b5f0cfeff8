// The official TypeScript client asks a server and prints what it got, as JSON:
//
//     node client.mjs '{"mode": "auto", "url": "http://127.0.0.1:8767/mcp", "calls": [{...}]}'
//     node client.mjs '{"mode": "legacy", "command": "aana-mcp", "args": [], "calls": [{...}]}'
//
// The client holds every result against the tool's output schema by itself, and throws if it does not fit.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const asked = JSON.parse(process.argv[2]);
const transport = asked.url
  ? new StreamableHTTPClientTransport(new URL(asked.url))
  : new StdioClientTransport({ command: asked.command, args: asked.args });
const client = new Client(
  { name: "aana-tests", version: "1.0.0" },
  { versionNegotiation: { mode: asked.mode } },
);
await client.connect(transport);
const { tools } = await client.listTools();
const results = [];
for (const event of asked.calls) {
  results.push(await client.callTool({ name: "aana_pre_tool_check", arguments: event }));
}
const failed = await client
  .callTool({ name: "no_such_tool", arguments: {} })
  .then(() => null, (error) => error.code ?? error.message);
const server = client.getServerVersion();
await client.close();
process.stdout.write(JSON.stringify({ tools, results, failed, server }));
