// What every framework's tests share: three tools, what is known of them, what ran, and the scenes that each
// framework plays. A framework gives a function that lets its model make some calls, and gives back a scene:
//
//     ran                  what ran: the tool's name and its arguments
//     told                 what the model reads about each call; `undefined` if the framework said no for the tool
//     questions            the questions that a person sees now
//     answer(decide)       answers them, and those that follow: `decide` gets the text of each
//     replay(decide)       gives the same answers to the same point of the history once more
//     alter(args)          says yes to the question, with other arguments in the place of those that were shown

import assert from "node:assert/strict";
import { Socket } from "node:net";
import { test } from "node:test";
import { Gate } from "@aana/integration-sdk";
import { Broker, MemoryStore } from "@aana/integration-sdk/confirmation";
import { z } from "zod";

// No test here reaches a network, and no framework reports about its use.
Socket.prototype.connect = () => {
  throw new Error("a test wanted to connect");
};
process.env.LANGSMITH_TRACING = "false";

/** An argument that must not be in what the model is told. */
export const ADDRESS = "b4c1@customer.example";
export const SECOND = "second@customer.example";

export const SEARCH = { toolCategory: "public_read", riskDomain: "research" };
export const SEND = {
  toolCategory: "write",
  riskDomain: "customer_support",
  authorizationState: "authenticated",
  evidenceRefs: ["session:1"],
};

/** What is said about the tools. Of the third nothing is, and with such a name it is refused. */
export const rules = (more = {}) => ({ search_docs: SEARCH, send_email: SEND, ...more });

/** For a wrapper that gets some of these tools only: the others are registered somewhere else. */
export const some = { elsewhere: Object.keys(rules()) };

export const TOOLS = {
  search_docs: z.object({ query: z.string(), limit: z.number().default(3) }),
  send_email: z.object({ to: z.string(), tags: z.array(z.string()).default([]) }),
  drop_table: z.object({ name: z.string() }),
};

export const search = { name: "search_docs", args: { query: "leave", limit: 5 } };
export const send = { name: "send_email", args: { to: ADDRESS, tags: ["one"] } };
export const drop = { name: "drop_table", args: { name: "orders" } };
const sendSecond = { name: "send_email", args: { to: SECOND, tags: [] } };
const asRan = ({ name, args }) => [name, args];

const yes = () => true;
const no = () => false;

/** The model is told the route, why and what is needed, and no value of the call. */
export function assertSaysWhy(text, tool, route) {
  assert.ok(text.startsWith(`The tool \`${tool}\` was not run: ${route}.\n`), text);
  assert.match(text, /\nWhy: .+\n(What to do: |There is no approval: |Nobody )/);
  assertTellsNothing(text);
}

export const assertTellsNothing = (text) => assert.doesNotMatch(text, /b4c1|second@|orders|leave/);

/** What the gate says about its failures, caught. */
export function listen(t) {
  const lines = [];
  t.mock.method(console, "error", (...line) => lines.push(line.join(" ")));
  return lines;
}

/** A gate for the tools, by the class that the framework's module gives. */
export const gateWith = (ToolGate, options = {}, more = {}) => new ToolGate(rules(more), { approvedBy: "user:ada", ...options });

/** The scenes. `framework` is `{ name, ToolGate, play, answersHistory }`. */
export function suite({ name, ToolGate, play, answersHistory = true }) {
  const scene = (calls, options, more) => play(gateWith(ToolGate, options, more), calls);
  const scenario = (what, run) => test(`${name}: ${what}`, run);

  scenario("an accepted call runs once, with exactly the arguments that were checked", async () => {
    const decisions = [];
    const { ran, told } = await scene([search], { onDecision: (it) => decisions.push(it) });
    assert.deepEqual(ran, [asRan(search)]);
    assert.deepEqual(told, ["search_docs ran"]);
    assert.ok(decisions.length > 0);
    for (const { route, audit_event } of decisions) {
      assert.deepEqual([route, audit_event.proposed_argument_keys], ["accept", ["limit", "query"]]);
    }
  });

  scenario("a refused call does not run, and the model reads why", async () => {
    const { ran, told, questions } = await scene([drop]);
    assert.deepEqual([ran, questions], [[], []]);
    assertSaysWhy(told[0], "drop_table", "refuse");
  });

  scenario("a tool of which nothing is said is of unknown category", async () => {
    const { ran, told } = await play(new ToolGate({}, { approvedBy: "user:ada" }), [search]);
    assert.deepEqual(ran, []);
    assert.match(told[0], /\(unknown_tool_category\)/);
  });

  scenario("an approved call runs, once, and not before", async () => {
    const it = await scene([send]);
    assert.deepEqual(it.ran, []);
    assert.equal(it.questions.length, 1);
    assert.match(it.questions[0], /b4c1@customer\.example/);
    await it.answer(yes);
    assert.deepEqual(it.ran, [asRan(send)]);
    assert.deepEqual(it.told, ["send_email ran"]);
  });

  scenario("the approval is evidence, bound to the action", async () => {
    const decisions = [];
    const it = await scene([send], { onDecision: (one) => decisions.push(one) });
    await it.answer(yes);
    const { route, audit_event } = decisions.at(-1);
    assert.deepEqual([route, audit_event.authorization_state], ["accept", "confirmed"]);
    assert.ok(audit_event.evidence_refs.used.some((ref) => ref.startsWith("confirmation.")));
    assert.equal(audit_event.action_digest, decisions[0].audit_event.action_digest);
  });

  scenario("a rejected call does not run", async () => {
    const it = await scene([send]);
    await it.answer(no);
    assert.deepEqual(it.ran, []);
  });

  scenario("without somebody to ask, an ask blocks", async () => {
    const { ran, told, questions } = await scene([send], { approvedBy: undefined });
    assert.deepEqual([ran, questions], [[], []]);
    assertSaysWhy(told[0], "send_email", "ask");
  });

  scenario("an approval is for what was shown: with other arguments nothing runs", async () => {
    const it = await scene([send]);
    await it.alter({ to: SECOND, tags: ["one"] });
    assert.deepEqual(it.ran.filter(([, args]) => args.to === SECOND), []);
    if (answersHistory) assert.deepEqual(it.ran, []);
  });

  if (answersHistory) {
    scenario("an approval counts once", async () => {
      const it = await scene([send]);
      await it.answer(yes);
      for (let again = 0; again < 2; again += 1) {
        await it.replay(yes);
        assert.equal(it.ran.length, 1);
        assert.match(it.told[0], /There is no approval: nobody was asked about this call\./);
      }
    });

    scenario("an answer without its question does not count", async () => {
      // The questions were in memory, and are gone.
      const gates = [gateWith(ToolGate), gateWith(ToolGate)];
      const it = await play(gates[0], [send], gates[1]);
      await it.answer(yes);
      assert.deepEqual(it.ran, []);
      assert.match(it.told[0], /There is no approval: nobody was asked about this call\./);
    });

    scenario("a question outlives a restart, in a store that does", async () => {
      const store = new MemoryStore();
      const restarted = () => gateWith(ToolGate, { broker: new Broker(new Gate(), { store }) });
      const it = await play(restarted(), [send], restarted());
      await it.answer(yes);
      assert.deepEqual(it.ran, [asRan(send)]);
      assert.deepEqual(store.open(), []);
    });
  }

  scenario("calls at the same time are decided one by one", async () => {
    const it = await scene([search, send, drop, sendSecond]);
    await it.answer((question) => question.includes(SECOND));
    assert.deepEqual(it.ran.map(asText).sort(), [search, sendSecond].map(asRan).map(asText).sort());
    assertSaysWhy(it.told[2], "drop_table", "refuse");
    assert.equal(it.told[0], "search_docs ran");
    assert.equal(it.told[3], "send_email ran");
  });

  scenario("in the mode shadow everything runs, and is recorded", async () => {
    const routes = [];
    const options = { gate: { mode: "shadow" }, onDecision: ({ route }) => routes.push(route) };
    const { ran, questions } = await scene([drop], options);
    assert.deepEqual([ran, questions], [[asRan(drop)], []]);
    assert.ok(routes.length > 0 && routes.every((route) => route === "refuse"));
  });

  const away = () => {
    throw new TypeError(`the directory is away: ${ADDRESS}`);
  };
  const stopped = new Gate();
  stopped.check = away;
  const closed = new Broker(new Gate(), { store: new MemoryStore() });
  closed.pendingByRequestId = async () => away();
  for (const [what, options, more] of [
    ["a lookup", {}, { search_docs: { ...SEARCH, evidenceRefs: away } }],
    ["a lookup that is asynchronous", {}, { search_docs: { ...SEARCH, authorizationState: async () => away() } }],
    ["a gate", { gate: stopped }],
    ["an audit log", { onDecision: away }],
    ["an audit log that is asynchronous", { onDecision: async () => away() }],
    ["a broker", { broker: closed }],
  ]) {
    scenario(`${what} that fails, blocks, and what failed is not told`, async (t) => {
      const lines = listen(t);
      const { ran, told } = await scene([search], options, more);
      assert.deepEqual(ran, []);
      assert.match(told[0], /\(gate_failed\)\.$/);
      assertTellsNothing(told[0]);
      assert.match(lines[0], /^aana: a call of "search_docs" was blocked: the gate failed with TypeError$/);
      for (const line of lines) assertTellsNothing(line);
    });
  }

  scenario("somebody unknown cannot approve", async (t) => {
    listen(t);
    for (const approvedBy of [away, async () => away(), "agent:mailer", () => undefined]) {
      const it = await scene([send], { approvedBy });
      await it.answer(yes);
      assert.deepEqual(it.ran, []);
      assertTellsNothing(it.told[0]);
    }
  });
}

const asText = (value) => JSON.stringify(value);
