// Tools behind the gate: what runs is what was checked, once, or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate, guardTool, PolicyError, ToolCallBlockedError } from "@aana/integration-sdk";
import { polluted } from "./suite.mjs";

const NOW = Date.parse("2026-05-10T00:00:00Z");
const read = { toolCategory: "public_read", riskDomain: "research", now: () => NOW };

/** A tool that remembers its calls. */
const tool = () => {
  const calls = [];
  const search_docs = (...args) => {
    calls.push(args);
    return "result";
  };
  return { calls, search_docs };
};

test("an accepted call runs once, with the arguments that were checked", () => {
  const { calls, search_docs } = tool();
  const guarded = guardTool(search_docs, read);
  assert.equal(guarded.name, "search_docs");
  const query = { query: "leave", options: { limit: 5, tags: ["a"] }, after: new Date(NOW) };
  assert.equal(guarded(query), "result");
  assert.deepEqual(calls, [[query]]);
});

test("a call that is not accepted does not run, and the error says why", () => {
  const { calls, search_docs } = tool();
  const guarded = guardTool(search_docs, { toolName: "send_email", toolCategory: "write", now: () => NOW });
  assert.throws(
    () => guarded({ to: "customer@example.com" }),
    (error) => {
      assert.ok(error instanceof ToolCallBlockedError && error instanceof Error);
      assert.equal(error.name, "ToolCallBlockedError");
      assert.equal(error.decision.route, "defer");
      assert.match(error.message, /^send_email was not run: the route is defer \(.+\)$/);
      assert.ok(!error.message.includes("customer@example.com"));
      return true;
    },
  );
  assert.deepEqual(calls, []);
});

test("what is not said is taken to be the least", () => {
  const { calls, search_docs } = tool();
  assert.throws(() => guardTool(search_docs)({ query: "x" }), ToolCallBlockedError);
  assert.deepEqual(calls, []);
});

test("refs that are written down are the host's word, and of refs for one call only those that it says", () => {
  const auth = ["auth_event:session-7"];
  const rule = { toolName: "get_invoice", toolCategory: "private_read", riskDomain: "finance", authorizationState: "authenticated", now: () => NOW };
  const tried = (options) => {
    const { calls, search_docs } = tool();
    try {
      guardTool(search_docs, { ...rule, policy: { evidence: "attested" }, ...options })({ id: "7" });
    } catch (error) {
      assert.deepEqual(calls, []);
      if (!(error instanceof ToolCallBlockedError)) throw error;
      return error.decision.hard_blockers;
    }
    return calls.length;
  };
  for (const options of [
    { evidenceRefs: auth },
    { evidenceRefs: auth, attested: [0] },
    { evidenceRefs: auth, context: () => ({ userIntent: "x" }) },
    { evidenceRefs: auth, attested: [], context: () => ({ attested: [0] }) },
    { context: () => ({ evidenceRefs: auth, attested: [0] }) },
  ]) {
    assert.equal(tried(options), 1, JSON.stringify(options));
  }
  for (const options of [
    { context: () => ({ evidenceRefs: auth }) },
    { evidenceRefs: auth, context: () => ({ evidenceRefs: auth }) },
    // What was said of other refs.
    { attested: [0], context: () => ({ evidenceRefs: auth }) },
    { context: () => ({ evidenceRefs: auth, attested: [1] }) },
    { evidenceRefs: auth, attested: [] },
    { evidenceRefs: auth, context: () => ({ attested: [] }) },
  ]) {
    assert.ok(tried(options).includes("evidence_not_attested"), JSON.stringify(options));
  }
  for (const attested of ["0", 0, ["0"], [-1], [0.5], {}]) {
    assert.throws(() => tried({ evidenceRefs: auth, attested }), /^TypeError: `attested(\[0\])?` is/);
  }
});

test("an async tool rejects, and runs once", async () => {
  let calls = 0;
  const search_docs = async ({ query }) => `${query} ${(calls += 1)}`;
  assert.equal(await guardTool(search_docs, read)({ query: "x" }), "x 1");
  const blocked = guardTool(search_docs, { ...read, toolName: "delete_database" })({ query: "x" });
  assert.ok(blocked instanceof Promise);
  await assert.rejects(blocked, ToolCallBlockedError);
  assert.equal(calls, 1);
});

test("errors of the tool are its own", async () => {
  const search_docs = () => {
    throw new RangeError("own");
  };
  assert.throws(() => guardTool(search_docs, read)({}), RangeError);
  const asynchronous = async () => search_docs();
  await assert.rejects(guardTool(asynchronous, { ...read, toolName: "search_docs" })({}), RangeError);
});

test("the arguments that run are copies, frozen before anybody else sees them", () => {
  const { calls, search_docs } = tool();
  const args = { list: [{ name: "first" }] };
  const guarded = guardTool(search_docs, {
    ...read,
    context: (seen) => {
      assert.ok(Object.isFrozen(seen) && Object.isFrozen(seen.list) && Object.isFrozen(seen.list[0]));
      args.list[0].name = "changed after the copy";
      return {};
    },
  });
  guarded(args);
  assert.equal(calls[0][0].list[0].name, "first");
  assert.throws(() => {
    "use strict";
    calls[0][0].list[0].name = "changed by the tool";
  }, TypeError);
});

test("a property that changes with each reading is read once", () => {
  const { calls, search_docs } = tool();
  let reads = 0;
  guardTool(search_docs, read)({
    get query() {
      reads += 1;
      return `reading ${reads}`;
    },
  });
  assert.deepEqual([reads, calls[0][0]], [1, { query: "reading 1" }]);
});

/** Values that do not look like objects when the copy is made, and do later; the second function changes them. */
const later = {
  "an array with a hole": () => {
    const list = [, "a"];
    return [list, () => { list[0] = "b"; }];
  },
  "an array with a member": () => {
    const list = Object.assign(["a"], { more: 1 });
    return [list, () => { delete list.more; }];
  },
  "an object with a symbol": () => {
    const mark = Symbol("mark");
    const object = { name: "a", [mark]: 1 };
    return [object, () => { delete object[mark]; }];
  },
  "an object with a `toJSON`": () => {
    const object = { name: "a", toJSON: () => 1 };
    return [object, () => { delete object.toJSON; }];
  },
  "an object of a class": () => {
    const object = new (class Point { x = 1; })();
    return [object, () => { Object.setPrototypeOf(object, Object.prototype); }];
  },
  "an invalid date": () => {
    const date = new Date(NaN);
    return [date, () => { date.setTime(0); }];
  },
  "an object that is nested too deep": () => {
    const object = {};
    let end = object;
    for (let level = 0; level < 100; level += 1) end = end.next = {};
    return [object, () => { delete object.next; }];
  },
  "an object of which a member threw": () => {
    let throws = true;
    const object = { get name() { if (throws) throw new RangeError("no"); return "a"; } };
    return [object, () => { throws = false; }];
  },
  "an object that threw": () => {
    let throws = true;
    const ownKeys = (target) => { if (throws) throw new RangeError("no"); return Reflect.ownKeys(target); };
    return [new Proxy({ name: "a" }, { ownKeys }), () => { throws = false; }];
  },
  "an object whose `toJSON` goes": () => {
    let reads = 0;
    const get = (target, key) => (key === "toJSON" && (reads += 1) === 1 ? () => 1 : Reflect.get(target, key));
    return [new Proxy({ name: "a", toJSON: 1 }, { get }), () => {}];
  },
};

for (const [name, make] of Object.entries(later)) {
  test(`${name} does not run, whatever becomes of it`, () => {
    for (const wrap of [(it) => ({ it }), (it) => ({ list: [{ it }] })]) {
      const { calls, search_docs } = tool();
      const [object, mend] = make();
      const context = (seen) => {
        assert.notEqual(seen.it ?? seen.list[0].it, object);
        mend();
        return {};
      };
      assert.throws(() => guardTool(search_docs, { ...read, context })(wrap(object)), ToolCallBlockedError);
      assert.deepEqual(calls, []);
    }
  });
}

test("whoever looks at the arguments has copies of the dates as well", () => {
  const { calls, search_docs } = tool();
  const after = (args) => args.after.setTime(0);
  guardTool(search_docs, { ...read, context: (args) => { after(args); return {}; } })({ after: new Date(NOW) });
  assert.equal(calls[0][0].after.getTime(), NOW);
});

test("an object that is there twice is copied once, and a cycle is refused", () => {
  const { calls, search_docs } = tool();
  let reads = 0;
  const shared = { get name() { return `reading ${(reads += 1)}`; } };
  guardTool(search_docs, { ...read, parameters: ["one", "other"] })(shared, [shared]);
  assert.deepEqual([reads, calls[0]], [1, [{ name: "reading 1" }, [{ name: "reading 1" }]]]);
  shared.self = shared;
  assert.throws(() => guardTool(search_docs, read)(shared), ({ decision }) => decision.validation_errors[0].code === "nesting_too_deep");
});

test("parameters get their names, and what has none is refused", () => {
  const { calls, search_docs } = tool();
  const decisions = [];
  const guarded = guardTool(search_docs, {
    ...read,
    parameters: ["query", "limit"],
    onDecision: (it) => decisions.push(it),
  });
  guarded("leave", 5);
  guarded("leave");
  assert.deepEqual(calls, [["leave", 5], ["leave"]]);
  assert.deepEqual(decisions[0].audit_event.proposed_argument_keys.sort(), ["limit", "query"]);
  assert.throws(() => guarded("leave", 5, "more"), ToolCallBlockedError);
  for (const args of [["leave"], [{ a: 1 }, { b: 2 }], [[1]], [null], [() => 1], [undefined]]) {
    assert.throws(() => guardTool(search_docs, read)(...args), ToolCallBlockedError);
  }
  assert.equal(calls.length, 2);
});

test("no arguments are no arguments", () => {
  const { calls, search_docs } = tool();
  guardTool(search_docs, read)();
  assert.deepEqual(calls, [[]]);
});

test("what JSON cannot hold does not run", () => {
  const { calls, search_docs } = tool();
  const cycle = {};
  cycle.cycle = cycle;
  const guarded = guardTool(search_docs, read);
  for (const value of [NaN, Infinity, () => 1, Symbol("x"), new Map(), [undefined], [1, , 2], "\ud800", cycle, 2 ** 60, new (class A {})()]) {
    assert.throws(() => guarded({ value }), ToolCallBlockedError);
  }
  assert.deepEqual(calls, []);
});

test("a bigint, a date and a `__proto__` arrive as they were", () => {
  const { calls, search_docs } = tool();
  const args = JSON.parse('{"__proto__": {"admin": true}}');
  args.id = 9007199254740993n;
  args.at = new Date(NOW);
  guardTool(search_docs, read)(args);
  const [[seen]] = calls;
  assert.equal(seen.id, 9007199254740993n);
  assert.equal(seen.at.getTime(), NOW);
  assert.notEqual(seen.at, args.at);
  assert.deepEqual(Object.keys(seen), ["__proto__", "id", "at"]);
  assert.equal(seen.admin, undefined);
});

test("`this` is kept", () => {
  const service = { name: "docs", search_docs: guardTool(function search_docs() { return this.name; }, read) };
  assert.equal(service.search_docs({}), "docs");
});

test("the context of a call decides", () => {
  const calls = [];
  const get_invoice = (args) => calls.push(args);
  const evidence = { source_id: "auth.session", kind: "auth_event", trust_tier: "verified", redaction_status: "redacted", freshness: { status: "fresh" }, provenance: "connector" };
  const guarded = guardTool(get_invoice, {
    toolCategory: "private_read",
    riskDomain: "finance",
    now: () => NOW,
    context: ({ user }) =>
      user === "known" ? { authorizationState: "authenticated", evidenceRefs: [evidence] } : {},
  });
  guarded({ user: "known" });
  assert.throws(() => guarded({ user: "unknown" }), ToolCallBlockedError);
  assert.deepEqual(calls, [{ user: "known" }]);
});

test("a stricter recommendation of the runtime holds", () => {
  const { calls, search_docs } = tool();
  assert.throws(() => guardTool(search_docs, { ...read, recommendedRoute: "ask" })({}), ToolCallBlockedError);
  assert.deepEqual(calls, []);
});

test("whoever sees the decision can stop the call, and not allow it", () => {
  const { calls, search_docs } = tool();
  const stops = () => {
    throw new Error("the audit log is full");
  };
  assert.throws(() => guardTool(search_docs, { ...read, onDecision: stops })({}), /audit log/);
  const forges = (decision) => {
    Object.assign(decision, { route: "accept", gate_decision: "pass", recommended_action: "accept", hard_blockers: [], execution_policy: { mode: "shadow", execution_allowed: true } });
  };
  const guarded = guardTool(search_docs, { ...read, toolName: "delete_database", onDecision: forges });
  assert.throws(() => guarded({}), ToolCallBlockedError);
  assert.deepEqual(calls, []);
});

test("for an async tool, what is asynchronous is awaited, and nothing runs before", async () => {
  const calls = [];
  const make = (options) => guardTool(async function search_docs(args) { calls.push(args); return "ran"; }, { ...read, ...options });
  const wait = () => new Promise((resolve) => setImmediate(resolve));
  const full = async () => {
    await wait();
    throw new RangeError("the audit log is full");
  };
  await assert.rejects(make({ onDecision: full })({}), RangeError);
  await assert.rejects(make({ context: full })({}), RangeError);
  await assert.rejects(make({ context: async () => ({ recommendedRoute: "refuse" }) })({}), ToolCallBlockedError);
  assert.deepEqual(calls, []);
  const order = [];
  const args = { list: ["one"] };
  const done = make({
    toolCategory: "unknown",
    context: async () => { await wait(); order.push("context"); return { toolCategory: "public_read" }; },
    onDecision: async () => { await wait(); order.push(calls.length); },
  })(args);
  args.list.push("two");
  assert.equal(await done, "ran");
  assert.deepEqual([order, calls], [["context", 0], [{ list: ["one"] }]]);
});

test("for any other tool, what is asynchronous is wrong use, and nothing runs", async () => {
  const { calls, search_docs } = tool();
  const rejected = [];
  const hear = (error) => rejected.push(error);
  process.on("unhandledRejection", hear);
  for (const wrong of [
    { context: async () => ({}) }, { context: async () => { throw new Error("no"); } },
    { onDecision: async () => {} }, { onDecision: async () => { throw new Error("no"); } },
  ]) {
    for (const policy of [undefined, { mode: "shadow" }]) {
      assert.throws(() => guardTool(search_docs, { ...read, policy, ...wrong })({}), /gave a promise; only a tool that is an `async` function waits/);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", hear);
  assert.deepEqual([calls, rejected], [[], []]);
});

test("options are read once, of the object or its class, and their functions stay theirs", () => {
  const { calls, search_docs } = tool();
  class Desk {
    toolCategory = "public_read";
    seen = [];
    get riskDomain() { return "research"; }
    context() { return { userIntent: `after ${this.seen.length}` }; }
    onDecision({ route }) { this.seen.push(route); }
  }
  const options = new Desk();
  const guarded = guardTool(search_docs, options);
  options.toolCategory = "unknown";
  guarded({});
  assert.deepEqual([options.seen, calls.length], [["accept"], 1]);
});

test("what stands on `Object.prototype` is said of no tool", () => {
  const members = {
    mode: "shadow", policy: '{"mode": "shadow"}', toolName: "search_docs", toolCategory: "public_read", riskDomain: "research",
    authorizationState: "confirmed", evidenceRefs: ["approval:1"], authorizationSubject: "user:eve", requestId: "r", now: "0",
  };
  const said = polluted(members, `
    const { guardTool } = await import("@aana/integration-sdk");
    const read = { toolName: "search_docs", toolCategory: "public_read", riskDomain: "research" };
    for (const options of [undefined, {}, { policy: {} }, { context: () => ({}) }, { context: () => undefined }, read]) {
      let decision;
      const watch = options && { ...options, onDecision: (it) => { decision = it; } };
      try { guardTool(function drop_table() { say("ran"); }, watch)({ name: "orders" }); }
      catch (error) { ({ decision } = error); }
      const { tool_name, tool_category, authorization_state, route, execution_policy: { mode }, audit_event: { request_id, decided_at } } = decision;
      say([tool_name, tool_category, authorization_state, route, mode, request_id, decided_at > "2020"].join(" "));
    }`);
  assert.deepEqual(said, [...Array(5).fill("drop_table unknown none refuse enforce  true"), "ran", "search_docs public_read none accept enforce  true"]);
});

test("in the mode shadow the tool runs whatever was decided, with the arguments as they came", () => {
  const { calls, search_docs } = tool();
  const routes = [];
  const guarded = guardTool(search_docs, {
    toolName: "delete_database",
    policy: { mode: "shadow" },
    now: () => NOW,
    onDecision: (it) => routes.push(it.route),
  });
  const args = { value: new Map() };
  guarded(args);
  assert.equal(calls[0][0], args);
  assert.deepEqual(routes, ["refuse"]);
});

test("a faulty policy is told when the tool is guarded", () => {
  assert.throws(() => guardTool(() => 1, { policy: { mode: "shadwo" } }), PolicyError);
  assert.throws(() => guardTool("not a function"), TypeError);
  assert.throws(() => guardTool(() => 1, null), /`options` is null; an object is allowed/);
  assert.throws(() => guardTool(() => 1, { parameters: ["a", "b", "a"] }), /`parameters` holds a name twice/);
  for (const parameters of ["ab", [undefined, "b"], [, "b"], null, {}]) {
    assert.throws(() => guardTool(() => 1, { parameters }), /`parameters` is .+; an array of names is allowed/);
  }
  const { calls, search_docs } = tool();
  guardTool(search_docs, { ...read, policy: new Gate({ mode: "enforce" }) })({});
  assert.equal(calls.length, 1);
});
