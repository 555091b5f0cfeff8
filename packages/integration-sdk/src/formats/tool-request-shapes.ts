// What the functions of `toolRequest` give.
// Written by `cargo xtask gen` from `schemas/`; changes here are lost.

import type { ToolPrecheckEvent } from "../types.js";
import type { AuthorizationState, RiskLevel, Route } from "../words.js";

/** How much a broken rule weighs: an `error` keeps a document from being taken. */
export type Severity = "error" | "warning";

/** One broken rule, and where in the document. */
export interface Finding {
  /** The rule's name, such as `field.missing`; `aana codes` lists all. */
  rule: string;
  /** What is only a warning leaves the document valid. */
  severity: Severity;
  /** From 1. */
  line: number;
  /** From 1, in characters. */
  column: number;
  /** One sentence, without any value that could be a secret. */
  message: string;
}

/** An input as the document declares it. */
export interface Input {
  /** The name of the file. */
  name: string;
  /** The digest of its bytes. */
  sha256: string;
}

/** What a valid document asks for. */
export interface Request {
  /** The id of the request. */
  request_id: string;
  /** When it was made. */
  created_utc: string;
  /** Who made it. */
  requested_by: "human" | "core_draft";
  /** Who approved it, as the document says. */
  approved_by: string;
  /** When, as the document says. */
  approved_utc: string;
  /** What it is for. */
  purpose: string;
  /** The language of the program. */
  language: "python" | "node" | "ts" | "go" | "ruby";
  /** The hosts that may be reached; `null` for no network. */
  network_allowlist: string[] | null;
  /** The cores that it may use. */
  cpu_limit: string;
  /** The memory that it may use. */
  memory_limit_mb: number;
  /** The time that it may take. */
  time_limit_sec: number;
  /** The files that it reads. */
  inputs: Input[];
  /** The files that it writes. */
  outputs: string[];
  /** The command, word by word. */
  argv: string[];
  /** How dangerous it is, as the document says. */
  risk_level: RiskLevel;
  /** How confidential its data is, as the document says. */
  data_sensitivity: "public" | "internal" | "confidential";
  /** The program's own file is not one of the hashed inputs. */
  script_unbound: boolean;
}

/** What is said of a valid document. */
export interface ValidReport {
  /** Whether no rule of severity `error` is broken. */
  valid: true;
  /** The strictest route that a broken rule leads to. */
  route: Route;
  /** The names of broken rules of severity `error`, sorted. */
  errors: string[];
  /** Those of severity `warning`. */
  warnings: string[];
  /** Every broken rule. */
  findings: Finding[];
  /** The digest of the bytes. */
  document_sha256: string;
  /** The digest of what the document means; `null` if it cannot be read so far. */
  content_sha256: string | null;
  /** The id of the request. */
  request_id: string | null;
  /** What it asks for; `null` if it is not valid. */
  request: Request;
}

/** What is said of a document that is not valid. */
export interface InvalidReport {
  /** Whether no rule of severity `error` is broken. */
  valid: false;
  /** The strictest route that a broken rule leads to. */
  route: Route;
  /** The names of broken rules of severity `error`, sorted. */
  errors: string[];
  /** Those of severity `warning`. */
  warnings: string[];
  /** Every broken rule. */
  findings: Finding[];
  /** The digest of the bytes. */
  document_sha256: string;
  /** The digest of what the document means; `null` if it cannot be read so far. */
  content_sha256: string | null;
  /** The id of the request. */
  request_id: string | null;
  /** What it asks for; `null` if it is not valid. */
  request: null;
}

/** What is said of a document: with the request, if it is valid. */
export type Report = ValidReport | InvalidReport;

/** Of the bytes, and of what they mean. */
export interface Digests {
  /** The digest of the bytes. */
  document_sha256: string;
  /** The digest of what the document means; `null` if it cannot be read so far. */
  content_sha256: string | null;
}

/** The digest of a document that is not valid. */
export interface InvalidArguments {
  /** The digest of the bytes. */
  document_sha256: string;
}

/** What the run is held to. */
export interface RunLimits {
  /** The cores. */
  cpu: string;
  /** The memory. */
  memory_mb: number;
  /** The time. */
  time_sec: number;
}

/** What the tool has to be called with. Words and names stay out of confidential data. */
export interface ValidArguments {
  /** The digest of the bytes. */
  document_sha256: string;
  /** The digest of what the document means. */
  content_sha256: string | null;
  /** The language of the program. */
  language: "python" | "node" | "ts" | "go" | "ruby";
  /** The command, word by word. */
  argv: string[];
  /** Whether hosts may be reached. */
  network: "allowlist" | "none";
  /** Which. */
  network_allowlist: string[];
  /** What the run is held to. */
  limits: RunLimits;
  /** The files that it reads. */
  inputs: Input[];
  /** The files that it writes. */
  outputs: string[];
}

/** The arguments of the event: the digest alone for a document that is not valid. */
export type RunArguments = InvalidArguments | ValidArguments;

/** An input that is not as declared, or a file that is not declared. */
export interface InputFinding {
  /** The rule's name, such as `bind.input_hash_mismatch`. */
  rule: string;
  /** A file that is not declared is a warning: it is not staged. */
  severity: Severity;
  /** The path of the file below the folder of the inputs. */
  name: string;
  /** The digest that the document declares; `null` for a file that it does not declare. */
  declared_sha256: string | null;
  /** The digest of what is there; `null` if it could not be measured. */
  found_sha256: string | null;
  /** One sentence, without the name of the file. */
  message: string;
}

/** A document held against what the host knows. */
export interface Binding {
  /** The names of broken rules, of the document and of the binding. */
  errors: string[];
  /** Those of severity `warning`. */
  warnings: string[];
  /** How strongly the run is authorized. */
  authorization_state: AuthorizationState;
  /** The strictest route that a broken rule leads to. */
  route: Route;
  /** Which input differs and how, and which files are not declared; empty if nobody looked. */
  inputs: InputFinding[];
  /**
   * The event to put to the gate before the run. The tool takes its arguments from here, never from the file.
   */
  event: ToolPrecheckEvent<RunArguments>;
}
