// What the functions of `descriptor` take, in JavaScript's names. What they give is generated.

import type { Now } from "../gate.js";
import type { EvidenceRef } from "../types.js";
import type { AuthorizationState } from "../words.js";
import type {
  AnthropicTool,
  GeminiTool,
  McpTool,
  Method,
  Offer as AnyOffer,
  OfferedTool,
  OpenAiResponsesTool,
  OpenAiTool,
  Secret,
} from "./descriptor-shapes.js";

export type * from "./descriptor-shapes.js";

/** A secret by its name: where it goes and what it is called, never its value. */
export type SecretRef = Secret;

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

/** The form of a tool for each client. */
export interface ClientTools {
  mcp: McpTool;
  openai: OpenAiTool;
  "openai-responses": OpenAiResponsesTool;
  anthropic: AnthropicTool;
  gemini: GeminiTool;
}

/** Tools for a client, and the way back from its names. */
export interface Offer<Tool extends OfferedTool = OfferedTool> extends AnyOffer {
  tools: Tool[];
}
