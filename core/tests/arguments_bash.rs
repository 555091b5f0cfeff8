//! Random texts in a real bash: every command that it runs is one that the reader has seen, or the reader said that
//! it cannot tell.
//!
//! The shell has no programs, and its builtins are off, so that each command comes to the handler for what is not
//! found, which writes its words down. `AANA_BASH_TEXTS` says how many texts are tried, `AANA_BASH_SEED` with which
//! one it begins.

#![cfg(target_os = "linux")]

#[path = "arguments/texts.rs"]
mod texts;

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use aana_core::arguments::effect::Effect;
use aana_core::arguments::testing::{Report, shell};

/// Runs a text with everything that the handler needs before it. The shell's first word is the folder for that.
const AROUND: &str = r#"
exec </dev/null >/dev/null 2>&1
ulimit -t 2 -f 64
command_not_found_handle() {
    printf '%s\0' "$@" >>"$0/$BASHPID.$RANDOM"
    return "$STATUS"
}
enable -n echo true false : test [ cd pwd read set export declare local typeset readonly unset let type \
    hash jobs kill pushd popd dirs shift umask ulimit alias unalias source . trap shopt bind history fc
eval "$1"
wait
"#;

/// The words of each command that bash ran.
fn ran(text: &str, folder: &Path, status: &str) -> Vec<Vec<String>> {
    let (log, inside) = (folder.join("log"), folder.join("inside"));
    fs::create_dir_all(&log).unwrap();
    fs::create_dir_all(&inside).unwrap();
    fs::write(inside.join("file"), "text").unwrap();
    let mut child = Command::new("/bin/bash")
        .args(["--norc", "--noprofile", "-c", AROUND])
        .arg(&log)
        .arg(text)
        .env_clear()
        .env("PATH", "/nonexistent")
        .env("STATUS", status)
        .env("A", "-o")
        .env("B", "x y")
        .current_dir(&inside)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .expect("the test needs bash");
    wait(&mut child);
    // The handler runs in a process of its own, so that each command has its file.
    let files = fs::read_dir(&log).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    let words = |file: Vec<u8>| {
        let text = String::from_utf8_lossy(&file).into_owned();
        text.split_terminator('\0').map(str::to_owned).collect()
    };
    let commands = files.map(words).filter(|words: &Vec<String>| !words.is_empty()).collect();
    // What still runs in the background finds no folder any more, or leaves a file in one that nobody reads.
    let _ = fs::remove_dir_all(folder);
    commands
}

/// Waits for a shell, and ends it with all that it started if it takes too long.
fn wait(child: &mut Child) {
    for _ in 0..1000 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        sleep(Duration::from_millis(5));
    }
    let group = format!("-{}", child.id());
    let _ = Command::new("/bin/kill").args(["-KILL", "--", &group]).status();
    let _ = child.kill();
    child.wait().unwrap();
}

/// Whether a command that was read is this one. Behind a word that is decided when it runs the number may differ.
fn is_this(read: &[Option<String>], ran: &[String]) -> bool {
    let open = read.iter().any(Option::is_none);
    if !open {
        return read.iter().flatten().eq(ran);
    }
    let fixed = read.iter().take_while(|word| word.is_some()).count();
    fixed > 0 && read.iter().take(fixed).flatten().eq(ran.iter().take(fixed))
}

fn missing<'a>(report: &Report, ran: &'a [Vec<String>]) -> Option<&'a Vec<String>> {
    ran.iter().find(|ran| !report.commands.iter().any(|read| is_this(read, ran)))
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn every_command_that_bash_runs_was_read() {
    let folder = std::env::temp_dir().join(format!("arguments-bash-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (count, first) = (number("AANA_BASH_TEXTS", 400), number("AANA_BASH_SEED", 1));
    let (mut claimed, mut commands, mut word_for_word, mut wrong) =
        (0_u64, 0_u64, 0_u64, Vec::new());
    for seed in first..first + count {
        let text = texts::text(seed);
        let report = shell(&text, None);
        if report.rows.iter().any(|row| row.effect == Effect::CannotTell) {
            continue;
        }
        claimed += 1;
        let ran =
            ran(&text, &folder.join(seed.to_string()), if seed % 2 == 0 { "0" } else { "127" });
        commands += ran.len() as u64;
        let whole = |ran: &&Vec<String>| {
            report
                .commands
                .iter()
                .any(|read| read.iter().all(Option::is_some) && is_this(read, ran))
        };
        word_for_word += ran.iter().filter(whole).count() as u64;
        if let Some(missing) = missing(&report, &ran) {
            wrong.push(format!(
                "{seed}: {text:?}\n    ran {missing:?}\n    read {:?}",
                report.commands
            ));
        }
    }
    let _ = fs::remove_dir_all(&folder);
    if std::env::var_os("AANA_BASH_SHOW").is_some() {
        for seed in first..first + count.min(300) {
            let text = texts::text(seed);
            let report = shell(&text, None);
            let reasons: Vec<_> = report
                .rows
                .iter()
                .filter(|row| row.effect == Effect::CannotTell)
                .map(|row| row.program.name)
                .collect();
            println!("{seed} {reasons:?} {text:?}");
        }
    }
    println!(
        "{count} texts, {claimed} read as a whole; {commands} commands ran, {word_for_word} word for word"
    );
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n"));
    // A reader that can tell nothing would pass otherwise.
    assert!(claimed * 5 > count, "only {claimed} of {count} texts were read as a whole");
    assert!(commands > claimed, "only {commands} commands ran");
}

/// Whether bash parses a text.
fn parses(text: &str) -> bool {
    let mut bash = Command::new("/bin/bash");
    let bash = bash.args(["--norc", "--noprofile", "-n", "-c", text]).env_clear();
    bash.stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
}

#[test]
fn most_of_what_bash_parses_is_read() {
    let (mut parsed, mut unread) = (0, Vec::new());
    for seed in 1..=number("AANA_BASH_TEXTS", 400) / 2 {
        let text = texts::text(seed);
        if !parses(&text) {
            continue;
        }
        parsed += 1;
        let report = shell(&text, None);
        if report.rows.iter().any(|row| row.program.name == Some("unparsed")) {
            unread.push(text);
        }
    }
    println!("{parsed} texts parse, of which {} are not read", unread.len());
    if std::env::var_os("AANA_BASH_SHOW").is_some() {
        for text in &unread {
            println!("    {text:?}");
        }
    }
    assert!(unread.len() * 4 < parsed, "{} of {parsed} are not read", unread.len());
}

#[test]
fn the_shell_of_the_test_tells_what_it_runs() {
    let folder = std::env::temp_dir().join(format!("arguments-bash-self-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let ran = ran("ls 'a b' \"$(cat x)\" | wc; echo `rm y`", &folder, "0");
    for words in [&["cat", "x"][..], &["ls", "a b", ""], &["wc"], &["rm", "y"], &["echo"]] {
        assert!(ran.iter().any(|ran| ran == words), "{words:?} {ran:?}");
    }
    // And a command that is not in the report is found.
    let report = shell("ls 'a b' | wc", None);
    assert!(missing(&report, &ran).is_some_and(|words| words[0] != "wc"));
}
