//! Lists of tools, in the forms in which hosts have them.

mod item;
mod read;

pub use read::read_tools;

use crate::remark::Remark;

/// The form of a list of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The answer of an MCP server to `tools/list`, or its tools.
    Mcp,
    /// Tools as the interfaces of `OpenAI` take them.
    OpenAi,
    /// Tools as the interface of Anthropic takes them.
    Anthropic,
    /// A descriptor, `aai.json`.
    Aai,
    /// Names alone: one a line, or an array of strings.
    Names,
    /// Objects with a name, and nothing that tells one form from another; or several forms in one list.
    Tools,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 6] =
        [Self::Mcp, Self::OpenAi, Self::Anthropic, Self::Aai, Self::Names, Self::Tools];

    /// The form as a report names it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Aai => "aai",
            Self::Names => "names",
            Self::Tools => "tools",
        }
    }

    /// What the list was taken for.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Mcp => "an MCP `tools/list` answer",
            Self::OpenAi => "a list of OpenAI tools",
            Self::Anthropic => "a list of Anthropic tools",
            Self::Aai => "an `aai.json` descriptor",
            Self::Names => "a list of names",
            Self::Tools => "a list of objects with names",
        }
    }
}

/// A list of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolList {
    /// What it was taken for.
    pub form: Form,
    /// Its tools, each name once, in the order of the list.
    pub tools: Vec<Tool>,
    /// What an operator should know about the list as a whole.
    pub remarks: Vec<Remark>,
}

/// One tool.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tool {
    /// The name under which it is called.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// What the tool's own description says that it does.
    pub annotations: Annotations,
}

/// What a server says about its own tool. Only what tightens is ever believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Annotations {
    /// MCP's `readOnlyHint`.
    pub read_only: Option<bool>,
    /// MCP's `destructiveHint`.
    pub destructive: Option<bool>,
    /// An HTTP method other than `GET` and `HEAD`, in a descriptor.
    pub acting_method: bool,
}

impl Annotations {
    /// Whether one of them says that the tool acts.
    pub const fn acts(self) -> bool {
        matches!(self.read_only, Some(false))
            || matches!(self.destructive, Some(true))
            || self.acting_method
    }
}
