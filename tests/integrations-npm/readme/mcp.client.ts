// Stands for a client that is connected to a server with a tool.

import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const server = new McpServer({ name: "mail", version: "1.0.0" });
server.registerTool("send_email", { inputSchema: z.object({ to: z.string() }) }, async ({ to }) => ({
  content: [{ type: "text", text: `sent to ${to}` }],
}));
const [here, there] = InMemoryTransport.createLinkedPair();
export const client = new Client({ name: "desk", version: "1.0.0" });
await Promise.all([server.connect(there), client.connect(here)]);

/** Stands for a person. */
export const ask = async (text: string): Promise<boolean> => text.includes("a@example.com");
