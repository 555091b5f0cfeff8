//! What runs, how often, and what it reaches.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::{Bench, NOW, WRITES, has_sandbox};
use crate::run::{aana, command, run};

#[test]
fn an_approved_request_runs_once() {
    let bench = Bench::new("once", WRITES);
    bench.approved();
    let log = bench.text("audit.jsonl");
    let Some(run) = bench.sandboxed(&["--audit-log", &log]) else { return };
    assert_eq!(run.code, 0, "{run:?} {}", bench.said("stderr"));
    assert!(run.stdout.contains("ran, and ended with the code 0\n"), "{run:?}");
    assert_eq!(fs::read_to_string(bench.path("results/out/summary.json")).unwrap(), "a,b\n1,2\n");
    assert_eq!(bench.said("stdout"), "done\n");
    let result = bench.result();
    assert_eq!(result["sandbox"], "bubblewrap");
    assert_eq!(result["document_sha256"], bench.sha256());
    assert_eq!((&result["missing"], &result["undeclared"]), (&json!([]), &json!([])));
    let recorded = fs::read_to_string(&log).unwrap();
    assert!(
        recorded.contains("\"tool_exec.run\"") && recorded.contains("\"accept\""),
        "{recorded}"
    );
    assert!(!recorded.contains("summarise.py"), "{recorded}");

    let again = bench.run(&["--out", &bench.text("more"), "--format", "json"]);
    let said: Value = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!((again.code, &said["ran"], &said["route"]), (12, &json!(false), &json!("refuse")));
    assert_eq!(said["errors"], json!(["bind.replayed"]));
    assert!(!bench.path("more").exists());
}

/// However many start it, one does.
#[test]
fn of_many_runs_at_once_one_starts() {
    let bench = Bench::new("race", WRITES);
    bench.approved();
    if !has_sandbox() {
        bench.sandboxed(&[]);
        return;
    }
    let lines: Vec<Vec<String>> = (0..6)
        .map(|number| bench.line(&["--out", &bench.text(&format!("results-{number}"))]))
        .collect();
    let codes: Vec<i32> = std::thread::scope(|scope| {
        let all: Vec<_> = lines
            .iter()
            .map(|line| {
                scope.spawn(|| aana(&line.iter().map(String::as_str).collect::<Vec<_>>()).code)
            })
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let count = |code: i32| codes.iter().filter(|it| **it == code).count();
    assert_eq!((count(0), count(12)), (1, 5), "{codes:?}");
}

/// What the sandbox holds: no network, inputs that stay, nothing of the machine, nothing of the environment.
#[test]
fn a_run_reaches_nothing_but_its_folders() {
    let script = "
import os, socket, sys
def tried(what, does):
    try:
        does()
        print(what, 'worked')
    except OSError:
        print(what, 'failed')
def connect():
    s = socket.create_connection(('192.0.2.1', 9), timeout=2)
tried('network', connect)
tried('input', lambda: open('/in/survey.csv', 'a'))
tried('beside', lambda: open('/in/new', 'w'))
tried('system', lambda: open('/usr/new', 'w'))
tried('home', lambda: os.listdir('/root'))
tried('passwords', lambda: open('/etc/shadow'))
tried('here', lambda: open(sys.argv[0], 'a'))
print(sorted(os.environ))
print(len(os.listdir('/proc/self/fd')), os.getpid() < 10, len(os.sched_getaffinity(0)))
open('/out/summary.json', 'w').write('1')
open('/out/other', 'w').write('1')
";
    let bench = Bench::new("sandbox", script);
    bench.approved();
    let Some(run) = bench.sandboxed(&[]) else { return };
    assert_eq!(run.code, 0, "{run:?} {}", bench.said("stderr"));
    let said = bench.said("stdout");
    assert!(!said.contains("worked"), "{said}");
    assert_eq!(said.matches("failed").count(), 7, "{said}");
    assert!(
        said.contains("['HOME', 'LANG', 'PATH', 'PWD']")
            || said.contains("['HOME', 'LANG', 'LC_CTYPE', 'PATH', 'PWD']"),
        "{said}"
    );
    assert!(said.ends_with("4 True 1\n"), "{said}");
    assert_eq!(bench.result()["undeclared"], json!(["other"]));
    assert!(!bench.path("results/out/other").exists());
}

#[test]
fn a_run_is_held_to_its_limits() {
    let time = "import time\nprint('begins', flush=True)\ntime.sleep(600)\n";
    let many = "for n in range(64):\n    open(f'/out/{n}', 'wb').write(bytes(1 << 20))\nimport time\ntime.sleep(600)\n";
    let large = "open('/out/summary.json', 'wb').write(bytes(1 << 22))\n";
    let loud = "while True: print('x' * 1000)\n";
    let memory = "b = bytearray(1 << 29)\nopen('/out/summary.json', 'w').write('1')\n";
    let link = "import os\nos.symlink('/etc/passwd', '/out/summary.json')\n";
    for (name, script, code, ended) in [
        ("time", time, 21, "time_limit"),
        ("many", many, 21, "output_limit"),
        ("large", large, 20, "exited"),
        ("loud", loud, 21, "output_limit"),
        ("memory", memory, 20, "exited"),
        ("link", link, 20, "exited"),
        ("code", "raise SystemExit(3)\n", 20, "exited"),
        ("missing", "print('nothing')\n", 20, "exited"),
    ] {
        let time = if name == "time" { "time_limit_sec: 1" } else { "time_limit_sec: 120" };
        let bench = Bench::with(&format!("limit-{name}"), script, &|text| {
            text.replace("time_limit_sec: 120", time)
                .replace("memory_limit_mb: 1024", "memory_limit_mb: 256")
        });
        bench.approved();
        let Some(run) = bench.sandboxed(&["--max-output-mb", "2"]) else { return };
        assert_eq!(run.code, code, "{name}: {run:?} {}", bench.said("stderr"));
        assert_eq!(bench.result()["ended"], ended, "{name}");
        if name != "large" {
            assert_eq!(bench.result()["missing"], json!(["summary.json"]), "{name}");
        }
        // Failed or not, it has run.
        assert_eq!(bench.run(&["--out", &bench.text("more")]).code, 12, "{name}");
    }
}

/// Without a sandbox the operator has to say so; the paths of the command are those of the copies.
#[test]
fn without_a_sandbox_a_run_says_what_is_missing() {
    let script = "import sys\nopen(sys.argv[4], 'w').write(open(sys.argv[2]).read())\n";
    let bench = Bench::new("unsandboxed", script);
    bench.approved();
    // Where `prlimit` is found, and `bwrap` is not.
    fs::create_dir(bench.path("bin")).unwrap();
    symlink("/usr/bin/prlimit", bench.path("bin/prlimit")).unwrap();
    let with_path = |more: &[&str]| {
        let line = bench.line(more);
        let mut command = command(&line.iter().map(String::as_str).collect::<Vec<_>>());
        command.env("PATH", bench.path("bin"));
        run(command, b"")
    };
    let none = with_path(&[]);
    assert_eq!((none.code, none.stdout.as_str()), (1, ""));
    assert!(none.stderr.contains("the package `bubblewrap`"), "{none:?}");
    assert!(!bench.path("results").exists());
    let plain = with_path(&["--unsandboxed"]);
    assert_eq!(plain.code, 0, "{plain:?} {}", bench.said("stderr"));
    assert!(
        plain.stderr.starts_with("no sandbox: nothing keeps the run from the network"),
        "{plain:?}"
    );
    assert_eq!(bench.result()["sandbox"], "none");
    assert_eq!(fs::read_to_string(bench.path("results/out/summary.json")).unwrap(), "a,b\n1,2\n");
}

/// Inputs may be in folders. A link is not followed to one either, and what lies beside them is named.
#[test]
fn inputs_in_folders_are_found_without_links() {
    let script = WRITES.replace("survey.csv", "march/survey.csv");
    let bench =
        Bench::with("folders", &script, &|text| text.replace("survey.csv", "march/survey.csv"));
    fs::create_dir(bench.path("data/march")).unwrap();
    fs::rename(bench.path("data/survey.csv"), bench.path("data/march/survey.csv")).unwrap();
    bench.write("data/march/more.csv", "1");
    bench.approved();
    let (request, data) = (bench.text("request.md"), bench.text("data"));
    let check = || {
        let line = ["request", "check", &request, "--now", NOW, "--inputs", &data];
        let run = aana(&[&line[..], &["--format", "json"]].concat());
        let said: Value = serde_json::from_str(&run.stdout).unwrap();
        let told = said["inputs"].as_array().unwrap().iter();
        let told = told.map(|it| format!("{} {}", it["rule"].as_str().unwrap(), it["name"]));
        (run.code, told.collect::<Vec<_>>())
    };
    assert_eq!(check(), (0, vec!["bind.input_extra \"march/more.csv\"".to_owned()]));
    fs::rename(bench.path("data/march"), bench.path("march")).unwrap();
    symlink(bench.path("march"), bench.path("data/march")).unwrap();
    assert_eq!(check(), (12, vec!["bind.input_not_regular \"march/survey.csv\"".to_owned()]));
    let run = bench.run(&[]);
    assert_eq!((run.code, run.stdout.contains("bind.input_not_regular")), (12, true), "{run:?}");
    fs::remove_file(bench.path("data/march")).unwrap();
    fs::rename(bench.path("march"), bench.path("data/march")).unwrap();
    let Some(run) = bench.sandboxed(&[]) else { return };
    assert_eq!(run.code, 0, "{run:?} {}", bench.said("stderr"));
}
