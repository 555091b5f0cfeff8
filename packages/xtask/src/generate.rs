//! The generated files: made in memory, then written or compared.

use anyhow::{Result, bail};

use crate::argument_tables;
use crate::code_lists::{self, CodeList};
use crate::component;
use crate::mcp_tool;
use crate::python_words;
use crate::report::{self, Outcome};
use crate::shapes;
use crate::typescript_words;
use crate::workspace::{read, write as write_file};

/// A file that is made from the code.
#[derive(Clone, Copy)]
struct Generated {
    path: &'static str,
    render: fn() -> String,
}

/// Every generated file. Adding one here is all that it takes.
const FILES: &[Generated] = &[
    Generated { path: "core/CODES.md", render: codes },
    Generated { path: component::REFUSAL, render: component::refusal },
    Generated { path: python_words::PATH, render: python_words::render },
    // The wheel carries the schemas that the service's description is made of.
    Generated {
        path: "bindings-python/python/aana/schemas/agent_tool_precheck.schema.json",
        render: || include_str!("../../../schemas/agent_tool_precheck.schema.json").to_owned(),
    },
    Generated {
        path: "bindings-python/python/aana/schemas/decision.schema.json",
        render: || include_str!("../../../schemas/decision.schema.json").to_owned(),
    },
    // Both servers list the same tool.
    Generated { path: mcp_tool::PATHS[0], render: mcp_tool::render },
    Generated { path: mcp_tool::PATHS[1], render: mcp_tool::render },
    Generated { path: typescript_words::PATH, render: typescript_words::render },
];

/// Those, the modules of shapes, and the tables of the readers of arguments.
fn files() -> impl Iterator<Item = Generated> {
    let others = shapes::FILES.iter().chain(argument_tables::FILES);
    let others = others.map(|&(path, render)| Generated { path, render });
    FILES.iter().copied().chain(others)
}

/// Writes the files that are not current.
pub(crate) fn write() -> Result<()> {
    for file in files() {
        let fresh = (file.render)();
        if read(file.path).is_ok_and(|committed| committed == fresh) {
            report::line(&format!("{} is current", file.path));
        } else {
            write_file(file.path, &fresh)?;
            report::line(&format!("wrote {}", file.path));
        }
    }
    Ok(())
}

/// Names the files that are not current, with the first line that differs.
pub(crate) fn check() -> Result<Outcome> {
    let mut stale = 0_usize;
    for file in files() {
        let fresh = (file.render)();
        match read(file.path) {
            Ok(committed) if committed == fresh => {}
            Ok(committed) => {
                stale += 1;
                let number =
                    1 + fresh.lines().zip(committed.lines()).take_while(|(a, b)| a == b).count();
                report::line(&format!("{}: differs from line {number} on", file.path));
            }
            Err(error) => {
                stale += 1;
                report::line(&format!("{error:#}"));
            }
        }
    }
    if stale > 0 {
        bail!("generated files that are not current: {stale}; `cargo xtask gen` writes them");
    }
    Ok(Outcome::passed(format!("files: {}", files().count())))
}

/// Every code of every kind with its sentence.
fn codes() -> String {
    let mut text = String::from(
        "<!-- Written by `cargo xtask gen` from `src/codes.rs`; changes here are lost. -->\n\n\
         # Codes\n\n\
         What a decision can hold, in the order in which it is reported. Codes are stable: a program may\n\
         compare them. The sentences may be reworded.\n",
    );
    let headings = [
        "Hard blockers\n\nAny of them keeps the call from running and stands in `hard_blockers`.",
        "Reasons\n\nSteps on the way to the route, in `reasons`.",
        "Warnings\n\nWorth fixing, without effect on the route, in `warnings`.",
        "Fault codes\n\nFaults of form, in `validation_errors` with the path of the fault.",
    ];
    for (heading, CodeList { codes, .. }) in headings.into_iter().zip(code_lists::all()) {
        text.push_str(&["\n## ", heading, "\n\n| code | meaning |\n|---|---|\n"].concat());
        for (code, sentence) in codes {
            let meaning = sentence.replace('|', "\\|");
            text.push_str(&["| `", code, "` | ", &meaning, " |\n"].concat());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use aana_core::codes::{Blocker, FaultCode, Reason, Warning};

    #[test]
    fn the_table_holds_every_code_once_for_each_kind() {
        let text = super::codes();
        let rows = text.lines().filter(|line| line.starts_with("| `")).count();
        let codes =
            Blocker::ALL.len() + Reason::ALL.len() + Warning::ALL.len() + FaultCode::ALL.len();
        assert_eq!(rows, codes);
        assert!(text.lines().all(|line| !line.starts_with('|') || line.ends_with('|')));
    }
}
