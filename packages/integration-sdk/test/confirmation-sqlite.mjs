// Confirmations in SQLite; `confirmation.test.mjs` runs this in a Node.js that has it.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync, chownSync, existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Broker, SqliteStore } from "@aana/integration-sdk/confirmation";
import { costs, event, NOW, suite } from "./confirmation-suite.mjs";

const folder = mkdtempSync(join(tmpdir(), "aana-confirmation-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const fresh = () => join(folder, `${(made += 1)}.sqlite3`);
const here = { cwd: fileURLToPath(new URL(".", import.meta.url)) };
const yes = (token) => ({ decision: "accept", by: "user:ada", token, now: NOW + 1 });

suite("in SQLite", () => new SqliteStore(fresh()));
costs("in SQLite", () => new SqliteStore(fresh()));

const ANSWER = `
import { createInterface } from "node:readline";
import { Broker } from "@aana/integration-sdk/confirmation";
const broker = new Broker(undefined, { store: process.argv[1] });
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const [id, token] = JSON.parse(line);
  const { executes, why } = await broker.answer(id, { decision: "accept", by: "user:ada", token, now: ${NOW + 1} });
  console.log(JSON.stringify([executes, why ?? null]));
}`;

test("two processes confirm once", async () => {
  const path = fresh();
  const broker = new Broker(undefined, { store: path });
  const questions = [];
  for (let count = 0; count < 30; count += 1) questions.push(await broker.ask(event, { now: NOW }));
  const lines = questions.map(({ id, token }) => `${JSON.stringify([id, token])}\n`).join("");
  const flags = ["--no-warnings", "--input-type=module", "-e", ANSWER, path];
  const processes = [1, 2].map(() => spawn(process.execPath, flags, { ...here, stdio: ["pipe", "pipe", "inherit"] }));
  const said = [[], []];
  const over = processes.map(async (child, index) => {
    const closed = once(child, "close");
    for await (const line of createInterface({ input: child.stdout })) said[index].push(line);
    return (await closed)[0];
  });
  const alive = () => processes.every((child) => child.exitCode === null);
  while (alive() && said.some((lines) => lines.length === 0)) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const child of processes) child.stdin.end(lines);
  assert.deepEqual(await Promise.all(over), [0, 0]);
  for (let index = 0; index <= questions.length; index += 1) {
    const answers = said.map((lines) => lines[index]).sort();
    assert.deepEqual(answers, index === 0 ? ["ready", "ready"] : ['[false,"reused"]', "[true,null]"]);
  }
});

const OTHER = `
import { createInterface } from "node:readline";
import { Broker, SqliteStore } from "@aana/integration-sdk/confirmation";
let store;
for await (const line of createInterface({ input: process.stdin })) {
  const [id, token] = JSON.parse(line);
  if (store === undefined) {
    // Whoever closes a file last takes its log along, unless somebody else says to have it open.
    new SqliteStore(process.argv[1]).disconnect();
    store = new SqliteStore(process.argv[1]);
    store.get(id);
    console.log("open");
  } else {
    const broker = new Broker(undefined, { store });
    const { executes } = await broker.answer(id, { decision: "accept", by: "user:ada", token, now: ${NOW + 1} });
    console.log(executes);
  }
}`;

test("a second store of one process lets go of no lock", async () => {
  const path = fresh();
  const broker = new Broker(undefined, { store: path });
  const { id, token } = await broker.ask(event, { now: NOW });
  const second = new SqliteStore(path);
  const flags = ["--no-warnings", "--input-type=module", "-e", OTHER, path];
  const child = spawn(process.execPath, flags, { ...here, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = async () => {
    child.stdin.write(`${JSON.stringify([id, token])}\n`);
    return (await lines.next()).value;
  };
  assert.equal(await tell(), "open");
  assert.equal((await broker.answer(id, yes(token))).executes, true);
  assert.equal(await tell(), "false");
  child.stdin.end();
  await once(child, "close");
  second.disconnect();
});

test("a file with more than the table is refused", async () => {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const trigger = "CREATE TRIGGER again AFTER UPDATE ON confirmations BEGIN UPDATE confirmations SET state = 'open'; END";
  for (const statement of [trigger, "CREATE VIEW other AS SELECT * FROM confirmations", "CREATE TABLE other (id TEXT)"]) {
    const path = fresh();
    new SqliteStore(path).disconnect();
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
    assert.throws(() => new SqliteStore(path), /holds something else than the table/);
  }
  const path = fresh();
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE confirmations (id TEXT, state TEXT, expires_ms, record, event, answered_by)");
  database.close();
  assert.throws(() => new SqliteStore(path), /holds something else than the table/);
});

test("links are refused, and so is a file of somebody else", () => {
  const [path, target] = [fresh(), fresh()];
  writeFileSync(target, "");
  chmodSync(target, 0o666);
  for (const link of [symlinkSync, linkSync]) {
    link(target, path);
    assert.throws(() => new SqliteStore(path), /a plain file under one name is allowed/);
    unlinkSync(path);
  }
  symlinkSync(join(folder, "nowhere"), path);
  assert.throws(() => new SqliteStore(path), /a plain file under one name is allowed/);
  assert.ok(!existsSync(join(folder, "nowhere")));
  unlinkSync(path);
  symlinkSync(target, `${path}-wal`);
  assert.throws(() => new SqliteStore(path), /a plain file under one name is allowed/);
  assert.deepEqual([statSync(target).mode & 0o777, readFileSync(target).length], [0o666, 0]);
  if (process.geteuid() !== 0) return;
  const other = fresh();
  new SqliteStore(other).disconnect();
  chownSync(other, 65534, 65534);
  assert.throws(() => new SqliteStore(other), /belongs to somebody else/);
});

test("a record under another id answers nothing", async () => {
  const store = new SqliteStore(fresh());
  const broker = new Broker(undefined, { store });
  const { id, token } = await broker.ask(event, { now: NOW });
  store.add({ ...store.get(id), id: "cnf_again" });
  assert.equal((await broker.answer(id, yes(token))).executes, true);
  assert.equal((await broker.answer("cnf_again", yes(token))).why, "unknown");
});

test("a file that is full or cannot be written confirms nothing, and is got over", async () => {
  for (const [broken, whole] of [["query_only = ON", "query_only = OFF"], ["max_page_count = 1", "max_page_count = 100000"]]) {
    const path = fresh();
    // The store's own connection, which nothing hands out.
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const databases = [];
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      if (!databases.includes(this)) databases.push(this);
      return exec.call(this, sql);
    };
    const store = new SqliteStore(path);
    DatabaseSync.prototype.exec = exec;
    const broker = new Broker(undefined, { store });
    const { id, token } = await broker.ask(event, { now: NOW });
    const [database] = databases;
    database.exec(`PRAGMA ${broken}`);
    const long = { ...event, proposed_arguments: { to: "a@example.com", body: "x".repeat(100_000) } };
    await assert.rejects(broker.ask(long, { now: NOW }));
    if (broken.startsWith("query")) await assert.rejects(broker.answer(id, yes(token)));
    database.exec(`PRAGMA ${whole}`);
    assert.deepEqual((await broker.pending({ now: NOW })).map((pending) => pending.id), [id]);
    assert.equal((await broker.answer(id, yes(token))).executes, true);
    assert.equal((await broker.answer(id, yes(token))).why, "reused");
  }
});

test("a question survives the process that asked", async () => {
  const path = fresh();
  const script = `
import { Broker } from "@aana/integration-sdk/confirmation";
const { id, token } = await new Broker(undefined, { store: process.argv[1] }).ask(${JSON.stringify(event)}, { now: ${NOW} });
process.stdout.write(JSON.stringify([id, token]), () => process.kill(process.pid, "SIGKILL"));`;
  const flags = ["--no-warnings", "--input-type=module", "-e", script, path];
  const { signal, stdout } = spawnSync(process.execPath, flags, { ...here, encoding: "utf8" });
  assert.equal(signal, "SIGKILL");
  const [id, token] = JSON.parse(stdout);
  const broker = new Broker(undefined, { store: path });
  assert.deepEqual((await broker.pending({ now: NOW })).map((pending) => pending.id), [id]);
  assert.equal((await broker.answer(id, yes(token))).executes, true);
  assert.equal((await new Broker(undefined, { store: path }).answer(id, yes(token))).why, "reused");
});

test("of what a closed question showed, nothing is left in the file", async () => {
  const secrets = { to: "azq11@customer.example", "bzq11-key": ["czq11", { d: "dzq11".repeat(2000) }] };
  const whole = { ...event, proposed_arguments: secrets, authorization_subject: "user:ezq11" };
  for (const keepEvents of [true, false]) {
    for (const decision of ["accept", "reject", "late"]) {
      const path = fresh();
      const store = new SqliteStore(path);
      const broker = new Broker(undefined, { store, keepEvents });
      const { id, token, actionDigest, question } = await broker.ask(whole, { now: NOW });
      const again = new Broker(undefined, { store: path });
      if (decision === "late") await again.pending({ now: NOW + 1e9 });
      else await again.answer(id, { ...yes(token), decision, event: whole });
      const { record, state } = store.get(id);
      assert.equal(state, { accept: "confirmed", reject: "rejected", late: "expired" }[decision]);
      const kept = JSON.parse(record);
      assert.deepEqual([kept.id, kept.action_digest, kept.question.tool], [id, actionDigest, question.tool]);
      assert.deepEqual([kept.question.arguments, kept.question.warnings, kept.question.text], [[], [], ""]);
      // Neither in the file nor in its log, while both are in use.
      const files = readdirSync(folder).map((name) => join(folder, name)).filter((file) => file.startsWith(path));
      assert.ok(files.length > 1);
      for (const file of files) assert.doesNotMatch(readFileSync(file, "latin1"), /zq11/, file);
      store.disconnect();
      assert.doesNotMatch(readFileSync(path, "latin1"), /zq11/);
    }
  }
});

test("the file is the owner's, and forgets", async () => {
  const path = fresh();
  const store = new SqliteStore(path);
  const broker = new Broker(undefined, { store });
  const secret = { to: "a@example.com", password: "correct-horse-battery" };
  const { id, token } = await broker.ask({ ...event, proposed_arguments: secret }, { now: NOW });
  const files = readdirSync(folder).map((name) => join(folder, name)).filter((file) => file.startsWith(path));
  assert.ok(files.every((file) => (statSync(file).mode & 0o077) === 0));
  assert.equal((await broker.answer(id, yes(token))).executes, true);
  const { record, event: kept } = store.get(id);
  assert.equal(kept, undefined);
  for (const word of [token, "correct-horse-battery"]) assert.ok(!record.includes(word));
  store.disconnect();
});

test("a file that others may read is taken from them", () => {
  const path = fresh();
  writeFileSync(path, "");
  for (const [before, after] of [[0o666, 0o660], [0o644, 0o640], [0o640, 0o640], [0o600, 0o600]]) {
    chmodSync(path, before);
    new SqliteStore(path).disconnect();
    assert.equal(statSync(path).mode & 0o777, after);
  }
});

test("a file of another layout is left alone", () => {
  const path = fresh();
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 7");
  database.close();
  assert.throws(() => new SqliteStore(path), /a layout that this version does not know/);
});

test("a URI is refused as a path, and a path is taken as it is", async () => {
  const empty = mkdtempSync(join(folder, "empty-"));
  const before = process.cwd();
  process.chdir(empty);
  try {
    for (const name of ["file:c.sqlite3", "file:mem?mode=memory&cache=shared", "file:///c.sqlite3"]) {
      for (const opens of [() => new SqliteStore(name), () => new Broker(undefined, { store: name })]) {
        assert.throws(opens, /`path` begins with `file:`; the path of a file is allowed, not a URI/);
      }
    }
    for (const wrong of [new URL("file:///tmp/c.sqlite3?mode=memory"), Buffer.from("c.sqlite3"), undefined, 7]) {
      assert.throws(() => new SqliteStore(wrong), TypeError);
    }
    assert.deepEqual(readdirSync(empty), []);
    const names = ["a?mode=memory", "per%41cent", "a#b", " file:c"];
    for (const name of names) await new Broker(undefined, { store: name }).ask(event, { now: NOW });
    const found = readdirSync(empty);
    assert.deepEqual(found.filter((name) => !/-(wal|shm)$/.test(name)), [...names].sort());
    for (const name of found) assert.equal(statSync(name).mode & 0o777, 0o600);
  } finally {
    process.chdir(before);
  }
});

test("who reads the file holds up no answer", async () => {
  const path = fresh();
  const store = new SqliteStore(path);
  const broker = new Broker(undefined, { store });
  const { id, token } = await broker.ask({ ...event, proposed_arguments: { to: "azq11@example.com" } }, { now: NOW });
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const reader = new DatabaseSync(path);
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM confirmations").get();
  const begun = performance.now();
  assert.equal((await broker.answer(id, yes(token))).executes, true);
  // A lock is waited for up to thirty seconds.
  assert.ok(performance.now() - begun < 10_000);
  reader.exec("COMMIT");
  reader.close();
  // What could not be erased then is erased by the next write.
  await broker.ask(event, { now: NOW });
  const files = readdirSync(folder).map((name) => join(folder, name)).filter((file) => file.startsWith(path));
  for (const file of files) assert.doesNotMatch(readFileSync(file, "latin1"), /zq11/, file);
});

const FIRST = `
CREATE TABLE confirmations (
    id TEXT PRIMARY KEY NOT NULL,
    state TEXT NOT NULL,
    expires_ms INTEGER NOT NULL,
    record TEXT NOT NULL,
    event TEXT,
    answered_by TEXT,
    answered_ms INTEGER
)`;

test("a file of the first layout is brought up", async () => {
  const path = fresh();
  const store = new SqliteStore(path);
  const { id, token } = await new Broker(undefined, { store }).ask({ ...event, request_id: "call_1" }, { now: NOW });
  store.disconnect();
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(path);
  const columns = "id, state, expires_ms, record, event, answered_by, answered_ms";
  for (const index of ["end", "request"]) database.exec(`DROP INDEX confirmations_by_${index}`);
  database.exec("ALTER TABLE confirmations RENAME TO newer");
  database.exec(FIRST);
  database.exec(`INSERT INTO confirmations SELECT ${columns} FROM newer`);
  database.exec("DROP TABLE newer");
  database.exec("PRAGMA user_version = 1");
  database.close();
  for (let count = 0; count < 2; count += 1) {
    const broker = new Broker(undefined, { store: path });
    assert.equal((await broker.pendingByRequestId("call_1", { now: NOW })).id, id);
    assert.equal(await broker.pendingByRequestId("call_2", { now: NOW }), undefined);
  }
  assert.equal((await new Broker(undefined, { store: path }).answer(id, yes(token))).executes, true);
  const after = new DatabaseSync(path);
  assert.equal(after.prepare("PRAGMA user_version").get().user_version, 2);
  after.close();
});

test("SQLite finds by indexes, and another one of that name is refused", async () => {
  const path = fresh();
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const store = new SqliteStore(path);
  const { prepare } = DatabaseSync.prototype;
  const selects = [];
  DatabaseSync.prototype.prepare = function (sql) {
    if (sql.startsWith("SELECT")) selects.push(sql);
    return prepare.call(this, sql);
  };
  try {
    store.open();
    store.openByRequestId("call_1");
    store.closeExpired(NOW, 16);
  } finally {
    DatabaseSync.prototype.prepare = prepare;
  }
  store.disconnect();
  const database = new DatabaseSync(path);
  const plans = selects.map((select) => database.prepare(`EXPLAIN QUERY PLAN ${select}`).all().map(({ detail }) => detail).join(" "));
  assert.equal(plans.length, 3);
  for (const [at, index] of ["end", "request", "end"].entries()) {
    assert.match(plans[at], new RegExp(`USING INDEX confirmations_by_${index}`));
    assert.doesNotMatch(plans[at], /TEMP B-TREE/);
  }
  database.exec("DROP INDEX confirmations_by_request");
  database.exec("CREATE INDEX confirmations_by_request ON confirmations (state)");
  database.close();
  assert.throws(() => new SqliteStore(path), /holds something else than the table/);
});

test("nothing is loaded before it is used", () => {
  const script = `
import "@aana/integration-sdk/confirmation";
process.exit(process.moduleLoadList.some((name) => name.includes("sqlite")) ? 1 : 0);`;
  execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", script], here);
});
