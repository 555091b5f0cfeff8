//! Tool Execution Requests: the approved document for running code.
//!
//! A request is a Markdown file with a front matter, drafted by an agent or a person, in which an
//! operator approves one command over hashed inputs. [`check`] reads its bytes strictly and names every
//! broken rule. Being valid is a *claim* of approval only: [`bind`] joins the document to an approval
//! record of exactly these bytes, to the inputs as they were measured and to what the runner can hold,
//! and [`event`] makes of it the question to put to the gate.
//!
//! ```
//! use aana_formats::tool_request::{check, CheckOptions};
//!
//! let checked = check(b"---\nlanguage: \"shell\"\n---\n", &CheckOptions::default());
//! assert!(checked.request.is_none());
//! assert!(checked.error_ids().contains(&"lang.shell"));
//! assert_eq!(checked.route().as_str(), "refuse");
//! ```

mod bind;
mod check;
mod digest;
mod found;
mod limits;
mod read;
mod rule;
mod rules;
pub mod text;

pub use bind::binding::{ApprovalRecord, Binding, Capabilities, HostFacts, LedgerEntry, bind};
pub use bind::event::{EventOptions, event};
pub use bind::inputs::{InputFinding, Measured, MeasuredInput};
pub use bind::rule::BindRule;
pub use check::{Checked, Request, check};
pub use limits::{CheckOptions, Limits};
pub use read::forms::is_request_id;
pub use rule::RequestRule;
pub use rules::risk::{RiskLevel, Sensitivity};
pub use rules::values::Language;
