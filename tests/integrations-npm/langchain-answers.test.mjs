// Answers and the questions that they are for, in graphs: the wrong one, in the wrong order, twice, late, and at the
// same time with delays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import { approve, reject, ToolGate } from "@aana/integration-sdk/integrations/langchain";
import { Command, MemorySaver } from "@langchain/langgraph";
import { APPROVE, CONFIG, GRAPHS, modelOf, playIn, toolsOf } from "./langchain-play.mjs";
import { ADDRESS, SECOND, SEND, assertTellsNothing, gateWith, search, send } from "./scenes.mjs";

const sendSecond = { name: "send_email", args: { to: SECOND, tags: [] } };
const UNADDRESSED = /There is no approval: the answer does not name the question and the action that it is for\.$/;
const valueOf = ({ waiting: [{ value }] }) => value;
const nothingRan = (it, why = UNADDRESSED) => {
  assert.deepEqual(it.ran, []);
  assert.match(it.told[0], why);
  assertTellsNothing(it.told[0]);
};

for (const [name, make] of Object.entries(GRAPHS)) {
  test(`${name}: a yes that names no question, or another one, does not count`, async () => {
    const other = valueOf(await playIn(make, gateWith(ToolGate), [sendSecond]));
    for (const answer of [
      () => APPROVE,
      () => approve(other),
      ({ questionId }) => ({ decisions: [{ type: "approve", questionId }] }),
      ({ actionDigest }) => ({ decisions: [{ type: "approve", actionDigest }] }),
      ({ questionId }) => ({ decisions: [{ ...approve(other).decisions[0], questionId }] }),
      ({ actionDigest }) => ({ decisions: [{ ...approve(other).decisions[0], actionDigest }] }),
      ({ questionId, actionDigest }) => ({ decisions: [{ type: "approve", questionId: [questionId], actionDigest: [actionDigest] }] }),
      ({ questionId, actionDigest }) => ({ decisions: [{ type: "approve", question_id: questionId, action_digest: actionDigest }] }),
    ]) {
      const it = await playIn(make, gateWith(ToolGate), [send]);
      await it.resume(answer(valueOf(it).actionRequests[0]));
      assert.deepEqual(it.ran, []);
      assertTellsNothing(it.told[0]);
    }
  });

  test(`${name}: the question about a call of which nothing else differs is another one`, async () => {
    const other = valueOf(await playIn(make, gateWith(ToolGate), [send]));
    const it = await playIn(make, gateWith(ToolGate), [send]);
    assert.equal(valueOf(it).actionRequests[0].actionDigest, other.actionRequests[0].actionDigest);
    await it.resume(approve(other));
    nothingRan(it);
  });

  test(`${name}: answers in the wrong order confirm nothing`, async () => {
    const it = await playIn(make, gateWith(ToolGate), [send, sendSecond]);
    const { waiting } = it;
    if (waiting.length === 2) {
      await it.resume({ [waiting[0].id]: approve(waiting[1].value), [waiting[1].id]: approve(waiting[0].value) });
      nothingRan(it);
      return;
    }
    // One after the other: the answer to the second comes with that to the first.
    await it.resume({ [waiting[0].id]: approve(waiting[0].value) });
    assert.deepEqual(it.ran, [["send_email", send.args]]);
    await it.resume(approve(waiting[0].value));
    assert.equal(it.ran.length, 1);
    assert.match(it.told[1], UNADDRESSED);
  });

  test(`${name}: an answer counts once, also where the graph is wound back`, async () => {
    const saver = new MemorySaver();
    const ran = [];
    const graph = make(modelOf([send]), toolsOf(ran), gateWith(ToolGate), saver);
    const { __interrupt__: [{ value }] } = await graph.invoke({ messages: [{ role: "user", content: "go" }] }, CONFIG);
    const { config } = await graph.getState(CONFIG);
    await graph.invoke(new Command({ resume: approve(value) }), CONFIG);
    assert.equal(ran.length, 1);
    for (let again = 0; again < 2; again += 1) {
      await graph.invoke(new Command({ resume: approve(value) }), config);
      assert.equal(ran.length, 1);
    }
  });

  test(`${name}: a late answer does not count`, async () => {
    const broker = new Broker(new Gate(), { store: new MemoryStore(), ttlMs: 1000 });
    const it = await playIn(make, gateWith(ToolGate, { broker }), [send]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await it.resume(approve(valueOf(it)));
    // It is for a question that is over.
    nothingRan(it, /There is no approval: it came too late\.$/);
  });
}

// Before the question, between the two of a call, and after the answer: which of the calls is slow.
test("answers at the same time each reach their own call, whatever is slow", async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  for (const make of [GRAPHS.createAgent, GRAPHS.eachCall, GRAPHS["eachCall and toolNode"]]) {
    for (const slow of [ADDRESS, SECOND]) {
      for (const turn of [0, 1, 2, 3]) {
        for (const agreed of [ADDRESS, SECOND]) {
          let looks = 0;
          const evidenceRefs = async (call) => {
            if (call.arguments.to === slow && (turn === 3 || looks++ === turn)) await pause(15);
            return SEND.evidenceRefs;
          };
          const onDecision = async () => (turn === 2 ? pause(slow === ADDRESS ? 10 : 1) : undefined);
          const it = await playIn(make, gateWith(ToolGate, { onDecision }, { send_email: { ...SEND, evidenceRefs } }), [search, send, sendSecond]);
          assert.equal(it.waiting.length, 2);
          const of = ({ id, value }) => [id, (value.actionRequests[0].args.to === agreed ? approve : reject)(value)];
          await it.resume(Object.fromEntries(it.waiting.map(of).reverse()));
          assert.deepEqual(it.ran.slice(1).map(([, { to }]) => to), [agreed]);
        }
      }
    }
  }
});

test("the answer to one that all get reaches the one that it names", async () => {
  for (const agreed of [ADDRESS, SECOND]) {
    const it = await playIn(GRAPHS.createAgent, gateWith(ToolGate), [send, sendSecond]);
    const { value } = it.waiting.find(({ value }) => value.actionRequests[0].args.to === agreed);
    await it.resume(approve(value));
    assert.deepEqual(it.ran.map(([, { to }]) => to), [agreed]);
  }
});

test("threads and calls whose names together are the same are not the same", async () => {
  const gate = gateWith(ToolGate);
  for (const [thread, id] of [["a/b", "c"], ["a", "b/c"], ["a%2Fb", "c"]]) {
    const { events, saver } = { events: [], saver: new MemorySaver() };
    const model = modelOf([send]);
    const graph = GRAPHS.toolNode(model, toolsOf(events), gate, saver);
    const { AIMessage } = await import("@langchain/core/messages");
    const proposal = new AIMessage({ content: "", tool_calls: [{ ...send, id, type: "tool_call", args: { to: `${thread}@example.com` } }] });
    const config = { configurable: { thread_id: thread } };
    await graph.updateState(config, { messages: [proposal] }, "agent");
    const { __interrupt__: waiting } = await graph.invoke(null, config);
    assert.equal(waiting?.length, 1, `${thread} ${id}`);
  }
});

test("the helpers take what an interrupt of a gated tool holds, and nothing else", () => {
  const one = { name: "a", args: {}, questionId: "q", actionDigest: "d" };
  assert.deepEqual(approve({ actionRequests: [one] }), { decisions: [{ type: "approve", questionId: "q", actionDigest: "d" }] });
  assert.deepEqual(reject({ actionRequests: [one] }), { decisions: [{ type: "reject", questionId: "q", actionDigest: "d" }] });
  for (const wrong of [undefined, null, 7, {}, { actionRequests: [] }, { actionRequests: [{ name: "a", args: {} }] }, { actionRequests: [one, {}] }]) {
    for (const helper of [approve, reject]) assert.throws(() => helper(wrong), /^TypeError: `request` is .*what the interrupt of a gated tool holds is allowed/);
  }
});
