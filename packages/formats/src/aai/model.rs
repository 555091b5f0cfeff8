//! A descriptor after it was read and found usable.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::{kinds::Kinds, template::Part, url::Url};

/// How strictly a descriptor is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Profile {
    /// The specification and the rules of safety.
    #[default]
    Seed,
    /// Also what its neighbours write: PATCH, `{name}` in a path, a flat `auth`.
    Compat,
}

impl Profile {
    /// The word for it: `seed` or `compat`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Compat => "compat",
        }
    }

    /// The profile of this name.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Seed, Self::Compat].into_iter().find(|it| it.as_str() == word)
    }
}

/// An accepted descriptor.
///
/// It is made by [`load`](super::load) only, so that whatever holds one holds one without errors.
#[derive(Debug)]
pub struct Descriptor {
    pub(super) app: App,
    pub(super) execution: Option<Execution>,
    pub(super) auth: Option<Auth>,
    pub(super) tools: Vec<Tool>,
    pub(super) digest: String,
}

#[derive(Debug)]
pub(super) struct App {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: String,
}

#[derive(Debug)]
pub(super) enum Execution {
    Ipc,
    Http {
        base: Url,
        /// Name in lower case, value.
        headers: Vec<(String, String)>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    Header,
    Query,
}

#[derive(Debug)]
pub(super) enum Auth {
    ApiKey {
        placement: Placement,
        name: String,
        env_var: String,
        /// Where the descriptor names the variable.
        pointer: String,
    },
    Oauth2,
}

/// One tool of a descriptor.
#[derive(Debug)]
pub struct Tool {
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) binding: Option<Binding>,
    pub(super) parameters: Value,
    pub(super) returns: Option<Value>,
    pub(super) declared: Declared,
    #[cfg(feature = "arguments")]
    pub(super) validator: super::call::BoundedValidator,
    #[cfg(feature = "arguments")]
    pub(super) answer: Option<super::call::BoundedValidator>,
}

/// The parameters of a tool at the top level, seen through references.
#[derive(Debug, Default)]
pub(super) struct Declared {
    /// Name, and the default if it has one that is used.
    pub(super) names: BTreeMap<String, Option<Value>>,
    /// What each may be, as far as its `type` says it.
    pub(super) kinds: BTreeMap<String, Kinds>,
    /// Whether names beyond the declared ones are asked for by `additionalProperties`.
    pub(super) open: bool,
}

impl Declared {
    pub(super) fn holds(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    pub(super) fn kinds(&self, name: &str) -> Kinds {
        self.kinds.get(name).copied().unwrap_or(Kinds::ANY)
    }
}

#[derive(Debug)]
pub(super) struct Binding {
    pub(super) method: Method,
    /// The path as written, for audit.
    pub(super) path_template: String,
    pub(super) path: Vec<Part>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Body>,
}

/// A body template, its texts taken apart.
#[derive(Debug)]
pub(super) enum Body {
    /// A value without placeholders.
    Fixed(Value),
    Text(Vec<Part>),
    List(Vec<Body>),
    Object(Vec<(String, Body)>),
}

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `PUT`
    Put,
    /// `DELETE`
    Delete,
    /// `PATCH`, in the profile compat only.
    Patch,
}

impl Method {
    /// As it stands in a request.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
            Self::Patch => "PATCH",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [Self::Get, Self::Post, Self::Put, Self::Delete, Self::Patch]
            .into_iter()
            .find(|it| it.as_str() == word)
    }
}

impl Descriptor {
    /// `app.id`.
    pub fn app_id(&self) -> &str {
        &self.app.id
    }

    /// `app.name`.
    pub fn app_name(&self) -> &str {
        &self.app.name
    }

    /// `sha256:` and the hash of the text that was read, to pin it.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The tools in the order of the text.
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Scheme, host and port of all requests, if there are any.
    pub fn origin(&self) -> Option<&str> {
        match &self.execution {
            Some(Execution::Http { base, .. }) => Some(&base.origin),
            _ => None,
        }
    }

    /// Whether calls of this tool can be planned: declared tools without a binding are listed only.
    pub fn is_executable(&self, tool: &Tool) -> bool {
        match self.execution {
            None => false,
            Some(Execution::Ipc) => true,
            Some(Execution::Http { .. }) => tool.binding.is_some(),
        }
    }

    /// How evidence names a tool of this descriptor as it was pinned.
    pub fn source_id(&self, tool: &Tool) -> String {
        format!("aai:{}#{}@{}", self.app.id, tool.name, self.digest)
    }
}

impl Tool {
    /// `name`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `description`.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The method, if the tool has a binding.
    pub fn method(&self) -> Option<Method> {
        self.binding.as_ref().map(|it| it.method)
    }

    /// The schema of its arguments.
    pub fn parameters(&self) -> &Value {
        &self.parameters
    }

    /// The schema of its answer.
    pub fn returns(&self) -> Option<&Value> {
        self.returns.as_ref()
    }

    /// The names of its parameters.
    pub fn parameter_names(&self) -> impl Iterator<Item = &str> {
        self.declared.names.keys().map(String::as_str)
    }

    /// Whether a default would be put in.
    #[cfg(feature = "arguments")]
    pub(super) fn has_defaults_beside(&self, arguments: &Map<String, Value>) -> bool {
        let mut names = self.declared.names.iter();
        names.any(|(name, default)| default.is_some() && !arguments.contains_key(name))
    }

    /// Puts in the default of every optional parameter that was not sent. Nothing deeper is filled in:
    /// who approves a call sees every value that will be sent.
    pub fn with_defaults(&self, mut arguments: Map<String, Value>) -> Map<String, Value> {
        for (name, default) in &self.declared.names {
            if let Some(default) = default
                && !arguments.contains_key(name)
            {
                arguments.insert(name.clone(), default.clone());
            }
        }
        arguments
    }
}

/// `sha256:` and the hash of a text.
pub(super) fn digest(text: &str) -> String {
    format!("sha256:{}", hex::encode(Sha256::digest(text.as_bytes())))
}

/// Whether a text is the name of a variable: capitals, digits and underscores.
pub(super) fn is_env_var(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && name.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_')
}
