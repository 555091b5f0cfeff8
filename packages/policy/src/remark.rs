//! What an operator should look at in a list of tools.

use std::borrow::Cow;

/// Something that an operator should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The list is one page of several.
    MorePages,
    /// An item is a server whose tools are not listed; where it stands.
    ServerLeftOut(String),
    /// A name stands in the list twice.
    ListedTwice(String),
    /// A name is so long that clients see a shortened one.
    NameShortened(String),
    /// The name holds no word that says what the tool does.
    NameSaysNothing,
    /// With strict names, the name is not that of a known read.
    NotRecognised,
    /// A character of the name is not plain ASCII.
    NotPlainAscii,
    /// The tool says of itself that it acts, which the gate alone cannot know.
    SaysThatItActs,
    /// The tool says of itself that it only reads, and its name says otherwise.
    SaysThatItReads,
    /// An entry's relief (`hints: false`, `allow_secret_arguments`) does not hold: the entry fits only a folded name.
    ReliefNeedsTheExactName(String),
    /// Entries cover the tool, but none in this spelling, so that it counts as unlisted.
    AnotherSpelling,
    /// An entry is of wildcards only, or holds for some calls: it tightens, and lists no tool. Where it stands.
    ListsNoTool(String),
    /// Nothing in the name says that what the tool reads is public.
    MaybePublic,
    /// The name holds `*` or `?`, which an entry takes for a pattern.
    NameIsAPattern,
    /// An entry holds only for some calls: where it stands, and for which, as JSON.
    HoldsForSomeCalls(String, String),
    /// A rule for values is about an argument that no tool of its entry has; where it stands.
    RuleWithoutParameter(String),
    /// A rule for commands or requests can never fit anything; where it stands.
    RuleFitsNothing(String),
    /// A list is empty, or an entry or a rule demands nothing; where it stands.
    SaysNothing(String),
    /// A number has an upper limit and no lower one: what is below zero is within it. Where it stands.
    NoLowerBound(String),
    /// A pattern of `arguments.kinds` covers no tool of the list.
    KindWithoutTool(String),
}

impl Remark {
    /// The remark's code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::MorePages => "more_pages",
            Self::ServerLeftOut(_) => "server_left_out",
            Self::ListedTwice(_) => "listed_twice",
            Self::NameShortened(_) => "name_shortened",
            Self::NameSaysNothing => "name_says_nothing",
            Self::NotRecognised => "name_not_recognised",
            Self::NotPlainAscii => "name_not_plain_ascii",
            Self::SaysThatItActs => "annotation_says_it_acts",
            Self::SaysThatItReads => "annotation_says_it_reads",
            Self::ReliefNeedsTheExactName(_) => "relief_needs_the_exact_name",
            Self::AnotherSpelling => "another_spelling",
            Self::ListsNoTool(_) => "lists_no_tool",
            Self::MaybePublic => "public_or_private",
            Self::NameIsAPattern => "name_is_a_pattern",
            Self::HoldsForSomeCalls(..) => "holds_for_some_calls",
            Self::RuleWithoutParameter(_) => "rule_without_parameter",
            Self::RuleFitsNothing(_) => "rule_fits_nothing",
            Self::SaysNothing(_) => "says_nothing",
            Self::NoLowerBound(_) => "no_lower_bound",
            Self::KindWithoutTool(_) => "kind_without_tool",
        }
    }

    /// The remark as a sentence.
    pub fn sentence(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::MorePages => {
                "the list is one page: it has a `nextCursor`, so there are more tools; list every page"
            }
            Self::ServerLeftOut(at) => {
                return format!(
                    "the item at `{at}` is a server and not a tool; list the server's tools, too"
                )
                .into();
            }
            Self::ListedTwice(name) => {
                return format!("`{name}` stands in the list more than once").into();
            }
            Self::NameShortened(name) => {
                return format!("`{name}` is too long for clients, which see a shortened name")
                    .into();
            }
            Self::NameSaysNothing => "the name does not say what the tool does",
            Self::NotRecognised => {
                "the name is not that of a known read, which `names: strict` asks for"
            }
            Self::NotPlainAscii => {
                "the name holds a character outside of printable ASCII; every call of it is deferred"
            }
            Self::SaysThatItActs => {
                "the tool says of itself that it acts, which the gate does not see in the name; give it \
                 `\"tool_category\": \"write\"`"
            }
            Self::SaysThatItReads => {
                "the tool says of itself that it only reads, and its name says that it acts; the name counts"
            }
            Self::ReliefNeedsTheExactName(pattern) => {
                return format!(
                    "what the entry `{pattern}` relieves does not hold for this tool: the name has another spelling"
                )
                .into();
            }
            Self::HoldsForSomeCalls(at, when) => {
                return format!("the entry at `{at}` holds only for calls that meet `{when}`")
                    .into();
            }
            Self::RuleWithoutParameter(at) => {
                return format!(
                    "the rule at `{at}` is about an argument that none of its tools has a parameter for"
                )
                .into();
            }
            Self::RuleFitsNothing(at) => {
                return format!(
                    "the rule at `{at}` can never fit: it is held against the words of one command, or against a whole address"
                )
                .into();
            }
            Self::SaysNothing(at) => {
                return format!(
                    "`{at}` demands nothing: no call is decided otherwise because of it"
                )
                .into();
            }
            Self::NoLowerBound(at) => {
                return format!(
                    "the rule at `{at}` has `at_most` and no `at_least`: a number below zero is within it; write `\"at_least\": 0` if it is not meant"
                )
                .into();
            }
            Self::KindWithoutTool(pattern) => {
                return format!("`{pattern}` in `arguments.kinds` covers no tool of the list")
                    .into();
            }
            Self::ListsNoTool(at) => {
                return format!(
                    "the entry at `{at}` only tightens: an entry of wildcards alone or with `when` lists no tool and does not say what one is"
                )
                .into();
            }
            Self::AnotherSpelling => {
                "an entry covers the tool, but in another spelling: it only tightens, and `unlisted_tools` counts"
            }
            Self::MaybePublic => {
                "nothing in the name says that what it reads is public; if it is, write `public_read`"
            }
            Self::NameIsAPattern => {
                "the name holds a wildcard, or a sign that no entry may have and for which `?` stands: the entry covers other names, too"
            }
        })
    }
}
