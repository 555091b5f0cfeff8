// Stands for a model: asks for one tool, and is done when it has an answer.

import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";

export const model = fakeModel()
  .respondWithTools([{ name: "send_email", args: { to: "a@example.com" }, id: "call_1" }])
  .respond(new AIMessage("It is sent."));
