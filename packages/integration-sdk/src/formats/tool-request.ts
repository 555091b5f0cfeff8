// Tool Execution Requests: the approved document for running code.

import { own } from "../own.js";
import { answer, type FormatsEngine, small } from "./engine.js";
import { exactBytes, milliseconds, named, type Names, optionText } from "./given.js";
import type { Binding, CheckOptions, Digests, Facts, Report } from "./tool-request-types.js";

export type * from "./tool-request-types.js";

const LIMITS: Names = {
  maxCpuThousandths: "max_cpu_thousandths",
  maxMemoryMb: "max_memory_mb",
  maxTimeSec: "max_time_sec",
  maxApprovalAgeSec: "max_approval_age_sec",
  clockSkewSec: "clock_skew_sec",
};
const OPTIONS: Names = {
  fileName: "file_name",
  now: ["now_ms", (it) => milliseconds("now", it)],
  limits: ["limits", (it) => named("limits", it, LIMITS)],
};
const CAPABILITIES: Names = {
  networkAllowlist: "network_allowlist",
  wholeCoresOnly: "whole_cores_only",
  maxMemoryMb: "max_memory_mb",
  maxTimeSec: "max_time_sec",
};
const FACTS: Names = {
  ...OPTIONS,
  record: "record",
  inputs: "inputs",
  ledger: "ledger",
  capabilities: ["capabilities", (it) => named("capabilities", it, CAPABILITIES)],
  knownApprovers: "known_approvers",
  maxInputBytes: "max_input_bytes",
  maxRecordDelaySec: "max_record_delay_sec",
  toolName: "tool_name",
  riskDomain: "risk_domain",
};

/**
 * Checks a document, which is the file's bytes: an approval is for exactly these. Never throws for a
 * document, whatever it holds.
 *
 * @example
 * const report = toolRequest.check(readFileSync("TR-20260312-091500Z-survey.md"));
 * if (report.valid) report.request.argv;
 * else report.findings[0]; // { rule: "fm.missing", severity: "error", line: 1, column: 1, ... }
 */
export function check(document: Uint8Array, options: CheckOptions = {}): Report {
  const bytes = exactBytes("document", document);
  const text = optionText("options", named("options", options, OPTIONS));
  return said((engine) => engine.toolRequestCheck(bytes, text)) as Report;
}

/** The digest of the bytes, and that of their meaning, which line ends and the like leave alone. */
export function digests(document: Uint8Array): Digests {
  const bytes = exactBytes("document", document);
  return said((engine) => engine.toolRequestDigests(bytes)) as Digests;
}

/**
 * Holds a document against what the host knows, its approval, its inputs and its runner, and makes the
 * event for the gate.
 *
 * @example
 * const { event } = toolRequest.bind(bytes, { now: Date.now(), record, inputs, ledger, knownApprovers: ["m.okafor"] });
 * const decision = checkToolPrecheck(event);
 */
export function bind(document: Uint8Array, facts: Facts = {}): Binding {
  const bytes = exactBytes("document", document);
  const text = optionText("facts", named("facts", facts, FACTS));
  return said((engine) => engine.toolRequestBind(bytes, text)) as Binding;
}

/** An answer, unless it says that the options are not valid. */
function said(call: (engine: FormatsEngine) => string): object {
  const found = answer(small, call) as object;
  const error = own(found, "error");
  if (error !== undefined) throw new TypeError(String(error));
  return found;
}
