//! Every case of the formats through the text doors, one named test each, as every other surface runs
//! them. With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each answer is written there to
//! `rust-formats.formats.tsv`.

use std::{env, fs, path::Path, process::ExitCode};

use aana_fixtures::{Doors, format_cases, format_hashes};
use aana_formats::{
    aaep,
    aai::text::{self, Loaded},
    tool_request,
};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = match format_cases() {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("the fixtures cannot be read:\n{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials: Vec<Trial> = cases
        .iter()
        .cloned()
        .map(|case| Trial::test(case.id.clone(), move || Ok(case.run(&Texts)?)))
        .collect();
    if let Some(out) = env::var_os("AANA_CONFORMANCE_OUT") {
        trials.push(Trial::test("hashes are written", move || {
            let lines = format_hashes(&cases, &Texts)?;
            Ok(fs::write(Path::new(&out).join("rust-formats.formats.tsv"), lines)?)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The text doors themselves.
struct Texts;

impl Doors for Texts {
    type Descriptor = Loaded;

    fn check_event(&self, event: &str) -> String {
        aaep::text::check_event(event)
    }

    fn check_reply(&self, reply: &str) -> String {
        aaep::text::check_reply(reply)
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
        descriptor.plan(tool, arguments)
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
