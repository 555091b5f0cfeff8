//! `aana hook install`, `uninstall` and `doctor`, each in a home directory of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use aana_hook::Client;
use aana_hook::install::{Piece, Reply, System, probes, recipe, reply};

use super::{aana_at, clean, home};
use crate::run::run;

/// Every client that can be set up, where, and with which options.
fn places() -> Vec<(Client, Vec<&'static str>, Vec<Piece>)> {
    let clients = Client::ALL.into_iter().filter(|client| *client != Client::Amp);
    clients
        .flat_map(|client| {
            let recipe = recipe(client, System::Posix).unwrap();
            if client == Client::AmazonQ {
                return vec![(client, vec!["--agent", "agent.json"], recipe.person)];
            }
            let project = (client, vec!["--project", "."], recipe.project);
            if recipe.person.is_empty() {
                vec![project]
            } else {
                vec![(client, vec![], recipe.person), project]
            }
        })
        .collect()
}

fn path(home: &Path, piece: &Piece) -> PathBuf {
    let place = piece.place;
    if place.given { home.join("agent.json") } else { home.join(place.directory).join(place.file) }
}

/// Every file and folder there, without what the command remembers.
fn files(home: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![home.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with(".local") {
                continue;
            }
            if path.is_dir() {
                found.push((path.clone(), Vec::new()));
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}

fn arguments<'a>(command: &'a str, client: Client, more: &[&'a str]) -> Vec<&'a str> {
    [&["hook", command, client.as_str()], more].concat()
}

const CONTENTS: [&str; 8] = [
    "",
    "\n\n",
    "{}",
    "{\n}\n",
    "{\r\n\t// mine\r\n\t\"a\": [1,2,\r\n3],\t/* odd */\r\n\t\"b\": 1e3\r\n}",
    "\u{FEFF}{\n \"a\": null\n}\n",
    "{\n    \"model\": \"x\", // last\n}\n// end",
    "{\"env\":{\"TOKEN\":\"\\u00e4\"},\"z\":0}",
];

#[test]
fn installed_twice_and_taken_out_gives_the_same_bytes() {
    for (client, place, pieces) in places() {
        let list = pieces.last().unwrap();
        let is_list = list.with(Some("{}"), &run_of(client)).is_ok();
        let contents: Vec<Option<&str>> = if client == Client::AmazonQ {
            CONTENTS.map(Some).into()
        } else if place.contains(&"--project") || !is_list {
            vec![None, Some("")]
        } else {
            [None].into_iter().chain(CONTENTS.map(Some)).collect()
        };
        for content in contents {
            let home = home("bytes");
            if let Some(content) = content {
                let file = path(&home, list);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(&file, content).unwrap();
            }
            let before = files(&home);
            let case = format!("{client:?} {place:?} {content:?}");
            let options = [place.clone(), vec!["--edits"]].concat();
            let dry = [options.clone(), vec!["--dry-run"]].concat();
            let shown = aana_at(&home, &arguments("install", client, &dry));
            assert_eq!((shown.code, files(&home) == before), (0, true), "{case} {shown:?}");
            assert!(shown.stdout.contains("\n+++ "), "{case} {shown:?}");
            let first = aana_at(&home, &arguments("install", client, &options));
            assert_eq!((first.code, first.stderr.as_str()), (0, ""), "{case}");
            assert!(first.stdout.contains("the hook is installed"), "{case} {first:?}");
            let installed = files(&home);
            assert_ne!(installed, before, "{case}");
            let second = aana_at(&home, &arguments("install", client, &options));
            assert!(second.stdout.contains("nothing was changed"), "{case} {second:?}");
            assert_eq!(files(&home), installed, "{case}");
            // Other options are noted as the same hook.
            let third = aana_at(&home, &arguments("install", client, &place));
            assert_eq!(third.code, 0, "{case} {third:?}");
            let out = aana_at(&home, &arguments("uninstall", client, &place));
            assert_eq!((out.code, out.stderr.as_str()), (0, ""), "{case}");
            assert_eq!(files(&home), before, "{case} {out:?}");
            let again = aana_at(&home, &arguments("uninstall", client, &place));
            assert!(again.stdout.contains("no hook is there"), "{case} {again:?}");
        }
    }
}

fn run_of(client: Client) -> aana_hook::install::Run {
    let program = env!("CARGO_BIN_EXE_aana").to_owned();
    aana_hook::install::Run { client, program, options: Vec::new(), system: System::Posix }
}

/// The command line that stands in the client's file decides as the client would have it.
#[cfg(unix)]
#[test]
fn what_is_installed_answers() {
    for (client, place, pieces) in places() {
        let home = home("answers");
        fs::write(home.join("agent.json"), "{\"name\": \"default\"}\n").unwrap();
        let installed = aana_at(&home, &arguments("install", client, &place));
        assert_eq!(installed.code, 0, "{installed:?}");
        let file = path(&home, pieces.last().unwrap());
        let text = fs::read_to_string(&file).unwrap();
        let found = pieces.last().unwrap().found(&text, "").unwrap();
        let [first, ..] = &found[..] else { panic!("{text}") };
        let mut command = if client == Client::Cline {
            Command::new(&file)
        } else if let Some(line) = &first.line {
            let mut command = Command::new("sh");
            command.args(["-c", line]);
            command
        } else {
            let mut command = Command::new(&first.words[0]);
            command.args(&first.words[1..]);
            command
        };
        clean(&mut command, &home);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let [_, refused] = probes(client, home.to_str().unwrap());
        let answer = run(command, refused.payload.as_bytes());
        let answer = aana_hook::Answer {
            stdout: answer.stdout,
            stderr: answer.stderr,
            code: u8::try_from(answer.code).unwrap(),
        };
        assert_eq!(reply(client, &answer), Reply::Stops, "{client:?} {answer:?}");
        let doctor = aana_at(&home, &arguments("doctor", client, &place));
        assert_eq!(doctor.code, 0, "{client:?} {}", doctor.stdout);
        assert!(doctor.stdout.contains("`git status` runs"), "{}", doctor.stdout);
        assert!(doctor.stdout.contains("`mkfs.ext4 /dev/sda1` does not run"), "{}", doctor.stdout);
    }
}

const SETTINGS: &str = ".claude/settings.json";

fn claude(name: &str, content: &str) -> (PathBuf, PathBuf) {
    let home = home(name);
    let file = home.join(SETTINGS);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, content).unwrap();
    (home, file)
}

#[test]
fn a_file_that_was_changed_since_keeps_the_change() {
    let (home, file) = claude("changed", "{\n  // mine\n  \"a\": 1\n}\n");
    assert_eq!(aana_at(&home, &["hook", "install", "claude-code"]).code, 0);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"a\": 1", "\"a\": 2")).unwrap();
    let out = aana_at(&home, &["hook", "uninstall", "claude-code"]);
    assert!(out.stdout.contains("only the entries of the hook were taken out"), "{out:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\n  // mine\n  \"a\": 2\n}\n");
}

#[test]
fn a_file_that_is_not_json_is_not_touched() {
    let (home, file) = claude("broken", "{\n  \"a\": 1\n  \"b\": 2\n}\n");
    let before = files(&home);
    for command in ["install", "uninstall"] {
        let run = aana_at(&home, &["hook", command, "claude-code"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        let expected = format!(
            "error: `{}` is left as it is: line 2: it is not JSON with comments: Expected comma\n",
            file.display()
        );
        assert_eq!(run.stderr, expected);
    }
    assert_eq!(files(&home), before);
    let doctor = aana_at(&home, &["hook", "doctor", "claude-code"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    fs::write(&file, b"{\"a\": \"\xff\"}").unwrap();
    assert!(
        aana_at(&home, &["hook", "install", "claude-code"])
            .stderr
            .contains("is not UTF-8 after byte 7")
    );
}

#[test]
fn the_launcher_of_somebody_else_stays() {
    let home = home("foreign");
    let file = home.join("Documents/Cline/Hooks/PreToolUse");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "#!/bin/sh\nexit 0\n").unwrap();
    let run = aana_at(&home, &["hook", "install", "cline"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("it is somebody else's"), "{run:?}");
    assert_eq!(aana_at(&home, &["hook", "uninstall", "cline"]).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), "#!/bin/sh\nexit 0\n");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_mode_stays_a_mode() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let (home, file) = claude("link", "{}");
    let real = home.join("dotfiles.json");
    fs::rename(&file, &real).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&real, &file).unwrap();
    assert_eq!(aana_at(&home, &["hook", "install", "claude-code"]).code, 0);
    assert!(file.symlink_metadata().unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("onFailure"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
    let journal = home.join(".local/state/aana/hooks/claude-code");
    let mode = fs::metadata(&journal).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o700);
    let noted = journal.join(file.strip_prefix("/").unwrap()).with_extension("json.journal");
    assert_eq!(fs::metadata(&noted).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(aana_at(&home, &["hook", "uninstall", "claude-code"]).code, 0);
    assert_eq!(fs::read_to_string(&real).unwrap(), "{}");
    assert!(!noted.exists());
    fs::remove_file(&real).unwrap();
    let run = aana_at(&home, &["hook", "install", "claude-code"]);
    assert!(run.stderr.contains("is a link to nothing"), "{run:?}");
}

#[test]
fn wrong_wishes_are_told() {
    let home = home("wishes");
    fs::write(home.join("policy.json"), r#"{"tools": 1}"#).unwrap();
    for (arguments, said) in [
        (&["install", "vscode"][..], "only from a project"),
        (&["install", "amp"], "Amp is not set up by this command"),
        (&["install", "amazon-q"], "name its file"),
        (&["install", "amazon-q", "--agent", "none.json"], "there is no agent"),
        (&["install", "codex", "--agent", "x"], "`--agent` is for `amazon-q`"),
        (&["install", "codex", "--policy", "policy.json"], "is faulty"),
        (&["install", "codex", "--policy", "none.json"], "cannot read"),
        (&["install", "codex", "--audit-log", "none/audit.jsonl"], "there is no directory"),
        (&["install", "codex", "--project", "none"], "cannot read"),
        (&["install", "emacs"], "invalid value"),
        (&["install"], "required"),
    ] {
        let run = aana_at(&home, &[&["hook"], arguments].concat());
        assert!(run.code == 2 || run.code == 1, "{run:?}");
        assert_eq!(run.stdout, "", "{run:?}");
        assert!(run.stderr.contains(said), "{arguments:?}: {run:?}");
    }
    assert!(!home.join(".codex").exists());
}

#[test]
fn the_doctor_finds_what_is_not_well() {
    let home = home("doctor");
    let none = aana_at(&home, &["hook", "doctor"]);
    assert_eq!(none.code, 1);
    assert!(none.stdout.contains("no hook is installed"), "{none:?}");
    fs::write(home.join("policy.json"), aana_hook::WORKSTATION).unwrap();
    let options =
        ["hook", "install", "claude-code", "--policy", "policy.json", "--audit-log", "audit.jsonl"];
    assert_eq!(aana_at(&home, &options).code, 0);
    let healthy = aana_at(&home, &["hook", "doctor"]);
    assert_eq!(healthy.code, 0, "{}", healthy.stdout);
    assert!(
        healthy.stdout.contains("is not there yet: no call was recorded"),
        "{}",
        healthy.stdout
    );
    let recorded = aana_at(&home, &["hook", "doctor"]);
    assert!(recorded.stdout.contains("is intact, with 2 records"), "{}", recorded.stdout);
    assert!(recorded.stdout.contains("its last record is"), "{}", recorded.stdout);

    // The state directory comes with the hook.
    let log = home.join(".local/state/aana/audit.jsonl");
    let codex = ["hook", "install", "codex", "--audit-log", log.to_str().unwrap()];
    assert_eq!(aana_at(&home, &codex).code, 0);
    assert_eq!(aana_at(&home, &["hook", "doctor", "codex"]).code, 0);
    assert!(log.exists());

    let file = home.join(SETTINGS);
    let text = fs::read_to_string(&file).unwrap();
    let program = env!("CARGO_BIN_EXE_aana");
    for (change, said) in [
        (
            text.replacen("\"onFailure\": \"block\"", "\"onFailure\": \"warn\"", 1),
            "not as this version writes it",
        ),
        (text.replace(program, "/no/such/aana"), "is not there, or is not executable"),
        (text.replace(program, "aana"), "not named by its absolute path"),
        (text.replace("--policy", "--no-such-option"), "not understood by this version"),
        (text.replace("policy.json", "none.json"), "cannot read"),
    ] {
        fs::write(&file, change).unwrap();
        let run = aana_at(&home, &["hook", "doctor", "claude-code"]);
        assert_eq!(run.code, 1, "{said}: {}", run.stdout);
        assert!(run.stdout.contains(said), "{said}: {}", run.stdout);
    }
    fs::write(&file, &text).unwrap();
    let log = fs::read_to_string(home.join("audit.jsonl")).unwrap();
    fs::write(home.join("audit.jsonl"), log.replace("\"accept\"", "\"refuse\"")).unwrap();
    let run = aana_at(&home, &["hook", "doctor", "claude-code"]);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.stdout.contains("is not intact"), "{}", run.stdout);
}

#[test]
fn the_help_has_examples_that_are_understood() {
    for command in ["hook", "hook install", "hook uninstall", "hook doctor"] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = aana_at(&home("help"), &words).stdout;
        let (_, end) = help.split_once("\nExamples:\n").unwrap();
        let lines: Vec<&str> = end.lines().take_while(|line| line.starts_with("  aana ")).collect();
        assert!(lines.len() >= 2, "{help}");
        for line in lines {
            let call = line.split(['|', '>']).next().unwrap();
            let arguments: Vec<&str> = call.split_whitespace().skip(1).chain(["--help"]).collect();
            assert!(
                aana_at(&home("help"), &arguments).stdout.contains("\nUsage: aana hook"),
                "{line}"
            );
        }
    }
}
