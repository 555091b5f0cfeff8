// The desk: a small HTTP service on loopback that keeps tasks.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves between `start` and `stop`; `tasks` is what it holds. */
export class Desk {
  readonly tasks = new Map([
    [1, "Water the plants"],
    [7, "Old shopping list"],
  ]);
  readonly #server: Server;

  constructor(key: string) {
    this.#server = createServer((request, response) => {
      const [status, body] =
        request.headers["x-api-key"] === key ? this.#answer(request.method, request.url ?? "") : [401, {}];
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  }

  #answer(method: string | undefined, path: string): [number, object] {
    if (method === "GET" && path === "/tasks") return [200, { tasks: [...this.tasks.values()] }];
    const id = Number(/^\/tasks\/(\d+)$/.exec(path)?.[1]);
    return method === "DELETE" && this.tasks.delete(id) ? [200, { deleted: id }] : [404, {}];
  }

  /** Listens on a free port, and says where. */
  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops listening. */
  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
