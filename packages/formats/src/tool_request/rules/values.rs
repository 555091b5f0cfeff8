//! What the keys of the front matter say.

use crate::tool_request::found::Position;

/// What the fields say, as far as they could be read.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    pub(crate) request_id: Option<String>,
    pub(crate) created_ms: Option<i64>,
    pub(crate) requested_by: String,
    pub(crate) approved_by: String,
    pub(crate) approved_ms: Option<i64>,
    pub(crate) purpose: String,
    /// One of the five languages, or nothing.
    pub(crate) language: Option<Language>,
    /// Whether the network is an allowlist; nothing if the value is neither.
    pub(crate) allowlist: Option<bool>,
    pub(crate) hosts: Vec<String>,
    pub(crate) cpu_limit: String,
    pub(crate) memory_limit_mb: u32,
    pub(crate) time_limit_sec: u32,
    pub(crate) inputs: Vec<Declared>,
    pub(crate) outputs: Vec<Expected>,
    pub(crate) constraints: Vec<String>,
}

/// A language that requests may be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// `python`
    Python,
    /// `node`
    Node,
    /// `ts`
    Ts,
    /// `go`
    Go,
    /// `ruby`
    Ruby,
}

impl Language {
    pub(crate) const ALL: [Self; 5] = [Self::Python, Self::Node, Self::Ts, Self::Go, Self::Ruby];

    /// The word that documents use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Node => "node",
            Self::Ts => "ts",
            Self::Go => "go",
            Self::Ruby => "ruby",
        }
    }
}

/// An entry of `inputs`.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    /// Its name, if it has a usable one.
    pub(crate) name: Option<String>,
    /// Its hash in lower case, if it has one.
    pub(crate) sha256: Option<String>,
    /// Both as written, for the digest.
    pub(crate) written: (String, String),
    pub(crate) at: Position,
}

/// An entry of `outputs_expected`.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// Its path below `/out`, if it has a usable one.
    pub(crate) path: Option<String>,
    /// Path and description as written, the path without `/out/`.
    pub(crate) written: (String, String),
}
