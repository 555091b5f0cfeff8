// The question that interrupts a graph, and the answer with which the graph goes on. Both have the form of LangChain's
// human-in-the-loop middleware, and both name the question and the action.

import { own } from "../own.js";
import { wrongUse } from "../wrong-use.js";
import type { Answer, Ask } from "./common.js";

/**
 * What an interrupt holds: the request of the human-in-the-loop middleware about one call.
 *
 * @see https://docs.langchain.com/oss/javascript/langchain/human-in-the-loop
 */
export interface ApprovalRequest {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: object;
    /** The question as text, for the person. */
    readonly description: string;
    /** The id of the question. */
    readonly questionId: string;
    /** The digest of the action. */
    readonly actionDigest: string;
    /** From when on no answer is a no. */
    readonly expiresAt: string;
  }[];
  readonly reviewConfigs: readonly { readonly actionName: string; readonly allowedDecisions: readonly string[] }[];
}

/** One answer. It must name its question and its action, or it is not taken as a yes. */
export interface Approval {
  readonly type: "approve" | "reject";
  readonly questionId: string;
  readonly actionDigest: string;
}

/** What a graph is resumed with. */
export interface Approvals {
  readonly decisions: readonly Approval[];
}

/**
 * The yes to the request of an interrupt, for `new Command({ resume: approve(interrupt.value) })`.
 *
 * @throws {TypeError} if it is not the request of a gated tool.
 */
export function approve(request: unknown): Approvals {
  return decisions(request, "approve");
}

/** The no to it. */
export function reject(request: unknown): Approvals {
  return decisions(request, "reject");
}

function decisions(request: unknown, type: Approval["type"]): Approvals {
  const requests = own(request, "actionRequests");
  const all = Array.isArray(requests) ? (requests as unknown[]) : [];
  const named = all.flatMap((one) => {
    const [questionId, actionDigest] = [own(one, "questionId"), own(one, "actionDigest")];
    return typeof questionId === "string" && typeof actionDigest === "string" ? [{ type, questionId, actionDigest }] : [];
  });
  if (named.length === 0 || named.length < all.length) {
    throw wrongUse("request", request, "what the interrupt of a gated tool holds is allowed");
  }
  return { decisions: named };
}

/** The request about one call. */
export function requestOf({ toolName, question, event }: Ask): ApprovalRequest {
  const args = structuredClone(event.proposed_arguments);
  const { id, actionDigest, expiresAt } = question;
  const named = { questionId: id, actionDigest, expiresAt: expiresAt.toISOString() };
  return {
    actionRequests: [{ name: toolName, args, description: question.question.text, ...named }],
    reviewConfigs: [{ actionName: toolName, allowedDecisions: ["approve", "reject"] }],
  };
}

/** With any other member, it would be an answer about something else: changed arguments, for one. */
const NAMES: readonly string[] = ["type", "questionId", "actionDigest"];

/** What a graph was resumed with. Nothing but one plain approval is a yes; for which question, it says itself. */
export function answerIn(resumed: unknown): Answer {
  const given = own(resumed, "decisions");
  const [decision, ...more] = Array.isArray(given) ? (given as unknown[]) : [];
  const alone = more.length === 0 && Object.keys(resumed ?? {}).length === 1;
  const plain = alone && Object.keys(decision ?? {}).every((name) => NAMES.includes(name));
  return {
    approved: plain && own(decision, "type") === "approve",
    questionId: own(decision, "questionId") as string,
    actionDigest: own(decision, "actionDigest") as string,
  };
}
