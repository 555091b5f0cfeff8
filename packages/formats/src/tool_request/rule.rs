//! Every rule of a request document, with the route that breaking it leads to.

use aana_core::contract::Route;

use crate::rules::rules;

rules! {
    /// What can be found in a request document.
    RequestRule {
        DocEmpty = "doc.empty", Error, Inferred: "The file holds no bytes, or only blanks and line ends.",
        DocTooLarge = "doc.too_large", Error, Ours: "More than 65,536 bytes. Checked before anything is decoded.",
        DocBom = "doc.bom", Error, Ours: "Starts with the UTF-8 byte order mark (EF BB BF), or with a UTF-16/32 one.",
        DocNul = "doc.nul", Error, Ours: "Contains a zero byte.",
        DocNotUtf8 = "doc.not_utf8", Error, Ours: "Is not well-formed UTF-8 (overlong forms and surrogates included).",
        DocLineTooLong = "doc.line_too_long", Error, Ours: "A line is longer than 8,192 bytes.",
        DocControlChar = "doc.control_char", Error, Ours: "A C0 control other than LF, TAB or the CR of a CRLF; DEL; or a C1 control. A lone CR counts.",
        DocUnicodeLineBreak = "doc.unicode_line_break", Error, Ours: "U+0085, U+2028 or U+2029: some YAML and Markdown readers break the line there, others do not.",
        DocBidiControl = "doc.bidi_control", Error, Ours: "A bidirectional formatting character (U+061C, U+200E/F, U+202A-E, U+2066-9).",
        DocInvisibleChar = "doc.invisible_char", Error, Ours: "A character that shows nothing (zero-width, soft hyphen, filler, variation selector, tag, inner BOM, private use).",
        DocNonAsciiSpace = "doc.non_ascii_space", Error, Ours: "A blank other than U+0020/TAB (NBSP, ideographic space, thin spaces ...).",
        DocMixedEol = "doc.mixed_eol", Warning, Ours: "Both LF and CRLF line ends occur.",
        NameUnsafe = "name.unsafe", Error, Ours: "The supplied file name has a path separator, a control character, or is '.'/'..'/empty.",
        NameIdMismatch = "name.id_mismatch", Error, Inferred: "The file name has the TR form but its stem is not the request_id.",
        NamePattern = "name.pattern", Warning, Seed: "The file name does not have the recommended TR-YYYYMMDD-HHMMSSZ-<slug>.md form.",
        FmMissing = "fm.missing", Error, Seed: "The first line is not exactly three dashes.",
        FmUnterminated = "fm.unterminated", Error, Inferred: "No later line is exactly three dashes.",
        FmTooLarge = "fm.too_large", Error, Ours: "More than 16,384 bytes or 400 lines between the delimiters.",
        FmTab = "fm.tab", Error, Ours: "A TAB occurs between the delimiters.",
        FmDirective = "fm.directive", Error, Ours: "A line starts with a percent sign (YAML directive).",
        FmDocumentMarker = "fm.document_marker", Error, Ours: "A line is exactly three dots, or starts with three dashes and more text.",
        FmIndent = "fm.indent", Error, Ours: "A line is indented in a way that belongs to no list or list entry.",
        FmSyntax = "fm.syntax", Error, Ours: "A line fits no production of the accepted subset.",
        FmUnterminatedQuote = "fm.unterminated_quote", Error, Ours: "A quoted scalar does not end on its own line.",
        FmEscape = "fm.escape", Error, Ours: "A double-quoted scalar uses a backslash escape other than \\\" or \\\\.",
        FmAnchor = "fm.anchor", Error, Ours: "An anchor (&name).",
        FmAlias = "fm.alias", Error, Ours: "An alias (*name).",
        FmTag = "fm.tag", Error, Ours: "A tag (!name, !!type).",
        FmMergeKey = "fm.merge_key", Error, Ours: "A merge key (<<).",
        FmComplexKey = "fm.complex_key", Error, Ours: "An explicit key (? key).",
        FmQuotedKey = "fm.quoted_key", Error, Ours: "A key in quotes.",
        FmBlockScalar = "fm.block_scalar", Error, Ours: "A literal or folded block scalar (| or >).",
        FmFlowMapping = "fm.flow_mapping", Error, Ours: "A mapping in braces.",
        FmFlowNested = "fm.flow_nested", Error, Ours: "A sequence or mapping inside a bracketed sequence.",
        FmDuplicateKey = "fm.duplicate_key", Error, Ours: "A key occurs twice in one mapping.",
        FmUnknownKey = "fm.unknown_key", Error, Ours: "A key that the schema does not name, at the top or in a list entry.",
        FmMissingKey = "fm.missing_key", Error, Seed: "A required key is absent (approval keys have their own rules).",
        FmType = "fm.type", Error, Inferred: "A list where a scalar is due, a scalar where a list is due, or a wrong kind of list entry.",
        FmAmbiguousScalar = "fm.ambiguous_scalar", Error, Ours: "An unquoted scalar in a text field that YAML 1.1 or 1.2 would read as something other than text.",
        FmTooManyItems = "fm.too_many_items", Error, Ours: "More than 64 entries in a list (16 for network_allowlist).",
        FieldRequestType = "field.request_type", Error, Seed: "Is not tool_request.",
        FieldSchemaVersion = "field.schema_version", Error, Seed: "Is not 1. Unknown versions fail closed.",
        FieldRequestId = "field.request_id", Error, Inferred: "Is not TR-<8 digits>-<6 digits>Z-<slug> with a real UTC date and time.",
        FieldRequestIdTime = "field.request_id_time", Warning, Ours: "The time inside the id is not created_utc.",
        FieldCreatedUtc = "field.created_utc", Error, Inferred: "Is not a real UTC instant written YYYY-MM-DDTHH:MM:SSZ.",
        FieldApprovedUtc = "field.approved_utc", Error, Inferred: "Is present but is not a real UTC instant written YYYY-MM-DDTHH:MM:SSZ.",
        FieldRequestedBy = "field.requested_by", Error, Inferred: "Is neither human nor core_draft.",
        FieldPurpose = "field.purpose", Error, Inferred: "Is empty, longer than 300 characters, or the unfilled template text.",
        FieldPurposeSentences = "field.purpose_sentences", Warning, Inferred: "Reads as more than one sentence.",
        FieldCpuLimit = "field.cpu_limit", Error, Inferred: "Is not a plain decimal number of cores above 0, or exceeds the policy cap (16).",
        FieldMemoryLimitMb = "field.memory_limit_mb", Error, Inferred: "Is not a plain decimal integer from 16 to the policy cap (65,536).",
        FieldTimeLimitSec = "field.time_limit_sec", Error, Inferred: "Is not a plain decimal integer from 1 to the policy cap (3,600).",
        FieldConstraints = "field.constraints", Error, Ours: "An entry is empty or longer than 300 characters.",
        FieldConstraintsStandard = "field.constraints_standard", Warning, Inferred: "One of the three standard constraints is not listed. They are enforced all the same.",
        LangShell = "lang.shell", Error, Seed: "language names a shell, or is the marker shell_forbidden itself.",
        LangUnknown = "lang.unknown", Error, Seed: "language is not one of python, node, ts, go, ruby.",
        NetValue = "net.value", Error, Seed: "network is neither none nor allowlist.",
        NetAllowlistMissing = "net.allowlist_missing", Error, Inferred: "network is allowlist but the list is absent or empty.",
        NetAllowlistUnexpected = "net.allowlist_unexpected", Error, Seed: "network is none but the list has entries.",
        NetHostFormat = "net.host_format", Error, Ours: "An entry is not a lower-case ASCII host name with an optional port (no scheme, path, user part or address literal).",
        NetWildcard = "net.wildcard", Error, Ours: "An entry has an asterisk or is a bare suffix such as .example.org.",
        NetForbiddenHost = "net.forbidden_host", Error, Ours: "An entry is loopback, link-local, private, a cloud metadata service, or a single-label name.",
        NetUrlNotAllowlisted = "net.url_not_allowlisted", Error, Inferred: "The command names a URL whose host is not on the list.",
        NetUrlInCommand = "net.url_in_command", Warning, Ours: "The command names a URL although network is none.",
        NetDuplicateHost = "net.duplicate_host", Warning, Ours: "The same host is listed twice.",
        BodyMissingSection = "body.missing_section", Error, Seed: "One of the four headings is absent.",
        BodyDuplicateSection = "body.duplicate_section", Error, Inferred: "One of the four headings occurs more than once.",
        BodySectionOrder = "body.section_order", Error, Seed: "The four headings are all there but in another order.",
        BodyUnknownSection = "body.unknown_section", Error, Ours: "A level-2 heading that is not one of the four.",
        BodyHeadingLevel = "body.heading_level", Error, Inferred: "A required heading at a level other than 2.",
        BodyHeadingText = "body.heading_text", Error, Inferred: "A required heading not written exactly (case, indentation, closing hashes, colon, missing blank).",
        BodyUnexpectedHeading = "body.unexpected_heading", Error, Ours: "Any other heading, save one level-1 title before the first section; also a heading inside a quote or list item.",
        BodySetextOrRule = "body.setext_or_rule", Error, Ours: "A line of only dashes or only equals signs: an underlined heading or a rule.",
        BodySecondFrontMatter = "body.second_front_matter", Error, Ours: "A line of three dashes before the first section.",
        BodyPreamble = "body.preamble", Error, Ours: "Text before the first section other than one title line.",
        BodyHtmlComment = "body.html_comment", Error, Ours: "An HTML comment opener or closer outside Command.",
        BodyRawHtml = "body.raw_html", Error, Ours: "An HTML tag, declaration or processing instruction outside Command.",
        BodyLinkDefinition = "body.link_definition", Error, Ours: "A link reference or footnote definition ([label]: ...): Markdown does not show it, so it can hide text.",
        BodyCodeFence = "body.code_fence", Error, Ours: "A code fence outside Command.",
        BodyEmptySection = "body.empty_section", Error, Inferred: "A required section other than Command has no text.",
        CmdEmpty = "cmd.empty", Error, Seed: "The Command section has no text.",
        CmdMultipleLines = "cmd.multiple_lines", Error, Seed: "The Command section has more than one line of text.",
        CmdCodeFence = "cmd.code_fence", Error, Seed: "The Command section has a code fence.",
        CmdLineContinuation = "cmd.line_continuation", Error, Inferred: "The command line ends in a backslash.",
        CmdTooLong = "cmd.too_long", Error, Ours: "The command is over 4,096 bytes or 256 words.",
        CmdTab = "cmd.tab", Error, Ours: "The command has a TAB.",
        CmdChaining = "cmd.chaining", Error, Seed: "Unquoted ; or && or ||.",
        CmdPipeline = "cmd.pipeline", Error, Seed: "Unquoted | or |&.",
        CmdBackground = "cmd.background", Error, Inferred: "Unquoted single & that is not a redirection.",
        CmdRedirection = "cmd.redirection", Error, Seed: "Unquoted < or >, also >>, >|, <>, 2>&1, &>.",
        CmdHeredoc = "cmd.heredoc", Error, Seed: "Unquoted << or <<<.",
        CmdProcessSubstitution = "cmd.process_substitution", Error, Inferred: "Unquoted <( or >(.",
        CmdCommandSubstitution = "cmd.command_substitution", Error, Inferred: "$( outside single quotes, arithmetic $(( included.",
        CmdBacktick = "cmd.backtick", Error, Inferred: "A backtick outside single quotes, also one used as Markdown code marking.",
        CmdVariableExpansion = "cmd.variable_expansion", Error, Ours: "$ outside single quotes where a shell would expand it.",
        CmdAnsiCQuote = "cmd.ansi_c_quote", Error, Ours: "$'...' or $\"...\".",
        CmdSubshell = "cmd.subshell", Error, Inferred: "Unquoted parenthesis.",
        CmdBraceExpansion = "cmd.brace_expansion", Error, Ours: "Unquoted brace.",
        CmdGlob = "cmd.glob", Error, Ours: "Unquoted *, ? or [ ].",
        CmdEscape = "cmd.escape", Error, Ours: "Backslash outside quotes.",
        CmdComment = "cmd.comment", Error, Ours: "Unquoted # at the start of a word.",
        CmdUnterminatedQuote = "cmd.unterminated_quote", Error, Inferred: "A quote that does not close.",
        CmdConfusable = "cmd.confusable", Error, Ours: "Unquoted character that only looks like an operator or a quote.",
        CmdNonAsciiUnquoted = "cmd.non_ascii_unquoted", Error, Ours: "Any other unquoted character outside printable ASCII.",
        CmdEnvAssignment = "cmd.env_assignment", Error, Ours: "NAME=value before the program.",
        CmdShellProgram = "cmd.shell_program", Error, Seed: "The program is a shell.",
        CmdWrapperProgram = "cmd.wrapper_program", Error, Inferred: "The program (or an option) runs another program given as argument.",
        CmdPrivileged = "cmd.privileged", Error, Seed: "The program or a flag raises privilege, controls containers or hosts, or passes a device.",
        CmdPackageInstall = "cmd.package_install", Error, Seed: "The command is a package manager or fetches a package.",
        CmdInlineCode = "cmd.inline_code", Error, Ours: "Program text is given on the command line or read from standard input.",
        CmdInteractive = "cmd.interactive", Error, Ours: "An interactive or watch mode is asked for.",
        CmdNoScript = "cmd.no_script", Error, Inferred: "The runtime is named but nothing to run.",
        CmdProgramNotAllowed = "cmd.program_not_allowed", Error, Inferred: "The program is not one that any accepted language allows.",
        CmdLanguageMismatch = "cmd.language_mismatch", Error, Inferred: "The program belongs to another language than the declared one.",
        CmdSubcommand = "cmd.subcommand", Error, Ours: "A subcommand or search mode of the runtime that is not allowed.",
        CmdModuleDenied = "cmd.module_denied", Error, Ours: "python -m with a module that serves, debugs or evaluates text.",
        CmdScriptUnbound = "cmd.script_unbound", Warning, Ours: "The script or module is not a declared input, so no hash covers it.",
        CmdShellLikeArgument = "cmd.shell_like_argument", Warning, Ours: "A quoted argument reads like a shell line.",
        PathHost = "path.host", Error, Seed: "A known host directory, home shorthand, drive or UNC path, file: URL or container control socket.",
        PathTraversal = "path.traversal", Error, Seed: "A path with a .. component.",
        PathDevice = "path.device", Error, Seed: "A path under /dev.",
        PathOutsideSandbox = "path.outside_sandbox", Error, Inferred: "Another absolute path that is not /in or /out.",
        InName = "in.name", Error, Ours: "An input name is not a plain relative path of ASCII name characters.",
        InDuplicate = "in.duplicate", Error, Ours: "Two inputs have the same name, letter case set aside.",
        InSha256Missing = "in.sha256_missing", Error, Seed: "A declared input has no sha256.",
        InSha256Format = "in.sha256_format", Error, Inferred: "sha256 is not 64 hex digits.",
        InSha256Placeholder = "in.sha256_placeholder", Error, Ours: "sha256 is one repeated digit.",
        InEmptyFileHash = "in.empty_file_hash", Warning, Ours: "sha256 is that of an empty file.",
        InSectionMissing = "in.section_missing", Error, Seed: "A declared input is not listed under Input Files.",
        InSectionExtra = "in.section_extra", Error, Seed: "Input Files lists an /in/ path that is not declared.",
        InSectionHash = "in.section_hash", Error, Seed: "A hash under Input Files is not the declared one.",
        InSectionLocation = "in.section_location", Error, Seed: "Input Files names a place that is not under /in/.",
        InCommandUndeclared = "in.command_undeclared", Error, Inferred: "The command reads an /in/ path that is not declared.",
        InUnused = "in.unused", Warning, Ours: "A declared input is not named in the command.",
        OutPath = "out.path", Error, Seed: "An expected output path is not a plain relative path.",
        OutPathPrefix = "out.path_prefix", Warning, Ours: "An expected output is written with its /out/ prefix.",
        OutDuplicate = "out.duplicate", Error, Ours: "Two expected outputs have the same path, letter case set aside.",
        OutDescription = "out.description", Error, Inferred: "An expected output has no description.",
        OutSectionMissing = "out.section_missing", Error, Seed: "An expected output is not listed under Output Expectations.",
        OutSectionExtra = "out.section_extra", Error, Inferred: "Output Expectations lists an /out/ path that is not expected.",
        OutSectionLocation = "out.section_location", Error, Seed: "Output Expectations names a place that is not under /out/.",
        OutCommandUndeclared = "out.command_undeclared", Error, Ours: "The command writes an /out/ path that is not expected.",
        RiskMissing = "risk.missing", Error, Seed: "One of the four labels is absent.",
        RiskDuplicate = "risk.duplicate", Error, Ours: "A label occurs twice.",
        RiskLevel = "risk.level", Error, Seed: "Risk level is not low, medium or high.",
        RiskSensitivity = "risk.sensitivity", Error, Seed: "Data sensitivity is not public, internal or confidential.",
        RiskJustification = "risk.justification", Error, Seed: "Justification is empty or filler.",
        RiskNetworkRationale = "risk.network_rationale", Error, Seed: "network is allowlist but no reason is given.",
        RiskNetworkRationaleUnexpected = "risk.network_rationale_unexpected", Warning, Ours: "network is none yet a reason is given.",
        ForbidSecret = "forbid.secret", Error, Seed: "Text that has the form of a credential.",
        ForbidInstallText = "forbid.install_text", Error, Seed: "Prose or an argument that tells to install packages.",
        ApproveRequestedByMissing = "approve.requested_by_missing", Error, Seed: "requested_by is absent or empty.",
        ApproveApprovedByMissing = "approve.approved_by_missing", Error, Seed: "approved_by is absent or empty.",
        ApproveApprovedUtcMissing = "approve.approved_utc_missing", Error, Seed: "approved_utc is absent or empty.",
        ApprovePlaceholder = "approve.placeholder", Error, Inferred: "approved_by is filler or the template value.",
        ApproveNotHuman = "approve.not_human", Error, Seed: "approved_by names the drafting agent or another machine identity.",
        ApproveIdentityFormat = "approve.identity_format", Error, Ours: "approved_by has characters that no name or id has, or over 128 characters.",
        ApproveBeforeCreated = "approve.before_created", Error, Inferred: "approved_utc is earlier than created_utc.",
        ApproveInFuture = "approve.in_future", Error, Ours: "approved_utc is more than 300 s after the supplied clock.",
        ApproveStale = "approve.stale", Error, Ours: "approved_utc is older than the policy age (7 days) at the supplied clock.",
    }
}

impl RequestRule {
    /// The route that a gate should propose for a document that breaks this rule; `accept` for a warning.
    #[must_use]
    pub const fn route(self) -> Route {
        match self {
            Self::DocMixedEol
            | Self::NamePattern
            | Self::FieldRequestIdTime
            | Self::FieldPurposeSentences
            | Self::FieldConstraintsStandard
            | Self::NetUrlInCommand
            | Self::NetDuplicateHost
            | Self::CmdScriptUnbound
            | Self::CmdShellLikeArgument
            | Self::InEmptyFileHash
            | Self::InUnused
            | Self::OutPathPrefix
            | Self::RiskNetworkRationaleUnexpected => Route::Accept,
            Self::ApproveStale => Route::Defer,
            Self::DocTooLarge
            | Self::DocNul
            | Self::DocControlChar
            | Self::DocUnicodeLineBreak
            | Self::DocBidiControl
            | Self::DocInvisibleChar
            | Self::NameUnsafe
            | Self::FmDirective
            | Self::FmDocumentMarker
            | Self::FmEscape
            | Self::FmAnchor
            | Self::FmAlias
            | Self::FmTag
            | Self::FmMergeKey
            | Self::FmDuplicateKey
            | Self::FieldSchemaVersion
            | Self::LangShell
            | Self::NetWildcard
            | Self::NetForbiddenHost
            | Self::NetUrlNotAllowlisted
            | Self::BodyDuplicateSection
            | Self::BodySecondFrontMatter
            | Self::BodyHtmlComment
            | Self::BodyRawHtml
            | Self::BodyLinkDefinition
            | Self::CmdMultipleLines
            | Self::CmdCodeFence
            | Self::CmdLineContinuation
            | Self::CmdChaining
            | Self::CmdPipeline
            | Self::CmdBackground
            | Self::CmdRedirection
            | Self::CmdHeredoc
            | Self::CmdProcessSubstitution
            | Self::CmdCommandSubstitution
            | Self::CmdBacktick
            | Self::CmdVariableExpansion
            | Self::CmdAnsiCQuote
            | Self::CmdSubshell
            | Self::CmdComment
            | Self::CmdConfusable
            | Self::CmdEnvAssignment
            | Self::CmdShellProgram
            | Self::CmdWrapperProgram
            | Self::CmdPrivileged
            | Self::CmdPackageInstall
            | Self::CmdInlineCode
            | Self::CmdProgramNotAllowed
            | Self::CmdModuleDenied
            | Self::PathHost
            | Self::PathTraversal
            | Self::PathDevice
            | Self::InDuplicate
            | Self::InSectionHash
            | Self::InSectionLocation
            | Self::OutPath
            | Self::OutSectionLocation
            | Self::ForbidSecret
            | Self::ForbidInstallText
            | Self::ApproveNotHuman => Route::Refuse,
            // What a person can correct or supply.
            _ => Route::Ask,
        }
    }
}
