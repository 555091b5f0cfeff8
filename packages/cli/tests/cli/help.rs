//! Help, version and completions.

use aana_core::Gate;

use crate::run::aana;

const COMMANDS: [&str; 11] = [
    "check",
    "explain",
    "validate",
    "policy",
    "aaep",
    "request",
    "descriptor",
    "audit",
    "receipt",
    "codes",
    "completions",
];

#[test]
fn every_command_has_help_with_examples_and_exit_codes() {
    let whole = aana(&["--help"]);
    assert_eq!(whole.code, 0);
    for name in COMMANDS {
        assert!(whole.stdout.contains(&format!("\n  {name} ")), "{name}\n{}", whole.stdout);
        let run = aana(&["help", name]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        // Where a file belongs, `--help` may be the name of one.
        let behind = aana(&[name, "--help"]);
        assert_eq!((behind.code, behind.stdout.as_str()), (2, run.stdout.as_str()));
        assert!(behind.stderr.starts_with("nothing was checked"), "{}", behind.stderr);
        assert!(run.stdout.contains(&format!("\nExamples:\n  aana {name}")), "{}", run.stdout);
        for code in ["0   accept", "10  ask", "11  defer", "12  refuse", "2   wrong", "1   a file"]
        {
            assert!(run.stdout.contains(&format!("\n  {code}")), "{name}: {code}");
        }
    }
    assert!(whole.stdout.contains("\nExit codes:\n"));
}

/// Every example that a help text gives names options that exist.
#[test]
fn the_examples_of_the_help_are_understood() {
    let mut examples = 0;
    for name in COMMANDS {
        let help = aana(&[name, "--help"]).stdout;
        let (_, end) = help.split_once("\nExamples:\n").unwrap();
        for line in end.lines().take_while(|line| line.starts_with("  aana ")) {
            let call = line.split(['|', '>', '<', '&']).next().unwrap();
            let mut arguments: Vec<&str> = call.split_whitespace().skip(1).collect();
            arguments.push("--help");
            assert!(aana(&arguments).stdout.contains("\nUsage: aana "), "{line}");
            arguments.pop();
            let run = aana(&arguments);
            // The files of the examples do not exist, but the calls are right.
            assert!(run.code != 2, "{line}\n{}", run.stderr);
            examples += 1;
        }
    }
    assert!(examples >= 12, "{examples}");
}

/// A server would run on, so its examples are only read.
#[test]
fn the_examples_of_the_server_are_understood() {
    let help = aana(&["mcp", "--help"]).stdout;
    let (_, end) = help.split_once("\nExamples:\n").unwrap();
    let lines: Vec<&str> = end.lines().take_while(|line| line.starts_with("  ")).collect();
    assert!(lines.len() >= 3, "{help}");
    for line in lines {
        let (_, call) = line.rsplit_once("aana ").unwrap();
        let arguments: Vec<&str> = call.split_whitespace().chain(["--help"]).collect();
        assert!(aana(&arguments).stdout.contains("\nUsage: aana "), "{line}");
    }
    assert!(aana(&["--help"]).stdout.contains("\n  mcp "));
}

#[test]
fn the_version_is_that_of_the_gate_too() {
    let decision = Gate::default().check("", 0).to_json();
    let (_, rest) = decision.split_once(r#""gate_version":""#).unwrap();
    let gate = rest.split('"').next().unwrap();
    let expected = format!("aana {} (gate {gate})\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(aana(&["--version"]).stdout, expected);
    assert_eq!(aana(&["-V"]).stdout, expected);
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = aana(&["completions", shell]);
        assert_eq!(run.code, 0);
        for name in COMMANDS {
            assert!(run.stdout.contains(name), "{shell}: {name}");
        }
        assert!(run.stdout.contains("jsonl"), "{shell}");
    }
}
