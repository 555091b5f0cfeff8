//! A descriptor is accepted or has a finding; an accepted one plans calls that hold what they promise.
#![no_main]

use aana_formats::aai::{Client, Descriptor, Profile, Request, load, tools_as};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    // The descriptor in one line, the arguments after it.
    let (descriptor, arguments) = input.split_once('\n').unwrap_or((input, "{}"));
    for profile in [Profile::Compat, Profile::Seed] {
        let (report, loaded) = load(descriptor, profile);
        assert_eq!(report.is_valid(), loaded.is_some());
        if let Some(loaded) = loaded {
            promises(&loaded, arguments);
        }
    }
});

fn promises(loaded: &Descriptor, arguments: &str) {
    for client in Client::ALL {
        let offer = tools_as(client, &[loaded], false);
        assert_eq!(offer.tools.len() + offer.left_out.len(), loaded.tools().len());
    }
    for tool in loaded.tools() {
        if let Ok(plan) = loaded.call(tool.name(), arguments)
            && let Request::Http { origin, url, .. } = plan.request()
        {
            // No argument changes where a request goes.
            assert!(url.strip_prefix(origin.as_str()).is_some_and(|it| it.starts_with('/')));
            assert!(!url.contains("/../") && !url.contains(char::is_whitespace));
        }
    }
}
