// What is used of LangChain and LangGraph: these few declarations, and the packages themselves only when
// `langchain.ts` runs. That they fit is shown by programs that are compiled with the packages' own types.

declare module "@langchain/core/messages" {
  export class ToolMessage {
    constructor(fields: { content: string; name: string; tool_call_id: string; status: "error" });
  }
}

declare module "@langchain/core/tools" {
  export abstract class StructuredTool {
    invoke(...given: unknown[]): unknown;
    call(...given: unknown[]): unknown;
  }
  export abstract class Tool extends StructuredTool {}
  export class DynamicTool extends Tool {}
  export class DynamicStructuredTool extends StructuredTool {}
}

declare module "@langchain/langgraph" {
  export class Send {
    constructor(node: string, args: unknown);
    readonly node: string;
  }
  export function getCurrentTaskInput(config?: unknown): unknown;
  export function interrupt(value: unknown): unknown;
  export function isGraphBubbleUp(error: unknown): boolean;
  export function task(name: string, run: (input: unknown) => Promise<unknown>): (input: unknown) => Promise<unknown>;
}

declare module "@langchain/langgraph/prebuilt" {
  export class ToolNode {
    constructor(tools: readonly unknown[], options: { name: string });
    invoke(input: unknown, config?: unknown): Promise<unknown>;
  }
}
