// What the functions of `policy` give.

import type { Decision, ToolPrecheckEvent } from "../types.js";

type AuthorizationState = ToolPrecheckEvent["authorization_state"];
type Blocker = Decision["hard_blockers"][number];
type Route = Decision["route"];
type ToolCategory = ToolPrecheckEvent["tool_category"];

/** What a list of tools was taken for. */
export type Form = "mcp" | "openai" | "anthropic" | "aai" | "names" | "tools";

/** What a faulty document seems to be instead. */
export type Kind = "policy" | "tools" | "event";

/** What is wrong with a document. */
export interface DocumentFault {
  readonly document: "policy" | "tools" | "cases";
  /** A JSON pointer. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A document is faulty, so that there is nothing to report. */
export interface Faulty {
  readonly ok: false;
  readonly faults: readonly [DocumentFault, ...DocumentFault[]];
  readonly seems: Kind | null;
}

/** A code and what it means. */
export interface Note {
  readonly code: string;
  readonly sentence: string;
}

/** How one tool is read. */
export interface ToolReading {
  readonly name: string;
  readonly verb_class: string;
  /** The category of a call that is declared a public read: no call is taken for less. */
  readonly category: ToolCategory;
  /** The category of a call that is declared `unknown`. */
  readonly unknown_category: ToolCategory;
  readonly why: readonly Note[];
  /** The entries that cover the name; the strictest counts. */
  readonly entries: readonly string[];
  /** JSON pointers to the fields of the policy that decide. */
  readonly deciding: {
    readonly tool_category: string | null;
    readonly minimum_authorization: string | null;
    readonly route_floor: string | null;
  };
  readonly minimum_authorization: AuthorizationState | null;
  readonly route_floor: Route | null;
  /** What an operator should look at. */
  readonly remarks: readonly Note[];
}

/** How a policy reads a list of tools. `ok`: every entry names a tool, and every tool has an entry. */
export interface CheckReport {
  readonly ok: boolean;
  readonly faults: readonly [];
  readonly form: Form | null;
  readonly entries: readonly string[];
  readonly tools: readonly ToolReading[];
  readonly dead_entries: readonly { readonly entry: string; readonly nearest: readonly string[] }[];
  readonly unnamed_tools: readonly { readonly name: string; readonly nearest: readonly string[] }[];
  readonly remarks: readonly Note[];
}

/** A first policy. */
export interface InitReport {
  readonly ok: true;
  readonly faults: readonly [];
  readonly form: Form;
  /** JSON text. */
  readonly policy: string;
  readonly tools: readonly ToolReading[];
  readonly remarks: readonly Note[];
}

/** What came of one case. */
export interface CaseResult {
  readonly id: string;
  readonly passed: boolean;
  readonly tool_name: string | null;
  readonly route: Route;
  readonly hard_blockers: readonly Blocker[];
  /** Both sides are JSON text. */
  readonly differences: readonly { readonly field: string; readonly expected: string; readonly found: string }[];
}

/** What came of cases. `ok`: every decision is the expected one. */
export interface TestReport {
  readonly ok: boolean;
  readonly faults: readonly [];
  readonly passed: number;
  readonly failed: number;
  readonly cases: readonly CaseResult[];
}
