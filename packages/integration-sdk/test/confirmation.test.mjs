// Confirmations: the shared cases in memory here, and in SQLite in a Node.js that has it.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore, NotAskedError, PolicyError, SqliteStore, withoutValues } from "@aana/integration-sdk/confirmation";
import { costs, event, NOW, suite, withRecordedIds } from "./confirmation-suite.mjs";
import { polluted, root } from "./suite.mjs";

suite("in memory", () => new MemoryStore());
costs("in memory", () => new MemoryStore());

const yes = (token) => ({ decision: "accept", by: "user:ada", token, now: NOW + 1 });

test("an unknown question is not answered", async () => {
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const outcome = await broker.answer("cnf_1", yes("cft_1"));
  assert.equal(outcome.why, "unknown");
  assert.equal(outcome.state, undefined);
  assert.equal(outcome.executes, false);
});

test("the token of another question counts for none, and neither does its digest", async () => {
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const one = await broker.ask(event, { now: NOW });
  const other = await broker.ask({ ...event, proposed_arguments: { to: "eve@example.com" } }, { now: NOW });
  for (const [question, { token }] of [[one, other], [other, one]]) {
    const { why, state } = await broker.answer(question.id, yes(token));
    assert.deepEqual([why, state], ["unauthenticated", "open"]);
  }
  const { why, state } = await broker.answer(one.id, { ...yes(one.token), actionDigest: other.actionDigest });
  assert.deepEqual([why, state], ["wrong_action_digest", "open"]);
  assert.ok((await broker.answer(one.id, { ...yes(one.token), actionDigest: one.actionDigest })).executes);
  await assert.rejects(broker.answer(one.id, { ...yes(one.token), actionDigest: 1 }), TypeError);
});

test("the digests of masked secrets are of the question", async () => {
  const shown = async (maskKey) => {
    const broker = new Broker(undefined, { store: new MemoryStore(), maskKey });
    const { question } = await broker.ask({ ...event, proposed_arguments: { pin: "1234" } }, { now: NOW });
    return question.arguments[0].text;
  };
  const key = Uint8Array.from({ length: 32 }, (_, at) => at);
  // Each question has digests of its own, or whoever may ask could try out what was masked.
  assert.notEqual(await shown(key), await shown(key));
  const recorded = (maskKey) => withRecordedIds(() => shown(maskKey));
  assert.equal(await recorded(key), await recorded(key));
  assert.notEqual(await recorded(key), await recorded(new Uint8Array(32)));
  for (const maskKey of ["0".repeat(64), new Uint8Array(16), [...key], null]) {
    assert.throws(() => new Broker(undefined, { store: new MemoryStore(), maskKey }), TypeError);
  }
  for (const allowSelfApproval of [1, "yes", null]) {
    assert.throws(() => new Broker(undefined, { store: new MemoryStore(), allowSelfApproval }), TypeError);
  }
});

test("of several answers at once one counts", async () => {
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const { id, token } = await broker.ask(event, { now: NOW });
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => broker.answer(id, yes(token))));
  assert.equal(outcomes.filter((outcome) => outcome.executes).length, 1);
  assert.equal(outcomes.filter((outcome) => outcome.why === "reused").length, 4);
});

test("a store that is slow and is asked by two at once confirms once", async () => {
  const inner = new MemoryStore();
  const slow = (name) => async (...given) => {
    await new Promise((resolve) => setImmediate(resolve));
    return inner[name](...given);
  };
  const store = Object.fromEntries(["add", "get", "open", "close"].map((name) => [name, slow(name)]));
  const brokers = [new Broker(undefined, { store }), new Broker(undefined, { store })];
  const { id, token } = await brokers[0].ask(event, { now: NOW });
  const outcomes = await Promise.all(brokers.map((broker) => broker.answer(id, yes(token))));
  assert.deepEqual(outcomes.map((outcome) => outcome.executes).sort(), [false, true]);
});

test("a store that cannot close confirms nothing", async () => {
  const store = new MemoryStore();
  store.close = () => Promise.reject(new Error("the disk is full"));
  const broker = new Broker(undefined, { store });
  const { id, token } = await broker.ask(event, { now: NOW });
  await assert.rejects(broker.answer(id, yes(token)), /the disk is full/);
});

test("nothing but `true` of a store closes a question", async () => {
  for (const closed of [1, "true", {}, { changes: 0 }, { changes: 1 }, [], undefined]) {
    const store = new MemoryStore();
    const close = store.close.bind(store);
    const broker = new Broker(undefined, { store });
    const { id, token } = await broker.ask(event, { now: NOW });
    store.close = (...given) => close(...given) && closed;
    const { executes, why, state } = await broker.answer(id, yes(token));
    assert.deepEqual([executes, why, state], [false, "reused", "confirmed"]);
  }
});

test("a question that is closed has forgotten the values, and not what it was about", async () => {
  const secrets = { to: "azq11@customer.example", "bzq11-key": ["czq11\u202e", { d: "dzq11".repeat(200) }] };
  const whole = { ...event, proposed_arguments: secrets, authorization_subject: "user:ezq11" };
  for (const decision of ["accept", "reject"]) {
    const store = new MemoryStore();
    const broker = new Broker(undefined, { store });
    const { id, token, question } = await broker.ask(whole, { now: NOW });
    const before = JSON.parse(store.get(id).record);
    assert.match(JSON.stringify(before), /zq11/);
    const { confirmed } = await broker.answer(id, { ...yes(token), decision });
    assert.equal(confirmed, decision === "accept");
    const { record, event: kept, state } = store.get(id);
    assert.doesNotMatch(record, /zq11/);
    assert.deepEqual([kept, state], [undefined, confirmed ? "confirmed" : "rejected"]);
    const emptied = { ...question, subject: null, arguments: [], warnings: [], text: "" };
    assert.deepEqual(JSON.parse(record), { ...before, question: emptied });
    assert.equal(withoutValues(record), record);
    assert.equal((await broker.answer(id, yes(token))).why, "reused");
  }
});

test("memory does not grow with the questions that are closed", async () => {
  const store = new MemoryStore();
  const record = JSON.stringify({ question: { text: "x" } });
  for (let count = 0; count < 3000; count += 1) {
    store.add({ id: `cnf_${count}`, state: "open", expiresMs: count, record, event: "{}" });
    assert.equal(store.close(`cnf_${count}`, "rejected", undefined, 0), true);
  }
  const kept = Array.from({ length: 3000 }, (_, at) => store.get(`cnf_${at}`)).filter((it) => it !== undefined);
  assert.deepEqual([kept.length, kept[0].id, store.open().length], [1000, "cnf_2000", 0]);
  assert.equal(store.close("cnf_2999", "confirmed", undefined, 0), false);
  assert.equal(store.close("cnf_0", "confirmed", undefined, 0), false);
});

test("what stands on `Object.prototype` is not an option, an answer or a proof", () => {
  const members = {
    decision: "accept", by: "user:eve", authenticated: true, at: "0", now: "0", error: "no", mode: "shadow", policy: '{"mode": "shadow"}',
    store: "never.sqlite3", ttlMs: "1", keepEvents: "no", event: "{}", request_id: "call_1", not_asked: "no", confirmed: true,
  };
  const said = polluted(members, `
    import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
    const event = ${JSON.stringify(event)};
    const store = new MemoryStore();
    const broker = new Broker(undefined, { store });
    const ask = async () => (await broker.ask(event));
    const { id, token, createdAt } = await ask();
    say(createdAt > new Date("2020"), await broker.pendingByRequestId("call_1") === undefined);
    const { confirmed, why } = await broker.answer(id, { decision: "accept", by: "user:ada" });
    say(confirmed, why);
    for (const part of [{ by: "user:ada", token }, { decision: "accept", token }]) {
      say(await broker.answer(id, part).catch((error) => error.name));
    }
    const done = await broker.answer(id, { decision: "accept", by: "user:ada", token });
    say(done.executes, done.evidence.source_id.startsWith("confirmation."), store.get(id).state);
    const forgetful = new MemoryStore();
    const { id: other } = await new Broker(undefined, { store: forgetful, keepEvents: false }).ask(event);
    say(Object.hasOwn(forgetful.get(other), "event"), forgetful.get(other).event ?? "none");`);
  assert.deepEqual(said, [true, true, false, "unauthenticated", "TypeError", "TypeError", true, true, "confirmed", true, "none"]);
});

test("what waits is listed until it is over", async () => {
  const store = new MemoryStore();
  const broker = new Broker(undefined, { store });
  const { token: _, ...first } = await broker.ask(event, { now: NOW });
  const { token: __, ...second } = await broker.ask(event, { now: NOW + 1000 });
  assert.deepEqual(await broker.pending({ now: NOW + 1000 }), [first, second]);
  assert.deepEqual(await broker.pending({ now: first.expiresAt }), [second]);
  assert.deepEqual([store.get(first.id).state, store.get(first.id).event], ["expired", undefined]);
});

test("a question is found by the `request_id` of its event while it waits", async () => {
  const store = new MemoryStore();
  const broker = new Broker(undefined, { store });
  const ask = async (request_id, now) => {
    const { token: _, ...pending } = await broker.ask({ ...event, request_id }, { now });
    return pending;
  };
  const first = await ask("call_1", NOW);
  const second = await ask("call_1", NOW + 1000);
  const other = await ask("call_2", NOW);
  await broker.ask({ ...event, request_id: undefined }, { now: NOW });
  const found = (id, now = NOW + 1000) => broker.pendingByRequestId(id, { now });
  assert.deepEqual([await found("call_1"), await found("call_2"), await found("call_3")], [first, other, undefined]);
  // What is over is closed on the way, and the next one is found.
  assert.deepEqual(await found("call_1", first.expiresAt), second);
  assert.equal(store.get(first.id).state, "expired");
  assert.equal(await found("call_1", second.expiresAt), undefined);
  await assert.rejects(broker.pendingByRequestId(7), TypeError);
  const forgetful = new Broker(undefined, { store: new MemoryStore(), keepEvents: false });
  await forgetful.ask({ ...event, request_id: "call_1" }, { now: NOW });
  assert.equal(await forgetful.pendingByRequestId("call_1", { now: NOW }), undefined);
});

test("a store of four methods closes what nobody answered as well", async () => {
  const inner = new MemoryStore();
  const store = Object.fromEntries(["add", "get", "open", "close"].map((name) => [name, (...given) => inner[name](...given)]));
  const broker = new Broker(undefined, { store });
  const questions = [];
  for (let count = 0; count < 20; count += 1) questions.push(await broker.ask(event, { now: NOW }));
  for (const closed of [16, 20]) {
    await broker.ask({ ...event, request_id: "call_1" }, { now: NOW + 600_000 });
    assert.equal(questions.filter(({ id }) => store.get(id).state === "expired").length, closed);
  }
  assert.notEqual(await broker.pendingByRequestId("call_1", { now: NOW + 600_000 }), undefined);
});

test("nobody is asked where what is over cannot be closed", async () => {
  const store = new MemoryStore();
  store.closeExpired = () => Promise.reject(new Error("the disk is full"));
  await assert.rejects(new Broker(undefined, { store }).ask(event, { now: NOW }), /the disk is full/);
  assert.deepEqual(store.open(), []);
});

test("no more of an event is read than the gate reads", async () => {
  for (const [gate, limit] of [[new Gate(), 1 << 20], [new Gate({ max_event_bytes: 4096 }), 4096], [{ max_event_bytes: 4096 }, 4096]]) {
    const broker = new Broker(gate, { store: new MemoryStore() });
    const { id, token } = await broker.ask(event, { now: NOW });
    let looks = 0;
    // Fifty objects, and more ways through them than anybody can go.
    let shared = { get x() { return `${(looks += 1)}`; } };
    for (let depth = 0; depth < 50; depth += 1) shared = { a: shared, b: shared };
    const wide = { ...event, proposed_arguments: shared };
    await assert.rejects(broker.ask(wide, { now: NOW }), (error) => {
      assert.equal(error.why, "not_askable");
      assert.deepEqual(error.decision.validation_errors.map(({ code }) => code), ["event_too_large"]);
      return true;
    });
    assert.ok(looks > 0 && looks < limit, `${looks}`);
    looks = 0;
    assert.equal((await broker.answer(id, { ...yes(token), event: wide })).why, "altered");
    assert.ok(looks > 0 && looks < limit, `${looks}`);
  }
});

test("integers keep their digits", async () => {
  const broker = new Broker(new Gate(), { store: new MemoryStore() });
  const { id, token } = await broker.ask({ ...event, proposed_arguments: { id: 2n ** 70n } }, { now: NOW });
  const outcome = await broker.answer(id, yes(token));
  assert.equal(outcome.executes, true);
  assert.match(outcome.eventJson, /"id":1180591620717411303424/);
  // The event that is to run is held against what was shown, to the last digit.
  for (const [digits, executes] of [[2n ** 70n, true], [2n ** 70n + 1n, false], [Number(2n ** 70n), false]]) {
    const shown = await broker.ask({ ...event, proposed_arguments: { id: 2n ** 70n } }, { now: NOW });
    const answer = await broker.answer(shown.id, { ...yes(shown.token), event: { ...event, proposed_arguments: { id: digits } } });
    assert.equal(answer.executes, executes);
  }
});

test("values that are not JSON are another event, and nobody is asked about them", async () => {
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const unfit = { ...event, proposed_arguments: { n: NaN } };
  await assert.rejects(broker.ask(unfit), (error) => {
    assert.ok(error instanceof NotAskedError);
    assert.equal(error.why, "not_askable");
    assert.equal(error.decision.validation_errors[0].path, "/proposed_arguments/n");
    return true;
  });
  const { id, token } = await broker.ask(event, { now: NOW });
  assert.equal((await broker.answer(id, { ...yes(token), event: unfit })).why, "altered");
});

test("wrong use is an error that shows no value", async () => {
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const { id } = await broker.ask(event, { now: NOW });
  for (const wrong of [{ by: 7 }, { decision: true }, { authenticated: 1 }, { token: ["s3cret"] }, { at: "s3cret" }]) {
    await assert.rejects(broker.answer(id, { ...yes("s3cret"), ...wrong }), (error) => {
      assert.ok(error instanceof TypeError);
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
  }
  assert.throws(() => new Broker({ mod: "shadow" }, { store: new MemoryStore() }), PolicyError);
  assert.equal((await broker.pending({ now: NOW })).length, 1);
});

test("CommonJS has the same", async () => {
  const { Broker, MemoryStore } = createRequire(import.meta.url)("@aana/integration-sdk/confirmation");
  const broker = new Broker(undefined, { store: new MemoryStore() });
  const { id, token } = await broker.ask(event, { now: NOW });
  assert.equal((await broker.answer(id, yes(token))).executes, true);
});

/** A Node.js with SQLite: this one, or the one that the tests of the package install. */
function nodeWithSqlite() {
  const has = "process.exit(process.getBuiltinModule?.('node:sqlite') ? 0 : 1)";
  const installed = join(root, "tests/packaging/npm/node_modules/node22/bin/node");
  const found = [process.execPath, installed].find((node) => existsSync(node) && spawnSync(node, ["-e", has]).status === 0);
  assert.ok(found, "there is no Node.js with SQLite: `npm ci` in tests/packaging/npm installs one");
  return found;
}

test("the cases, two processes and a restart in SQLite", () => {
  const file = fileURLToPath(new URL("confirmation-sqlite.mjs", import.meta.url));
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const said = execFileSync(nodeWithSqlite(), ["--no-warnings", "--test", "--test-reporter=tap", file], { env, encoding: "utf8" });
  assert.match(said, /^# fail 0$/m);
  assert.ok(Number(/^# pass (\d+)$/m.exec(said)[1]) > 50, said);
});

test("a runtime without SQLite says what to do", () => {
  const whole = process.getBuiltinModule;
  process.getBuiltinModule = undefined;
  try {
    assert.throws(() => new SqliteStore("never.sqlite3"), /needs `node:sqlite`.*give the broker another store/);
    assert.ok(!existsSync("never.sqlite3"));
  } finally {
    process.getBuiltinModule = whole;
  }
});
