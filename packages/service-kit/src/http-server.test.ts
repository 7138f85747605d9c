import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { listen } from "./http-server.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

async function call(port: number): Promise<IncomingMessage> {
  const [response] = await once(get({ port, host: "127.0.0.1", agent }), "response");
  response.resume();
  await once(response, "end");
  return response;
}

describe("a server that closes, with a grace period", () => {
  it("still responds on open and new connections, and announces their end", async () => {
    const server = await listen((_request, response) => response.end("here"), { port: 0, host: "127.0.0.1" });
    const before = await call(server.port);
    expect(before.headers.connection).toBe("keep-alive");
    const closed = server.close({ graceMs: 500 });
    for (const response of [await call(server.port), await call(server.port)]) {
      expect({ status: response.statusCode, connection: response.headers.connection }).toEqual({
        status: 200,
        connection: "close",
      });
    }
    await closed;
    await expect(call(server.port)).rejects.toThrow("ECONNREFUSED");
  });
});
