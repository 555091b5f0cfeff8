//! The names of everything that can be wrong with a descriptor or a call.

use aana_core::contract::Route;

use crate::{Rule, rules::rules};

rules! {
    /// A rule that a descriptor can break. Two ids stand here twice, once for each profile: what is an
    /// error under [`Profile::Seed`](super::Profile::Seed) is a warning where
    /// [`Profile::Compat`](super::Profile::Compat) reads it.
    DescriptorRule {
        JsonSyntax = "json.syntax", Error, Seed: "a descriptor is one JSON value",
        JsonDuplicateKey = "json.duplicate_key", Error, Ours: "an object has each member name once",
        JsonTooDeep = "json.too_deep", Error, Ours: "at most 127 levels of objects and arrays",
        JsonTooLarge = "json.too_large", Error, Ours: "at most 1 MiB of text, and 131,072 values in it",
        JsonNumberRange = "json.number_range", Error, Ours: "a number can be kept as a 64-bit integer or a double",
        JsonRootType = "json.root_type", Error, Seed: "a descriptor is an object",
        ReportTooMany = "report.too_many", Error, Ours: "a report lists at most 1,000 findings",

        DialectPlatforms = "dialect.platforms", Error, Ours: "the shape with `platforms` came before this format and is not read",
        DialectV1Platform = "dialect.v1_platform", Warning, Ours: "`platform` and a root `version` belong to the next shape, which is read like this one",
        DialectCamelCase = "dialect.camel_case", Error, Ours: "the shape with camel-case names came later; the profile compat lists and gates its tools",
        DialectCamelCaseRead = "dialect.camel_case", Warning, Ours: "the shape with camel-case names is listed and gated in the profile compat, and never called",
        DialectV2Access = "dialect.v2_access", Error, Ours: "the shape with `access` declares no tools",
        DialectV2AccessRead = "dialect.v2_access", Warning, Ours: "the shape with `access` to an MCP server is read in the profile compat; its calls are gated at that server",
        DialectV2Catalog = "dialect.v2_catalog", Error, Ours: "the drafted shape with `identity` and `catalog` is not read",
        DialectAai03 = "dialect.aai_0_3", Error, Ours: "the manifest `aai: 0.3` declares no tools",

        FieldMissing = "field.missing", Error, Seed: "a required member is there",
        FieldType = "field.type", Error, Seed: "a member has the JSON type of the specification",
        FieldEmpty = "field.empty", Error, Inferred: "a name or a description says something",
        FieldUnknown = "field.unknown", Warning, Ours: "a member that the specification does not name has no meaning; `x-` and `_` mark one's own",
        SchemaVersionUnsupported = "schema_version.unsupported", Error, Seed: "`schema_version` is `1.0`",
        AppIdFormat = "app.id.format", Error, Inferred: "`app.id` is a lower-case reverse domain name",

        ExecutionTypeUnsupported = "execution.type.unsupported", Error, Seed: "`execution.type` is `ipc` or `http`",
        ExecutionAbsent = "execution.absent", Warning, Ours: "a tool with a binding needs a root `execution` to be called",
        ExecutionIgnoredForIpc = "execution.ignored_for_ipc", Warning, Inferred: "HTTP settings have no meaning under `ipc`",
        BaseUrlMissing = "base_url.missing", Error, Seed: "`http` needs a `base_url`",
        BaseUrlFormat = "base_url.format", Error, Inferred: "`base_url` is an absolute URL with a plain host and no dot segments",
        BaseUrlScheme = "base_url.scheme", Error, Ours: "`base_url` is https; plain http only for a loopback host",
        BaseUrlLoopbackHttp = "base_url.loopback_http", Warning, Ours: "plain http goes to this machine only",
        BaseUrlUserinfo = "base_url.userinfo", Error, Ours: "`base_url` holds no user name and no password",
        BaseUrlQueryOrFragment = "base_url.query_or_fragment", Error, Ours: "`base_url` has no query and no fragment",
        BaseUrlTemplate = "base_url.template", Error, Ours: "an argument never chooses the origin",

        HeadersName = "headers.name", Error, Inferred: "a header name is a token of RFC 9110",
        HeadersValue = "headers.value", Error, Inferred: "a header value holds visible ASCII, blanks and tabs",
        HeadersForbidden = "headers.forbidden", Error, Ours: "headers of routing, framing and method override are not the descriptor's",
        HeadersCredential = "headers.credential", Error, Ours: "no credential stands in plain text in a header",
        HeadersAuthConflict = "headers.auth_conflict", Error, Ours: "no header replaces the one that `auth` sets",
        HeadersDuplicate = "headers.duplicate", Error, Ours: "a header stands once, whatever its case",
        HeadersTemplate = "headers.template", Error, Ours: "a header has no placeholders",

        ToolsEmpty = "tools.empty", Warning, Ours: "a descriptor declares at least one tool",
        ToolsTooMany = "tools.too_many", Error, Ours: "at most 1,024 tools",
        ToolsDuplicateName = "tools.duplicate_name", Error, Inferred: "each tool has a name of its own",
        ToolNameFormat = "tool.name.format", Error, Seed: "a tool name is snake case",
        ToolNameStyle = "tool.name.style", Warning, Ours: "a tool name has no doubled and no trailing underscore",
        ToolNameLength = "tool.name.length", Warning, Ours: "a tool name has at most 64 characters",
        ToolExecutionAbsent = "tool.execution.absent", Warning, Ours: "an http tool without a binding is listed and cannot be called",

        PathNoLeadingSlash = "path.no_leading_slash", Error, Ours: "`path` starts with a slash",
        PathAbsoluteUrl = "path.absolute_url", Error, Ours: "`path` is not a URL of its own",
        PathProtocolRelative = "path.protocol_relative", Error, Ours: "`path` starts with one slash",
        PathDotSegment = "path.dot_segment", Error, Ours: "`path` has no dot segments, plain or encoded",
        PathQueryOrFragment = "path.query_or_fragment", Error, Ours: "`path` has no query and no fragment",
        PathBadChar = "path.bad_char", Error, Ours: "`path` holds path characters, and no encoded slash or control character",
        PathBracePlaceholder = "path.brace_placeholder", Error, Ours: "a placeholder is written `${name}`; `{name}` is read in the profile compat only",
        PathBracePlaceholderRead = "path.brace_placeholder", Warning, Ours: "`{name}` is read as `${name}` in the profile compat",
        PathPlaceholderOptional = "path.placeholder_optional", Warning, Ours: "a parameter in `path` is required or has a default",

        MethodUnsupported = "method.unsupported", Error, Seed: "`method` is GET, POST, PUT or DELETE",
        MethodExtension = "method.extension", Warning, Ours: "PATCH is read in the profile compat",
        MethodCase = "method.case", Error, Seed: "`method` is written in capitals",

        BodyTemplateBodylessMethod = "body_template.bodyless_method", Error, Ours: "GET has no body",
        BodyTemplateDeleteBody = "body_template.delete_body", Warning, Ours: "a body on DELETE is dropped by some servers",
        TemplateUnknownParam = "template.unknown_param", Error, Inferred: "a placeholder names a declared parameter",
        TemplateSyntax = "template.syntax", Error, Inferred: "a placeholder is `${name}`; a literal `${` is written `$${`",
        TemplateInKey = "template.in_key", Error, Ours: "member names have no placeholders",
        TemplateOptionalInString = "template.optional_in_string", Warning, Ours: "a parameter inside longer text is required or has a default",
        TemplateNonscalarInString = "template.nonscalar_in_string", Error, Ours: "no list and no object goes into text",
        TemplateParamUnbound = "template.param_unbound", Warning, Ours: "every declared parameter is used by the path or the template",

        SchemaRootType = "schema.root_type", Error, Seed: "`parameters` has the type object",
        SchemaRootTypeMissing = "schema.root_type_missing", Warning, Ours: "`parameters` says `type: object`",
        SchemaInvalid = "schema.invalid", Error, Seed: "a schema satisfies the meta-schema of draft-07",
        SchemaDialect = "schema.dialect", Error, Seed: "a schema is of draft-07",
        SchemaDialectAlias = "schema.dialect_alias", Warning, Ours: "`$schema` of draft-07 is written with http",
        SchemaKeywordIgnored = "schema.keyword_ignored", Warning, Ours: "a keyword of a later draft or of OpenAPI has no effect",
        SchemaRefRemote = "schema.ref_remote", Error, Ours: "a `$ref` points into its own schema",
        SchemaRefUnresolved = "schema.ref_unresolved", Error, Inferred: "a `$ref` points at a schema",
        SchemaRefCycle = "schema.ref_cycle", Error, Ours: "a chain of `$ref`s that comes back goes down into the value first",
        SchemaRefSiblings = "schema.ref_siblings", Warning, Inferred: "draft-07 ignores keywords beside `$ref`",
        SchemaNestedId = "schema.nested_id", Error, Ours: "`$id` stands at the root only",
        SchemaPatternUnsupported = "schema.pattern_unsupported", Error, Ours: "a pattern compiles for an engine of linear time",
        SchemaTooCostly = "schema.too_costly", Error, Ours: "checking one value takes a bounded number of steps",
        SchemaBudgetExceeded = "schema.budget_exceeded", Error, Ours: "checking the defaults of a descriptor takes a bounded number of steps",
        SchemaDefaultInvalid = "schema.default_invalid", Error, Inferred: "a default satisfies its own schema",
        SchemaDefaultOnRequired = "schema.default_on_required", Warning, Ours: "the default of a required parameter is never used",
        SchemaFormatUnknown = "schema.format_unknown", Warning, Inferred: "a format outside draft-07 is not checked",
        ParamNameStyle = "param.name.style", Warning, Seed: "a parameter name is snake case",

        AuthTypeUnsupported = "auth.type.unsupported", Error, Seed: "`auth.type` is `oauth2` or `api_key`",
        AuthTypeNone = "auth.type.none", Warning, Ours: "no credentials are said by leaving `auth` out",
        AuthFlatShape = "auth.flat_shape", Error, Seed: "the members of `auth` stand under their type; the flat shape is read in the profile compat only",
        AuthFlatShapeRead = "auth.flat_shape", Warning, Ours: "the flat shape of `auth` is read in the profile compat",
        AuthUnusedMember = "auth.unused_member", Warning, Ours: "only the block named by `auth.type` is used",
        AuthIgnoredForIpc = "auth.ignored_for_ipc", Warning, Ours: "`auth` has no meaning under `ipc`",
        AuthSecretInDescriptor = "auth.secret_in_descriptor", Error, Inferred: "no secret stands in a descriptor",
        AuthEndpointScheme = "auth.endpoint.scheme", Error, Ours: "an OAuth endpoint is https; plain http only for a loopback host",
        AuthEndpointFormat = "auth.endpoint.format", Error, Inferred: "an OAuth endpoint is an absolute URL",
        AuthScopeFormat = "auth.scope.format", Error, Inferred: "a scope is a token of RFC 6749",
        AuthPkceMissing = "auth.pkce.missing", Warning, Inferred: "PKCE is declared; S256 is used all the same",
        AuthPkceMethod = "auth.pkce.method", Error, Seed: "the PKCE method is S256",
        AuthFlowExtension = "auth.flow.extension", Warning, Ours: "`flow` is not a member of this version",
        AuthFlowUnsupported = "auth.flow.unsupported", Error, Ours: "the only flow is authorization_code",
        AuthApiKeyPlacement = "auth.api_key.placement", Error, Inferred: "a key is placed in `header` or `query`",
        AuthApiKeyName = "auth.api_key.name", Error, Ours: "the name of a key is usable as a header or in a query",
        AuthEnvVarFormat = "auth.env_var.format", Error, Inferred: "`env_var` is capitals, digits and underscores",
        AuthEnvVarPolicy = "auth.env_var.policy", Warning, Ours: "a variable without the prefix AAI_ is only read if an operator lists it",
        AuthQueryCollision = "auth.query_collision", Error, Ours: "no parameter in the query has the key's name",
    }
}

rules! {
    /// A rule that a call of a tool can break: `args.*` by its arguments, `plan.*` by the request that
    /// they would make, `auth.*` by what is missing when the secrets are put in place. Arguments are
    /// judged first, a plan is only made of valid ones, secrets are only looked up for a plan.
    CallRule {
        ArgsJson = "args.json", Error, Ours: "arguments are one strict JSON value of at most 1 MiB and 64 levels",
        ArgsNumberRange = "args.number_range", Error, Ours: "a number can be kept as a 64-bit integer or a double",
        ArgsTooMany = "args.too_many", Error, Ours: "a report lists at most 1,000 findings",
        ArgsBudgetExceeded = "args.budget_exceeded", Error, Ours: "a value has at most 262,144 JSON values; checking it by its schema takes a bounded number of steps and finds a bounded number of faults",
        ArgsType = "args.type", Error, Seed: "a value has the declared type",
        ArgsRequired = "args.required", Error, Seed: "a required value was sent; a default does not stand in for it",
        ArgsEnum = "args.enum", Error, Seed: "a value is one of the listed ones",
        ArgsConst = "args.const", Error, Seed: "a value is the declared one",
        ArgsFormat = "args.format", Error, Inferred: "a string has the declared format",
        ArgsPattern = "args.pattern", Error, Seed: "a string matches the declared pattern",
        ArgsMinimum = "args.minimum", Error, Seed: "a number is not below `minimum`",
        ArgsMaximum = "args.maximum", Error, Seed: "a number is not above `maximum`",
        ArgsExclusiveMinimum = "args.exclusiveMinimum", Error, Seed: "a number is above `exclusiveMinimum`",
        ArgsExclusiveMaximum = "args.exclusiveMaximum", Error, Seed: "a number is below `exclusiveMaximum`",
        ArgsMultipleOf = "args.multipleOf", Error, Seed: "a number is a multiple of `multipleOf`",
        ArgsMinLength = "args.minLength", Error, Seed: "a string has at least `minLength` characters",
        ArgsMaxLength = "args.maxLength", Error, Seed: "a string has at most `maxLength` characters",
        ArgsMinItems = "args.minItems", Error, Seed: "a list has at least `minItems` elements",
        ArgsMaxItems = "args.maxItems", Error, Seed: "a list has at most `maxItems` elements",
        ArgsUniqueItems = "args.uniqueItems", Error, Seed: "the elements of a list differ",
        ArgsContains = "args.contains", Error, Seed: "a list has an element that `contains` asks for",
        ArgsAdditionalItems = "args.additionalItems", Error, Seed: "a list has no elements beyond the declared ones",
        ArgsMinProperties = "args.minProperties", Error, Seed: "an object has at least `minProperties` members",
        ArgsMaxProperties = "args.maxProperties", Error, Seed: "an object has at most `maxProperties` members",
        ArgsPropertyNames = "args.propertyNames", Error, Seed: "a member name satisfies `propertyNames`",
        ArgsAdditionalProperties = "args.additionalProperties", Error, Seed: "an object has no members beyond the declared ones",
        ArgsAnyOf = "args.anyOf", Error, Seed: "a value satisfies one schema of `anyOf`",
        ArgsOneOf = "args.oneOf", Error, Seed: "a value satisfies exactly one schema of `oneOf`",
        ArgsNot = "args.not", Error, Seed: "a value does not satisfy the schema under `not`",
        ArgsContentEncoding = "args.contentEncoding", Error, Inferred: "a string is encoded as declared",
        ArgsContentMediaType = "args.contentMediaType", Error, Inferred: "a string holds the declared media type",
        ArgsFalse = "args.false", Error, Seed: "nothing satisfies the schema `false`",

        PlanUnknownTool = "plan.unknown_tool", Error, Seed: "the tool is one of the descriptor's",
        PlanNotExecutable = "plan.not_executable", Error, Ours: "a tool without a binding is never called",
        PlanUnboundArgument = "plan.unbound_argument", Error, Ours: "every argument is carried by the request; what was approved is what is sent",
        PlanAmbiguous = "plan.ambiguous", Error, Ours: "no other arguments make the same request",
        PlanMissingPathValue = "plan.missing_path_value", Error, Ours: "every placeholder of the path has a value",
        PlanPathValueEmpty = "plan.path_value_empty", Error, Ours: "a value in the path is not empty",
        PlanPathTraversal = "plan.path_traversal", Error, Ours: "a value in the path is not a dot segment, also after decoding",
        PlanPathType = "plan.path_type", Error, Ours: "a value in the path is a string, a number or a boolean",
        PlanControlChar = "plan.control_char", Error, Ours: "a value in the path holds no control character",
        PlanQueryType = "plan.query_type", Error, Ours: "a value in the query is a string, a number, a boolean or a list of them",
        PlanStringType = "plan.string_type", Error, Ours: "a value inside text is a string, a number or a boolean",
        PlanTooLarge = "plan.too_large", Error, Ours: "a request has at most 4 MiB of values",
        PlanContentType = "plan.content_type", Error, Ours: "a body is sent as JSON",

        AuthEnvMissing = "auth.env_missing", Error, Ours: "the variable of the key is set and not empty",
        AuthEnvInvalid = "auth.env_invalid", Error, Ours: "the value of a key is visible ASCII",
        AuthEnvNotAllowed = "auth.env_not_allowed", Error, Ours: "a variable is the application's own, `AAI_<APP ID>_<WORD>`, or on the operator's list",
        AuthOriginNotAllowed = "auth.origin_not_allowed", Error, Ours: "a variable goes to the domain of `app.id`, or where the operator's list lets it go",
        AuthTokenMissing = "auth.token_missing", Error, Ours: "there is a token for this application and this origin",
        AuthTokenInvalid = "auth.token_invalid", Error, Ours: "a token is visible ASCII",
    }
}

impl CallRule {
    /// When it is found: `args`, `plan` or `auth`.
    pub fn stage(self) -> &'static str {
        self.id().split('.').next().unwrap_or_default()
    }

    /// The route that a call which breaks it is recommended: `ask` where the model or the user can put
    /// it right, `refuse` where nothing can.
    pub const fn recommended_route(self) -> Route {
        match self {
            Self::PlanPathTraversal
            | Self::PlanControlChar
            | Self::PlanUnknownTool
            | Self::PlanNotExecutable
            | Self::PlanContentType
            | Self::AuthEnvNotAllowed
            | Self::AuthOriginNotAllowed
            | Self::ArgsJson
            | Self::ArgsBudgetExceeded
            | Self::ArgsNumberRange => Route::Refuse,
            _ => Route::Ask,
        }
    }
}
