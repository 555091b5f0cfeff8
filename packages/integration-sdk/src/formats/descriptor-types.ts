// What the functions of `descriptor` take and give.

import type { Now } from "../gate.js";
import type { EvidenceRef, ToolPrecheckEvent } from "../types.js";
import type { AuthorizationState, RiskDomain, Route, ToolCategory } from "../words.js";
import type { Severity } from "./report.js";

/** `seed` is the specification and the rules of safety; `compat` also takes what its neighbours write. */
export type Profile = "seed" | "compat";

/** Who takes tools: the Model Context Protocol, or function tools of either kind. */
export type Client = "mcp" | "openai" | "anthropic";

/** The method of a request; `PATCH` in the profile `compat` alone. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One broken rule, and where: a JSON pointer into the descriptor, or into the arguments of a call. */
export interface Finding {
  /** The rule's name, such as `field.missing`; `aana codes` lists all. */
  rule: string;
  severity: Severity;
  pointer: string;
  /** One sentence, without any value that could be a secret. */
  message: string;
}

/** A tool of an accepted descriptor. */
export interface ToolSummary {
  name: string;
  /** The name under which clients see it. */
  exposed_name: string;
  method: Method | null;
  /** Whether calls of it can be planned; others are declared only. */
  executable: boolean;
}

/** An accepted descriptor. */
export interface Summary {
  app_id: string;
  app_name: string;
  /** `sha256:` and the hash of its text, to pin it. */
  digest: string;
  /** Scheme, host and port of its requests; `null` for an application on this machine. */
  origin: string | null;
  tools: ToolSummary[];
}

/** What is said of a descriptor. Findings of an accepted one are warnings. */
export type Report =
  | { accepted: true; findings: Finding[]; descriptor: Summary }
  | { accepted: false; findings: Finding[]; descriptor?: undefined };

/** What arguments or an answer are worth. */
export interface Judgement {
  valid: boolean;
  findings: Finding[];
}

/** A secret by its name: where it goes and what it is called, never its value. */
export interface SecretRef {
  placement: "header" | "query";
  name: string;
  /** `env:` and a variable, or `oauth2:` and an application. */
  ref: string;
}

/** A request over HTTP, with its secrets only named. */
export interface HttpPlan {
  kind: "http";
  method: Method;
  url: string;
  headers: { [name: string]: string };
  secrets: SecretRef[];
  /** Sent as JSON, if it is there. */
  body?: unknown;
}

/** A call of an application on this machine. */
export interface IpcPlan {
  kind: "ipc";
  app_id: string;
  tool: string;
  arguments: { [name: string]: unknown };
}

/** What a call would do: this is shown, gated and approved, and then sent. */
export type Plan = HttpPlan | IpcPlan;

/** What may be written down of a request: names and shapes, no value and no secret. */
export interface HttpAudit {
  kind: "http";
  app_id: string;
  tool: string;
  argument_names: string[];
  method: Method;
  origin: string;
  path_template: string;
  query_names: string[];
  header_names: string[];
  has_body: boolean;
  secret_refs: string[];
}

/** What may be written down of a call on this machine. */
export interface IpcAudit {
  kind: "ipc";
  app_id: string;
  tool: string;
  argument_names: string[];
}

/** The form of a plan for a log. */
export type Audit = HttpAudit | IpcAudit;

/** A call that keeps the rules. */
export interface Planned {
  refused?: undefined;
  plan: Plan;
  audit: Audit;
  /** `sha256:` and the hash of the plan, to bind an approval to exactly this request. */
  digest: string;
  /** The arguments with the defaults in: what the gate is asked about. */
  arguments: { [name: string]: unknown };
}

/** The same, with the event to put to the gate. */
export interface PlannedEvent extends Planned {
  event: ToolPrecheckEvent<{ [name: string]: unknown }>;
}

/** A call that breaks a rule. */
export interface Refused {
  refused: "call";
  errors: Finding[];
  recommended_route: Route;
}

/** A request with its secrets in place; method and body are the plan's. Not to be written down. */
export interface Wire {
  url: string;
  headers: { [name: string]: string };
}

/** What is sent; `null` for a call on this machine. */
export interface Sent {
  refused?: undefined;
  wire: Wire | null;
}

/** Values by name, or a function from a name to its value. */
export type SecretSource = { readonly [name: string]: string | undefined } | ((name: string) => string | undefined);

/** Where secrets are taken from when a request is sent. A source is only asked for what the call names and may have. */
export interface Secrets {
  /** Environment variables, such as `process.env`. */
  env?: SecretSource | undefined;
  /** OAuth tokens by `<app id>=<origin>`, or for the host that the id names by the id alone. */
  tokens?: SecretSource | undefined;
  /**
   * The variables that an operator lets the application have beyond its own, which are `AAI_<APP ID>_<WORD>` for the
   * host that the id names: `NAME`, or with the only place it may go to `NAME=ORIGIN`.
   */
  allowVariables?: readonly string[] | undefined;
}

/** What the runtime adds to a plan to form an event. */
export interface EventOptions {
  /** What is known of the user's permission; `none` if absent. The descriptor proves nothing about it. */
  authorizationState?: AuthorizationState | undefined;
  /** An operator has looked at exactly this descriptor. */
  pinned?: boolean | undefined;
  /** Further evidence: of authentication, of an approval. */
  evidence?: readonly EvidenceRef[] | undefined;
  /** When the descriptor was fetched; now if absent. */
  readAt?: Now | undefined;
  /** After how many hours it is stale; 24 if absent. */
  maxAgeHours?: number | undefined;
  now?: Now | undefined;
}

/** How a tool is classified. */
export interface ClassifyOptions {
  /** What is known of the user's permission; `none` if absent. */
  authorizationState?: AuthorizationState | undefined;
  /** An operator has looked at exactly this descriptor. */
  pinned?: boolean | undefined;
}

/** What one witness says of a tool. */
export type Evidence = "read" | "write" | "open";

/** What MCP calls annotations: hints for a client, never a permission. */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** What a tool does, by the words of the Agent Action Contract. */
export interface Classification {
  tool_category: ToolCategory;
  risk_domain: RiskDomain;
  /** It takes something away. */
  destructive: boolean;
  evidence: { method: Evidence; name: Evidence; description: Evidence };
  annotations: Annotations;
  /** The route that a call of it deserves. The gate may only be stricter. */
  recommended_route: Route;
}

/** What is known of a tool without a descriptor, and of its application. */
export interface Facts {
  app?: {
    readonly id?: string | undefined;
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    /** `none` or anything else. */
    readonly auth?: string | undefined;
    /** `ipc` or anything else. */
    readonly execution?: string | undefined;
  } | undefined;
  tool?: {
    readonly name?: string | undefined;
    readonly method?: Method | null | undefined;
    readonly description?: string | undefined;
    readonly params?: readonly string[] | undefined;
  } | undefined;
}

/** How tools are offered. */
export interface ToolsOptions {
  /** An operator has looked at exactly these descriptors. */
  pinned?: boolean | undefined;
}

/** A JSON Schema of arguments: that of the descriptor. */
export type Schema = { [keyword: string]: unknown };

/** A tool as MCP lists it. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema?: Schema;
  annotations: Annotations;
  _meta: {
    "aana/app_id": string;
    "aana/descriptor_digest": string;
    "aana/tool_category": ToolCategory;
    "aana/risk_domain": RiskDomain;
  };
}

/** A function tool of OpenAI. */
export interface OpenAiTool {
  type: "function";
  function: { name: string; description: string; parameters: Schema; strict: false };
}

/** A tool of Anthropic. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: Schema;
}

/** The form of a tool for each client. */
export interface ClientTools {
  mcp: McpTool;
  openai: OpenAiTool;
  anthropic: AnthropicTool;
}

/** Tools for a client, and the way back from its names. */
export interface Offer<Tool = McpTool | OpenAiTool | AnthropicTool> {
  tools: Tool[];
  /** Where each exposed name leads: names are looked up, never taken apart. */
  names: { [exposedName: string]: { app_id: string; tool: string } };
  /** For each exposed name the parameters that had to be renamed, new name to old. */
  aliases: { [exposedName: string]: { [alias: string]: string } };
  /** `app id#tool` of tools that are only declared and so are not offered. */
  left_out: string[];
}
