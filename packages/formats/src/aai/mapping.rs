//! What a tool does, by the words of the Agent Action Contract.
//!
//! Method, name and description are three signals. Any of them makes a tool a write; a description
//! never makes one a read, since whoever wrote the file wrote that too.

use std::collections::BTreeSet;

use aana_core::{
    contract::{AuthorizationState, RiskDomain, Route, ToolCategory, VerbClass},
    names,
};
use serde::Serialize;

use super::{
    lexicon::{self as words, is_in},
    model::{Descriptor, Execution, Method, Tool},
};

/// What is known of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts<'f> {
    /// `app.id`.
    pub app_id: &'f str,
    /// `app.name`.
    pub app_name: &'f str,
    /// `app.description`.
    pub app_description: &'f str,
    /// Whether calls are authenticated.
    pub has_auth: bool,
    /// Whether the application runs on this machine.
    pub ipc: bool,
    /// The tool's name.
    pub name: &'f str,
    /// The method; `None` for a tool without one.
    pub method: Option<Method>,
    /// The tool's description.
    pub description: &'f str,
    /// The names of its parameters.
    pub parameters: &'f [&'f str],
}

/// What one signal says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// Nothing.
    Open,
}

/// What MCP calls annotations: hints for a client, never a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// The tool reads.
    pub read_only_hint: bool,
    /// It may take something away.
    pub destructive_hint: bool,
    /// Calling it twice does no more than once.
    pub idempotent_hint: bool,
    /// It reaches beyond this machine.
    pub open_world_hint: bool,
}

/// What a tool was found to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classification {
    /// What it does.
    pub tool_category: ToolCategory,
    /// What it is about; a hint.
    pub risk_domain: RiskDomain,
    /// Whether it takes something away.
    pub destructive: bool,
    /// What its method says.
    pub method: Evidence,
    /// What its name says.
    pub name: Evidence,
    /// What its description says.
    pub description: Evidence,
    /// The hints for MCP clients.
    pub annotations: Annotations,
}

impl Classification {
    /// Which signal decided, as evidence records it.
    pub fn summary(&self) -> String {
        let word = |it| match it {
            Evidence::Read => "read",
            Evidence::Write => "write",
            Evidence::Open => "open",
        };
        format!(
            "method {}, name {}, description {}",
            word(self.method),
            word(self.name),
            word(self.description)
        )
    }
}

impl Facts<'_> {
    /// Classifies the tool. `pinned` says that an operator has looked at exactly this descriptor: only
    /// then does the name of a tool that is called by POST or over ipc make it a read.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::contract::{RiskDomain, ToolCategory};
    /// use aana_formats::aai::{Facts, Method};
    ///
    /// let facts = Facts {
    ///     app_id: "com.example.shop", app_name: "Shop", app_description: "Sells things",
    ///     has_auth: true, ipc: false, name: "get_or_create_order", method: Some(Method::Post),
    ///     description: "Get or create an order", parameters: &["order_id"],
    /// };
    /// let found = facts.classify(true);
    /// assert_eq!(found.tool_category, ToolCategory::Write);
    /// assert_eq!(found.risk_domain, RiskDomain::Commerce);
    /// ```
    pub fn classify(&self, pinned: bool) -> Classification {
        let words = words_in(self.name);
        let tokens: Vec<&str> = words.iter().map(String::as_str).collect();
        let verbs = verbs(&tokens);
        let class = names::verb_class(self.name);
        let irreversible = is_irreversible(self.description);
        let method = match self.method {
            Some(Method::Get) => Evidence::Read,
            Some(Method::Put | Method::Patch | Method::Delete) => Evidence::Write,
            Some(Method::Post) | None => Evidence::Open,
        };
        // The document's own reading of a name, and the gate's: either makes it a write.
        let name = match verbs.as_slice() {
            _ if class.acts() => Evidence::Write,
            [] => Evidence::Open,
            verbs if verbs.iter().any(|(_, says)| *says == Evidence::Write) => Evidence::Write,
            _ => Evidence::Read,
        };
        let description = if irreversible { Evidence::Write } else { first_word(self.description) };
        let read = self.read_category(&tokens);
        let tool_category = match (method, name, description) {
            (Evidence::Write, _, _) | (_, Evidence::Write, _) | (_, _, Evidence::Write) => {
                ToolCategory::Write
            }
            (Evidence::Read, _, _) => read,
            (Evidence::Open, Evidence::Read, _) if pinned => read,
            (Evidence::Open, _, _) => ToolCategory::Unknown,
        };
        let destructive = tool_category == ToolCategory::Write
            && (self.method == Some(Method::Delete)
                || irreversible
                || class == VerbClass::Destroy
                || tokens.iter().any(|it| destroys(it)));
        let reads = matches!(tool_category, ToolCategory::PublicRead | ToolCategory::PrivateRead);
        let adds = method == Evidence::Open
            && !destructive
            && matches!(class, VerbClass::Edit | VerbClass::Send | VerbClass::Other)
            && !verbs.is_empty()
            && verbs.iter().all(|(it, _)| is_in(&words::ADDITIVE, it));
        let annotations = Annotations {
            read_only_hint: reads,
            destructive_hint: !reads && !adds,
            idempotent_hint: matches!(
                self.method,
                Some(Method::Get | Method::Put | Method::Delete)
            ),
            open_world_hint: !self.ipc,
        };
        let risk_domain = self.risk_domain(&tokens);
        Classification {
            tool_category,
            risk_domain,
            destructive,
            method,
            name,
            description,
            annotations,
        }
    }

    /// A read is private as soon as anything says that it could be somebody's own.
    fn read_category(&self, tokens: &[&str]) -> ToolCategory {
        let private = self.has_auth
            || self.ipc
            || tokens.iter().any(|it| names::is_private_noun(it))
            || self.parameters.iter().any(|it| names_somebody(it));
        if private { ToolCategory::PrivateRead } else { ToolCategory::PublicRead }
    }

    /// The domain most of whose words are found; what is nearer to the tool counts more.
    fn risk_domain(&self, tokens: &[&str]) -> RiskDomain {
        let name: BTreeSet<String> = tokens.iter().map(|it| (*it).to_owned()).collect();
        let description = words_of([self.description]);
        let parameters = words_of(self.parameters.iter().copied());
        let app = words_of([self.app_id, self.app_name, self.app_description]);
        let sources = [(&name, 3_usize), (&description, 2), (&parameters, 1), (&app, 1)];
        let mut best = (0, RiskDomain::Unknown);
        for (domain, list) in words::RISK_WORDS {
            let score = sources
                .iter()
                .map(|(found, weight)| {
                    list.iter().filter(|word| found.contains(**word)).count() * weight
                })
                .sum();
            if score > best.0 {
                best = (score, domain);
            }
        }
        best.1
    }
}

impl Descriptor {
    /// Classifies one of the descriptor's tools.
    pub fn classify(&self, tool: &Tool, pinned: bool) -> Classification {
        let parameters: Vec<&str> = tool.parameter_names().collect();
        Facts {
            app_id: &self.app.id,
            app_name: &self.app.name,
            app_description: &self.app.description,
            has_auth: self.auth.is_some(),
            ipc: matches!(self.execution, Some(Execution::Ipc)),
            name: &tool.name,
            method: tool.method(),
            description: &tool.description,
            parameters: &parameters,
        }
        .classify(pinned)
    }
}

/// The route that a runtime recommends for a call without faults. The gate may only be stricter.
pub const fn recommended_route(category: ToolCategory, state: AuthorizationState) -> Route {
    use AuthorizationState as State;
    match (category, state) {
        (ToolCategory::Unknown, _) => Route::Defer,
        (ToolCategory::PublicRead, _) => Route::Accept,
        (ToolCategory::PrivateRead | ToolCategory::Write, State::None) => Route::Defer,
        (ToolCategory::PrivateRead, State::UserClaimed) => Route::Ask,
        (ToolCategory::PrivateRead, _) => Route::Accept,
        (ToolCategory::Write, State::Confirmed) => Route::Accept,
        (ToolCategory::Write, _) => Route::Ask,
    }
}

/// What a word says that is a verb; of the core's verbs that are nouns too, those that the document counts
/// wherever they stand.
fn verb(word: &str) -> Option<Evidence> {
    let known = names::verb(word).filter(|it| !it.noun_too || is_in(&words::VERBS_ANYWHERE, word));
    match known {
        Some(verb) if verb.class.acts() => Some(Evidence::Write),
        Some(verb) if verb.only_reads => Some(Evidence::Read),
        _ => is_in(&words::MORE_WRITE_VERBS, word).then_some(Evidence::Write),
    }
}

/// Whether what this verb does cannot be taken back.
fn destroys(word: &str) -> bool {
    names::verb(word).is_some_and(|verb| verb.class == VerbClass::Destroy)
        || is_in(&words::MORE_DESTRUCTIVE, word)
}

/// The first verb of a name, and what stands after `or`, `and`, `then`, with what each says.
fn verbs<'n>(tokens: &[&'n str]) -> Vec<(&'n str, Evidence)> {
    let said = |it: &&'n str| Some((*it, verb(it)?));
    let first = tokens.iter().find_map(said);
    let joined = tokens
        .iter()
        .zip(tokens.iter().skip(1))
        .filter(|(before, _)| matches!(**before, "or" | "and" | "then"))
        .filter_map(|(_, after)| said(after));
    first.into_iter().chain(joined).collect()
}

/// What the first word of a description says; `Sends` is `send`.
fn first_word(description: &str) -> Evidence {
    let words = words_in(description);
    let Some(word) = words.into_iter().next() else { return Evidence::Open };
    let stems = [
        Some(word.clone()),
        word.strip_suffix('s').map(str::to_owned),
        word.strip_suffix("es").map(str::to_owned),
        word.strip_suffix("ies").map(|stem| format!("{stem}y")),
    ];
    let says = |evidence| stems.iter().flatten().any(|stem| verb(stem) == Some(evidence));
    if says(Evidence::Write) {
        Evidence::Write
    } else if says(Evidence::Read) {
        Evidence::Read
    } else {
        Evidence::Open
    }
}

fn is_irreversible(description: &str) -> bool {
    let lower = description.to_lowercase();
    let plain = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    words::DESTRUCTIVE_PHRASES.iter().any(|phrase| plain.contains(phrase))
}

/// Whether a parameter tells whose record is meant.
fn names_somebody(parameter: &str) -> bool {
    let alone = words_in(parameter).iter().any(|it| is_in(&words::IDENTITY_WORDS, it));
    alone || names::is_identity_key(parameter)
}

/// The words of a text in lower case; a hump in camel case ends one.
fn words_in(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_lower = false;
    for character in text.chars() {
        let ends = !character.is_alphanumeric() || (after_lower && character.is_uppercase());
        if ends && !word.is_empty() {
            words.push(core::mem::take(&mut word));
        }
        if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
        after_lower = character.is_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn words_of<'t>(texts: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    texts.into_iter().flat_map(words_in).collect()
}
