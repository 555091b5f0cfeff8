// What the functions of `toolRequest` take and give.

import type { Now } from "../gate.js";
import type { ToolPrecheckEvent } from "../types.js";
import type { AuthorizationState, RiskDomain, Route } from "../words.js";
import type { Severity } from "./report.js";

/** One broken rule, and where in the document. */
export interface Finding {
  /** The rule's name, such as `fm.missing`; `aana codes` lists all. */
  rule: string;
  severity: Severity;
  /** From 1. */
  line: number;
  /** From 1, in characters. */
  column: number;
  /** One sentence, without any value that could be a secret. */
  message: string;
}

/** The host's bounds; what is left out has its default. */
export interface Limits {
  maxCpuThousandths?: number | undefined;
  maxMemoryMb?: number | undefined;
  maxTimeSec?: number | undefined;
  maxApprovalAgeSec?: number | undefined;
  /** How far clocks may differ. */
  clockSkewSec?: number | undefined;
}

/** How a document is checked. */
export interface CheckOptions {
  /** The base name of the file, which has to fit the request's id. */
  fileName?: string | undefined;
  /** With a time, the approval must not be too old or from the future; without, its age is not judged. */
  now?: Now | undefined;
  limits?: Limits | undefined;
}

/** What a valid document asks for. */
export interface Request {
  request_id: string;
  created_utc: string;
  requested_by: "human" | "core_draft";
  approved_by: string;
  approved_utc: string;
  purpose: string;
  language: "python" | "node" | "ts" | "go" | "ruby";
  /** The hosts that may be reached; `null` for no network. */
  network_allowlist: string[] | null;
  cpu_limit: string;
  memory_limit_mb: number;
  time_limit_sec: number;
  inputs: { name: string; sha256: string }[];
  outputs: string[];
  argv: string[];
  risk_level: "low" | "medium" | "high";
  data_sensitivity: "public" | "internal" | "confidential";
  /** The program's own file is no hashed input. */
  script_unbound: boolean;
}

/** What every report about a document says. */
export interface AnyReport {
  /** The strictest route that a broken rule leads to. */
  route: Route;
  /** The names of broken rules of severity `error`, sorted. */
  errors: string[];
  /** Those of severity `warning`. */
  warnings: string[];
  findings: Finding[];
  document_sha256: string;
  /** The digest of what the document means; `null` if it cannot be read so far. */
  content_sha256: string | null;
  request_id: string | null;
}

/** What is said of a document: with the request, if it is valid. */
export type Report = AnyReport & ({ valid: true; request: Request } | { valid: false; request: null });

/** Of the bytes, and of what they mean; the second is `null` if the document cannot be read so far. */
export interface Digests {
  document_sha256: string;
  content_sha256: string | null;
}

/** An approval, under the names in which hosts store it. */
export interface ApprovalRecord {
  request_id: string;
  document_sha256: string;
  approver: string;
  recorded_utc: string;
  expires_utc?: string | null | undefined;
  /** Its signature or session was checked. */
  verified: boolean;
  /** It was taken into force. */
  promoted: boolean;
  revoked?: boolean | undefined;
  second_approver?: string | null | undefined;
}

/** An input as the host measured it. */
export type MeasuredInput =
  | { name: string; size: number | bigint; sha256: string; status?: undefined }
  | { name: string; status: "missing" | "not_regular" | "too_large"; size?: number | undefined; sha256?: undefined };

/** What the runner can hold a run to. */
export interface Capabilities {
  networkAllowlist?: boolean | undefined;
  /** It cannot hold a fraction of a core. */
  wholeCoresOnly?: boolean | undefined;
  maxMemoryMb?: number | null | undefined;
  maxTimeSec?: number | null | undefined;
}

/** What the host knows besides the document. What is left out is not known, and counts against it. */
export interface Facts extends CheckOptions {
  record?: ApprovalRecord | null | undefined;
  /** What stands in the folder of the inputs; nothing if nobody looked. */
  inputs?: readonly MeasuredInput[] | null | undefined;
  /** The id and the document's digest of each run that was started before. */
  ledger?: readonly (readonly [requestId: string, documentSha256: string])[] | null | undefined;
  capabilities?: Capabilities | undefined;
  /** Who may approve. */
  knownApprovers?: readonly string[] | undefined;
  maxInputBytes?: number | undefined;
  /** How long after the stated approval its record may be made. */
  maxRecordDelaySec?: number | undefined;
  /** What the host calls the tool that runs requests; `tool_exec.run` if absent. */
  toolName?: string | undefined;
  /** `devops` if absent. */
  riskDomain?: RiskDomain | undefined;
}

/** The arguments of the event: the digest alone for a document that is not valid. */
export type RunArguments = { document_sha256: string } | ValidArguments;

/** What the tool has to be called with. Of confidential data the words and names stay out. */
export interface ValidArguments {
  document_sha256: string;
  content_sha256: string | null;
  language: Request["language"];
  argv: string[];
  network: "allowlist" | "none";
  network_allowlist: string[];
  limits: { cpu: string; memory_mb: number; time_sec: number };
  inputs: { name: string; sha256: string }[];
  outputs: string[];
}

/** A document held against what the host knows. */
export interface Binding {
  /** The names of broken rules, of the document and of the binding. */
  errors: string[];
  warnings: string[];
  authorization_state: AuthorizationState;
  route: Route;
  /** To be put to the gate before the run. The tool takes its arguments from here, never from the file. */
  event: ToolPrecheckEvent<RunArguments>;
}
