// The approvals in the messages of the AI SDK, and the calls that they are for.

import type { Pending } from "@aana/integration-sdk/confirmation";
import { own } from "../own.js";
import { type Answer, answerTo, NO_QUESTION } from "./common.js";

/** Who looks for an answer: a call, by its id, with the messages that lead to it. */
interface AnswerContext {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
}

/** An answer of the SDK's. Which question it is for, can be said as soon as that is known. */
export interface FoundAnswer {
  to(question: Pending): Answer;
}

/** The question as the reason of a request, with the names that an answer to the request then has. */
export function reasonOf({ question, id, actionDigest }: Pending): string {
  return `${question.text}\n\nQuestion: ${id}\nAction: ${actionDigest}`;
}

const NAMES = /\n\nQuestion: (\S+)\nAction: (\S+)$/;

/**
 * The answer to the request for approval of this call, if the messages end with one; the first one counts. It names
 * the question that its request names. A request without names is one for this call only if no other call, and no
 * other request, has the same id.
 */
export function answerIn({ messages, toolCallId }: AnswerContext): FoundAnswer | undefined {
  const last = messages.at(-1);
  if (own(last, "role") !== "tool") return undefined;
  const said = messages.filter((message) => own(message, "role") === "assistant");
  const requests = said.flatMap((message) => partsOf(message, "tool-approval-request"));
  const mine = requests.filter((request) => own(request, "toolCallId") === toolCallId);
  for (const answer of partsOf(last, "tool-approval-response")) {
    const approvalId = own(answer, "approvalId");
    const request = mine.find((one) => own(one, "approvalId") === approvalId);
    if (request === undefined) continue;
    const approved = own(answer, "approved") === true;
    const single = requests.filter((one) => own(one, "approvalId") === approvalId).length === 1;
    const calls = said.flatMap((message) => partsOf(message, "tool-call")).filter((one) => own(one, "toolCallId") === toolCallId);
    const only = single && mine.length === 1 && calls.length <= 1;
    const reason = own(request, "reason");
    const [, questionId, actionDigest] = (typeof reason === "string" && NAMES.exec(reason)) || [];
    return {
      to(question) {
        // Without names that count, it may be for any of several calls.
        const unnamed = { approved, ...NO_QUESTION };
        if (!single) return unnamed;
        if (questionId !== undefined && actionDigest !== undefined) return { approved, questionId, actionDigest };
        return only ? answerTo(question, approved) : unnamed;
      },
    };
  }
  return undefined;
}

function partsOf(message: unknown, type: string): unknown[] {
  const content = own(message, "content");
  return Array.isArray(content) ? content.filter((part) => own(part, "type") === type) : [];
}
