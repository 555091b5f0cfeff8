//! The contract's words and the codes as a module of the Python package.

use crate::code_lists::{self, CodeList};
use crate::word_types;

/// Where the module lies.
pub(crate) const PATH: &str = "bindings-python/python/aana/_words.py";

/// The text of the module.
pub(crate) fn render() -> String {
    let mut text = String::from(
        "\"\"\"The contract's words and the gate's codes. Written by `cargo xtask gen`; changes here are lost.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from typing import Final, Literal\n",
    );
    for it in &word_types::ALL {
        let words: Vec<String> = it.words.iter().map(|word| format!("    \"{word}\",\n")).collect();
        text.push_str(&["\n", it.python_name(), " = Literal[\n", &words.concat(), "]\n"].concat());
    }
    text.push_str("\nCODES: Final[dict[str, dict[str, str]]] = {\n");
    for CodeList { member, codes, .. } in code_lists::all() {
        text.push_str(&["    \"", member, "\": {\n"].concat());
        for (code, sentence) in codes {
            let sentence = sentence.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&["        \"", code, "\": \"", &sentence, "\",\n"].concat());
        }
        text.push_str("    },\n");
    }
    text.push_str(
        "}\n\"\"\"Every code with its sentence, by the member of a decision that holds it.\"\"\"\n",
    );
    text
}
