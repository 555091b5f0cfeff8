//! The hook in a client's files: only our entries change, twice is once, and what others have there stays.

use aana_hook::install::{Piece, Probe, Reply, Run, System, probes, recipe, reply};
use aana_hook::{Client, Files, Heard, Hook, WORKSTATION, with_roots};
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::CstRootNode;
use proptest::prelude::*;
use serde_json::Value;

const PROGRAM: &str = "/opt/my tools/aana";

fn run(client: Client, options: &[&str]) -> Run {
    let options = options.iter().map(|&word| word.to_owned()).collect();
    Run { client, program: PROGRAM.to_owned(), options, system: System::Posix }
}

fn clients() -> impl Iterator<Item = Client> {
    Client::ALL.into_iter().filter(|client| *client != Client::Amp)
}

fn pieces(client: Client) -> Vec<Piece> {
    let recipe = recipe(client, System::Posix).unwrap();
    [recipe.person, recipe.project].concat()
}

/// The lists of hooks of every client.
fn lists() -> impl Iterator<Item = (Client, Piece)> {
    let all =
        clients().flat_map(|client| pieces(client).into_iter().map(move |piece| (client, piece)));
    all.filter(|(client, piece)| {
        !piece.is_program()
            && *client != Client::Opencode
            && piece.place.file != "plugins/aana/plugin.json"
    })
}

/// Files as people have them, with what stands in them of others.
fn corpus(client: Client) -> Vec<String> {
    let others = match client {
        Client::Kiro => r#"[{"name": "lint", "trigger": "PostToolUse", "action": {"type": "command", "command": "lint"}}]"#.to_owned(),
        Client::ClaudeCode | Client::Codex | Client::Goose => {
            r#"{"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "/home/dana/bin/guard.sh"}]}], "Stop": []}"#.to_owned()
        }
        Client::GeminiCli => {
            r#"{"BeforeTool": [{"matcher": "write_file", "hooks": [{"type": "command", "command": "aana-like hook gemini-cli"}]}]}"#.to_owned()
        }
        _ => r#"{"preToolUse": [{"command": "echo aana hook"}], "PreToolUse": [{"command": "x"}], "pre_run_command": [{"command": "y"}]}"#.to_owned(),
    };
    let broad =
        serde_json::to_string_pretty(&serde_json::from_str::<Value>(&others).unwrap()).unwrap();
    vec![
        "{}".to_owned(),
        "{}\n".to_owned(),
        "{\n}\n".to_owned(),
        "{\"model\":\"x\"}".to_owned(),
        "{\n  \"model\": \"x\",\n  \"permissions\": { \"allow\": [\"Bash(git *)\"] }\n}\n"
            .to_owned(),
        "{\r\n\t// mine\r\n\t\"a\": [1,2,\r\n3],\t/* odd */\r\n\t\"b\": 1e3\r\n}".to_owned(),
        "// first\n{\n    \"a\": \"\\u00e4\\/\", // last\n}\n// end".to_owned(),
        "\u{FEFF}{\n \"a\": null\n}\n".to_owned(),
        format!("{{\"hooks\": {others}}}"),
        format!("{{\n  \"hooks\": {broad},\n  \"z\": 0\n}}\n"),
        format!("{{\n\t\"hooks\": {broad} // theirs\n}}").replace('\n', "\r\n"),
    ]
}

#[test]
fn only_our_entries_are_added() {
    for (client, piece) in lists() {
        for text in corpus(client) {
            let with = piece.with(Some(&text), &run(client, &["--edits"])).unwrap();
            let case = format!("{client:?}\n{text}\n---\n{with}");
            // Nothing is taken away or moved.
            let mut rest = with.chars();
            assert!(text.chars().all(|sign| rest.any(|other| other == sign)), "{case}");
            let lone = with.replace("\r\n", "").contains('\n');
            assert!(!text.contains("\r\n") || !lone, "{case}");
            assert!(!piece.found(&with, PROGRAM).unwrap().is_empty(), "{case}");
            // Twice is once.
            assert_eq!(piece.with(Some(&with), &run(client, &["--edits"])).unwrap(), with);
            let without = piece.without(&with, PROGRAM).unwrap().unwrap();
            assert!(piece.found(&without, PROGRAM).unwrap().is_empty(), "{case}\n---\n{without}");
            assert_eq!(members(&without, client), members(&text, client), "{case}\n---\n{without}");
        }
    }
}

/// What the file says, without the version that some clients want.
fn members(text: &str, client: Client) -> Value {
    let text = text.trim_start_matches('\u{FEFF}');
    let mut value: Value =
        CstRootNode::parse(text, &ParseOptions::default()).unwrap().to_serde_value().unwrap();
    if matches!(client, Client::Cursor | Client::CopilotCli | Client::Kiro) {
        value.as_object_mut().unwrap().remove("version");
    }
    value
}

#[test]
fn a_new_file_holds_every_switch_that_stops_the_call() {
    for (client, piece) in lists() {
        let text = piece.with(None, &run(client, &[])).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(text.ends_with("}\n"), "{text}");
        let gates = piece.found(&text, PROGRAM).unwrap();
        assert!(
            gates.iter().all(|found| found.words == [PROGRAM, "hook", client.as_str()]),
            "{gates:?}"
        );
        let switch = match client {
            Client::ClaudeCode => Some("\"onFailure\": \"block\""),
            Client::Cursor => Some("\"failClosed\": true"),
            Client::Goose => Some("\"on_failure\": \"block\""),
            _ => None,
        };
        if let Some(switch) = switch {
            assert_eq!(text.matches(switch).count(), gates.len(), "{value}");
        }
        // A prompt is passed on only where it is kept.
        let keeping = piece.with(None, &run(client, &["--keep-prompts"])).unwrap();
        let more = piece.found(&keeping, PROGRAM).unwrap().len() - gates.len();
        assert_eq!(more, usize::from(client != Client::Crush), "{keeping}");
        assert_eq!(piece.with(Some(&keeping), &run(client, &[])).unwrap(), text);
    }
}

#[test]
fn an_older_entry_is_replaced_in_its_place() {
    let [piece, _] = pieces(Client::Cursor)[..] else { panic!() };
    let text = r#"{"version": 1, "hooks": {"preToolUse": [
    {"command": "'/old place/aana' hook cursor --edits"}, // ours
    {"command": "theirs"},
    {"command": "aana hook cursor"}
]}}"#;
    let with = piece.with(Some(text), &run(Client::Cursor, &[])).unwrap();
    assert_eq!(piece.found(&with, PROGRAM).unwrap().len(), 3, "{with}");
    let at = |word: &str| with.find(word).unwrap();
    assert!(at("my tools") < at("// ours") && at("// ours") < at("theirs"), "{with}");
    assert!(!with.contains("old place"), "{with}");
}

#[test]
fn a_group_that_is_shared_stays_with_the_others() {
    let piece = pieces(Client::ClaudeCode)[0];
    let text = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"type": "command", "command": "/usr/bin/aana hook claude-code"},
        {"type": "command", "command": "theirs"}
    ]}]}}"#;
    let with = piece.with(Some(text), &run(Client::ClaudeCode, &[])).unwrap();
    let value: Value = serde_json::from_str(&with).unwrap();
    let groups = value["hooks"]["PreToolUse"].as_array().unwrap();
    assert_eq!(groups.len(), 2, "{with}");
    assert_eq!(groups[0]["hooks"].as_array().unwrap().len(), 1, "{with}");
    assert_eq!(groups[0]["hooks"][0]["command"], "theirs");
    let without = piece.without(text, PROGRAM).unwrap().unwrap();
    assert!(without.contains("theirs") && !without.contains("aana"), "{without}");
}

#[test]
fn what_cannot_be_edited_is_told_with_its_line() {
    let piece = pieces(Client::ClaudeCode)[0];
    let fault =
        |text: &str| piece.with(Some(text), &run(Client::ClaudeCode, &[])).unwrap_err().to_string();
    assert_eq!(
        fault("{\n  \"a\": 1\n  \"b\": 2\n}"),
        "line 2: it is not JSON with comments: Expected comma"
    );
    assert!(fault("{\n\n'a': 1}").starts_with("line 3: "), "{}", fault("{\n\n'a': 1}"));
    assert_eq!(fault("[]"), "the file is not an object");
    assert_eq!(fault("{\"hooks\": []}"), "`hooks` is not an object");
    assert_eq!(fault("{\"hooks\": {\"PreToolUse\": {}}}"), "`hooks.PreToolUse` is not an array");
    assert_eq!(fault("{\"hooks\": {}, \"hooks\": {}}"), "`hooks` stands 2 times in one object");
    for text in [
        "{",
        "{\"a\"",
        "\"",
        "{\"hooks\": {\"PreToolUse\": [1, null, {\"hooks\": 3}, {\"command\": [] }]}}",
    ] {
        drop(piece.with(Some(text), &run(Client::ClaudeCode, &[])));
        drop(piece.found(text, PROGRAM));
        drop(piece.without(text, PROGRAM));
    }
}

#[test]
fn a_file_of_somebody_else_is_not_overwritten() {
    for client in [Client::Cline, Client::Opencode, Client::Goose] {
        let piece = pieces(client)[0];
        let written = piece.with(None, &run(client, &["--edits"])).unwrap();
        assert_eq!(piece.without(&written, PROGRAM).unwrap(), None);
        assert_eq!(piece.with(Some(&written), &run(client, &["--edits"])).unwrap(), written);
        let fault = piece.with(Some("#!/bin/sh\nexit 0\n"), &run(client, &[])).unwrap_err();
        assert!(fault.message.starts_with("it is somebody else's"), "{fault}");
        if client != Client::Goose {
            let words = [PROGRAM, "hook", client.as_str(), "--edits"];
            assert_eq!(piece.found(&written, PROGRAM).unwrap()[0].words, words);
        }
    }
}

/// On Windows, and whatever stands in the path.
#[test]
fn every_entry_is_found_again() {
    for (system, program) in [
        (System::Posix, "/home/o'neil/$(x) \"y\"/tool"),
        (System::Windows, "C:\\Program Files\\x\\tool.exe"),
        (System::Windows, "C:\\aana\\aana.exe"),
    ] {
        for client in clients() {
            let run = Run {
                client,
                program: program.to_owned(),
                options: vec!["--edits".to_owned()],
                system,
            };
            for piece in pieces(client) {
                if piece.place.file == "plugins/aana/plugin.json" {
                    continue;
                }
                let text = piece.with(None, &run).unwrap();
                let found = piece.found(&text, program).unwrap();
                assert!(!found.is_empty(), "{client:?} {text}");
                for found in found {
                    assert_eq!(
                        found.words,
                        [program, "hook", client.as_str(), "--edits"],
                        "{text}"
                    );
                }
            }
        }
    }
}

struct NoLinks;

impl Files for NoLinks {
    fn resolved(&self, path: &str) -> String {
        path.to_owned()
    }

    fn home(&self) -> Option<String> {
        None
    }
}

#[test]
fn the_probes_are_answered_and_read() {
    for client in Client::ALL {
        for Probe { command, must_not_run, payload } in probes(client, "/proj/a \"b\"") {
            let hook = Hook::new(client, "/proj")
                .with_tool((client == Client::Amp).then(|| "Bash".to_owned()));
            let Heard::Call(asked) = hook.read(payload.as_bytes(), &NoLinks) else {
                panic!("{client:?} {payload}")
            };
            let gate =
                aana_core::Gate::new(&with_roots(WORKSTATION, asked.roots()).unwrap()).unwrap();
            let answer = asked.answer(&gate.check_value(asked.event(), 1_778_371_200_000));
            let wanted = if must_not_run { Reply::Stops } else { Reply::Runs };
            assert_eq!(reply(client, &answer), wanted, "{client:?} {command} {answer:?}");
        }
    }
}

/// A file that somebody has formatted in some way: members with values, blanks and comments between.
fn formatted() -> impl Strategy<Value = String> {
    let blank = prop_oneof![
        Just(""),
        Just(" "),
        Just("\n"),
        Just("\r\n"),
        Just("\t"),
        Just("\n  "),
        Just(" /* a, b */ "),
        Just("// c\n"),
    ];
    let value = prop_oneof![
        Just("1e3"),
        Just("null"),
        Just("[]"),
        Just("[1, [2]]"),
        Just("{}"),
        Just("{\"x\": \"// no\"}"),
        Just("\"\\u00e4\""),
        Just("{ \"PreToolUse\": [] }"),
        Just("{\"preToolUse\":[{\"command\":\"lint\"}]\n}"),
        Just("{\"Stop\": [ {\"hooks\": [{\"command\": \"x\"}]} ]}"),
    ];
    let member = (blank.clone(), value, blank.clone(), blank.clone());
    (prop::collection::vec(member, 0..5), blank.clone(), blank, any::<bool>()).prop_map(
        |(members, before, after, trailing)| {
            let count = members.len();
            let members = members.iter().enumerate().map(|(index, (a, value, b, c))| {
                // At most one of them is the list of hooks.
                let key = if index == 1 { "hooks".to_owned() } else { format!("k{index}") };
                let comma = if index + 1 < count || trailing { "," } else { "" };
                format!("{a}\"{key}\"{b}:{c}{value}{a}{comma}")
            });
            format!("{before}{{{}{after}}}{before}", members.collect::<String>())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn however_a_file_is_formatted(text in formatted()) {
        for (client, piece) in lists() {
            // If `hooks` is not a list, that is said, and nothing is changed.
            let Ok(with) = piece.with(Some(&text), &run(client, &["--edits"])) else { continue };
            // An object on one line that gets an entry is spread over lines.
            let mut rest = with.chars();
            let mut signs = text.chars().filter(|sign| !sign.is_ascii_whitespace());
            prop_assert!(signs.all(|sign| rest.any(|other| other == sign)), "{client:?}\n{text}\n---\n{with}");
            prop_assert!(!piece.found(&with, PROGRAM).unwrap().is_empty());
            prop_assert_eq!(piece.with(Some(&with), &run(client, &["--edits"])).unwrap(), with.clone());
            let without = piece.without(&with, PROGRAM).unwrap().unwrap();
            prop_assert!(piece.found(&without, PROGRAM).unwrap().is_empty());
            let (mut left, mut before) = (members(&without, client), members(&text, client));
            for value in [&mut left, &mut before] {
                value.as_object_mut().unwrap().remove("hooks");
            }
            prop_assert_eq!(left, before, "{}", without);
        }
    }
}
