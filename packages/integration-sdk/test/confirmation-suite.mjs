// The cases of confirmations through a broker, with whatever store.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Gate, shouldExecuteToolJson } from "@aana/integration-sdk";
import { Broker, MemoryStore, NotAskedError } from "@aana/integration-sdk/confirmation";
import { root } from "./suite.mjs";

const folder = join(root, "tests/conformance/confirmation");
const files = readdirSync(folder).filter((file) => file.endsWith(".json")).sort();

/** What the files hold. */
export const cases = files.flatMap((file) => {
  const group = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const maskKey = Uint8Array.from(Buffer.from(group.mask_key, "hex"));
  return group.cases.map((it) => ({
    ...it,
    asked: Date.parse(group.now),
    maskKey,
    event: { ...group.event, ...it.event },
    other: it.other_event && { ...group.event, ...it.other_event },
  }));
});
/** The event that the answers are about, and when it is asked about. */
export const { event, asked: NOW } = cases.find((it) => it.id === "answer.yes");

/** One named test for each case; `make` gives a fresh store. */
export function suite(name, make) {
  test(`${name}: the cases are there`, () => {
    assert.deepEqual(files, ["answers.json", "bound_answers.json", "masking.json", "not_asked.json", "questions.json"]);
    assert.ok(cases.length > 50);
  });
  for (const it of cases) test(`${name}: ${it.id}`, () => run(it, make()));
}

/**
 * Works with the ids that the recorded texts take: the digest of a masked secret depends on the question's id.
 */
export async function withRecordedIds(work) {
  const ids = [0xa1, 0xb2];
  let at = 0;
  globalThis.crypto.getRandomValues = (bytes) => {
    bytes.fill(0);
    bytes[bytes.length - 1] = ids[at++ % ids.length];
    return bytes;
  };
  try {
    return await work();
  } finally {
    // What was there before is the prototype's.
    delete globalThis.crypto.getRandomValues;
  }
}

async function run(it, store) {
  const gate = new Gate(it.policy);
  const brokerWith = (store) => new Broker(gate, {
    store, ttlMs: it.ttl_ms, keepEvents: it.keep_event, maskKey: it.maskKey, allowSelfApproval: it.allow_self_approval,
  });
  const broker = brokerWith(store);
  const now = it.asked;
  if (!it.expect.asked) {
    await assert.rejects(broker.ask(it.event, { now, attested: it.attested }), (error) => {
      assert.ok(error instanceof NotAskedError);
      assert.equal(error.why, it.expect.why);
      assert.equal(error.decision.route, it.expect.route);
      assert.deepEqual(error.remaining, it.expect.remaining);
      return true;
    });
    assert.deepEqual(await broker.pending({ now }), []);
    return;
  }
  const { token, ...pending } = await withRecordedIds(() => broker.ask(it.event, { now, attested: it.attested }));
  assert.deepEqual(await broker.pending({ now }), [pending]);
  const { text, marks } = it.expect;
  if (text !== undefined) assert.deepEqual(pending.question.text.split("\n"), [...text, ""]);
  if (marks !== undefined) {
    const found = pending.question.arguments.filter((row) => row.marks !== undefined).map((row) => [row.name, row.marks]);
    assert.deepEqual(Object.fromEntries(found), marks);
  }
  if (it.other !== undefined) {
    differ(it.expect, pending, await withRecordedIds(() => brokerWith(new MemoryStore()).ask(it.other, { now })));
  }
  for (const given of it.answers ?? []) {
    const { at_after_ms: after, action_digest: digest, ...answer } = given.answer;
    if (digest !== undefined) answer.actionDigest = digest === "right" ? pending.actionDigest : digest;
    if (answer.token !== undefined) answer.token = answer.token === "right" ? token : "cft_wrong";
    if (after !== undefined) answer.at = now + after;
    if (given.event !== undefined) answer.event = { ...it.event, ...given.event };
    const at = now + given.after_ms;
    const outcome = await broker.answer(pending.id, { ...answer, now: at });
    const stored = await store.get(pending.id);
    assert.equal(outcome.confirmed, given.expect.confirmed);
    assert.equal(stored.state, given.expect.state);
    assert.ok(stored.event === undefined || stored.state === "open");
    assert.ok(JSON.parse(stored.record).question.text === "" || stored.state === "open");
    if (outcome.confirmed) {
      assert.equal(outcome.decision.route, given.expect.route);
      assert.equal(gate.check(JSON.parse(outcome.eventJson), at, outcome.attested).route, given.expect.route);
      assert.equal(outcome.executes, given.expect.route === "accept");
      assert.equal(shouldExecuteToolJson(JSON.stringify(outcome.decision), outcome.eventJson), outcome.executes);
      assert.deepEqual(outcome.evidence.supports, [`action:${pending.actionDigest}`]);
      for (const [member, value] of Object.entries(given.expect.approval ?? {})) {
        assert.equal(outcome.evidence[member] ?? null, value, member);
      }
    } else {
      assert.equal(outcome.executes, false);
      assert.equal(outcome.why, given.expect.why);
      assert.equal(outcome.state, stored.state);
    }
  }
}

/** Two events that differ show each their own, and neither what is hidden. */
function differ(expect, one, other) {
  assert.notEqual(one.question.text, other.question.text);
  for (const [{ question }, shows] of [[one, expect.shows], [other, expect.other_shows]]) {
    for (const part of shows) assert.ok(question.text.includes(part), `${part}\n${question.text}`);
    for (const part of expect.hides) assert.ok(!JSON.stringify(question).includes(part), `${part}\n${question.text}`);
  }
}

/** What many questions cost, and those that nobody answers. */
export function costs(where, fresh) {
  test(`${where}: another question reads none of those that wait`, async () => {
    const broker = new Broker(undefined, { store: fresh() });
    const { parse } = JSON;
    let reads = 0;
    const all = async (request_id) => {
      reads = 0;
      JSON.parse = (...given) => {
        reads += 1;
        return parse(...given);
      };
      try {
        const { id, token } = await broker.ask({ ...event, request_id }, { now: NOW });
        assert.equal((await broker.pendingByRequestId(request_id, { now: NOW })).id, id);
        const answer = { decision: "accept", by: "user:ada", token, now: NOW + 1 };
        assert.equal((await broker.answer(id, answer)).executes, true);
        assert.equal(await broker.pendingByRequestId(request_id, { now: NOW }), undefined);
      } finally {
        JSON.parse = parse;
      }
      return reads;
    };
    const alone = await all("call_alone");
    for (let count = 0; count < 50; count += 1) await broker.ask({ ...event, request_id: `call_${count}` }, { now: NOW });
    assert.equal(await all("call_last"), alone);
    assert.ok(alone > 0);
  });

  test(`${where}: a request is found whatever its name`, async () => {
    const broker = new Broker(undefined, { store: fresh() });
    const names = ["call_1", "", "ü\u2028", '"', "\\", "'; --", "%", "null", "1", "\0", "a\0b", "__proto__"];
    const asked = new Map();
    for (const name of names) asked.set(name, (await broker.ask({ ...event, request_id: name }, { now: NOW })).id);
    for (const name of names) assert.equal((await broker.pendingByRequestId(name, { now: NOW })).id, asked.get(name));
    for (const name of ["CALL_1", "call_", "a", "undefined"]) {
      assert.equal(await broker.pendingByRequestId(name, { now: NOW }), undefined);
    }
  });

  test(`${where}: questions without an answer are closed by the next ones`, async () => {
    const store = fresh();
    const broker = new Broker(undefined, { store });
    const questions = [];
    for (let at = 0; at < 40; at += 1) {
      questions.push(await broker.ask({ ...event, proposed_arguments: { to: `azq11-${at}@example.com` } }, { now: NOW + at }));
    }
    const waits = await broker.ask({ ...event, request_id: "call_1" }, { now: NOW + 100 });
    const closed = () => {
      const found = questions.map(({ id }) => store.get(id)).filter(({ state }) => state === "expired");
      for (const { event: kept, record } of found) {
        assert.equal(kept, undefined);
        assert.doesNotMatch(record, /zq11/);
      }
      return found.length;
    };
    await broker.ask(event, { now: NOW + 599_999 });
    assert.equal(closed(), 0);
    // So many at once, and those that ended first.
    for (const count of [16, 32, 40]) {
      await broker.ask(event, { now: NOW + 600_099 });
      assert.equal(closed(), count);
      assert.equal(store.get(questions[0].id).state, "expired");
    }
    assert.equal((await broker.pendingByRequestId("call_1", { now: NOW + 600_099 })).id, waits.id);
    const late = { decision: "accept", by: "user:ada", token: questions[0].token, now: NOW };
    assert.equal((await broker.answer(questions[0].id, late)).why, "expired");
  });
}
