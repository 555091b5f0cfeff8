// Approvals of the AI SDK and the questions that they are for: the wrong one, in the wrong order, twice, late, and at
// the same time with delays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import { gated, ToolGate, toolApproval, ToolNotRunError } from "@aana/integration-sdk/integrations/ai-sdk";
import { generateText } from "ai";
import { modelOf, playWith, toolsOf, WAYS } from "./ai-sdk-play.mjs";
import { ADDRESS, SECOND, SEND, assertTellsNothing, gateWith, search, send } from "./scenes.mjs";

const sendSecond = { name: "send_email", args: { to: SECOND, tags: [] } };
const play = (...given) => playWith(WAYS.generateText, ...given);
const NONE = /There is no approval: the answer does not name the question and the action that it is for\.$/;

const requestOf = (approvalId, toolCallId, reason) => ({ role: "assistant", content: [{ type: "tool-approval-request", approvalId, toolCallId, ...(reason === undefined ? {} : { reason }) }] });
const callOf = (toolCallId, input = send.args) => ({ role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: "send_email", input }] });
const answerOf = (...ids) => ({ role: "tool", content: ids.map((approvalId) => ({ type: "tool-approval-response", approvalId, approved: true })) });

/** A tool about whose call `call_0` a question waits, with its reason. */
async function waiting(gate = gateWith(ToolGate), args = send.args) {
  const ran = [];
  const tools = gated(toolsOf(ran), gate);
  const { reason } = await toolApproval({ toolCall: { toolName: "send_email", toolCallId: "call_0", input: args }, tools, messages: [] });
  const run = (messages, input = args) => tools.send_email.execute(input, { toolCallId: "call_0", messages });
  const blocked = async (messages, why = NONE) => {
    await assert.rejects(run(messages), (error) => {
      assert.ok(error instanceof ToolNotRunError);
      assert.match(error.message, why);
      assertTellsNothing(error.message);
      return true;
    });
    assert.deepEqual(ran, []);
  };
  return { ran, reason, run, blocked };
}

test("the reason of a request names the question and the action", async () => {
  const { reason } = await waiting();
  assert.match(reason, /b4c1@customer\.example[^]*\n\nQuestion: cnf_[0-9a-f]{32}\nAction: sha256:[0-9a-f]{64}$/);
});

test("an approval of another question's request does not count, whatever the ids of the SDK say", async () => {
  const other = (await waiting()).reason;
  const changed = (await waiting(undefined, sendSecond.args)).reason;
  for (const reason of [other, changed]) {
    const it = await waiting();
    await it.blocked([callOf("call_0"), requestOf("a", "call_0", reason), answerOf("a")]);
    // It waits on, and the approval of its own request is one.
    assert.equal(await it.run([callOf("call_0"), requestOf("a", "call_0", it.reason), answerOf("a")]), "send_email ran");
  }
});

test("without the names, a request counts only if its ids are of one call", async () => {
  const [one, two] = [callOf("call_0", sendSecond.args), callOf("call_0")];
  for (const messages of [
    // An earlier call of the same id was approved, in a conversation whose provider numbers its calls anew.
    [one, requestOf("a", "call_0"), answerOf("a"), two, requestOf("b", "call_0"), answerOf("a")],
    [one, requestOf("a", "call_0"), answerOf("a"), two, requestOf("b", "call_0"), answerOf("b")],
    [two, requestOf("a", "call_0"), requestOf("b", "call_0"), answerOf("a")],
    [two, requestOf("a", "call_0"), requestOf("a", "call_0"), answerOf("a")],
    [two, requestOf("a", "call_1"), requestOf("a", "call_0"), answerOf("a")],
    [one, two, requestOf("a", "call_0"), answerOf("a")],
  ]) {
    await (await waiting()).blocked(messages);
  }
  const it = await waiting();
  assert.equal(await it.run([two, requestOf("a", "call_0"), answerOf("a")]), "send_email ran");
});

test("the approval of an earlier call with the same id does not count for a later one, if it names its question", async () => {
  const it = await waiting();
  const earlier = (await waiting(undefined, sendSecond.args)).reason;
  const history = [callOf("call_0", sendSecond.args), requestOf("a", "call_0", earlier), answerOf("a"), callOf("call_0"), requestOf("b", "call_0", it.reason)];
  await it.blocked([...history, answerOf("a")]);
  assert.equal(await it.run([...history, answerOf("b")]), "send_email ran");
  // And names do not help a request whose id another one has as well.
  const again = await waiting();
  await again.blocked([callOf("call_0"), requestOf("a", "call_0", again.reason), requestOf("a", "call_0", earlier), answerOf("a")]);
});

test("an approval counts once, and of two answers the first one", async () => {
  const it = await waiting();
  const messages = [callOf("call_0"), requestOf("a", "call_0", it.reason), answerOf("a", "a")];
  assert.equal(await it.run(messages), "send_email ran");
  await assert.rejects(it.run(messages), /nobody was asked about this call/);
  assert.equal(it.ran.length, 1);
  const parallel = await waiting();
  const own = [callOf("call_0"), requestOf("a", "call_0", parallel.reason), answerOf("a")];
  await Promise.allSettled([1, 2, 3, 4].map(() => parallel.run(own)));
  assert.equal(parallel.ran.length, 1);
});

test("a late approval does not count: after its time, and after the arguments changed", async () => {
  const gate = gateWith(ToolGate, { broker: new Broker(new Gate(), { store: new MemoryStore(), ttlMs: 1000 }) });
  const it = await waiting(gate);
  const messages = [callOf("call_0"), requestOf("a", "call_0", it.reason), answerOf("a")];
  await assert.rejects(it.run(messages, sendSecond.args), /another call than the one that a person was asked about/);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await it.blocked(messages, /it came too late/);
});

for (const [name, way] of Object.entries(WAYS)) {
  test(`${name}: answers at the same time each reach their own call, whatever is slow`, async () => {
    for (const slow of [ADDRESS, SECOND]) {
      for (const turn of [0, 1, 2, 3]) {
        for (const agreed of [ADDRESS, SECOND]) {
          let looks = 0;
          const evidenceRefs = async (call) => {
            if (call.arguments.to === slow && (turn === 3 || looks++ === turn)) await new Promise((resolve) => setTimeout(resolve, 10));
            return SEND.evidenceRefs;
          };
          const it = await playWith(way, gateWith(ToolGate, {}, { send_email: { ...SEND, evidenceRefs } }), [search, send, sendSecond]);
          assert.equal(it.questions.length, 2);
          await it.answer((question) => question.includes(agreed));
          assert.deepEqual(it.ran.slice(1).map(([, { to }]) => to), [agreed]);
        }
      }
    }
  });
}

test("answers in the wrong order: each is for the call of its request", async () => {
  const it = await play(gateWith(ToolGate), [send, sendSecond]);
  // The requests change places, and with them the names that they have.
  const [one, two] = it.requests;
  [one.approvalId, two.approvalId] = [two.approvalId, one.approvalId];
  await it.answer((question) => question.includes(ADDRESS));
  assert.deepEqual(it.ran.map(([, { to }]) => to), [SECOND]);
});

test("scopes and calls whose names together are the same are not the same", async () => {
  const gate = gateWith(ToolGate);
  for (const [scope, toolCallId] of [["a/b", "c"], ["a", "b/c"], ["a%2Fb", "c"]]) {
    const { send_email: own } = gated(toolsOf([]), gate, { scope });
    assert.equal(await own.needsApproval({ to: `${scope}@example.com` }, { toolCallId, messages: [] }), true);
  }
});

test("in several steps, each approval is for its own call", async () => {
  const ran = [];
  const gate = gateWith(ToolGate);
  const tools = gated(toolsOf(ran), gate);
  const messages = [{ role: "user", content: "go" }];
  for (const [at, call] of [send, sendSecond, { ...send, args: { to: "third@customer.example", tags: [] } }].entries()) {
    const first = await generateText({ model: modelOf([call]), tools, toolApproval, messages });
    const [request] = first.content.filter(({ type }) => type === "tool-approval-request");
    messages.push(...first.responseMessages);
    assert.equal(ran.length, at);
    const done = await generateText({ model: modelOf([call]), tools, toolApproval, messages: [...messages, answerOf(request.approvalId)] });
    messages.push(answerOf(request.approvalId), ...done.responseMessages, { role: "user", content: "go on" });
    assert.deepEqual(ran[at], ["send_email", call.args]);
  }
});
