// What the functions of `descriptor` give.
// Written by `cargo xtask gen` from `schemas/`; changes here are lost.

import type { ToolPrecheckEvent } from "../types.js";
import type { RiskDomain, Route, ToolCategory } from "../words.js";

/** How much a broken rule weighs: an `error` keeps a document from being taken. */
export type Severity = "error" | "warning";

/** `seed` is the specification and the rules of safety; `compat` also takes what its neighbours write. */
export type Profile = "seed" | "compat";

/**
 * Who takes tools: the Model Context Protocol, OpenAI's Chat Completions or Responses, Anthropic, or Gemini.
 */
export type Client = "mcp" | "openai" | "openai-responses" | "anthropic" | "gemini";

/** The method of a request; `PATCH` in the profile `compat` alone. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What one signal says of a tool. */
export type Evidence = "read" | "write" | "open";

/** One broken rule, and where: a JSON pointer into the descriptor, or into the arguments of a call. */
export interface Finding {
  /** The rule's name, such as `field.missing`; `aana codes` lists all. */
  rule: string;
  /** What is only a warning leaves the document valid. */
  severity: Severity;
  /** Where, as an RFC 6901 JSON pointer. */
  pointer: string;
  /** One sentence, without any value that could be a secret. */
  message: string;
}

/** A tool of an accepted descriptor. */
export interface ToolSummary {
  /** The name in the descriptor. */
  name: string;
  /** The name under which clients see it. */
  exposed_name: string;
  /** The method of its requests; `null` for an application on this machine. */
  method: Method | null;
  /** Whether calls of it can be planned; others are declared only. */
  executable: boolean;
}

/** An accepted descriptor. */
export interface Summary {
  /** The id of the application. */
  app_id: string;
  /** Its name for people. */
  app_name: string;
  /** `sha256:` and the hash of its text, to pin it. */
  digest: string;
  /** Scheme, host and port of its requests; `null` for an application on this machine. */
  origin: string | null;
  /** Its tools. */
  tools: ToolSummary[];
}

/** A descriptor that is accepted. */
export interface AcceptedReport {
  /** It can be used. */
  accepted: true;
  /** Every broken rule. */
  findings: Finding[];
  /** What it declares. */
  descriptor: Summary;
}

/** A descriptor that is not accepted. */
export interface RejectedReport {
  /** It cannot be used. */
  accepted: false;
  /** Every broken rule. */
  findings: Finding[];
  descriptor?: undefined;
}

/** What is said of a descriptor. Findings of an accepted one are warnings. */
export type Report = AcceptedReport | RejectedReport;

/** What is said of arguments or of an answer. */
export interface Judgement {
  /** No rule of severity `error` is broken. */
  valid: boolean;
  /** Every broken rule. */
  findings: Finding[];
}

/** A secret by its name: where it goes and what it is called, never its value. */
export interface Secret {
  /** Where it goes. */
  placement: "header" | "query";
  /** The name of the header or parameter. */
  name: string;
  /** `env:` and a variable, or `oauth2:` and an application. */
  ref: string;
}

/** A request over HTTP, with its secrets only named. */
export interface HttpPlan {
  /** How it is sent. */
  kind: "http";
  /** The method. */
  method: Method;
  /** The address, without secrets. */
  url: string;
  /** The headers, without secrets. */
  headers: { [name: string]: string };
  /** The secrets that it needs. */
  secrets: Secret[];
  /** Sent as JSON, if it is there. */
  body?: unknown;
}

/** A call of an application on this machine. */
export interface IpcPlan {
  /** How it is sent. */
  kind: "ipc";
  /** The application. */
  app_id: string;
  /** The tool. */
  tool: string;
  /** The arguments. */
  arguments: { [name: string]: unknown };
}

/** What a call would do: this is shown, gated and approved, and then sent. */
export type Plan = HttpPlan | IpcPlan;

/** What may be written down of a request: names and shapes, no value and no secret. */
export interface HttpAudit {
  /** How it is sent. */
  kind: "http";
  /** The application. */
  app_id: string;
  /** The tool. */
  tool: string;
  /** The names of its arguments. */
  argument_names: string[];
  /** The method. */
  method: Method;
  /** Scheme, host and port. */
  origin: string;
  /** The path, with the names of its parameters. */
  path_template: string;
  /** The names of its query parameters. */
  query_names: string[];
  /** The names of its headers. */
  header_names: string[];
  /** Whether it has a body. */
  has_body: boolean;
  /** The secrets that it needs, by name. */
  secret_refs: string[];
}

/** What may be written down of a call on this machine. */
export interface IpcAudit {
  /** How it is sent. */
  kind: "ipc";
  /** The application. */
  app_id: string;
  /** The tool. */
  tool: string;
  /** The names of its arguments. */
  argument_names: string[];
}

/** The form of a plan for a log. */
export type Audit = HttpAudit | IpcAudit;

/** A call that keeps the rules. */
export interface Planned {
  /** What the call would do. */
  plan: Plan;
  /** The same for a log. */
  audit: Audit;
  /** `sha256:` and the hash of the plan, to bind an approval to exactly this request. */
  digest: string;
  /** The arguments with the defaults in: what the gate is asked about. */
  arguments: { [name: string]: unknown };
  refused?: undefined;
}

/** A call that breaks a rule. */
export interface Refused {
  /** It is the call that is refused. */
  refused: "call";
  /** Every broken rule. */
  errors: Finding[];
  /** The route that it deserves. */
  recommended_route: Route;
}

/** What comes of planning a call. */
export type PlanAnswer = Planned | Refused;

/** A call that keeps the rules, with the event to put to the gate. */
export interface PlannedEvent {
  /** The event to put to the gate. */
  event: ToolPrecheckEvent<{ [name: string]: unknown }>;
  /** What the call would do. */
  plan: Plan;
  /** The same for a log. */
  audit: Audit;
  /** `sha256:` and the hash of the plan, to bind an approval to exactly this request. */
  digest: string;
  /** The arguments with the defaults in: what the gate is asked about. */
  arguments: { [name: string]: unknown };
  refused?: undefined;
}

/** What comes of forming the event of a call. */
export type EventAnswer = PlannedEvent | Refused;

/** A request with its secrets in place; method and body are the plan's. Not to be written down. */
export interface Wire {
  /** The address. */
  url: string;
  /** The headers. */
  headers: { [name: string]: string };
}

/** What is sent. */
export interface Sent {
  /** The request; `null` for a call on this machine. */
  wire: Wire | null;
  refused?: undefined;
}

/** What comes of putting the secrets of a call in place. */
export type WireAnswer = Sent | Refused;

/** What each of the three signals says of a tool. */
export interface Signals {
  /** The method of its requests. */
  method: Evidence;
  /** Its name. */
  name: Evidence;
  /** Its description. */
  description: Evidence;
}

/** What MCP calls annotations: hints for a client, never a permission. */
export interface Annotations {
  /** It only reads. */
  readOnlyHint: boolean;
  /** It can take something away. */
  destructiveHint: boolean;
  /** Doing it twice is doing it once. */
  idempotentHint: boolean;
  /** It reaches the world outside. */
  openWorldHint: boolean;
}

/** What a tool does, by the words of the Agent Action Contract. */
export interface Classification {
  /** What it is. */
  tool_category: ToolCategory;
  /** Its primary risk surface. */
  risk_domain: RiskDomain;
  /** It takes something away. */
  destructive: boolean;
  /** What each signal says. */
  evidence: Signals;
  /** The hints for clients of MCP. */
  annotations: Annotations;
  /** The route that a call of it deserves. The gate may only be stricter. */
  recommended_route: Route;
}

/** Where an exposed name leads. */
export interface Origin {
  /** The application. */
  app_id: string;
  /** The tool. */
  tool: string;
}

/** What AANA says of a tool. */
export interface McpToolMeta {
  /** The application. */
  "aana/app_id": string;
  /** The digest of its descriptor. */
  "aana/descriptor_digest": string;
  /** What it is. */
  "aana/tool_category": ToolCategory;
  /** Its primary risk surface. */
  "aana/risk_domain": RiskDomain;
}

/** A tool as MCP lists it. */
export interface McpTool {
  /** The exposed name. */
  name: string;
  /** A name for people. */
  title: string;
  /** What it does. */
  description: string;
  /** The JSON Schema of its arguments. */
  inputSchema: { [name: string]: unknown };
  /** The JSON Schema of its answer. */
  outputSchema?: { [name: string]: unknown };
  /** Hints, never a permission. */
  annotations: Annotations;
  /** What AANA says of a tool. */
  _meta: McpToolMeta;
}

/** The function of a tool. */
export interface OpenAiFunction {
  /** The exposed name. */
  name: string;
  /** What it does. */
  description: string;
  /** The JSON Schema of its arguments. */
  parameters: { [name: string]: unknown };
  /** The model is not held to the schema. */
  strict: false;
}

/** A function tool of OpenAI. */
export interface OpenAiTool {
  /** It is a function. */
  type: "function";
  /** The function of a tool. */
  function: OpenAiFunction;
}

/** A function tool of OpenAI's Responses. */
export interface OpenAiResponsesTool {
  /** It is a function. */
  type: "function";
  /** The exposed name. */
  name: string;
  /** What it does. */
  description: string;
  /** The JSON Schema of its arguments. */
  parameters: { [name: string]: unknown };
  /** The model is not held to the schema. */
  strict: false;
}

/** A function declaration of Gemini. */
export interface GeminiTool {
  /** The exposed name. */
  name: string;
  /** What it does. */
  description: string;
  /** The JSON Schema of its arguments. */
  parametersJsonSchema: { [name: string]: unknown };
}

/** A tool of Anthropic. */
export interface AnthropicTool {
  /** The exposed name. */
  name: string;
  /** What it does. */
  description: string;
  /** The JSON Schema of its arguments. */
  input_schema: { [name: string]: unknown };
}

/** A tool in the form of one of the clients. */
export type OfferedTool = McpTool | OpenAiTool | OpenAiResponsesTool | GeminiTool | AnthropicTool;

/** A tool that a client is not offered. */
export interface LeftOut {
  /** `app id#tool`. */
  tool: string;
  /** Why, in one clause. */
  reason: string;
}

/** Tools for a client, and the way back from its names. */
export interface Offer {
  /** The tools, all in the form of the client. */
  tools: OfferedTool[];
  /** Where each exposed name leads: names are looked up, never taken apart. */
  names: { [name: string]: Origin };
  /** For each exposed name the parameters that had to be renamed, new name to old, nested ones too. */
  aliases: { [name: string]: { [name: string]: string } };
  /** The tools that are not offered. */
  left_out: LeftOut[];
}

/** A call of a client, as the descriptor has it. */
export interface Carried {
  /** The application. */
  app_id: string;
  /** The tool's own name. */
  tool: string;
  /** The arguments under their own names. They were not checked. */
  arguments: { [name: string]: unknown };
  refused?: undefined;
}
