// The contract's events, the operator's policy and the gate's decision.
// Written by `cargo xtask gen` from `schemas/`; changes here are lost.

import type {
  AuthorizationState,
  Blocker,
  EvidenceKind,
  FaultCode,
  FreshnessStatus,
  GateDecision,
  Mode,
  RedactionStatus,
  RiskDomain,
  RiskLevel,
  Route,
  SubjectType,
  ToolCategory,
  TrustTier,
  VerbClass,
} from "./words.js";

/** When evidence was checked, and how old it is. */
export interface Freshness {
  /** What the source says about its age. */
  status?: FreshnessStatus | undefined;
  /** When the freshness was last checked, written like `retrieved_at`. */
  checked_at?: string | undefined;
  /** Age of the evidence in hours. */
  age_hours?: number | undefined;
  /**
   * Hours beyond which the ref is stale: of its `age_hours` or, without one, since it was checked or else
   * retrieved.
   */
  max_age_hours?: number | undefined;
  /** Redacted label of what told the freshness. */
  source?: string | undefined;
}

/**
 * A record that supports the call, its authorization or its risk, without its raw content. Only `source_id`
 * is required; production wants all of `kind`, `trust_tier`, `redaction_status`, `freshness` and `provenance`
 * as well.
 */
export interface EvidenceRef {
  /** Opaque reference to the source or record. */
  source_id: string;
  /** What kind of record this is. */
  kind?: EvidenceKind | undefined;
  /** Who vouches for it. Only `verified` and `runtime` support an authorization. */
  trust_tier?: TrustTier | undefined;
  /** What was taken out of it. A `sensitive` ref must not enter a check. */
  redaction_status?: RedactionStatus | undefined;
  /** Redacted free text. It can only make the route stricter. */
  summary?: string | undefined;
  /** Redacted source label such as `connector`, `policy`, `runtime` or `fixture`. */
  provenance?: string | undefined;
  /**
   * When the evidence was fetched, as an RFC 3339 date and time; a date alone, or a time without an offset,
   * is read as UTC. Another spelling is decided as a fault of the evidence, not of the form.
   */
  retrieved_at?: string | undefined;
  /** Where the evidence can be read. */
  citation_url?: string | undefined;
  /**
   * What the evidence speaks for, such as `tool_category:public_read` or `action:` followed by an action
   * digest.
   */
  supports?: readonly string[] | undefined;
  /** What the evidence speaks against. Any entry makes it contradictory. */
  contradicts?: readonly string[] | undefined;
  /** Whether the evidence is up to date. */
  freshness?: Freshness | undefined;
}

/** On whose authority a call is made: the kind of party and an opaque reference to it. */
export interface AuthorizationSubject {
  /** What kind of party this is. */
  subject_type: SubjectType;
  /** Opaque reference to the party. */
  subject_ref: string;
}

/**
 * One proposed tool call, described before it runs. The seven required fields are stable; fields that v1 does
 * not define are allowed and ignored.
 */
export interface ToolPrecheckEvent<Arguments = object> {
  /**
   * Exact name of the tool or function that the agent intends to call. The gate takes at most 256 bytes of
   * UTF-8; `maxLength` counts characters.
   */
  tool_name: string;
  /** Consequence class of the proposed call. `unknown` is not executable until the tool is classified. */
  tool_category: ToolCategory;
  /** Strongest verified authorization known before execution, from weakest to strongest. */
  authorization_state: AuthorizationState;
  /**
   * Redacted evidence used to classify the action, its authorization and its risk. Strings are for
   * quickstarts, production uses objects.
   */
  evidence_refs: readonly (string | EvidenceRef)[];
  /** Primary risk surface of the proposed action. */
  risk_domain: RiskDomain;
  /**
   * Arguments that the agent intends to pass to the tool. Secrets and private values are redacted where
   * possible.
   */
  proposed_arguments: Arguments;
  /**
   * The route that the runtime proposes, from laxest to strictest. The stricter of it and the inferred route
   * wins.
   */
  recommended_route: Route;
  /** Optional version marker, kept for earlier integrations. */
  schema_version?: "aana.agent_tool_precheck.v1" | undefined;
  /** Opaque id of the request, for the audit trail. */
  request_id?: string | undefined;
  /** Opaque id of the agent, for the audit trail. */
  agent_id?: string | undefined;
  /** What the user asked for, in free text. It never decides anything. */
  user_intent?: string | undefined;
  /** The party on whose authority the call is made: an opaque string, or an object. */
  authorization_subject?: string | AuthorizationSubject | undefined;
}

/**
 * Rules for commands. A rule is words, compared with the words of one command of a shell text and never with
 * the text.
 */
export interface CommandRules {
  /**
   * Commands that the operator has judged: they count as reads. Word for word; `*` as the last word stands
   * for any further words, and inside a word for any part of it.
   */
  allow?: readonly string[] | undefined;
  /**
   * Commands that do not run, whatever the evidence. The words that are no options have to come first; the
   * options may stand anywhere.
   */
  deny?: readonly string[] | undefined;
  /** Effects that no command may have, however it is spelled. */
  deny_effects?: readonly ("fs.write" | "fs.delete" | "fs.delete_recursive" | "fs.truncate" | "disk.overwrite" | "process.kill" | "account.delete" | "system.admin" | "git.push" | "git.force_push" | "git.discard" | "git.delete_ref" | "git.rewrite" | "net.send" | "net.upload" | "net.socket" | "net.download_to_file" | "net.remote_shell" | "pkg.install" | "pkg.remove" | "pkg.publish" | "infra.apply" | "cluster.delete" | "container.delete" | "resource.delete" | "resource.edit" | "code.run")[] | undefined;
  /** Whether every command has to match a rule of `allow`, those that only read included. */
  only?: boolean | undefined;
}

/** What the operator says about SQL. */
export interface SqlRules {
  /** The dialect of SQL arguments. Without it, what dialects read differently cannot be told. */
  dialect?: "postgres" | "mysql" | "sqlite" | "tsql" | "duckdb" | undefined;
  /** Functions of the database that change nothing. */
  read_functions?: readonly string[] | undefined;
  /** Effects that no statement may have. */
  deny_effects?: readonly ("sql.insert" | "sql.update" | "sql.delete" | "sql.no_where" | "sql.drop" | "sql.truncate" | "sql.alter" | "sql.create" | "sql.grant" | "sql.admin" | "sql.lock" | "sql.side_effect")[] | undefined;
  /**
   * `reads`: every statement has to be known to read, also one that is confirmed. Without it only
   * `deny_effects` forbids.
   */
  only?: "reads" | undefined;
}

/** What the operator says about paths. */
export interface PathRules {
  /** Absolute directories. A path that is not below one of them asks. */
  roots?: readonly string[] | undefined;
}

/** What the operator says about the hosts of addresses. */
export interface HostRules {
  /** Hosts that are fine, also where they are inside. */
  allow?: readonly string[] | undefined;
  /** Hosts that are not. */
  deny?: readonly string[] | undefined;
  /** Whether every host has to be in `allow`. */
  only?: boolean | undefined;
}

/** From where on a write needs an approval of exactly this action. */
export interface ArgumentLimits {
  /** How many recipients a message may have. */
  recipients?: number | undefined;
  /**
   * The largest amount by currency, and under `*` that of all others. A number, or a string of digits where a
   * number would lose some.
   */
  amount?: { readonly [name: string]: number | string } | undefined;
}

/** What the arguments of the tools are, by key. */
export type ArgumentKinds = { readonly [name: string]: "shell" | "argv" | "sql" | "graphql" | "path" | "dest" | "url" | "text" };

/**
 * What the operator says about the arguments of calls: commands, SQL, paths, hosts, requests, limits, and
 * what an argument is. Rules for the values of one tool stand in its entry.
 */
export interface ArgumentPolicy {
  /**
   * Rules for commands. A rule is words, compared with the words of one command of a shell text and never
   * with the text.
   */
  shell?: CommandRules | undefined;
  /** What the operator says about SQL. */
  sql?: SqlRules | undefined;
  /** What the operator says about paths. */
  paths?: PathRules | undefined;
  /** What the operator says about the hosts of addresses. */
  hosts?: HostRules | undefined;
  /** Requests that change nothing whatever their method: a method, a blank and a glob for addresses. */
  http_read?: readonly string[] | undefined;
  /** From where on a write needs an approval of exactly this action. */
  limits?: ArgumentLimits | undefined;
  /**
   * What an argument is, by tool name or glob and by key. For a tool that the glob names letter by letter it
   * is the operator's word. For another spelling of the name, and for a glob of wildcards, it only adds: an
   * argument that nothing would read is read. `text` ends the reading of an argument, so its glob has to name
   * tools.
   */
  kinds?: { readonly [name: string]: ArgumentKinds } | undefined;
}

/** At least one limit. */
export interface SumLimits {
  /** The largest sum. */
  at_most?: number | string | undefined;
  /** The smallest sum. */
  at_least?: number | string | undefined;
}

/**
 * What the value has to be. All that is given has to hold, and at least one of its keys beside `else` is
 * given.
 */
export interface ValueRule {
  /**
   * The value is one of these. Numbers are compared by value, also where one of both is a string; strings
   * letter by letter.
   */
  one_of?: readonly (string | number | boolean | null)[] | undefined;
  /**
   * The value is a string, or a list of strings, that fits one of these globs as a whole. `*` stays within a
   * component of a path, `**` does not, `?` is one character. An address goes by its host, a mail address by
   * its domain in lower case, a path without `..`. A list in one string (`a@x.example, b@x.example`) counts
   * element by element.
   */
  match?: readonly string[] | undefined;
  /**
   * The value is a string, or a list of strings, that fits none of these globs, in whatever case and letters
   * that look alike.
   */
  not_match?: readonly string[] | undefined;
  /** The value is a number, or a string that is one and nothing else, of at most this. */
  at_most?: number | string | undefined;
  /** The value is a number, or a string that is one and nothing else, of at least this. */
  at_least?: number | string | undefined;
  /** How many elements or members the value may have; in a string, how many texts a list in it may have. */
  max_items?: number | undefined;
  /** How many characters a string may have. */
  max_length?: number | undefined;
  /** Whether there has to be a value. A rule about a value wants one, unless this is `false`. */
  required?: boolean | undefined;
  /** Whether there must not be a value. */
  absent?: boolean | undefined;
  /**
   * Limits of sums: by pointer below the value, with `*` for every element. What is negative does not lower a
   * sum against `at_most`.
   */
  total?: { readonly [name: string]: SumLimits } | undefined;
  /**
   * The laxest route where the rule does not hold. `ask` is satisfied by a confirmed approval of exactly this
   * action; nothing satisfies `defer` and `refuse`.
   */
  else?: "ask" | "defer" | "refuse" | undefined;
}

/** What the value has to be for the entry to hold. */
export interface ValueCondition {
  /**
   * The value is one of these. Numbers are compared by value, also where one of both is a string; strings
   * letter by letter.
   */
  one_of?: readonly (string | number | boolean | null)[] | undefined;
  /**
   * The value is a string, or a list of strings, that fits one of these globs as a whole. `*` stays within a
   * component of a path, `**` does not, `?` is one character. An address goes by its host, a mail address by
   * its domain in lower case, a path without `..`. A list in one string (`a@x.example, b@x.example`) counts
   * element by element.
   */
  match?: readonly string[] | undefined;
  /**
   * The value is a string, or a list of strings, that fits none of these globs, in whatever case and letters
   * that look alike.
   */
  not_match?: readonly string[] | undefined;
  /** The value is a number, or a string that is one and nothing else, of at most this. */
  at_most?: number | string | undefined;
  /** The value is a number, or a string that is one and nothing else, of at least this. */
  at_least?: number | string | undefined;
  /** How many elements or members the value may have; in a string, how many texts a list in it may have. */
  max_items?: number | undefined;
  /** How many characters a string may have. */
  max_length?: number | undefined;
  /** Whether there has to be a value. A rule about a value wants one, unless this is `false`. */
  required?: boolean | undefined;
  /** Whether there must not be a value. */
  absent?: boolean | undefined;
  /**
   * Limits of sums: by pointer below the value, with `*` for every element. What is negative does not lower a
   * sum against `at_most`.
   */
  total?: { readonly [name: string]: SumLimits } | undefined;
}

/**
 * The time of the check is in this part of the week. `from` after `to` goes over midnight; the days are those
 * on which it begins.
 */
export interface EntryTime {
  /** On which days it begins; by default on every day. */
  days?: readonly ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | undefined;
  /** The first minute. */
  from?: string | undefined;
  /** The minute behind the last one. */
  to?: string | undefined;
  /** Of the times and days given here. */
  utc_offset?: string | undefined;
}

/**
 * For which calls the entry holds. For any other it is as if it were not there. All that is given has to be
 * met.
 */
export interface EntryCondition {
  /** The declared risk domain is one of these. */
  risk_domain?: readonly RiskDomain[] | undefined;
  /**
   * The `agent_id` fits one of these, in whatever case. A call that names no agent may be anybody's: the
   * entry holds for it. What an agent says of itself relieves nothing: such an entry has no `hints: false`,
   * no `allow_secret_arguments: true` and no category but `unknown`, and a tool that only such entries name
   * is not listed.
   */
  agent_id?: readonly string[] | undefined;
  /**
   * The `authorization_subject`, or its `subject_ref`, fits one of these. For a call that names none, what
   * tightens holds and what relieves does not.
   */
  authorization_subject?: readonly string[] | undefined;
  /**
   * The arguments meet these rules. Where nobody can tell, what tightens holds and what relieves does not.
   */
  argument?: { readonly [name: string]: ValueCondition } | undefined;
  /**
   * The time of the check is in this part of the week. `from` after `to` goes over midnight; the days are
   * those on which it begins.
   */
  time?: EntryTime | undefined;
}

/**
 * What the operator says about the tools that a pattern names. Of several entries that cover a tool, the
 * strictest counts, field by field.
 */
export interface ToolPolicy {
  /**
   * What the tool is. The stricter of this and the declared category counts, and it classifies an `unknown`
   * tool that the entry names letter by letter.
   */
  tool_category?: ToolCategory | undefined;
  /** The risk surface of the tool. */
  risk_domain?: RiskDomain | undefined;
  /** The weakest effective authorization state with which the tool may run. */
  minimum_authorization?: AuthorizationState | undefined;
  /**
   * The laxest route that the tool may get. `ask` is satisfied by a confirmed approval of exactly this
   * action, for reads as for writes; nothing satisfies `defer` and `refuse`.
   */
  route_floor?: Route | undefined;
  /**
   * Whether the verbs and nouns of the name may make a declared read stricter. `false` holds for the name
   * letter by letter, and only if no other entry that covers it says `true`. Argument keys that name somebody
   * count in any case.
   */
  hints?: boolean | undefined;
  /**
   * Whether the tool may be given secrets as arguments. `true` holds for the name letter by letter, and only
   * if no other entry that covers it says `false`.
   */
  allow_secret_arguments?: boolean | undefined;
  /**
   * What the values of arguments have to be, by JSON pointer below `proposed_arguments`; `*` stands for every
   * element or member, and the empty pointer for all arguments together. A key counts in every spelling. A
   * rule that does not hold makes the route stricter.
   */
  arguments?: { readonly [name: string]: ValueRule } | undefined;
  /**
   * For which calls the entry holds. For any other it is as if it were not there. All that is given has to be
   * met.
   */
  when?: EntryCondition | undefined;
}

/**
 * What an operator adds to the rules of the gate. A policy can tighten a decision and say what a tool is; it
 * cannot permit what the rules refuse.
 */
export interface Policy {
  /** Version marker of the policy. */
  schema_version?: "aana.policy.v1" | undefined;
  /** Whether the host is held to a decision or only watches it. The route is the same in both. */
  mode?: Mode | undefined;
  /**
   * `production` takes no string refs, wants every supporting ref of a private read or a write complete and
   * fresh, and takes an approval only if a verdict field says yes or it names this action.
   */
  evidence_profile?: "quickstart" | "production" | undefined;
  /**
   * Hours after which a timestamped ref is stale. Given here, it is also the most that a ref may allow itself
   * in `max_age_hours`.
   */
  max_evidence_age_hours?: number | undefined;
  /** Seconds by which a timestamp may lie in the future. */
  clock_skew_seconds?: number | undefined;
  /** Bytes that an event may have. */
  max_event_bytes?: number | undefined;
  /**
   * Risk domains whose writes are high risk, in addition to finance, devops, security, legal, pharma and
   * healthcare.
   */
  high_risk_domains?: readonly RiskDomain[] | undefined;
  /** What follows from a provider key, private key or signed token in an argument. */
  secret_arguments?: "ask" | "refuse" | "warn" | undefined;
  /** Whether an approval must name the action digest of the very call in `supports`. */
  require_bound_approval?: boolean | undefined;
  /**
   * Whose word counts for evidence. `trusted`: whoever calls the gate vouches for it. `attested`: only those
   * refs count, of whatever kind, that the host says it has checked itself, in the call and not in the event.
   */
  evidence?: "trusted" | "attested" | undefined;
  /**
   * What the operator says about the arguments of calls: commands, SQL, paths, hosts, requests, limits, and
   * what an argument is. Rules for the values of one tool stand in its entry.
   */
  arguments?: ArgumentPolicy | undefined;
  /**
   * What the operator says about tools, by exact name or by a glob with `*` and `?`. What tightens covers a
   * name in every spelling: `delete_file` covers `Delete-File`, `deleteFile` and `mcp__fs__delete_file`;
   * without wildcards and with two words or more also a name that ends with it (`fs_delete_file`,
   * `delete_file.v2`). What relieves holds only for the name letter by letter: `hints: false`,
   * `allow_secret_arguments`, a category for a tool that is declared `unknown`, and being listed. A pattern
   * of wildcards only and an entry with `when` tighten, and neither list a tool nor say what it is. A pattern
   * has none of `^`, `$`, `|`, `!`, `(` and `)`. Where several entries cover a name, the strictest of each
   * field counts, in whatever order they stand; a list gives a name several entries, which `when` tells
   * apart. A name or glob has at most 256 bytes of UTF-8; `maxLength` counts characters.
   */
  tools?: { readonly [name: string]: ToolPolicy | readonly ToolPolicy[] } | undefined;
  /**
   * Which names of declared reads are taken. `open`: every one that does not act. `strict`: only those that
   * say that the tool reads; any other asks, unless a person confirms the call or an entry names the tool
   * letter by letter with its category. The default is `strict` with the evidence profile `production`, else
   * `open`.
   */
  names?: "open" | "strict" | undefined;
  /** The laxest route of a tool that no entry of `tools` names letter by letter. */
  unlisted_tools?: Route | undefined;
}

/**
 * A step on the way to the route that is not a fault in itself. That the runtime recommended a stricter route
 * comes with that route.
 */
export type DecisionReason =
  | "policy_classified_tool"
  | "declared_read_reclassified_as_write"
  | "declared_read_is_interpreter"
  | "declared_read_reclassified_by_arguments"
  | "public_read_reclassified_identity_bound_private_read"
  | "public_read_reclassified_private_name"
  | "public_read_reclassified_by_arguments"
  | "authorization_lowered_to_evidence"
  | "public_read_needs_no_authorization"
  | "authorization_satisfies_private_read"
  | "authorization_satisfies_write"
  | "authorization_insufficient"
  | "tool_not_classified"
  | "evidence_blocks"
  | "arguments_block"
  | "policy_tightens"
  | "runtime_recommended_stricter_route:ask"
  | "runtime_recommended_stricter_route:defer"
  | "runtime_recommended_stricter_route:refuse"
  | "event_not_understood";

/** A warning that is a code alone. */
export type PlainWarning =
  | "authorization_state_not_supported_by_evidence"
  | "quickstart_evidence_refs"
  | "weak_trust_tier"
  | "self_attested_evidence"
  | "unknown_redaction_status"
  | "unknown_freshness"
  | "missing_freshness_timestamp"
  | "missing_provenance"
  | "declared_read_not_recognised"
  | "declared_read_acting_argument"
  | "approval_without_verdict"
  | "argument_secret_leak"
  | "argument_effect_unknown"
  | "argument_data_in_url"
  | "argument_hidden_text"
  | "argument_lookalike"
  | "argument_backtick_in_text"
  | "argument_secret_file"
  | "argument_device_path"
  | "argument_mass_effect"
  | "argument_amount_over_policy"
  | "argument_recipients_over_policy"
  | "argument_path_traversal"
  | "argument_path_form"
  | "argument_url_scheme"
  | "argument_url_ambiguous"
  | "argument_too_complex"
  | "policy_argument_rule"
  | "argument_kind_guessed"
  | "argument_privileged"
  | "argument_path_has_dotdot"
  | "argument_loopback_address"
  | "argument_private_address"
  | "argument_url_punycode"
  | "argument_opaque_text"
  | "approval_with_condition";

/**
 * Something worth fixing that does not change the route: a code, or `unknown_field:` and the pointer to a
 * field that the contract does not define.
 */
export type DecisionWarning = PlainWarning | `unknown_field:/${string}`;

/** One fault of form: where it is, of which kind, and in words. */
export interface Fault {
  /**
   * Where it is, as an RFC 6901 JSON pointer. A pointer of more than 512 bytes is cut and ends with `…`.
   */
  path: string;
  /** Of which kind. */
  code: FaultCode;
  /** What was found and what is allowed, in one sentence. Never the value. */
  message: string;
}

/** What the tool was taken for. */
export interface Classification {
  /** The category that the event declares; `null` if the event was not understood. */
  declared_category: ToolCategory | null;
  /** The category for which the decision was taken; `null` if the event was not understood. */
  effective_category: ToolCategory | null;
  /** What the verb in the name of the tool does; `null` if the event was not understood. */
  verb_class: VerbClass | null;
  /** Whether the call is a high-risk write. */
  high_risk: boolean | null;
  /** How dangerous the call is; `null` if the event was not understood. */
  risk_level: RiskLevel | null;
  /** Whether the call cannot be undone. */
  irreversible: boolean | null;
}

/** How the authorization was weighed. */
export interface AuthorizationReport {
  /** The authorization state that the event declares; `null` if the event was not understood. */
  declared_state: AuthorizationState | null;
  /** The strongest state that credible evidence supports. */
  evidence_supported_state: AuthorizationState | null;
  /** The state for which the decision was taken; `null` if the event was not understood. */
  effective_state: AuthorizationState | null;
  /**
   * The weakest state with which the call could run; `null` also for a tool of unknown category, which no
   * state lets run.
   */
  required_state: AuthorizationState | null;
}

/** An issue that keeps the call from running. */
export interface BlockingIssue {
  /** It blocks. */
  level: "blocker";
  /** The hard blocker. */
  code: Blocker;
  /**
   * Where it is, as an RFC 6901 JSON pointer. A pointer of more than 512 bytes is cut and ends with `…`.
   */
  path: string;
}

/** An issue that does not change the route. */
export interface WarningIssue {
  /** It does not block. */
  level: "warning";
  /** The warning. */
  code: PlainWarning;
  /**
   * Where it is, as an RFC 6901 JSON pointer. A pointer of more than 512 bytes is cut and ends with `…`.
   */
  path: string;
}

/** A fault or weakness of the evidence, or a secret in an argument: where it is, and whether it blocks. */
export type EvidenceIssue = BlockingIssue | WarningIssue;

/** What was found in the evidence: which refs were read, and what is wrong with them. */
export interface EvidenceIntegrity {
  /** How many refs were read. */
  checked_ref_count: number;
  /** Source ids that were read. The first hundred. */
  used_source_ids: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  used_source_ids_total?: number;
  /**
   * Each fault or weakness, with where it is: the first hundred, those that block before those that do not.
   */
  issues: EvidenceIssue[];
  /** How many there are, if the list of the same name does not hold all of them. */
  issues_total?: number;
  /** Source ids that mark missing information. The first hundred. */
  missing_source_ids: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  missing_source_ids_total?: number;
  /** Source ids that contradict. The first hundred. */
  contradictory_source_ids: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  contradictory_source_ids_total?: number;
  /** Whether the evidence may be named in a public log. */
  public_audit_ready: boolean;
}

/** A part of an argument: a command, a redirection, a statement. */
export interface Segment {
  /**
   * What runs, in words of the gate's own tables: `git push`, `sql delete`, or `?` for what they do not hold.
   * Never a word of the event.
   */
  program: string;
  /** What it does. */
  verdict: "reads" | "cannot_tell" | "writes";
  /** The class of what it changes; `null` if it changes nothing. */
  class: VerbClass | null;
  /** What exactly it changes. */
  effects: ("fs.write" | "fs.delete" | "fs.delete_recursive" | "fs.truncate" | "disk.overwrite" | "process.kill" | "account.delete" | "system.admin" | "git.push" | "git.force_push" | "git.discard" | "git.delete_ref" | "git.rewrite" | "net.send" | "net.upload" | "net.socket" | "net.download_to_file" | "net.remote_shell" | "pkg.install" | "pkg.remove" | "pkg.publish" | "infra.apply" | "cluster.delete" | "container.delete" | "resource.delete" | "resource.edit" | "code.run" | "sql.insert" | "sql.update" | "sql.delete" | "sql.no_where" | "sql.drop" | "sql.truncate" | "sql.alter" | "sql.create" | "sql.grant" | "sql.admin" | "sql.lock" | "sql.side_effect")[];
}

/** An argument that was read, with its parts. */
export interface ReadArgument {
  /** The argument. */
  path: string;
  /** What it was read as. */
  kind: "shell" | "argv" | "sql" | "graphql" | "path" | "dest" | "url" | "method" | "mail" | "text";
  /** The strictest verdict of its parts. */
  verdict: "reads" | "cannot_tell" | "writes";
  /** The class of the strongest part that writes; `null` if none does. */
  class: VerbClass | null;
  /** Its parts, the strictest first; at most 64 of all arguments together. */
  segments: Segment[];
}

/** What was found in the arguments of a call. */
export type ArgumentCode =
  | "argument_effect_unknown"
  | "argument_data_in_url"
  | "argument_hidden_text"
  | "argument_lookalike"
  | "argument_backtick_in_text"
  | "argument_secret_file"
  | "argument_device_path"
  | "argument_mass_effect"
  | "argument_amount_over_policy"
  | "argument_recipients_over_policy"
  | "argument_path_traversal"
  | "argument_path_form"
  | "argument_url_scheme"
  | "argument_url_ambiguous"
  | "argument_too_complex"
  | "argument_path_outside_roots"
  | "argument_not_in_allow_list"
  | "argument_host_not_allowed"
  | "argument_raw"
  | "argument_metadata_address"
  | "argument_rule_denied"
  | "policy_argument_rule"
  | "argument_kind_guessed"
  | "argument_privileged"
  | "argument_path_has_dotdot"
  | "argument_loopback_address"
  | "argument_private_address"
  | "argument_url_punycode"
  | "argument_opaque_text";

/** What was found in an argument, and where. */
export interface ArgumentFinding {
  /** What was found. */
  code: ArgumentCode;
  /** The argument. */
  path: string;
}

/** What the arguments do, as far as they can be read. Never holds a value of the event. */
export interface ArgumentReport {
  /**
   * The strictest verdict of all parts: whether they only read, whether nobody can tell, or whether one
   * changes something; `null` if the event was not understood.
   */
  verdict: "reads" | "cannot_tell" | "writes" | null;
  /** The class of the strongest part that writes; `null` if none does. */
  class: VerbClass | null;
  /**
   * The arguments that were read: the first hundred, those that may change something before those that only
   * read.
   */
  arguments: ReadArgument[];
  /** How many there are, if the list of the same name does not hold all of them. */
  arguments_total?: number;
  /** How many parts all arguments have, if not all of them are listed. */
  segments_total?: number;
  /** What was found, each with its place: the first hundred. */
  codes: ArgumentFinding[];
  /** How many there are, if the list of the same name does not hold all of them. */
  codes_total?: number;
}

/** What the score is made of, each in whole hundredths. */
export interface AixComponents {
  /** How far the effective state satisfies the required one. */
  P: number;
  /** The share of refs that are credible and fresh. */
  F: number;
  /** One less a quarter for each hard blocker. */
  C: number;
}

/** The decision as a score. */
export interface Aix {
  /** Version of the score. */
  aix_version: "0.1";
  /**
   * A number in the band of the route: accept 0.85 to 1, ask 0.60 to 0.84, defer 0.30 to 0.59, refuse 0 to
   * 0.29.
   */
  score: number;
  /** What the score is made of, each in whole hundredths. */
  components: AixComponents;
  /** The route of the decision. */
  decision: Route;
  /** As in the decision. */
  hard_blockers: Blocker[];
}

/** A stronger authorization is needed: at least this state. */
export interface AuthorizationNeed {
  authorization_state: AuthorizationState;
}

/**
 * Evidence of this kind is needed. Where `bound` stands, it has to list `action:` and the action digest in
 * `supports`.
 */
export interface EvidenceNeed {
  evidence_kind: EvidenceKind;
  /** The evidence has to name exactly this action. */
  bound?: true;
}

/** Something in the event has to be corrected: the pointer to it. */
export interface FixNeed {
  fix: string;
}

/** The tool has to be classified: the event or the policy has to say its category. */
export interface ClassifyNeed {
  classify: "tool_category";
}

/** Something has to be taken out of the event: the pointer to it. */
export interface RemoveNeed {
  remove: string;
}

/** Other arguments are needed: this was found in the one to which the pointer points. */
export interface ArgumentNeed {
  argument: string;
  /** What was found in the arguments of a call. */
  code: ArgumentCode;
}

/** Only another policy lets the call run: the pointer to the field of the policy that keeps it. */
export interface PolicyNeed {
  policy: string;
}

/** An approval has to name this action digest. */
export interface ApprovalNeed {
  approval_for: string;
}

/** One thing that would change the route: exactly one of these. */
export type Need =
  | AuthorizationNeed
  | EvidenceNeed
  | FixNeed
  | ClassifyNeed
  | RemoveNeed
  | ArgumentNeed
  | PolicyNeed
  | ApprovalNeed;

/** What would change the route: as a sentence for people, as one for the model, and as data. */
export interface Recovery {
  /** What would change the route, in one sentence for a person. */
  suggestion: string;
  /**
   * What the model that proposed the call can do itself, in one sentence; where it can do nothing, that it is
   * to stop and to tell its user why.
   */
  for_model: string;
  /** The same as data, one thing in each entry: the first hundred. */
  needs: Need[];
  /** How many there are, if the list of the same name does not hold all of them. */
  needs_total?: number;
}

/** What a host may do with the decision. */
export interface ExecutionPolicy {
  /** Whether the host is held to the decision. */
  mode: Mode;
  /** Whether the host may go on. Always true in `shadow`. */
  execution_allowed: boolean;
  /** Whether the gate accepts the call, whatever the mode. */
  aana_allows_execution: boolean;
  /** Why the host may or may not go on. */
  reason: "aana_accepted" | "route_not_accept" | "shadow_mode_only_observes" | "decision_not_well_formed";
  /** The only route that executes. */
  required_route: "accept";
}

/** Source ids by what they did for the decision. */
export interface NamedEvidence {
  /** Source ids that were read. The first hundred. */
  used: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  used_total?: number;
  /** Source ids that mark missing information. The first hundred. */
  missing: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  missing_total?: number;
  /** Source ids that contradict. The first hundred. */
  contradictory: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  contradictory_total?: number;
}

/** What the arguments do: codes and words, no pointer and no value. */
export interface ArgumentSummary {
  /** As in the decision. */
  verdict: "reads" | "cannot_tell" | "writes" | null;
  /** As in the decision. */
  class: VerbClass | null;
  /** What was found. */
  codes: ArgumentCode[];
}

/** A fault of form as an audit log may hold it: where it is and of which kind. */
export interface FaultPlace {
  /**
   * Where it is, as an RFC 6901 JSON pointer. A pointer of more than 512 bytes is cut and ends with `…`.
   */
  path: string;
  /**
   * What kind of fault of form it is. A host adds `arguments_invalid` for a tool whose descriptor does not
   * take the arguments, and `gate_failed` where no gate decided.
   */
  code: FaultCode;
}

/** What may be kept of the decision: codes, words and opaque ids, no value of the call. */
export interface AuditEvent {
  /** Version marker. */
  audit_event_version: "aana.audit_safe_decision.v1";
  /** As in the decision. */
  route: Route;
  /** As in the decision. */
  gate_decision: GateDecision;
  /** As in the decision. */
  hard_blockers: Blocker[];
  /** As in the decision. */
  reasons: DecisionReason[];
  /**
   * A number in the band of the route: accept 0.85 to 1, ask 0.60 to 0.84, defer 0.30 to 0.59, refuse 0 to
   * 0.29.
   */
  aix_score: number;
  /** The name of the tool as declared, or `sha256:` and 16 hex digits where it must not be shown. */
  tool_name: string | null;
  /** The category that the event declares; `null` if the event was not understood. */
  tool_category: ToolCategory | null;
  /** The category for which the decision was taken; `null` if the event was not understood. */
  effective_category: ToolCategory | null;
  /** As in the decision. */
  risk_domain: RiskDomain | null;
  /** The authorization state that the event declares; `null` if the event was not understood. */
  authorization_state: AuthorizationState | null;
  /** The state for which the decision was taken; `null` if the event was not understood. */
  effective_authorization_state: AuthorizationState | null;
  /** Source ids by what they did for the decision. */
  evidence_refs: NamedEvidence;
  /**
   * The top-level argument keys, sorted. A key that names a secret is `[redacted_sensitive_key]`. The first
   * hundred.
   */
  proposed_argument_keys: string[];
  /** How many there are, if the list of the same name does not hold all of them. */
  proposed_argument_keys_total?: number;
  /** What the arguments do: codes and words, no pointer and no value. */
  argument_report: ArgumentSummary;
  /**
   * `sha256:` and the SHA-256 of the canonical JSON of tool name, proposed arguments, authorization subject
   * and the digests of plans that evidence refs name (`aai-plan:`). It identifies the call; `null` if the
   * event was not understood.
   */
  action_digest: string | null;
  /** As in the event, or `sha256:` and 16 hex digits where it must not be shown. */
  request_id: string | null;
  /** As in the event, or `sha256:` and 16 hex digits where it must not be shown. */
  agent_id: string | null;
  /** Whether this event may stand in a public log. */
  public_audit_log_allowed: boolean;
  /** Always false. */
  raw_payload_logged: false;
  /** The time that the check was given, RFC 3339 in UTC with milliseconds. */
  decided_at: string;
  /** Path and code of each fault of form, the first hundred. */
  validation_errors: FaultPlace[];
  /** How many there are, if the list of the same name does not hold all of them. */
  validation_errors_total?: number;
}

/** The decision in the shape of the SDK and API envelope. */
export interface ArchitectureDecision {
  /** As in the decision. */
  route: Route;
  /** As in the decision. */
  gate_decision: GateDecision;
  /**
   * A number in the band of the route: accept 0.85 to 1, ask 0.60 to 0.84, defer 0.30 to 0.59, refuse 0 to
   * 0.29.
   */
  aix_score: number;
  /** As in the decision. */
  hard_blockers: Blocker[];
  /** The blockers that ask for evidence or authorization. */
  missing_evidence: Blocker[];
  /** Source ids by what they did for the decision. */
  evidence_refs: NamedEvidence;
  /** The authorization state that the event declares; `null` if the event was not understood. */
  authorization_state: AuthorizationState | null;
  /** The name of the tool as declared, or `sha256:` and 16 hex digits where it must not be shown. */
  tool_name: string | null;
  /** The category that the event declares; `null` if the event was not understood. */
  tool_category: ToolCategory | null;
  /** As in the decision. */
  risk_domain: RiskDomain | null;
  /** As in `recovery`. */
  recovery_suggestion: string;
  /** As in the decision. */
  audit_event: AuditEvent;
}

/**
 * What the gate says about one proposed tool call. The tool runs only if the route is `accept`, the gate
 * passes and nothing blocks.
 */
export interface Decision {
  /** The contract that the decision follows. */
  contract_version: "aana.agent_tool_precheck.v1";
  /** Version of the gate that decided. */
  gate_version: string;
  /** What happens to the call. It runs only if this is `accept`. */
  route: Route;
  /** `pass` exactly if the route is `accept`. */
  gate_decision: GateDecision;
  /** The route again, under the contract's name for what the host should do. */
  recommended_action: Route;
  /** Every rule that keeps the call from running, in the order of the rules, without repeats. */
  hard_blockers: Blocker[];
  /** The steps on the way to the route, in order. */
  reasons: DecisionReason[];
  /**
   * Things worth fixing that do not change the route. Of `unknown_field`, which is there once for each such
   * field, the first hundred.
   */
  warnings: DecisionWarning[];
  /** How many there are, if the list of the same name does not hold all of them. */
  warnings_total?: number;
  /** The faults of form in the event, the first hundred. Never holds a value of the event. */
  validation_errors: Fault[];
  /** How many there are, if the list of the same name does not hold all of them. */
  validation_errors_total?: number;
  /** The name of the tool as declared, or `sha256:` and 16 hex digits where it must not be shown. */
  tool_name: string | null;
  /** The category that the event declares; `null` if the event was not understood. */
  tool_category: ToolCategory | null;
  /** The authorization state that the event declares; `null` if the event was not understood. */
  authorization_state: AuthorizationState | null;
  /** The primary risk surface of the call; `null` if the event was not understood. */
  risk_domain: RiskDomain | null;
  /** The route of the gate's own rules, before the runtime's recommendation counts. */
  aana_route: Route;
  /** The route that the runtime recommended; `null` if the event was not understood. */
  runtime_recommended_route: Route | null;
  /** `pass` if `aana_route` is `accept` and nothing blocks. */
  candidate_gate: GateDecision;
  /** What the tool was taken for. */
  classification: Classification;
  /** How the authorization was weighed. */
  authorization_report: AuthorizationReport;
  /** What was found in the evidence: which refs were read, and what is wrong with them. */
  evidence_integrity: EvidenceIntegrity;
  /** What the arguments do, as far as they can be read. Never holds a value of the event. */
  argument_report: ArgumentReport;
  /** The decision as a score. */
  aix: Aix;
  /**
   * `sha256:` and the SHA-256 of the canonical JSON of tool name, proposed arguments, authorization subject
   * and the digests of plans that evidence refs name (`aai-plan:`). It identifies the call; `null` if the
   * event was not understood.
   */
  action_digest: string | null;
  /** What would change the route: as a sentence for people, as one for the model, and as data. */
  recovery: Recovery;
  /** What a host may do with the decision. */
  execution_policy: ExecutionPolicy;
  /** What may be logged of the decision. */
  audit_event: AuditEvent;
  /** The decision in the shape of the SDK and API envelope. */
  architecture_decision: ArchitectureDecision;
}
