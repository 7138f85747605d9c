import { EventEmitter, once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { giveBodyTime, listen } from "./http-server.ts";

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

it("a body that stands still ends with 408, unless its route gives it more time", async () => {
  const refusal = (status: number) => ({ headers: {}, body: String(status) });
  const server = await listen(
    (request, response) => {
      if (request.url === "/file") giveBodyTime(request, 60_000);
      request.resume().once("end", () => response.end("received"));
    },
    { port: 0, host: "127.0.0.1", bodyTimeoutMs: 50, refusal },
  );
  const begin = (path: string) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab`);
    const answered = once(socket, "data").then(([bytes]) => bytes.toString().split("\r\n")[0]);
    return { socket, answered };
  };
  const file = begin("/file");
  const slow = begin("/slow");
  expect(await slow.answered).toBe("HTTP/1.1 408 Request Timeout");
  file.socket.write("cd");
  expect(await file.answered).toBe("HTTP/1.1 200 OK");
  file.socket.destroy();
  await server.close();
});

describe("a connection whose caller does not wait for its responses", () => {
  const oneCall = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

  it("has at most eight calls in progress, and gets its responses in order", async () => {
    let [active, most, count] = [0, 0, 0];
    const release = new EventEmitter().setMaxListeners(100);
    const server = await listen(
      async (_request, response) => {
        active += 1;
        count += 1;
        const nth = count;
        most = Math.max(most, active);
        await once(release, "go");
        active -= 1;
        response.end(`<${nth}>`);
      },
      { port: 0, host: "127.0.0.1" },
    );
    const socket = connect(server.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
    socket.write(oneCall.repeat(40));
    const answered = () => [...text.matchAll(/<(\d+)>/g)].map(([, nth]) => Number(nth));
    while (answered().length < 40) {
      await new Promise((resolve) => setImmediate(resolve));
      release.emit("go");
    }
    expect(answered()).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(most).toBe(8);
    socket.destroy();
    await server.close();
  });

  it("is closed with hundreds of calls in progress, of which few are handled", async () => {
    let handled = 0;
    const count = () => {
      handled += 1;
    };
    const server = await listen(count, { port: 0, host: "127.0.0.1" });
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(oneCall.repeat(1_200));
    await once(socket, "close");
    expect(handled).toBe(8);
    await server.close();
  });
});
