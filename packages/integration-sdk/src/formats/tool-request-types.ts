// What the functions of `toolRequest` take, in JavaScript's names. What they give is generated.

import type { Now } from "../gate.js";
import type { RiskDomain } from "../words.js";
import type { Report } from "./tool-request-shapes.js";

export type * from "./tool-request-shapes.js";

/** What every report about a document says. */
export type AnyReport = Omit<Report, "valid" | "request">;

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
