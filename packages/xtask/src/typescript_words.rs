//! The contract's words and the codes as a module of the npm package.

use aana_core::codes::FaultCode;
use aana_core::contract::{GATE_VERSION, Route};
use aana_core::{Fault, Gate, Step};

use crate::code_lists::{self, CodeList};
use crate::word_types::{self, WordType};

/// Where the module lies.
pub(crate) const PATH: &str = "packages/integration-sdk/src/words.ts";

/// What a decision says when there was no gate to ask.
const STOPPED: &str = "the gate stopped while it decided this call; it was not run";

/// The text of the module.
pub(crate) fn render() -> String {
    let mut text = String::from(
        "// The contract's words and the gate's codes. Written by `cargo xtask gen`; changes here are lost.\n",
    );
    for WordType { meaning, name, words } in &word_types::ALL {
        let words: Vec<String> = words.iter().map(|word| format!("\n  | \"{word}\"")).collect();
        let words = words.concat();
        text.extend([format!("\n/** {meaning} */\nexport type {name} ={words};\n")]);
    }
    text.extend([format!(
        "\n/** The routes, by strictness. */\nexport const ROUTES: readonly Route[] = {:?};\n",
        Route::WORDS
    )]);
    text.push_str("\n/** Every code with its sentence, by the member of a decision that holds it. */\nexport const CODES: {\n");
    let lists = code_lists::all();
    for CodeList { member, type_name, .. } in &lists {
        text.extend([format!("  readonly {member}: Readonly<Record<{type_name}, string>>;\n")]);
    }
    text.push_str("} = {\n");
    for CodeList { member, codes, .. } in &lists {
        text.extend([format!("  {member}: {{\n")]);
        for (code, sentence) in codes {
            text.extend([format!("    {code}: {sentence:?},\n")]);
        }
        text.push_str("  },\n");
    }
    text.push_str("};\n");
    text.extend([format!(
        "\n/** The version of the gate. */\nexport const GATE_VERSION = \"{GATE_VERSION}\";\n\
         \n/** What is decided when the gate itself stops: a refusal, whatever the event was. The time in\n \
         * it is 1970, since nothing was decided then. */\nexport const STOPPED =\n  {:?};\n",
        stopped()
    )]);
    text
}

/// The refusal as the gate itself would write it.
fn stopped() -> String {
    let no_steps: [Step<'_>; 0] = [];
    let code = FaultCode::GateFailed;
    let fault = Fault::at(&no_steps, code, STOPPED.to_owned());
    Gate::default().refuse(vec![fault], 0).to_json()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_constant_refusal_is_one() {
        let text = super::stopped();
        assert!(text.contains(r#""route":"refuse","gate_decision":"fail""#), "{text}");
        assert!(!aana_core::should_execute(&text, None));
        // Written as a Rust string, read as a JavaScript one: the two agree on plain characters.
        assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
}
