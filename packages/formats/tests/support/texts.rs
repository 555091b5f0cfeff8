//! The text entry points of this crate, for the runner of the cases.

use aana_fixtures::EntryPoints;
use aana_formats::{
    aaep,
    aai::text::{self, Loaded},
    tool_request,
};

/// The text entry points themselves.
#[derive(Default)]
pub(crate) struct Texts {
    /// Whether calls are planned as if somebody else had checked their arguments.
    pub(crate) checked_elsewhere: bool,
}

impl EntryPoints for Texts {
    type Descriptor = Loaded;

    fn check_event(&self, event: &str) -> String {
        aaep::text::check_event(event)
    }

    fn check_reply(&self, reply: &str) -> String {
        aaep::text::check_reply(reply)
    }

    fn check_handshake(&self, message: &str) -> String {
        aaep::text::check_handshake(message)
    }

    fn check_stream(&self, lines: &str) -> String {
        aaep::text::check_stream(lines)
    }

    fn check_request(&self, document: &[u8], options: &str) -> String {
        tool_request::text::check(document, options)
    }

    fn request_digests(&self, document: &[u8]) -> String {
        tool_request::text::digests(document)
    }

    fn bind_request(&self, document: &[u8], facts: &str) -> String {
        tool_request::text::bind(document, facts)
    }

    fn check_descriptor(&self, descriptor: &str, profile: &str) -> String {
        text::read(descriptor, profile).0
    }

    fn descriptor(&self, descriptor: &str, profile: &str) -> Result<Loaded, String> {
        let (answer, loaded) = text::read(descriptor, profile);
        loaded.ok_or(answer)
    }

    fn plan(&self, descriptor: &Loaded, tool: &str, arguments: &str) -> String {
        if self.checked_elsewhere {
            descriptor.plan_checked_elsewhere(tool, arguments)
        } else {
            descriptor.plan(tool, arguments)
        }
    }

    fn wire(&self, descriptor: &Loaded, tool: &str, arguments: &str, secrets: &str) -> String {
        descriptor.wire(tool, arguments, secrets)
    }

    fn check_answer(&self, descriptor: &Loaded, tool: &str, answer: &str) -> String {
        descriptor.answer(tool, answer)
    }

    fn event_faults(&self, descriptors: &[Loaded], event: &str) -> String {
        text::event_faults(&descriptors.iter().collect::<Vec<_>>(), event)
    }

    fn classify_facts(&self, facts: &str, authorization_state: &str, pinned: bool) -> String {
        text::classify_facts(facts, authorization_state, pinned)
    }
}
