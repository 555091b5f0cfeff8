//! The documents around a tool call as a WebAssembly component: what `wit/formats.wit` says, done by
//! `aana-formats`.
//!
//! Each function is one of its text entry points. Where the interface has a report, its findings are read out of
//! that text, so that both say the same.

// For `getrandom`, which finds its function at the linker.
use aana_wasm_seed as _;

mod bindings;
mod report;

use aana_formats::aai::text::{self, Loaded};
use aana_formats::{aaep, tool_request};
use bindings::exports::aana::gate::formats;

/// The functions that the host calls.
#[cfg(target_arch = "wasm32")]
#[allow(
    unsafe_code,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]
mod exports {
    use super::Component;

    crate::bindings::export!(Component);
}

/// The component.
pub struct Component;

/// The resource `descriptor`.
pub struct Descriptor(Loaded);

impl formats::Guest for Component {
    type Descriptor = Descriptor;

    fn aaep_check_event(event: String) -> formats::Report {
        report::of(aaep::text::check_event(&event))
    }

    fn aaep_check_reply(reply: String) -> formats::Report {
        report::of(aaep::text::check_reply(&reply))
    }

    fn aaep_check_handshake(message: String) -> formats::Report {
        report::of(aaep::text::check_handshake(&message))
    }

    fn aaep_check_accepted(request: String, accepted: String) -> formats::Report {
        report::of(aaep::text::check_accepted(&request, &accepted))
    }

    fn aaep_check(document: String) -> formats::Report {
        report::of(aaep::text::check(&document))
    }

    fn aaep_check_stream(lines: String) -> formats::Report {
        report::of(aaep::text::check_stream(&lines))
    }

    fn aaep_session_step(
        policy: Option<String>,
        mode: Option<String>,
        session: String,
        request: String,
    ) -> Result<String, String> {
        let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
        Ok(aaep::text::session_step(&gate, &session, &request))
    }

    fn tool_request_check(document: Vec<u8>, options: String) -> Result<formats::Report, String> {
        report::or_error(tool_request::text::check(&document, &options)).map(report::of)
    }

    fn tool_request_digests(document: Vec<u8>) -> String {
        tool_request::text::digests(&document)
    }

    fn tool_request_bind(document: Vec<u8>, facts: String) -> Result<String, String> {
        report::or_error(tool_request::text::bind(&document, &facts))
    }

    fn descriptor_check(descriptor: String, profile: formats::Profile) -> formats::Report {
        report::of(text::read(&descriptor, word(profile)).0)
    }

    fn tools(
        descriptors: Vec<formats::DescriptorBorrow<'_>>,
        client: formats::Client,
        pinned: bool,
    ) -> String {
        text::tools(&loaded(&descriptors), client_word(client), pinned)
    }

    fn carried_back(
        descriptors: Vec<formats::DescriptorBorrow<'_>>,
        client: formats::Client,
        name: String,
        arguments: String,
    ) -> String {
        text::carried_back(&loaded(&descriptors), client_word(client), &name, &arguments)
    }

    fn check_event(
        descriptors: Vec<formats::DescriptorBorrow<'_>>,
        policy: Option<String>,
        mode: Option<String>,
        event: String,
        now_ms: i64,
    ) -> Result<String, String> {
        let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
        Ok(text::check_event(&gate, &loaded(&descriptors), &event, now_ms))
    }

    fn event_faults(descriptors: Vec<formats::DescriptorBorrow<'_>>, event: String) -> String {
        text::event_faults(&loaded(&descriptors), &event)
    }

    fn classify_facts(facts: String, authorization_state: String, pinned: bool) -> String {
        text::classify_facts(&facts, &authorization_state, pinned)
    }
}

impl formats::GuestDescriptor for Descriptor {
    fn new(descriptor: String, profile: formats::Profile) -> Result<Self, formats::Report> {
        match text::read(&descriptor, word(profile)) {
            (_, Some(loaded)) => Ok(Self(loaded)),
            (answer, None) => Err(report::of(answer)),
        }
    }

    fn plan(&self, tool: String, arguments: String) -> String {
        self.0.plan(&tool, &arguments)
    }

    fn plan_checked_elsewhere(&self, tool: String, arguments: String) -> String {
        self.0.plan_checked_elsewhere(&tool, &arguments)
    }

    fn check_arguments(&self, tool: String, arguments: String) -> formats::Report {
        report::of(self.0.arguments(&tool, &arguments))
    }

    fn check_answer(&self, tool: String, answer: String) -> formats::Report {
        report::of(self.0.answer(&tool, &answer))
    }

    fn wire(&self, tool: String, arguments: String, secrets: String) -> String {
        self.0.wire(&tool, &arguments, &secrets)
    }

    fn classify(&self, tool: String, authorization_state: String, pinned: bool) -> String {
        self.0.classify(&tool, &authorization_state, pinned)
    }

    fn event(&self, tool: String, arguments: String, context: String) -> String {
        self.0.event(&tool, &arguments, &context)
    }
}

const fn client_word(client: formats::Client) -> &'static str {
    match client {
        formats::Client::Mcp => "mcp",
        formats::Client::Openai => "openai",
        formats::Client::OpenaiResponses => "openai-responses",
        formats::Client::Anthropic => "anthropic",
        formats::Client::Gemini => "gemini",
    }
}

const fn word(profile: formats::Profile) -> &'static str {
    match profile {
        formats::Profile::Seed => "seed",
        formats::Profile::Compat => "compat",
    }
}

fn loaded<'d>(descriptors: &'d [formats::DescriptorBorrow<'_>]) -> Vec<&'d Loaded> {
    descriptors.iter().map(|it| &it.get::<Descriptor>().0).collect()
}
