"""The shapes of events, policies and decisions, for type checkers.

Written by `cargo xtask gen` from `schemas/`; changes here are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, final

from aana._words import (
    CODES,
    AuthorizationState,
    Blocker,
    EvidenceKind,
    FaultCode,
    FreshnessStatus,
    GateWord,
    Mode,
    Reason,
    RedactionStatus,
    RiskDomain,
    RiskLevel,
    Route,
    SubjectType,
    ToolCategory,
    TrustTier,
    VerbClass,
    WarningCode,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

__all__ = [
    "CODES",
    "Aix",
    "AixComponents",
    "ApprovalNeed",
    "ArchitectureDecision",
    "ArgumentCode",
    "ArgumentFinding",
    "ArgumentKinds",
    "ArgumentLimits",
    "ArgumentNeed",
    "ArgumentPolicy",
    "ArgumentReport",
    "ArgumentSummary",
    "AuditEvent",
    "AuthorizationNeed",
    "AuthorizationReport",
    "AuthorizationState",
    "AuthorizationSubject",
    "Blocker",
    "BlockingIssue",
    "Classification",
    "ClassifyNeed",
    "CommandRules",
    "Decision",
    "DecisionReason",
    "DecisionWarning",
    "EntryCondition",
    "EntryTime",
    "Event",
    "EvidenceIntegrity",
    "EvidenceIssue",
    "EvidenceKind",
    "EvidenceNeed",
    "EvidenceRef",
    "ExecutionPolicy",
    "Fault",
    "FaultCode",
    "FaultPlace",
    "FixNeed",
    "Freshness",
    "FreshnessStatus",
    "GateWord",
    "HostRules",
    "Mode",
    "NamedEvidence",
    "Need",
    "PathRules",
    "PlainWarning",
    "Policy",
    "PolicyNeed",
    "ReadArgument",
    "Reason",
    "Recovery",
    "RedactionStatus",
    "RemoveNeed",
    "RiskDomain",
    "RiskLevel",
    "Route",
    "Segment",
    "SqlRules",
    "SubjectType",
    "SumLimits",
    "ToolCategory",
    "ToolPolicy",
    "TrustTier",
    "ValueCondition",
    "ValueRule",
    "VerbClass",
    "WarningCode",
    "WarningIssue",
]


class Freshness(TypedDict, total=False):
    """When evidence was checked, and how old it is."""

    status: FreshnessStatus
    """What the source says about its age."""
    checked_at: str | datetime
    """When the freshness was last checked, written like `retrieved_at`."""
    age_hours: float
    """Age of the evidence in hours."""
    max_age_hours: float
    """Hours beyond which the ref is stale: of its `age_hours` or, without one, since it was checked or
    else retrieved.
    """
    source: str
    """Redacted label of what told the freshness."""


class _RequiredEvidenceRef(TypedDict):
    """The members of `EvidenceRef` that are always there."""

    source_id: str
    """Opaque reference to the source or record."""


class EvidenceRef(_RequiredEvidenceRef, total=False):
    """A record that supports the call, its authorization or its risk, without its raw content.

    Only `source_id` is required; production wants all of `kind`, `trust_tier`, `redaction_status`,
    `freshness` and `provenance` as well.
    """

    kind: EvidenceKind
    """What kind of record this is."""
    trust_tier: TrustTier
    """Who vouches for it. Only `verified` and `runtime` support an authorization."""
    redaction_status: RedactionStatus
    """What was taken out of it. A `sensitive` ref must not enter a check."""
    summary: str
    """Redacted free text. It can only make the route stricter."""
    provenance: str
    """Redacted source label such as `connector`, `policy`, `runtime` or `fixture`."""
    retrieved_at: str | datetime
    """When the evidence was fetched, as an RFC 3339 date and time; a date alone, or a time without an
    offset, is read as UTC.

    Another spelling is decided as a fault of the evidence, not of the form.
    """
    citation_url: str
    """Where the evidence can be read."""
    supports: Sequence[str]
    """What the evidence speaks for, such as `tool_category:public_read` or `action:` followed by an action
    digest.
    """
    contradicts: Sequence[str]
    """What the evidence speaks against. Any entry makes it contradictory."""
    freshness: Freshness
    """Whether the evidence is up to date."""


class AuthorizationSubject(TypedDict):
    """On whose authority a call is made: the kind of party and an opaque reference to it."""

    subject_type: SubjectType
    """What kind of party this is."""
    subject_ref: str
    """Opaque reference to the party."""


class _RequiredEvent(TypedDict):
    """The members of `Event` that are always there."""

    tool_name: str
    """Exact name of the tool or function that the agent intends to call.

    The gate takes at most 256 bytes of UTF-8; `maxLength` counts characters.
    """
    tool_category: ToolCategory
    """Consequence class of the proposed call. `unknown` is not executable until the tool is classified."""
    authorization_state: AuthorizationState
    """Strongest verified authorization known before execution, from weakest to strongest."""
    evidence_refs: Sequence[str | EvidenceRef]
    """Redacted evidence used to classify the action, its authorization and its risk.

    Strings are for quickstarts, production uses objects.
    """
    risk_domain: RiskDomain
    """Primary risk surface of the proposed action."""
    proposed_arguments: dict[str, Any]
    """Arguments that the agent intends to pass to the tool.

    Secrets and private values are redacted where possible.
    """
    recommended_route: Route
    """The route that the runtime proposes, from laxest to strictest.

    The stricter of it and the inferred route wins.
    """


class Event(_RequiredEvent, total=False):
    """One proposed tool call, described before it runs.

    The seven required fields are stable; fields that v1 does not define are allowed and ignored.
    """

    schema_version: Literal["aana.agent_tool_precheck.v1"]
    """Optional version marker, kept for earlier integrations."""
    request_id: str
    """Opaque id of the request, for the audit trail."""
    agent_id: str
    """Opaque id of the agent, for the audit trail."""
    user_intent: str
    """What the user asked for, in free text. It never decides anything."""
    authorization_subject: str | AuthorizationSubject
    """The party on whose authority the call is made: an opaque string, or an object."""


class CommandRules(TypedDict, total=False):
    """Rules for commands.

    A rule is words, compared with the words of one command of a shell text and never with the text.
    """

    allow: Sequence[str]
    """Commands that the operator has judged: they count as reads.

    Word for word; `*` as the last word stands for any further words, and inside a word for any part of it.
    """
    deny: Sequence[str]
    """Commands that do not run, whatever the evidence.

    The words that are no options have to come first; the options may stand anywhere.
    """
    deny_effects: Sequence[
        Literal[
            "fs.write",
            "fs.delete",
            "fs.delete_recursive",
            "fs.truncate",
            "disk.overwrite",
            "process.kill",
            "account.delete",
            "system.admin",
            "git.push",
            "git.force_push",
            "git.discard",
            "git.delete_ref",
            "git.rewrite",
            "net.send",
            "net.upload",
            "net.socket",
            "net.download_to_file",
            "net.remote_shell",
            "pkg.install",
            "pkg.remove",
            "pkg.publish",
            "infra.apply",
            "cluster.delete",
            "container.delete",
            "resource.delete",
            "resource.edit",
            "code.run",
        ]
    ]
    """Effects that no command may have, however it is spelled."""
    only: bool
    """Whether every command has to match a rule of `allow`, those that only read included."""


class SqlRules(TypedDict, total=False):
    """What the operator says about SQL."""

    dialect: Literal["postgres", "mysql", "sqlite", "tsql", "duckdb"]
    """The dialect of SQL arguments. Without it, what dialects read differently cannot be told."""
    read_functions: Sequence[str]
    """Functions of the database that change nothing."""
    deny_effects: Sequence[
        Literal[
            "sql.insert",
            "sql.update",
            "sql.delete",
            "sql.no_where",
            "sql.drop",
            "sql.truncate",
            "sql.alter",
            "sql.create",
            "sql.grant",
            "sql.admin",
            "sql.lock",
            "sql.side_effect",
        ]
    ]
    """Effects that no statement may have."""
    only: Literal["reads"]
    """`reads`: every statement has to be known to read, also one that is confirmed.

    Without it only `deny_effects` forbids.
    """


class PathRules(TypedDict, total=False):
    """What the operator says about paths."""

    roots: Sequence[str]
    """Absolute directories. A path that is not below one of them asks."""


class HostRules(TypedDict, total=False):
    """What the operator says about the hosts of addresses."""

    allow: Sequence[str]
    """Hosts that are fine, also where they are inside."""
    deny: Sequence[str]
    """Hosts that are not."""
    only: bool
    """Whether every host has to be in `allow`."""


class ArgumentLimits(TypedDict, total=False):
    """From where on a write needs an approval of exactly this action."""

    recipients: int
    """How many recipients a message may have."""
    amount: dict[str, float | str]
    """The largest amount by currency, and under `*` that of all others.

    A number, or a string of digits where a number would lose some.
    """


ArgumentKinds = dict[str, Literal["shell", "argv", "sql", "graphql", "path", "dest", "url", "text"]]
"""What the arguments of the tools are, by key."""


class ArgumentPolicy(TypedDict, total=False):
    """What the operator says about the arguments of calls: commands, SQL, paths, hosts, requests, limits,
    and what an argument is.

    Rules for the values of one tool stand in its entry.
    """

    shell: CommandRules
    """Rules for commands.

    A rule is words, compared with the words of one command of a shell text and never with the text.
    """
    sql: SqlRules
    """What the operator says about SQL."""
    paths: PathRules
    """What the operator says about paths."""
    hosts: HostRules
    """What the operator says about the hosts of addresses."""
    http_read: Sequence[str]
    """Requests that change nothing whatever their method: a method, a blank and a glob for addresses."""
    limits: ArgumentLimits
    """From where on a write needs an approval of exactly this action."""
    kinds: dict[str, ArgumentKinds]
    """What an argument is, by tool name or glob and by key.

    For a tool that the glob names letter by letter it is the operator's word. For another spelling of the
    name, and for a glob of wildcards, it only adds: an argument that nothing would read is read. `text` ends
    the reading of an argument, so its glob has to name tools.
    """


class SumLimits(TypedDict, total=False):
    """At least one limit."""

    at_most: float | str
    """The largest sum."""
    at_least: float | str
    """The smallest sum."""


ValueRule = TypedDict(
    "ValueRule",
    {
        "one_of": "Sequence[str | float | bool | None]",
        "match": "Sequence[str]",
        "not_match": "Sequence[str]",
        "at_most": "float | str",
        "at_least": "float | str",
        "max_items": "int",
        "max_length": "int",
        "required": "bool",
        "absent": "bool",
        "total": "dict[str, SumLimits]",
        "else": 'Literal["ask", "defer", "refuse"]',
    },
    total=False,
)
"""What the value has to be.

All that is given has to hold, and at least one of its keys beside `else` is given.
"""


class ValueCondition(TypedDict, total=False):
    """What the value has to be for the entry to hold."""

    one_of: Sequence[str | float | bool | None]
    """The value is one of these.

    Numbers are compared by value, also where one of both is a string; strings letter by letter.
    """
    match: Sequence[str]
    """The value is a string, or a list of strings, that fits one of these globs as a whole.

    `*` stays within a component of a path, `**` does not, `?` is one character. An address goes by its host,
    a mail address by its domain in lower case, a path without `..`. A list in one string (`a@x.example,
    b@x.example`) counts element by element.
    """
    not_match: Sequence[str]
    """The value is a string, or a list of strings, that fits none of these globs, in whatever case and
    letters that look alike.
    """
    at_most: float | str
    """The value is a number, or a string that is one and nothing else, of at most this."""
    at_least: float | str
    """The value is a number, or a string that is one and nothing else, of at least this."""
    max_items: int
    """How many elements or members the value may have; in a string, how many texts a list in it may have."""
    max_length: int
    """How many characters a string may have."""
    required: bool
    """Whether there has to be a value. A rule about a value wants one, unless this is `false`."""
    absent: bool
    """Whether there must not be a value."""
    total: dict[str, SumLimits]
    """Limits of sums: by pointer below the value, with `*` for every element.

    What is negative does not lower a sum against `at_most`.
    """


EntryTime = TypedDict(
    "EntryTime",
    {
        "days": 'Sequence[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]',
        "from": "str",
        "to": "str",
        "utc_offset": "str",
    },
    total=False,
)
"""The time of the check is in this part of the week.

`from` after `to` goes over midnight; the days are those on which it begins.
"""


class EntryCondition(TypedDict, total=False):
    """For which calls the entry holds.

    For any other it is as if it were not there. All that is given has to be met.
    """

    risk_domain: Sequence[RiskDomain]
    """The declared risk domain is one of these."""
    agent_id: Sequence[str]
    """The `agent_id` fits one of these, in whatever case.

    A call that names no agent may be anybody's: the entry holds for it. What an agent says of itself relieves
    nothing: such an entry has no `hints: false`, no `allow_secret_arguments: true` and no category but
    `unknown`, and a tool that only such entries name is not listed.
    """
    authorization_subject: Sequence[str]
    """The `authorization_subject`, or its `subject_ref`, fits one of these.

    For a call that names none, what tightens holds and what relieves does not.
    """
    argument: dict[str, ValueCondition]
    """The arguments meet these rules.

    Where nobody can tell, what tightens holds and what relieves does not.
    """
    time: EntryTime
    """The time of the check is in this part of the week.

    `from` after `to` goes over midnight; the days are those on which it begins.
    """


class ToolPolicy(TypedDict, total=False):
    """What the operator says about the tools that a pattern names.

    Of several entries that cover a tool, the strictest counts, field by field.
    """

    tool_category: ToolCategory
    """What the tool is.

    The stricter of this and the declared category counts, and it classifies an `unknown` tool that the entry
    names letter by letter.
    """
    risk_domain: RiskDomain
    """The risk surface of the tool."""
    minimum_authorization: AuthorizationState
    """The weakest effective authorization state with which the tool may run."""
    route_floor: Route
    """The laxest route that the tool may get.

    `ask` is satisfied by a confirmed approval of exactly this action, for reads as for writes; nothing
    satisfies `defer` and `refuse`.
    """
    hints: bool
    """Whether the verbs and nouns of the name may make a declared read stricter.

    `false` holds for the name letter by letter, and only if no other entry that covers it says `true`.
    Argument keys that name somebody count in any case.
    """
    allow_secret_arguments: bool
    """Whether the tool may be given secrets as arguments.

    `true` holds for the name letter by letter, and only if no other entry that covers it says `false`.
    """
    arguments: dict[str, ValueRule]
    """What the values of arguments have to be, by JSON pointer below `proposed_arguments`; `*` stands for
    every element or member, and the empty pointer for all arguments together.

    A key counts in every spelling. A rule that does not hold makes the route stricter.
    """
    when: EntryCondition
    """For which calls the entry holds.

    For any other it is as if it were not there. All that is given has to be met.
    """


class Policy(TypedDict, total=False):
    """What an operator adds to the rules of the gate.

    A policy can tighten a decision and say what a tool is; it cannot permit what the rules refuse.
    """

    schema_version: Literal["aana.policy.v1"]
    """Version marker of the policy."""
    mode: Mode
    """Whether the host is held to a decision or only watches it. The route is the same in both."""
    evidence_profile: Literal["quickstart", "production"]
    """`production` takes no string refs, wants every supporting ref of a private read or a write complete
    and fresh, and takes an approval only if a verdict field says yes or it names this action.
    """
    max_evidence_age_hours: int
    """Hours after which a timestamped ref is stale.

    Given here, it is also the most that a ref may allow itself in `max_age_hours`.
    """
    clock_skew_seconds: int
    """Seconds by which a timestamp may lie in the future."""
    max_event_bytes: int
    """Bytes that an event may have."""
    high_risk_domains: Sequence[RiskDomain]
    """Risk domains whose writes are high risk, in addition to finance, devops, security, legal, pharma and
    healthcare.
    """
    secret_arguments: Literal["ask", "refuse", "warn"]
    """What follows from a provider key, private key or signed token in an argument."""
    require_bound_approval: bool
    """Whether an approval must name the action digest of the very call in `supports`."""
    evidence: Literal["trusted", "attested"]
    """Whose word counts for evidence.

    `trusted`: whoever calls the gate vouches for it. `attested`: only those refs count, of whatever kind,
    that the host says it has checked itself, in the call and not in the event.
    """
    arguments: ArgumentPolicy
    """What the operator says about the arguments of calls: commands, SQL, paths, hosts, requests, limits,
    and what an argument is.

    Rules for the values of one tool stand in its entry.
    """
    tools: dict[str, ToolPolicy | Sequence[ToolPolicy]]
    """What the operator says about tools, by exact name or by a glob with `*` and `?`.

    What tightens covers a name in every spelling: `delete_file` covers `Delete-File`, `deleteFile` and
    `mcp__fs__delete_file`; without wildcards and with two words or more also a name that ends with it
    (`fs_delete_file`, `delete_file.v2`). What relieves holds only for the name letter by letter: `hints:
    false`, `allow_secret_arguments`, a category for a tool that is declared `unknown`, and being listed. A
    pattern of wildcards only and an entry with `when` tighten, and neither list a tool nor say what it is. A
    pattern has none of `^`, `$`, `|`, `!`, `(` and `)`. Where several entries cover a name, the strictest of
    each field counts, in whatever order they stand; a list gives a name several entries, which `when` tells
    apart. A name or glob has at most 256 bytes of UTF-8; `maxLength` counts characters.
    """
    names: Literal["open", "strict"]
    """Which names of declared reads are taken.

    `open`: every one that does not act. `strict`: only those that say that the tool reads; any other asks,
    unless a person confirms the call or an entry names the tool letter by letter with its category. The
    default is `strict` with the evidence profile `production`, else `open`.
    """
    unlisted_tools: Route
    """The laxest route of a tool that no entry of `tools` names letter by letter."""


DecisionReason = Literal[
    "policy_classified_tool",
    "declared_read_reclassified_as_write",
    "declared_read_is_interpreter",
    "declared_read_reclassified_by_arguments",
    "public_read_reclassified_identity_bound_private_read",
    "public_read_reclassified_private_name",
    "public_read_reclassified_by_arguments",
    "authorization_lowered_to_evidence",
    "public_read_needs_no_authorization",
    "authorization_satisfies_private_read",
    "authorization_satisfies_write",
    "authorization_insufficient",
    "tool_not_classified",
    "evidence_blocks",
    "arguments_block",
    "policy_tightens",
    "runtime_recommended_stricter_route:ask",
    "runtime_recommended_stricter_route:defer",
    "runtime_recommended_stricter_route:refuse",
    "event_not_understood",
]
"""A step on the way to the route that is not a fault in itself.

That the runtime recommended a stricter route comes with that route.
"""

PlainWarning = Literal[
    "authorization_state_not_supported_by_evidence",
    "quickstart_evidence_refs",
    "weak_trust_tier",
    "self_attested_evidence",
    "unknown_redaction_status",
    "unknown_freshness",
    "missing_freshness_timestamp",
    "missing_provenance",
    "declared_read_not_recognised",
    "declared_read_acting_argument",
    "approval_without_verdict",
    "argument_secret_leak",
    "argument_effect_unknown",
    "argument_data_in_url",
    "argument_hidden_text",
    "argument_lookalike",
    "argument_backtick_in_text",
    "argument_secret_file",
    "argument_device_path",
    "argument_mass_effect",
    "argument_amount_over_policy",
    "argument_recipients_over_policy",
    "argument_path_traversal",
    "argument_path_form",
    "argument_url_scheme",
    "argument_url_ambiguous",
    "argument_too_complex",
    "policy_argument_rule",
    "argument_kind_guessed",
    "argument_privileged",
    "argument_path_has_dotdot",
    "argument_loopback_address",
    "argument_private_address",
    "argument_url_punycode",
    "argument_opaque_text",
    "approval_with_condition",
]
"""A warning that is a code alone."""

DecisionWarning = str
"""Something worth fixing that does not change the route: a code, or `unknown_field:` and the pointer to a
field that the contract does not define.
"""


class Fault(TypedDict):
    """One fault of form: where it is, of which kind, and in words."""

    path: str
    """Where it is, as an RFC 6901 JSON pointer.

    A pointer of more than 512 bytes is cut and ends with `…`.
    """
    code: FaultCode
    """Of which kind."""
    message: str
    """What was found and what is allowed, in one sentence. Never the value."""


class Classification(TypedDict):
    """What the tool was taken for."""

    declared_category: ToolCategory | None
    """The category that the event declares; `null` if the event was not understood."""
    effective_category: ToolCategory | None
    """The category for which the decision was taken; `null` if the event was not understood."""
    verb_class: VerbClass | None
    """What the verb in the name of the tool does; `null` if the event was not understood."""
    high_risk: bool | None
    """Whether the call is a high-risk write."""
    risk_level: RiskLevel | None
    """How dangerous the call is; `null` if the event was not understood."""
    irreversible: bool | None
    """Whether the call cannot be undone."""


class AuthorizationReport(TypedDict):
    """How the authorization was weighed."""

    declared_state: AuthorizationState | None
    """The authorization state that the event declares; `null` if the event was not understood."""
    evidence_supported_state: AuthorizationState | None
    """The strongest state that credible evidence supports."""
    effective_state: AuthorizationState | None
    """The state for which the decision was taken; `null` if the event was not understood."""
    required_state: AuthorizationState | None
    """The weakest state with which the call could run; `null` also for a tool of unknown category, which
    no state lets run.
    """


@final
class BlockingIssue(TypedDict):
    """An issue that keeps the call from running."""

    level: Literal["blocker"]
    """It blocks."""
    code: Blocker
    """The hard blocker."""
    path: str
    """Where it is, as an RFC 6901 JSON pointer.

    A pointer of more than 512 bytes is cut and ends with `…`.
    """


@final
class WarningIssue(TypedDict):
    """An issue that does not change the route."""

    level: Literal["warning"]
    """It does not block."""
    code: PlainWarning
    """The warning."""
    path: str
    """Where it is, as an RFC 6901 JSON pointer.

    A pointer of more than 512 bytes is cut and ends with `…`.
    """


EvidenceIssue = BlockingIssue | WarningIssue
"""A fault or weakness of the evidence, or a secret in an argument: where it is, and whether it blocks."""


class _RequiredEvidenceIntegrity(TypedDict):
    """The members of `EvidenceIntegrity` that are always there."""

    checked_ref_count: int
    """How many refs were read."""
    used_source_ids: list[str]
    """Source ids that were read. The first hundred."""
    issues: list[EvidenceIssue]
    """Each fault or weakness, with where it is: the first hundred, those that block before those that do
    not.
    """
    missing_source_ids: list[str]
    """Source ids that mark missing information. The first hundred."""
    contradictory_source_ids: list[str]
    """Source ids that contradict. The first hundred."""
    public_audit_ready: bool
    """Whether the evidence may be named in a public log."""


class EvidenceIntegrity(_RequiredEvidenceIntegrity, total=False):
    """What was found in the evidence: which refs were read, and what is wrong with them."""

    used_source_ids_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    issues_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    missing_source_ids_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    contradictory_source_ids_total: int
    """How many there are, if the list of the same name does not hold all of them."""


Segment = TypedDict(
    "Segment",
    {
        "program": "str",
        "verdict": 'Literal["reads", "cannot_tell", "writes"]',
        "class": "VerbClass | None",
        "effects": list[
            Literal[
                "fs.write",
                "fs.delete",
                "fs.delete_recursive",
                "fs.truncate",
                "disk.overwrite",
                "process.kill",
                "account.delete",
                "system.admin",
                "git.push",
                "git.force_push",
                "git.discard",
                "git.delete_ref",
                "git.rewrite",
                "net.send",
                "net.upload",
                "net.socket",
                "net.download_to_file",
                "net.remote_shell",
                "pkg.install",
                "pkg.remove",
                "pkg.publish",
                "infra.apply",
                "cluster.delete",
                "container.delete",
                "resource.delete",
                "resource.edit",
                "code.run",
                "sql.insert",
                "sql.update",
                "sql.delete",
                "sql.no_where",
                "sql.drop",
                "sql.truncate",
                "sql.alter",
                "sql.create",
                "sql.grant",
                "sql.admin",
                "sql.lock",
                "sql.side_effect",
            ]
        ],
    },
)
"""A part of an argument: a command, a redirection, a statement."""

ReadArgument = TypedDict(
    "ReadArgument",
    {
        "path": "str",
        "kind": Literal[
            "shell",
            "argv",
            "sql",
            "graphql",
            "path",
            "dest",
            "url",
            "method",
            "mail",
            "text",
        ],
        "verdict": 'Literal["reads", "cannot_tell", "writes"]',
        "class": "VerbClass | None",
        "segments": "list[Segment]",
    },
)
"""An argument that was read, with its parts."""

ArgumentCode = Literal[
    "argument_effect_unknown",
    "argument_data_in_url",
    "argument_hidden_text",
    "argument_lookalike",
    "argument_backtick_in_text",
    "argument_secret_file",
    "argument_device_path",
    "argument_mass_effect",
    "argument_amount_over_policy",
    "argument_recipients_over_policy",
    "argument_path_traversal",
    "argument_path_form",
    "argument_url_scheme",
    "argument_url_ambiguous",
    "argument_too_complex",
    "argument_path_outside_roots",
    "argument_not_in_allow_list",
    "argument_host_not_allowed",
    "argument_raw",
    "argument_metadata_address",
    "argument_rule_denied",
    "policy_argument_rule",
    "argument_kind_guessed",
    "argument_privileged",
    "argument_path_has_dotdot",
    "argument_loopback_address",
    "argument_private_address",
    "argument_url_punycode",
    "argument_opaque_text",
]
"""What was found in the arguments of a call."""


class ArgumentFinding(TypedDict):
    """What was found in an argument, and where."""

    code: ArgumentCode
    """What was found."""
    path: str
    """The argument."""


_RequiredArgumentReport = TypedDict(
    "_RequiredArgumentReport",
    {
        "verdict": 'Literal["reads", "cannot_tell", "writes"] | None',
        "class": "VerbClass | None",
        "arguments": "list[ReadArgument]",
        "codes": "list[ArgumentFinding]",
    },
)
"""The members of `ArgumentReport` that are always there."""


class ArgumentReport(_RequiredArgumentReport, total=False):
    """What the arguments do, as far as they can be read. Never holds a value of the event."""

    arguments_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    segments_total: int
    """How many parts all arguments have, if not all of them are listed."""
    codes_total: int
    """How many there are, if the list of the same name does not hold all of them."""


class AixComponents(TypedDict):
    """What the score is made of, each in whole hundredths."""

    P: float
    """How far the effective state satisfies the required one."""
    F: float
    """The share of refs that are credible and fresh."""
    C: float
    """One less a quarter for each hard blocker."""


class Aix(TypedDict):
    """The decision as a score."""

    aix_version: Literal["0.1"]
    """Version of the score."""
    score: float
    """A number in the band of the route: accept 0.85 to 1, ask 0.60 to 0.84, defer 0.30 to 0.59, refuse 0
    to 0.29.
    """
    components: AixComponents
    """What the score is made of, each in whole hundredths."""
    decision: Route
    """The route of the decision."""
    hard_blockers: list[Blocker]
    """As in the decision."""


@final
class AuthorizationNeed(TypedDict):
    """A stronger authorization is needed: at least this state."""

    authorization_state: AuthorizationState


class _RequiredEvidenceNeed(TypedDict):
    """The members of `EvidenceNeed` that are always there."""

    evidence_kind: EvidenceKind


@final
class EvidenceNeed(_RequiredEvidenceNeed, total=False):
    """Evidence of this kind is needed.

    Where `bound` stands, it has to list `action:` and the action digest in `supports`.
    """

    bound: Literal[True]
    """The evidence has to name exactly this action."""


@final
class FixNeed(TypedDict):
    """Something in the event has to be corrected: the pointer to it."""

    fix: str


@final
class ClassifyNeed(TypedDict):
    """The tool has to be classified: the event or the policy has to say its category."""

    classify: Literal["tool_category"]


@final
class RemoveNeed(TypedDict):
    """Something has to be taken out of the event: the pointer to it."""

    remove: str


@final
class ArgumentNeed(TypedDict):
    """Other arguments are needed: this was found in the one to which the pointer points."""

    argument: str
    code: ArgumentCode
    """What was found in the arguments of a call."""


@final
class PolicyNeed(TypedDict):
    """Only another policy lets the call run: the pointer to the field of the policy that keeps it."""

    policy: str


@final
class ApprovalNeed(TypedDict):
    """An approval has to name this action digest."""

    approval_for: str


Need = (
    AuthorizationNeed
    | EvidenceNeed
    | FixNeed
    | ClassifyNeed
    | RemoveNeed
    | ArgumentNeed
    | PolicyNeed
    | ApprovalNeed
)
"""One thing that would change the route: exactly one of these."""


class _RequiredRecovery(TypedDict):
    """The members of `Recovery` that are always there."""

    suggestion: str
    """What would change the route, in one sentence for a person."""
    for_model: str
    """What the model that proposed the call can do itself, in one sentence; where it can do nothing, that
    it is to stop and to tell its user why.
    """
    needs: list[Need]
    """The same as data, one thing in each entry: the first hundred."""


class Recovery(_RequiredRecovery, total=False):
    """What would change the route: as a sentence for people, as one for the model, and as data."""

    needs_total: int
    """How many there are, if the list of the same name does not hold all of them."""


class ExecutionPolicy(TypedDict):
    """What a host may do with the decision."""

    mode: Mode
    """Whether the host is held to the decision."""
    execution_allowed: bool
    """Whether the host may go on. Always true in `shadow`."""
    aana_allows_execution: bool
    """Whether the gate accepts the call, whatever the mode."""
    reason: Literal[
        "aana_accepted",
        "route_not_accept",
        "shadow_mode_only_observes",
        "decision_not_well_formed",
    ]
    """Why the host may or may not go on."""
    required_route: Literal["accept"]
    """The only route that executes."""


class _RequiredNamedEvidence(TypedDict):
    """The members of `NamedEvidence` that are always there."""

    used: list[str]
    """Source ids that were read. The first hundred."""
    missing: list[str]
    """Source ids that mark missing information. The first hundred."""
    contradictory: list[str]
    """Source ids that contradict. The first hundred."""


class NamedEvidence(_RequiredNamedEvidence, total=False):
    """Source ids by what they did for the decision."""

    used_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    missing_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    contradictory_total: int
    """How many there are, if the list of the same name does not hold all of them."""


ArgumentSummary = TypedDict(
    "ArgumentSummary",
    {
        "verdict": 'Literal["reads", "cannot_tell", "writes"] | None',
        "class": "VerbClass | None",
        "codes": "list[ArgumentCode]",
    },
)
"""What the arguments do: codes and words, no pointer and no value."""


class FaultPlace(TypedDict):
    """A fault of form as an audit log may hold it: where it is and of which kind."""

    path: str
    """Where it is, as an RFC 6901 JSON pointer.

    A pointer of more than 512 bytes is cut and ends with `…`.
    """
    code: FaultCode
    """What kind of fault of form it is.

    A host adds `arguments_invalid` for a tool whose descriptor does not take the arguments, and `gate_failed`
    where no gate decided.
    """


class _RequiredAuditEvent(TypedDict):
    """The members of `AuditEvent` that are always there."""

    audit_event_version: Literal["aana.audit_safe_decision.v1"]
    """Version marker."""
    route: Route
    """As in the decision."""
    gate_decision: GateWord
    """As in the decision."""
    hard_blockers: list[Blocker]
    """As in the decision."""
    reasons: list[DecisionReason]
    """As in the decision."""
    aix_score: float
    """A number in the band of the route: accept 0.85 to 1, ask 0.60 to 0.84, defer 0.30 to 0.59, refuse 0
    to 0.29.
    """
    tool_name: str | None
    """The name of the tool as declared, or `sha256:` and 16 hex digits where it must not be shown."""
    tool_category: ToolCategory | None
    """The category that the event declares; `null` if the event was not understood."""
    effective_category: ToolCategory | None
    """The category for which the decision was taken; `null` if the event was not understood."""
    risk_domain: RiskDomain | None
    """As in the decision."""
    authorization_state: AuthorizationState | None
    """The authorization state that the event declares; `null` if the event was not understood."""
    effective_authorization_state: AuthorizationState | None
    """The state for which the decision was taken; `null` if the event was not understood."""
    evidence_refs: NamedEvidence
    """Source ids by what they did for the decision."""
    proposed_argument_keys: list[str]
    """The top-level argument keys, sorted.

    A key that names a secret is `[redacted_sensitive_key]`. The first hundred.
    """
    argument_report: ArgumentSummary
    """What the arguments do: codes and words, no pointer and no value."""
    action_digest: str | None
    """`sha256:` and the SHA-256 of the canonical JSON of tool name, proposed arguments, authorization
    subject and the digests of plans that evidence refs name (`aai-plan:`).

    It identifies the call; `null` if the event was not understood.
    """
    request_id: str | None
    """As in the event, or `sha256:` and 16 hex digits where it must not be shown."""
    agent_id: str | None
    """As in the event, or `sha256:` and 16 hex digits where it must not be shown."""
    public_audit_log_allowed: bool
    """Whether this event may stand in a public log."""
    raw_payload_logged: Literal[False]
    """Always false."""
    decided_at: str
    """The time that the check was given, RFC 3339 in UTC with milliseconds."""
    validation_errors: list[FaultPlace]
    """Path and code of each fault of form, the first hundred."""


class AuditEvent(_RequiredAuditEvent, total=False):
    """What may be kept of the decision: codes, words and opaque ids, no value of the call."""

    proposed_argument_keys_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    validation_errors_total: int
    """How many there are, if the list of the same name does not hold all of them."""


class ArchitectureDecision(TypedDict):
    """The decision in the shape of the SDK and API envelope."""

    route: Route
    """As in the decision."""
    gate_decision: GateWord
    """As in the decision."""
    aix_score: float
    """A number in the band of the route: accept 0.85 to 1, ask 0.60 to 0.84, defer 0.30 to 0.59, refuse 0
    to 0.29.
    """
    hard_blockers: list[Blocker]
    """As in the decision."""
    missing_evidence: list[Blocker]
    """The blockers that ask for evidence or authorization."""
    evidence_refs: NamedEvidence
    """Source ids by what they did for the decision."""
    authorization_state: AuthorizationState | None
    """The authorization state that the event declares; `null` if the event was not understood."""
    tool_name: str | None
    """The name of the tool as declared, or `sha256:` and 16 hex digits where it must not be shown."""
    tool_category: ToolCategory | None
    """The category that the event declares; `null` if the event was not understood."""
    risk_domain: RiskDomain | None
    """As in the decision."""
    recovery_suggestion: str
    """As in `recovery`."""
    audit_event: AuditEvent
    """As in the decision."""


class _RequiredDecision(TypedDict):
    """The members of `Decision` that are always there."""

    contract_version: Literal["aana.agent_tool_precheck.v1"]
    """The contract that the decision follows."""
    gate_version: str
    """Version of the gate that decided."""
    route: Route
    """What happens to the call. It runs only if this is `accept`."""
    gate_decision: GateWord
    """`pass` exactly if the route is `accept`."""
    recommended_action: Route
    """The route again, under the contract's name for what the host should do."""
    hard_blockers: list[Blocker]
    """Every rule that keeps the call from running, in the order of the rules, without repeats."""
    reasons: list[DecisionReason]
    """The steps on the way to the route, in order."""
    warnings: list[DecisionWarning]
    """Things worth fixing that do not change the route.

    Of `unknown_field`, which is there once for each such field, the first hundred.
    """
    validation_errors: list[Fault]
    """The faults of form in the event, the first hundred. Never holds a value of the event."""
    tool_name: str | None
    """The name of the tool as declared, or `sha256:` and 16 hex digits where it must not be shown."""
    tool_category: ToolCategory | None
    """The category that the event declares; `null` if the event was not understood."""
    authorization_state: AuthorizationState | None
    """The authorization state that the event declares; `null` if the event was not understood."""
    risk_domain: RiskDomain | None
    """The primary risk surface of the call; `null` if the event was not understood."""
    aana_route: Route
    """The route of the gate's own rules, before the runtime's recommendation counts."""
    runtime_recommended_route: Route | None
    """The route that the runtime recommended; `null` if the event was not understood."""
    candidate_gate: GateWord
    """`pass` if `aana_route` is `accept` and nothing blocks."""
    classification: Classification
    """What the tool was taken for."""
    authorization_report: AuthorizationReport
    """How the authorization was weighed."""
    evidence_integrity: EvidenceIntegrity
    """What was found in the evidence: which refs were read, and what is wrong with them."""
    argument_report: ArgumentReport
    """What the arguments do, as far as they can be read. Never holds a value of the event."""
    aix: Aix
    """The decision as a score."""
    action_digest: str | None
    """`sha256:` and the SHA-256 of the canonical JSON of tool name, proposed arguments, authorization
    subject and the digests of plans that evidence refs name (`aai-plan:`).

    It identifies the call; `null` if the event was not understood.
    """
    recovery: Recovery
    """What would change the route: as a sentence for people, as one for the model, and as data."""
    execution_policy: ExecutionPolicy
    """What a host may do with the decision."""
    audit_event: AuditEvent
    """What may be logged of the decision."""
    architecture_decision: ArchitectureDecision
    """The decision in the shape of the SDK and API envelope."""


class Decision(_RequiredDecision, total=False):
    """What the gate says about one proposed tool call.

    The tool runs only if the route is `accept`, the gate passes and nothing blocks.
    """

    warnings_total: int
    """How many there are, if the list of the same name does not hold all of them."""
    validation_errors_total: int
    """How many there are, if the list of the same name does not hold all of them."""
