//! Who takes tools, and what each takes.

/// Who takes the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Client {
    /// The Model Context Protocol.
    Mcp,
    /// Function tools of `OpenAI`'s Chat Completions.
    OpenAi,
    /// Function tools of `OpenAI`'s Responses.
    OpenAiResponses,
    /// Tools of Anthropic.
    Anthropic,
    /// Function declarations of Gemini.
    Gemini,
}

/// The limits of one client. One tool beyond them makes a client refuse the whole request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Keywords that may not stand at the root of a schema.
    pub(super) not_at_root: &'static [&'static str],
    /// Whether a parameter may have this name; any other gets an alias.
    pub(super) is_plain: fn(&str) -> bool,
    /// UTF-16 units of a description.
    pub(super) description: usize,
    /// How many tools a request may have.
    pub(super) tools: usize,
}

/// Anthropic answers 400 where one of these stands at the root ("`input_schema` does not support `oneOf`, `allOf`,
/// or `anyOf` at the top level", anthropics/claude-code#27337).
const UNIONS: &[&str] = &["allOf", "anyOf", "oneOf"];
/// `OpenAI` also where one of the others does ("schema must have type 'object' and not have
/// 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", langchain-ai/langchainjs#9804).
const UNIONS_AND_VALUES: &[&str] = &["allOf", "anyOf", "oneOf", "enum", "not"];

impl Client {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Mcp, Self::OpenAi, Self::OpenAiResponses, Self::Anthropic, Self::Gemini];

    /// The words of all of them, for messages.
    pub const WORDS: &'static str = "`mcp`, `openai`, `openai-responses`, `anthropic` or `gemini`";

    /// The word for it: `mcp`, `openai`, `openai-responses`, `anthropic` or `gemini`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::OpenAi => "openai",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The client of this name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == word)
    }

    /// What it takes. Limits of `OpenAI`'s strict mode (5,000 properties, 10 levels) are not here: tools are
    /// offered with `strict: false`.
    pub(super) const fn limits(self) -> Limits {
        match self {
            // Most clients of MCP pass a tool on to one of the others as it is, so it is written for all of them.
            Self::Mcp => Limits {
                not_at_root: UNIONS_AND_VALUES,
                is_plain: is_plain_for_all,
                description: 1_024,
                tools: usize::MAX,
            },
            // "Expected a string with maximum length 1024" for `tools[..].function.description`
            // (getsentry/sentry-mcp#106), not by every endpoint any more. At most 128 functions: reference of
            // Chat Completions, `tools`.
            Self::OpenAi => Limits {
                not_at_root: UNIONS_AND_VALUES,
                is_plain: is_plain_for_all,
                description: 1_024,
                tools: 128,
            },
            Self::OpenAiResponses => Limits {
                not_at_root: UNIONS_AND_VALUES,
                is_plain: is_plain_for_all,
                description: 1_024,
                tools: usize::MAX,
            },
            // "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'" (n8n-io/n8n#30590). A schema must be
            // of draft 2020-12 (hyperdxio/hyperdx#2925).
            Self::Anthropic => Limits {
                not_at_root: UNIONS,
                is_plain: is_plain_for_all,
                description: 1_024,
                tools: usize::MAX,
            },
            // "Parameter names must start with a letter or an underscore and must only contain chars a-z, A-Z,
            // 0-9, or underscores with a maximum length of 64" (FunctionDeclaration, reference of Vertex AI).
            Self::Gemini => Limits {
                not_at_root: UNIONS_AND_VALUES,
                is_plain: is_identifier,
                description: 1_024,
                tools: usize::MAX,
            },
        }
    }
}

/// `[A-Za-z0-9_.-]{1,64}`
fn is_plain_for_all(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"_.-".contains(&it))
}

/// `[A-Za-z_][A-Za-z0-9_]{0,63}`
fn is_identifier(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}
