//! What the person reads: the difference, what was changed, and what is left to do.

use std::fmt::Write as _;

use aana_hook::Client;
use aana_hook::install::{Recipe, Run};
use similar::TextDiff;

use super::change::Change;
use crate::exit::{self, Outcome};
use crate::hook::args::InstallArgs;
use crate::output;
use crate::style::{CODE, FAILURE, FINE, HEADING, printable};

/// Prints what would change, as `diff -u` does.
pub(super) fn differences(changes: &[Change]) -> Outcome {
    let mut view = String::new();
    for Change { target, before, after, .. } in changes {
        let name = printable(&target.path.to_string_lossy()).into_owned();
        let header = |there: bool| if there { name.as_str() } else { "/dev/null" };
        let (old, new) =
            (before.as_deref().unwrap_or_default(), after.as_deref().unwrap_or_default());
        let difference = TextDiff::from_lines(old, new);
        let mut difference = difference.unified_diff();
        let difference = difference.header(header(before.is_some()), header(after.is_some()));
        for line in difference.to_string().lines() {
            let style = match line.as_bytes().first() {
                Some(b'+') => FINE,
                Some(b'-') => FAILURE,
                _ => anstyle::Style::new(),
            };
            let _ = writeln!(view, "{style}{}{style:#}", visible(line));
        }
    }
    if changes.is_empty() {
        view.push_str("nothing would change\n");
    }
    output::text(&view)?;
    Ok(exit::SUCCESS)
}

/// A line of a file without what could steer the terminal.
fn visible(line: &str) -> String {
    let mut shown = String::new();
    for sign in line.chars() {
        if sign == '\t' || sign == ' ' || sign.is_alphanumeric() || sign.is_ascii_graphic() {
            shown.push(sign);
        } else {
            shown.extend(sign.escape_unicode());
        }
    }
    shown
}

pub(super) fn installed(
    changes: &[Change],
    run: &Run,
    recipe: &Recipe,
    args: &InstallArgs,
) -> String {
    let client = run.client.as_str();
    let mut view = String::new();
    if changes.is_empty() {
        let _ = writeln!(
            view,
            "{FINE}{client}:{FINE:#} the hook is there already; nothing was changed"
        );
    } else {
        let _ = writeln!(view, "{FINE}{client}:{FINE:#} the hook is installed");
    }
    for Change { target, before, .. } in changes {
        let what = if before.is_some() { "changed" } else { "new" };
        let _ = writeln!(view, "  {what:<8} {}", printable(&target.path.to_string_lossy()));
    }
    let _ = writeln!(view, "  {:<8} {CODE}{}{CODE:#}", "runs", printable(&run.line()));
    let mut steps: Vec<String> = recipe.steps.iter().map(|step| (*step).to_owned()).collect();
    let place = match (&args.place.project, &args.place.agent) {
        (Some(project), _) => format!(" --project {}", printable(&project.to_string_lossy())),
        (_, Some(agent)) => format!(" --agent {}", printable(&agent.to_string_lossy())),
        _ => String::new(),
    };
    steps.push(format!("Try it: `aana hook doctor {client}{place}`."));
    list(&mut view, "what is left to do", &steps);
    list(&mut view, "if the hook itself fails", &[recipe.fails.to_owned()]);
    list(&mut view, "what never reaches the hook", &[recipe.unseen.to_owned()]);
    let warnings = warnings(run, args);
    if !warnings.is_empty() {
        list(&mut view, "know that", &warnings);
    }
    view
}

fn warnings(run: &Run, args: &InstallArgs) -> Vec<String> {
    let mut warnings = Vec::new();
    let program = run.program.replace('\\', "/");
    if ["/target/debug/", "/target/release/"].iter().any(|folder| program.contains(folder)) {
        let warning = "This program lies where builds put it: an agent that can build can replace it. `cargo install --path \
                       packages/cli` puts it elsewhere; install the hook from there.";
        warnings.push(warning.to_owned());
    }
    if args.place.project.is_some() {
        let warning = "An agent that works in this project can edit these files, and take the hook out. Without \
                       `--project` they lie in your home directory.";
        warnings.push(warning.to_owned());
    }
    if args.choices.keep_prompts && matches!(run.client, Client::Crush | Client::Cline) {
        warnings.push("This client has no event for what you say: nothing is kept.".to_owned());
    }
    if !args.choices.edits {
        let warning = "Without `--edits` each edit of a file is asked about.";
        warnings.push(warning.to_owned());
    }
    warnings
}

pub(super) fn uninstalled(changes: &[Change], client: &str) -> String {
    let mut view = String::new();
    if changes.is_empty() {
        let _ = writeln!(view, "{FINE}{client}:{FINE:#} no hook is there; nothing was changed");
        return view;
    }
    let _ = writeln!(view, "{FINE}{client}:{FINE:#} the hook is taken out");
    for Change { target, after, edited, .. } in changes {
        let what = match after {
            None => "removed",
            Some(_) if *edited => "changed",
            Some(_) => "restored",
        };
        let _ = writeln!(view, "  {what:<8} {}", printable(&target.path.to_string_lossy()));
    }
    if changes.iter().any(|change| change.edited && change.after.is_some()) {
        let note = "It is not as the hook left it, so only the entries of the hook were taken out."
            .to_owned();
        list(&mut view, "know that", &[note]);
    }
    let restart = "Restart the client: it may still hold the old settings.".to_owned();
    list(&mut view, "what is left to do", &[restart]);
    view
}

fn list(view: &mut String, heading: &str, lines: &[String]) {
    let _ = writeln!(view, "\n{HEADING}{heading}{HEADING:#}");
    for line in lines {
        let _ = writeln!(view, "  {line}");
    }
}
