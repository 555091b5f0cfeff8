//! Approvals of requests, and runs of them. Where this machine has no sandbox, each run has to say so.

mod approvals;
mod runs;

use std::fs;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::run::{Run, aana};

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
