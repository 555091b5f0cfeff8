//! `aana audit keygen`, `aana audit anchor` and `aana audit verify --anchors`.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use aana_audit::Hash;
use serde_json::Value;

use crate::run::{NOW, Run, aana, command};

/// A folder of one test, with a log of eight records and a key.
struct Place(String);

impl Place {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("anchors").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let place = Self(folder.to_str().unwrap().to_owned());
        place.record();
        assert_eq!(aana(&["audit", "keygen", &place.at("key")]).code, 0);
        place
    }

    fn at(&self, name: &str) -> String {
        format!("{}/{name}", self.0)
    }

    fn log(&self) -> String {
        self.at("audit.jsonl")
    }

    /// Eight more records.
    fn record(&self) {
        let log = self.log();
        let arguments = ["check", "--jsonl", "--quiet", "--now", NOW, "examples/events.jsonl"];
        let run = aana(&[&arguments[..], &["--audit-log", &log]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (12, ""));
    }

    fn anchor(&self, more: &[&str]) -> Run {
        let (log, key) = (self.log(), self.at("key"));
        aana(&[&["audit", "anchor", &log, "--key", &key], more].concat())
    }

    fn verify(&self, more: &[&str]) -> Run {
        let (log, anchors, key) = (self.log(), self.at("anchors"), self.at("key.pub"));
        let arguments = ["audit", "verify", &log, "--anchors", &anchors, "--key", &key];
        aana(&[&arguments[..], more].concat())
    }

    fn lines(&self) -> Vec<String> {
        fs::read_to_string(self.log()).unwrap().lines().map(str::to_owned).collect()
    }

    /// Puts these lines in place of the log, with a head that fits.
    fn write(&self, lines: &[String]) {
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        fs::write(self.log(), &text).unwrap();
        let hash = Hash::of(lines.last().unwrap().as_bytes());
        let head = format!("{:020}:{hash} {:020}\n", lines.len(), text.len());
        fs::write(self.at("audit.jsonl.head"), head).unwrap();
    }
}

#[test]
fn a_key_is_written_once_and_for_its_owner() {
    let place = Place::new("keygen");
    let (key, public) = (place.at("one"), place.at("one.pub"));
    let run = aana(&["audit", "keygen", &key]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("sha256:") && run.stdout.len() == 72, "{}", run.stdout);
    let (private, shown) =
        (fs::read_to_string(&key).unwrap(), fs::read_to_string(&public).unwrap());
    assert!(private.starts_with("-----BEGIN PRIVATE KEY-----\n"));
    assert!(shown.starts_with("-----BEGIN PUBLIC KEY-----\n"));
    assert!(!run.stderr.contains(&private[28..60]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, symlink};
        assert_eq!(fs::metadata(&key).unwrap().mode() & 0o7777, 0o600);
        // Not through a link either.
        symlink(place.at("elsewhere"), place.at("link")).unwrap();
        assert_eq!(aana(&["audit", "keygen", &place.at("link")]).code, 1);
        assert!(!Path::new(&place.at("elsewhere")).exists());
        assert!(!Path::new(&place.at("link.pub")).exists());
    }
    for public in [public.clone(), place.at("new.pub")] {
        let run = aana(&["audit", "keygen", &key, "--public", &public]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.contains("file exists"), "{}", run.stderr);
    }
    assert!(!Path::new(&place.at("new.pub")).exists());
    assert_eq!(fs::read_to_string(&key).unwrap(), private);
    // The one is not taken for the other.
    let run = aana(&["audit", "anchor", &place.log(), "--key", &public, "--to", &place.at("a")]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("this is a public key"), "{}", run.stderr);
    assert!(!Path::new(&place.at("a")).exists());
    let anchors = place.at("anchors");
    place.anchor(&["--to", &anchors]);
    let run = aana(&["audit", "verify", &place.log(), "--anchors", &anchors, "--key", &key]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("this is a private key"), "{}", run.stderr);
}

#[test]
fn anchors_follow_one_another_and_the_log_holds() {
    let place = Place::new("holds");
    let anchors = place.at("anchors");
    for _ in 0..3 {
        let run = place.anchor(&["--to", &anchors]);
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
        place.record();
    }
    let run = place.verify(&[]);
    assert_eq!(run.code, 0);
    let expected = "note: the last anchor is of record 24; not anchored since then: 8 records\nintact: 32 records in 1 file, 3 anchors, the last of record 24 at ";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    let report: Value = serde_json::from_str(&place.verify(&["--format", "json"]).stdout).unwrap();
    assert_eq!((&report["intact"], &report["anchors"]["count"]), (&true.into(), &3.into()));
    assert_eq!(report["anchors"]["records_after"], 8);
    // Only when enough is new, or enough time passed.
    assert_eq!(place.anchor(&["--to", &anchors, "--every", "9"]).code, 0);
    assert_eq!(place.anchor(&["--to", &anchors, "--interval", "1000"]).code, 0);
    assert_eq!(fs::read_to_string(&anchors).unwrap().lines().count(), 3);
    assert_eq!(place.anchor(&["--to", &anchors, "--every", "8", "--interval", "1000"]).code, 0);
    assert_eq!(fs::read_to_string(&anchors).unwrap().lines().count(), 4);
    assert_eq!(place.verify(&["--max-anchor-age", "3600"]).code, 0);
    let run = place.verify(&["--max-anchor-age", "60", "--now", "2100-01-01T00:00:00Z"]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains("anchors:4: error[anchor_stale]: "), "{}", run.stdout);
    let run = place.verify(&["--max-anchor-age", "60", "--now", NOW]);
    assert!(run.code == 12 && run.stdout.contains("[anchor_from_future]"), "{}", run.stdout);
}

#[test]
fn a_rewrite_and_a_rollback_are_told_and_get_no_anchor() {
    let place = Place::new("tampered");
    let anchors = place.at("anchors");
    place.anchor(&["--to", &anchors]);
    let before = fs::read(&anchors).unwrap();
    let lines = place.lines();
    // A rewrite of everything from the second record on.
    let mut changed = lines.clone();
    changed[1] = changed[1].replacen("\"aix_score\":1", "\"aix_score\":0", 1);
    assert_ne!(changed, lines);
    for at in 2..changed.len() {
        let hash = Hash::of(changed[at - 1].as_bytes());
        let (start, rest) = changed[at].split_once("\"previous\":\"").unwrap();
        changed[at] = format!("{start}\"previous\":\"{hash}{}", &rest[64..]);
    }
    place.write(&changed);
    assert_eq!(aana(&["audit", "verify", &place.log()]).code, 0, "the chain does not tell");
    let run = place.verify(&[]);
    assert_eq!(run.code, 12);
    let expected = "anchors:1: error[rewritten]: record 8 is not the one that was anchored; the log was rewritten from one of the records 2 to 8\n";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    let run = place.anchor(&["--to", &anchors]);
    assert_eq!((run.code, run.stdout.as_str()), (12, ""));
    assert!(run.stderr.starts_with("error: the log has 1 fault, and no anchor was made\n"));

    place.write(&lines[..5]);
    assert_eq!(aana(&["audit", "verify", &place.log()]).code, 0, "the chain does not tell");
    let run = place.verify(&["--format", "json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let fault = &report["anchors"]["faults"][0];
    assert_eq!((run.code, &report["intact"]), (12, &false.into()));
    assert_eq!((&fault["sort"], &fault["from"]), (&"rolled_back".into(), &6.into()));
    assert_eq!(place.anchor(&["--to", &anchors]).code, 12);
    assert_eq!(fs::read(&anchors).unwrap(), before);
    place.write(&lines);
    assert_eq!(place.verify(&[]).code, 0);
}

#[test]
fn a_file_that_is_none_of_anchors_is_left_alone() {
    let place = Place::new("anchor_file");
    let anchors = place.at("anchors");
    place.anchor(&["--to", &anchors]);
    let good = fs::read_to_string(&anchors).unwrap();
    // Half a line of a process that died.
    fs::write(&anchors, format!("{good}{}", &good[..200])).unwrap();
    let run = place.verify(&[]);
    assert!(run.code == 12 && run.stdout.contains("[anchor_torn]"), "{}", run.stdout);
    assert_eq!(place.anchor(&["--to", &anchors]).code, 0);
    assert_eq!(fs::read_to_string(&anchors).unwrap().lines().count(), 2);
    assert_eq!(place.verify(&[]).code, 0);
    // Another key, and another text.
    aana(&["audit", "keygen", &place.at("other")]);
    let run =
        aana(&["audit", "anchor", &place.log(), "--key", &place.at("other"), "--to", &anchors]);
    assert_eq!(run.code, 12);
    assert!(run.stderr.contains("line 1: no signature is by a key"), "{}", run.stderr);
    fs::write(&anchors, "precious\n").unwrap();
    assert_eq!(place.anchor(&["--to", &anchors]).code, 12);
    assert_eq!(fs::read_to_string(&anchors).unwrap(), "precious\n");
    let run = place.verify(&[]);
    assert!(run.code == 12 && run.stdout.contains("[no_anchor]"), "{}", run.stdout);
    fs::write(&anchors, "").unwrap();
    assert_eq!(place.verify(&[]).code, 12);
    assert_eq!(place.anchor(&["--to", "/dev/null"]).code, 1);
    assert_eq!(place.anchor(&["--to", "/dev/full"]).code, 1);
    assert_eq!(place.anchor(&["--to", &place.at("no/such/folder")]).code, 1);
}

#[test]
fn only_an_own_torn_line_is_cut_off() {
    let place = Place::new("torn");
    let anchors = place.at("anchors");
    place.anchor(&["--to", &anchors]);
    let good = fs::read_to_string(&anchors).unwrap();
    let whole = good.trim_end();
    aana(&["audit", "keygen", &place.at("other")]);
    let by_other = ["audit", "anchor", &place.log(), "--key", &place.at("other"), "--to", "-"];
    let foreign = aana(&by_other).stdout;
    let foreign = foreign.trim_end();
    assert_eq!(foreign.len(), whole.len());
    let unsigned = whole.replace("\"payload\":\"ey", "\"payload\":\"eY");
    let of_others = [
        "precious",
        "{\"precious\":true}",
        "{",
        "{\"payloadType\":\"text/plain\",\"payload\":\"",
        foreign,
        &foreign[..foreign.len() - 1],
        &unsigned,
        &format!("{whole} "),
    ];
    for before in ["", &good] {
        for text in of_others {
            let text = format!("{before}{text}");
            fs::write(&anchors, &text).unwrap();
            let run = place.anchor(&["--to", &anchors]);
            // Behind an anchor one brace is half of the next.
            let cut = text.ends_with("\n{");
            assert_eq!(run.code, if cut { 0 } else { 12 }, "{text}");
            assert_eq!(fs::read_to_string(&anchors).unwrap() == text, !cut, "{text}");
        }
    }
    let start = whole.find("ey").unwrap();
    for length in [start, start + 1, 200, whole.len() - 100, whole.len() - 4, whole.len()] {
        for before in ["", &good] {
            fs::write(&anchors, format!("{before}{}", &whole[..length])).unwrap();
            let run = place.anchor(&["--to", &anchors]);
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{length}");
            assert_eq!(place.verify(&[]).code, 0);
        }
    }
}

#[test]
fn a_log_that_is_not_there_gets_no_file_of_anchors() {
    let place = Place::new("no_log");
    let (anchors, key) = (place.at("anchors"), place.at("key"));
    for (log, code) in [("none.jsonl", 1), ("empty", 12)] {
        fs::write(place.at("empty"), "").unwrap();
        let run = aana(&["audit", "anchor", &place.at(log), "--key", &key, "--to", &anchors]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{}", run.stderr);
        assert!(!Path::new(&anchors).exists(), "{log}");
    }
    // One that was there before stays.
    fs::write(&anchors, "").unwrap();
    aana(&["audit", "anchor", &place.at("none.jsonl"), "--key", &key, "--to", &anchors]);
    assert!(Path::new(&anchors).exists());
}

#[test]
fn it_waits_for_a_log_that_is_not_begun_yet() {
    let place = Place::new("wait");
    let anchors = place.at("anchors");
    for name in ["audit.jsonl", "audit.jsonl.head", "audit.jsonl.lock"] {
        fs::remove_file(place.at(name)).unwrap();
    }
    let mut following = follow(&place, &["--to", &anchors, "--every", "8"]);
    until("the file of anchors", || Path::new(&anchors).exists());
    thread::sleep(Duration::from_millis(300));
    assert_eq!(following.0.try_wait().unwrap(), None);
    place.record();
    let count = || fs::read_to_string(&anchors).map_or(0, |text| text.lines().count());
    until("the first anchor", || count() == 1);
    drop(following);
    assert_eq!(place.verify(&[]).code, 0);
    // A log that was anchored is not waited for.
    fs::remove_file(place.log()).unwrap();
    assert_eq!(follow(&place, &["--to", &anchors]).0.wait().unwrap().code(), Some(1));
}

#[test]
fn wrong_usage_is_told() {
    let place = Place::new("usage");
    for to in ["https://localhost/x", "ftp://localhost/x", "http://", "http://a:b@localhost/"] {
        let run = place.anchor(&["--to", to]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{to}");
        assert!(!run.stderr.contains("a:b"), "{}", run.stderr);
    }
    assert_eq!(place.anchor(&["--to", &place.at("x"), "--state", &place.at("y")]).code, 2);
    assert_eq!(place.anchor(&["--to", "-", "--every", "0"]).code, 2);
    let log = place.log();
    assert_eq!(aana(&["audit", "verify", &log, "--anchors", "x"]).code, 2);
    assert_eq!(aana(&["audit", "verify", &log, "--key", "x"]).code, 2);
    assert_eq!(aana(&["audit", "verify", &log, "--max-anchor-age", "1"]).code, 2);
    fs::write(place.at("empty"), "").unwrap();
    let key = place.at("key");
    let run = aana(&["audit", "anchor", &place.at("empty"), "--key", &key, "--to", "-"]);
    assert_eq!((run.code, run.stdout.as_str()), (12, ""), "{}", run.stderr);
}

/// Ends a process that would run on.
struct Following(Child);

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn follow(place: &Place, more: &[&str]) -> Following {
    let (log, key) = (place.log(), place.at("key"));
    let arguments = ["audit", "anchor", &log, "--key", &key, "--follow"];
    Following(command(&[&arguments[..], more].concat()).spawn().unwrap())
}

/// Waits until something holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn it_follows_a_log_until_that_is_rolled_back() {
    let place = Place::new("follow");
    let anchors = place.at("anchors");
    let mut following = follow(&place, &["--to", &anchors, "--every", "8"]);
    let count = || fs::read_to_string(&anchors).map_or(0, |text| text.lines().count());
    until("the first anchor", || count() == 1);
    place.record();
    until("the second anchor", || count() == 2);
    // Another one that would contradict it is kept out.
    let run = place.anchor(&["--to", &anchors]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("another process makes anchors"), "{}", run.stderr);
    assert_eq!(place.verify(&[]).code, 0);
    let lines = place.lines();
    place.write(&lines[..4]);
    let ended = following.0.wait().unwrap();
    assert_eq!(ended.code(), Some(12));
    let mut said = String::new();
    following.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("lines are missing at its end; no anchor was made"), "{said}");
}

#[test]
fn a_heartbeat_goes_on_without_records() {
    let place = Place::new("heartbeat");
    let anchors = place.at("anchors");
    let _following = follow(&place, &["--to", &anchors, "--interval", "1"]);
    until("three anchors", || {
        fs::read_to_string(&anchors).is_ok_and(|text| text.lines().count() >= 3)
    });
    let report: Value = serde_json::from_str(&place.verify(&["--format", "json"]).stdout).unwrap();
    assert_eq!(report["anchors"]["records_after"], 0);
}

#[test]
fn the_standard_output_gets_every_anchor_once() {
    let place = Place::new("stdout");
    let mut text = String::new();
    for _ in 0..3 {
        let run = place.anchor(&["--to", "-"]);
        assert_eq!((run.code, run.stdout.lines().count()), (0, 1));
        text += &run.stdout;
        place.record();
    }
    fs::write(place.at("anchors"), &text).unwrap();
    assert_eq!(place.verify(&[]).code, 0);
    // What is not delivered waits.
    let (log, key) = (place.log(), place.at("key"));
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut broken = command(&["audit", "anchor", &log, "--key", &key, "--to", "-"]);
    assert_eq!(broken.stdout(full).status().unwrap().code(), Some(1));
    let run = place.anchor(&["--to", "-"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 2));
    fs::write(place.at("anchors"), text + &run.stdout).unwrap();
    assert_eq!(place.verify(&[]).code, 0);
    // A state that somebody changed is refused.
    let state = place.at("audit.jsonl.anchor-state");
    let good = fs::read_to_string(&state).unwrap();
    let half = good.len() / 2;
    for bad in ["{}".to_owned(), good[..half].to_owned(), good.replacen("\"sig", "\"sgi", 1)] {
        fs::write(&state, bad).unwrap();
        let run = place.anchor(&["--to", "-"]);
        assert_eq!((run.code, run.stdout.as_str()), (12, ""));
    }
}

/// One request: what it says, after an answer was given.
fn answer(mut stream: TcpStream, status: &str) -> String {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") {
        assert_eq!(stream.read(&mut byte).unwrap(), 1);
        request.push(byte[0]);
    }
    let head = String::from_utf8(request).unwrap().to_ascii_lowercase();
    let (_, length) = head.split_once("content-length: ").unwrap();
    let length = length.split("\r\n").next().unwrap().parse().unwrap();
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).unwrap();
    head + std::str::from_utf8(&body).unwrap()
}

#[test]
fn an_endpoint_gets_every_anchor_and_is_not_left_for_another() {
    let place = Place::new("http");
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    let redirect =
        format!("307 Temporary Redirect\r\nLocation: http://{}/", elsewhere.local_addr().unwrap());
    let endpoint = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/anchors", endpoint.local_addr().unwrap());
    let (sender, requests) = mpsc::channel();
    thread::spawn(move || {
        let answers = ["500 Internal Server Error", redirect.as_str(), "404 Not Found"];
        for status in answers.into_iter().chain(std::iter::repeat("201 Created")) {
            let (stream, _) = endpoint.accept().unwrap();
            sender.send(answer(stream, status)).unwrap();
        }
    });
    let post = |token: &str| {
        let (log, key) = (place.log(), place.at("key"));
        let mut command = command(&["audit", "anchor", &log, "--key", &key, "--to", &url]);
        for proxy in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
            command.env_remove(proxy);
        }
        crate::run::run(
            {
                command.env("AANA_ANCHOR_TOKEN", token);
                command
            },
            b"",
        )
    };
    let run = post("a-token");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    place.record();
    assert_eq!(post("").code, 0);
    let got: Vec<String> = requests.try_iter().collect();
    assert_eq!(got.len(), 5);
    let bodies: Vec<&str> = got.iter().map(|it| it.split_once("\r\n\r\n").unwrap().1).collect();
    assert!(bodies[..4].iter().all(|body| *body == bodies[0]), "the same until it arrives");
    assert!(got[0].starts_with("post /anchors http/1.1\r\n"), "{}", got[0]);
    assert!(got[0].contains("\r\nauthorization: bearer a-token\r\n"));
    assert!(got[0].contains("\r\ncontent-type: application/vnd.dsse.envelope.v1+json\r\n"));
    assert!(!got[4].contains("\r\nauthorization:"));
    elsewhere.set_nonblocking(true).unwrap();
    assert!(elsewhere.accept().is_err(), "no redirect is followed");
    fs::write(place.at("anchors"), format!("{}\n{}\n", bodies[3], bodies[4])).unwrap();
    assert_eq!(place.verify(&[]).code, 0);
}

/// Nobody listens; then somebody does, and gets all that waited.
#[test]
fn what_an_endpoint_did_not_get_waits_for_it() {
    let place = Place::new("waits");
    let port = {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        taken.local_addr().unwrap().port()
    };
    let url = format!("http://127.0.0.1:{port}/");
    let run = place.anchor(&["--to", &url]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    let expected = "error: not delivered: the endpoint cannot be reached; anchors that wait for the next call: 1\n";
    assert_eq!(run.stderr, expected);
    let endpoint = TcpListener::bind(("127.0.0.1", port)).unwrap();
    let server = thread::spawn(move || {
        let mut got = String::new();
        for _ in 0..2 {
            let request = answer(endpoint.accept().unwrap().0, "204 No Content");
            got += request.split_once("\r\n\r\n").unwrap().1;
            got += "\n";
        }
        got
    });
    assert_eq!(place.anchor(&["--to", &url]).code, 0);
    fs::write(place.at("anchors"), server.join().unwrap()).unwrap();
    let run = place.verify(&[]);
    assert!(run.code == 0 && run.stdout.contains(", 2 anchors, "), "{}", run.stdout);
}
