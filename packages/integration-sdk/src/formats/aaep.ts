// AAEP: what a person is told, through assistive technology, about what an agent does. Judging events,
// replies and streams; `session.ts` makes them.

import type { Report, StreamReport } from "./aaep-types.js";
import { answer, type FormatsEngine, small } from "./engine.js";
import { documentText, type JsonDocument } from "./given.js";
import { MAX_EVENT_BYTES } from "../settings.js";
import type { Written } from "../stringify.js";
import { wrongUse } from "../wrong-use.js";

export type * from "./aaep-types.js";
export { Session } from "./session.js";

/**
 * Checks one event. Never throws for an event: what is not an event, or not JSON at all, is not valid.
 *
 * @example
 * const report = aaep.checkEvent('{"type": "aaep:agent.tool.invoked"}');
 * report.findings[0]?.rule; // "field.missing"
 *
 * @throws {TypeError} if it is neither text nor bytes nor an object.
 */
export function checkEvent(event: JsonDocument): Report {
  return checked(documentText("event", event, MAX_EVENT_BYTES), (engine, text) => engine.aaepCheckEvent(text));
}

/**
 * Checks one document as what its `type` says: an event, a reply or a message of the handshake.
 *
 * @example
 * aaep.check({ type: "subscription.close", subscription_id: "sub_1" }).valid; // true
 *
 * @throws {TypeError} if it is neither text nor bytes nor an object.
 */
export function check(document: JsonDocument): Report {
  return checked(documentText("document", document, MAX_EVENT_BYTES), (engine, text) => engine.aaepCheck(text));
}

/** The same for a reply to a confirmation or a clarification. */
export function checkReply(reply: JsonDocument): Report {
  return checked(documentText("reply", reply, MAX_EVENT_BYTES), (engine, text) => engine.aaepCheckReply(text));
}

/**
 * The same for a message of the handshake: `subscription.request`, `.accepted`, `.rejected`, `.renegotiate` or
 * `.close`.
 */
export function checkHandshake(message: JsonDocument): Report {
  return checked(documentText("message", message, MAX_EVENT_BYTES), (engine, text) => engine.aaepCheckHandshake(text));
}

/**
 * Checks a `subscription.accepted` against the `subscription.request` or `subscription.renegotiate` that it answers:
 * it may not grant more than was asked. Findings are about the answer. What only one of them states is not compared,
 * nor is anything with a request that is not valid itself.
 */
export function checkAccepted(request: JsonDocument, accepted: JsonDocument): Report {
  const { text: asked = "" } = documentText("request", request, MAX_EVENT_BYTES);
  return checked(documentText("accepted", accepted, MAX_EVENT_BYTES), (engine, text) =>
    engine.aaepCheckAccepted(asked, text),
  );
}

function checked(written: Written, check: (engine: FormatsEngine, text: string) => string): Report {
  const { text, faults } = written;
  return answer(small, (engine) =>
    faults === undefined ? check(engine, text) : engine.aaepUnread(faults),
  ) as Report;
}

/**
 * Checks a stream: events in the order of their emission, and each reply where it came in. It is JSON
 * Lines, as text or bytes, or the items themselves: objects, or the text or bytes of each.
 *
 * @example
 * const { findings, replies } = aaep.checkStream([started, asked, reply, invoked, completed, ended]);
 */
export function checkStream(stream: string | Uint8Array | Iterable<JsonDocument>): StreamReport {
  if (typeof stream === "object" && stream !== null && !ArrayBuffer.isView(stream) && Symbol.iterator in stream) {
    const items = Array.from(stream, (item, index) => {
      const { text, faults } = documentText(`stream[${index}]`, item, MAX_EVENT_BYTES);
      return faults === undefined ? `+${text}` : `-${faults}`;
    });
    return answer(small, (engine) => engine.aaepCheckItems(items)) as StreamReport;
  }
  if (typeof stream !== "string" && !ArrayBuffer.isView(stream)) {
    throw wrongUse("stream", stream, "JSON Lines, their bytes in a `Uint8Array`, or an iterable of items is allowed");
  }
  const { text, faults } = documentText("stream", stream);
  return answer(small, (engine) =>
    faults === undefined ? engine.aaepCheckStream(text) : engine.aaepCheckItems([`-${faults}`]),
  ) as StreamReport;
}
