//! Approvals of requests, and runs of them. Where this machine has no sandbox, each run has to say so.

use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::run::{Run, aana, aana_with, command, run};

const NOW: &str = "2026-03-12T10:40:00Z";
const ID: &str = "TR-20260312-091500Z-survey-summary";

/// A folder for one test, with a request, its inputs and a folder of approvals.
struct Bench {
    folder: PathBuf,
}

/// Writes what it was given, and says so.
const WRITES: &str = "import sys\nopen('/out/summary.json', 'w').write(open('/in/survey.csv').read())\nprint('done')\n";

impl Bench {
    fn new(name: &str, script: &str) -> Self {
        Self::with(name, script, &|text| text)
    }

    fn with(name: &str, script: &str, edit: &dyn Fn(String) -> String) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("request-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("data")).unwrap();
        fs::DirBuilder::new().mode(0o700).create(folder.join("approvals")).unwrap();
        let bench = Self { folder };
        bench.write("approvals/approvers.txt", "# who may approve\nm.okafor\na.second\n");
        bench.write("data/survey.csv", "a,b\n1,2\n");
        bench.write("data/summarise.py", script);
        let sha256 = |path: &str| hex::encode(Sha256::digest(fs::read(bench.path(path)).unwrap()));
        let (csv, py) = (sha256("data/survey.csv"), sha256("data/summarise.py"));
        let base = crate::run::root().join("tests/conformance/formats/tool_request/valid_base.md");
        let text = fs::read_to_string(base)
            .unwrap()
            .replace("2e6c991a575b744f3c3e0769dff3f801572beb708b0e3bb8ab4d4bdc95968b7c", &csv)
            .replace("cb598454c27a50731ae854de0b4de5f616762360d797a5f00a9d58ec6946b9ea", &py)
            .replace("python -u ", "python3 -u ")
            .replace("cpu_limit: \"2\"", "cpu_limit: \"1\"");
        bench.write("request.md", &edit(text));
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o600)).unwrap();
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn sha256(&self) -> String {
        hex::encode(Sha256::digest(fs::read(self.path("request.md")).unwrap()))
    }

    fn approve(&self, more: &[&str]) -> Run {
        let (request, store, sha256) =
            (self.text("request.md"), self.text("approvals"), self.sha256());
        let mut all = vec!["request", "approve", &request, "--store", &store, "--now", NOW];
        if !more.contains(&"--as") {
            all.extend(["--as", "m.okafor"]);
        }
        if !more.contains(&"--sha256") && !more.contains(&"--ask") {
            all.extend(["--sha256", &sha256]);
        }
        all.extend(more.iter().filter(|it| **it != "--ask"));
        aana(&all)
    }

    fn approved(&self) {
        let run = self.approve(&[]);
        assert_eq!(run.code, 0, "{run:?}");
    }

    fn run(&self, more: &[&str]) -> Run {
        aana(&self.line(more).iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The arguments of a run. Results go to `results`, unless other ones are given.
    fn line(&self, more: &[&str]) -> Vec<String> {
        let mut all = vec!["request".to_owned(), "run".to_owned(), self.text("request.md")];
        for (option, path) in [("--store", "approvals"), ("--inputs", "data"), ("--out", "results")]
        {
            if !more.contains(&option) {
                all.extend([option.to_owned(), self.text(path)]);
            }
        }
        if !more.contains(&"--now") {
            all.extend(["--now".to_owned(), NOW.to_owned()]);
        }
        all.extend(more.iter().map(ToString::to_string));
        all
    }

    /// Runs an approved request, in the sandbox if there is one. Without, the run says so, and the approval is as
    /// it was.
    fn sandboxed(&self, more: &[&str]) -> Option<Run> {
        let run = self.run(more);
        if has_sandbox() {
            return Some(run);
        }
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.starts_with("error: there is no sandbox for the run: "), "{run:?}");
        assert!(run.stderr.contains("--unsandboxed"), "{run:?}");
        assert!(!self.path(&format!("approvals/{ID}.started.json")).exists());
        None
    }

    fn result(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path("results/result.json")).unwrap()).unwrap()
    }

    fn said(&self, stream: &str) -> String {
        fs::read_to_string(self.path("results").join(stream)).unwrap()
    }
}

fn has_sandbox() -> bool {
    let fresh = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"];
    Command::new("bwrap")
        .args(["--unshare-all", "--ro-bind", "/", "/"])
        .args(fresh)
        .args(["--", "true"])
        .output()
        .is_ok_and(|output| output.status.success())
}

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

#[test]
fn what_is_not_approved_does_not_run() {
    let bench = Bench::new("unapproved", WRITES);
    let rule = |run: &Run| {
        let said: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(said["ran"], false);
        (run.code, said["errors"].clone())
    };
    let json = ["--format", "json"];
    let run = bench.run(&json);
    assert_eq!(rule(&run), (10, json!(["bind.no_record"])));
    bench.approved();
    let expired = bench.run(&["--format", "json", "--now", "2026-03-13T10:40:00Z"]);
    assert_eq!(rule(&expired), (11, json!(["bind.expired"])));

    // Other bytes under the same id.
    let text = fs::read_to_string(bench.path("request.md")).unwrap();
    bench.write("request.md", &text.replace("time_limit_sec: 120", "time_limit_sec: 121"));
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.digest_mismatch"])));
    bench.write("request.md", &text);

    // Other inputs, and a link to the right one.
    let csv = fs::read_to_string(bench.path("data/survey.csv")).unwrap();
    bench.write("data/survey.csv", "a,b\n1,3\n");
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.input_hash_mismatch"])));
    bench.write("elsewhere.csv", &csv);
    fs::remove_file(bench.path("data/survey.csv")).unwrap();
    symlink(bench.path("elsewhere.csv"), bench.path("data/survey.csv")).unwrap();
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.input_not_regular"])));
    fs::remove_file(bench.path("data/survey.csv")).unwrap();
    assert_eq!(rule(&bench.run(&json)), (11, json!(["bind.input_missing"])));
    bench.write("data/survey.csv", &csv);

    // Nothing of that has used the approval up. Withdrawn is withdrawn.
    let store = bench.text("approvals");
    let revoked = aana(&["request", "revoke", ID, "--store", &store, "--now", NOW]);
    assert_eq!((revoked.code, revoked.stdout.contains("withdrawn")), (0, true), "{revoked:?}");
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.revoked"])));
    assert_eq!(bench.approve(&[]).code, 12);
    assert!(!bench.path("results").exists());
}

#[test]
fn only_who_may_approve_approves_and_only_what_was_read() {
    let bench = Bench::new("approve", WRITES);
    let other = "0".repeat(64);
    for (more, code, says) in [
        (&["--as", "eve"][..], 12, "`approvers.txt`"),
        (&["--as", "a.second"], 12, "`approved_by`"),
        (&["--sha256", &other], 12, "other bytes"),
        (&["--ask"], 2, "`--sha256`"),
        (&["--until", "2026-03-20T00:00:00Z"], 2, "seven days"),
        (&["--until", "2026-03-12T10:00:00Z"], 2, "after now"),
        (&["--until", "tomorrow"], 2, "`--until`"),
        (&["--as", "a.second", "--second"], 12, "nobody has approved these bytes"),
    ] {
        let run = bench.approve(more);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{more:?} {run:?}");
        assert!(run.stderr.contains(says), "{more:?} {run:?}");
    }
    assert_eq!(fs::read_dir(bench.path("approvals")).unwrap().count(), 1);

    let run = bench.approve(&["--until", "2026-03-12T12:00:00Z", "--format", "json"]);
    let said: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(said["expires_utc"], "2026-03-12T12:00:00.000Z");
    assert_eq!(
        (&said["approver"], &said["document_sha256"]),
        (&json!("m.okafor"), &json!(bench.sha256()))
    );
    assert!(bench.approve(&[]).stderr.contains("approved before"));
    assert!(bench.approve(&["--second"]).stderr.contains("another person"));
    assert_eq!(bench.approve(&["--as", "a.second", "--second"]).code, 0);
    let late = bench.run(&["--now", "2026-03-12T12:00:00Z"]);
    assert_eq!(late.code, 11, "{late:?}");
    assert!(late.stdout.contains("error[bind.expired]"), "{late:?}");
    let bad = aana(&["request", "revoke", "../x", "--store", &bench.text("approvals")]);
    assert_eq!((bad.code, bad.stdout.as_str()), (2, ""));
}

/// Somebody else could have put an approval there.
#[test]
fn a_folder_that_others_can_write_to_is_not_taken() {
    let bench = Bench::new("open", WRITES);
    bench.approved();
    let store = bench.path("approvals");
    let set = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let record = store.join(format!("{ID}.{}.approval.json", bench.sha256()));
    for (path, mode, back) in
        [(&store, 0o777, 0o700), (&store, 0o720, 0o700), (&record, 0o666, 0o600)]
    {
        set(path, mode);
        let run = bench.run(&[]);
        assert_eq!((run.code, run.stdout.as_str()), (12, ""), "{run:?}");
        assert!(run.stderr.contains("others than its owner can write to it"), "{run:?}");
        set(path, back);
    }
    let text = fs::read_to_string(&record).unwrap();
    for faulty in [text.replace("\"record_version\":1", "\"record_version\":2"), "{}".to_owned()] {
        fs::write(&record, faulty).unwrap();
        assert_eq!(bench.run(&[]).code, 12);
    }
    fs::remove_file(&record).unwrap();
    fs::write(bench.path("record.json"), text).unwrap();
    symlink(bench.path("record.json"), &record).unwrap();
    assert_eq!(bench.run(&[]).code, 1);
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

/// A program that is not there, results that are: nothing is used up.
#[test]
fn what_cannot_be_started_uses_nothing_up() {
    let bench =
        Bench::with("program", WRITES, &|text| text.replace("python3 -u ", "python3.99 -u "));
    bench.approved();
    let run = bench.run(&[]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("`python3.99`"), "{run:?}");
    assert!(!bench.path(&format!("approvals/{ID}.started.json")).exists());

    // The folder of an interpreter, and not the whole machine.
    let tools = bench.path("tools");
    fs::create_dir_all(tools.join("bin")).unwrap();
    for (runtime, code) in [("/", 2), ("/no/such/folder", 1), (tools.to_str().unwrap(), 1)] {
        assert_eq!(bench.run(&["--runtime", runtime]).code, code, "{runtime}");
    }
    symlink("/usr/bin/python3", tools.join("bin/python3.99")).unwrap();
    if let Some(run) = bench.sandboxed(&["--runtime", tools.to_str().unwrap()]) {
        assert_eq!(run.code, 0, "{run:?} {}", bench.said("stderr"));
    }

    let bench = Bench::new("full", WRITES);
    bench.approved();
    fs::create_dir(bench.path("results")).unwrap();
    bench.write("results/old", "");
    let run = bench.run(&["--unsandboxed"]);
    assert_eq!((run.code, run.stderr.contains("is not empty")), (2, true), "{run:?}");
    assert!(!bench.path(&format!("approvals/{ID}.started.json")).exists());
}

/// What the page says and what the gate says of a valid request without a record.
#[test]
fn a_valid_request_without_a_record_is_deferred_or_asked_about() {
    let bench = Bench::new("event", WRITES);
    let (request, store) = (bench.text("request.md"), bench.text("approvals"));
    let check =
        ["request", "check", &request, "--now", NOW, "--event", "--inputs", &bench.text("data")];
    let decided = |more: &[&str]| {
        let event = aana(&[&check[..], more].concat());
        assert_eq!(event.code, 0, "{event:?}");
        let proposed: Value = serde_json::from_str(&event.stdout).unwrap();
        let decision =
            aana_with(&["check", "--format", "json", "--now", NOW], event.stdout.as_bytes());
        let decision: Value = serde_json::from_str(&decision.stdout).unwrap();
        assert_eq!(proposed["recommended_route"], decision["route"]);
        decision["route"].clone()
    };
    // Nobody knows what has run: it is deferred. Where that is known, what is missing is an approval.
    assert_eq!(decided(&[]), "defer");
    assert_eq!(decided(&["--store", &store]), "ask");
    bench.approved();
    assert_eq!(decided(&[]), "defer");
    assert_eq!(decided(&["--store", &store]), "accept");
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
