//! `aai.json`: which tools an application offers, and how they are called.
//!
//! [`load`] reads a descriptor strictly and judges it by named rules. An accepted [`Descriptor`] plans
//! calls: [`Descriptor::call`] checks arguments by the tool's draft-07 schema and turns them into a
//! [`Plan`], the whole request with its secrets only named. The plan is what the gate is asked about and
//! what is sent, [`Plan::audit`] what is written down. [`Facts::classify`] says what a tool does by
//! the words of the Agent Action Contract, [`tools_as`] offers the same tools to MCP, `OpenAI`, Anthropic
//! and Gemini clients, and [`carried_back`] reads their calls. [`Catalog`] holds events for such tools to their schemas before the gate can accept
//! them.
//!
//! ```
//! use aana_formats::{Rule as _, aai::{Profile, check}};
//!
//! let report = check(r#"{"schema_version": "1.0", "tools": []}"#, Profile::Seed);
//! let rules: Vec<_> = report.findings().iter().map(|it| it.rule.id()).collect();
//! assert_eq!(rules, ["field.missing", "tools.empty"]);
//! assert!(!report.is_valid());
//! ```
//!
//! Arguments, answers and defaults are checked with the feature `arguments`, which is on by default.
//! Without it everything else is the same, and plans are made by [`Descriptor::plan_checked_elsewhere`].

mod call;
mod check;
mod clients;
mod event;
mod findings;
mod kinds;
mod lexicon;
mod mapping;
mod model;
mod nearest;
mod read;
mod rules;
mod schema;
mod template;
pub mod text;
mod tools;
mod url;

pub use call::{AllowedVariable, Audit, Plan, Request, SecretRef, Wire};
pub use clients::{CarriedBack, Client, LeftOut, Offer, Origin, carried_back, tools_as};
pub use event::{Catalog, EventContext};
pub use mapping::{Annotations, Classification, Evidence, Facts, recommended_route};
pub use model::{Descriptor, Method, Profile, Tool};
pub use rules::{CallRule, DescriptorRule};

use crate::Report;

/// Judges a descriptor.
pub fn check(text: &str, profile: Profile) -> Report<DescriptorRule> {
    load(text, profile).0
}

/// Judges a descriptor and, if no rule of severity `error` is broken, gives it for use.
pub fn load(text: &str, profile: Profile) -> (Report<DescriptorRule>, Option<Descriptor>) {
    check::load(text, profile)
}
