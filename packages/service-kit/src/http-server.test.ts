import { EventEmitter, once } from "node:events";
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
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

it("a response that its reader does not take ends; a call that takes long to answer does not", async () => {
  const answers: ServerResponse[] = [];
  const server = await listen((_request, response) => answers.push(response), {
    ...{ port: 0, host: "127.0.0.1", readerTimeoutMs: 100 },
  });
  const open = () => connect(server.port, "127.0.0.1").on("error", () => undefined);
  const send = (socket: ReturnType<typeof open>) => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const [standing, waiting] = [open().pause(), open()];
  send(standing);
  while (answers.length < 1) await new Promise((resolve) => setImmediate(resolve));
  send(waiting);
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
  // More than the kernel takes for a reader.
  answers[0]?.end(Buffer.alloc(64 * 1024 * 1024));
  await once(answers[0] as ServerResponse, "close");
  expect(answers[0]?.writableFinished).toBe(false);
  answers[1]?.end("late");
  expect(String((await once(waiting, "data"))[0])).toContain("late");
  waiting.destroy();
  standing.destroy();
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
    socket.write(oneCall.repeat(17));
    while (active < 8) await new Promise((resolve) => setImmediate(resolve));
    const answered = () => [...text.matchAll(/<(\d+)>/g)].map(([, nth]) => Number(nth));
    while (answered().length < 17) {
      await new Promise((resolve) => setImmediate(resolve));
      release.emit("go");
    }
    expect(answered()).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
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
    expect(handled).toBe(1);
    await server.close();
  });
});

describe("many connections", () => {
  /** Each client has an address of 127.0.0.0/8 of its own; that of the first is a proxy of ours. */
  const proxy = "127.0.0.1";
  const attacker = "127.0.0.2";
  const stranger = "127.0.0.3";
  const opened: Socket[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });

  async function start(limits: { readonly total: number; readonly perNetwork: number }) {
    const held: ServerResponse[] = [];
    const closed: string[] = [];
    const server = await listen(
      (request, response) => {
        if (request.url === "/held") held.push(response);
        else response.end("here");
      },
      {
        port: 0,
        host: "127.0.0.1",
        connections: {
          ...limits,
          networkOf: (address) => (address === proxy ? undefined : address),
          onClosed: (limit) => closed.push(limit),
        },
      },
    );
    const open = (localAddress: string) => {
      const socket = connect({ port: server.port, host: "127.0.0.1", localAddress });
      opened.push(socket);
      const end = new Promise<string>((resolve) => socket.once("close", () => resolve("closed")));
      socket.on("error", () => undefined);
      const call = async (path = "/") => {
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
        const answer = once(socket, "data").then(
          () => "answered",
          () => "closed",
        );
        return await Promise.race([end, answer]);
      };
      return { call, end, socket };
    };
    const stop = async () => {
      for (const response of held) response.end();
      await server.close({ timeoutMs: 1 });
    };
    return { open, closed, held, stop };
  }

  it("of one address: beyond its limit the oldest without a call is closed, others stay", async () => {
    const { open, closed, stop } = await start({ total: 100, perNetwork: 3 });
    const first = open(attacker);
    expect(await first.call()).toBe("answered");
    const other = open(stranger);
    expect(await other.call()).toBe("answered");
    for (let count = 0; count < 3; count += 1) expect(await open(attacker).call()).toBe("answered");
    expect(await first.end).toBe("closed");
    expect(await other.call()).toBe("answered");
    expect(closed).toEqual(["network"]);
    await stop();
  });

  it("of one address that all have a call in progress: the new one is closed", async () => {
    const { open, held, stop } = await start({ total: 100, perNetwork: 3 });
    const calls = Array.from({ length: 3 }, () => open(attacker).call("/held"));
    while (held.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(await open(attacker).call()).toBe("closed");
    await stop();
    expect(await Promise.all(calls)).toEqual(Array(3).fill("answered"));
  });

  it("of all: the address that has most gives its place to a new one", async () => {
    const { open, closed, stop } = await start({ total: 5, perNetwork: 5 });
    const flood = Array.from({ length: 5 }, () => open(attacker));
    for (const { call } of flood) expect(await call()).toBe("answered");
    expect(await open(stranger).call()).toBe("answered");
    expect(await flood[0]?.end).toBe("closed");
    expect(await open(stranger).call()).toBe("answered");
    expect(closed).toEqual(["total", "total"]);
    await stop();
  });

  /** Sends a call but for the last byte of its body. */
  const holdBody = ({ socket }: { readonly socket: Socket }) =>
    socket.write("POST /held HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{");

  it("of a few addresses that all have a call in progress keep out no other", async () => {
    const { open, held, closed, stop } = await start({ total: 40, perNetwork: 10 });
    const attackers = ["127.0.0.4", "127.0.0.5", "127.0.0.6", "127.0.0.7"];
    const flood = () => attackers.flatMap((address) => Array.from({ length: 10 }, () => open(address)));
    const first = flood();
    for (const connection of first) connection.call("/held").catch(() => undefined);
    while (held.length < first.length) await new Promise((resolve) => setImmediate(resolve));
    let served = 0;
    for (let nth = 0; nth < 20; nth += 1) {
      for (const connection of flood()) holdBody(connection);
      const { call, socket } = open(stranger);
      if ((await call()) === "answered") served += 1;
      socket.destroy();
    }
    expect(served).toBe(20);
    expect(new Set(closed)).toEqual(new Set(["total", "network"]));
    await stop();
  });

  it("lose first those without a call, then those whose body has not arrived, then the oldest", async () => {
    const { open, held, stop } = await start({ total: 6, perNetwork: 6 });
    const ended: string[] = [];
    const named = (name: string) => {
      const connection = open(attacker);
      connection.end.then(() => ended.push(name));
      return connection;
    };
    for (const name of ["first call", "second call", "third call"]) {
      named(name)
        .call("/held")
        .catch(() => undefined);
      while (held.length < ended.length + 1) await new Promise((resolve) => setImmediate(resolve));
    }
    while (held.length < 3) await new Promise((resolve) => setImmediate(resolve));
    const body = named("body");
    holdBody(body);
    await once(body.socket, "connect");
    for (const name of ["idle", "another idle"]) expect(await named(name).call()).toBe("answered");
    const strangers = ["127.0.0.10", "127.0.0.11", "127.0.0.12", "127.0.0.13"];
    for (const address of strangers) expect(await open(address).call()).toBe("answered");
    expect(ended).toEqual(["idle", "another idle", "body", "first call"]);
    await stop();
  });

  it("of many addresses with few each that all have a call in progress stay", async () => {
    const { open, held, stop } = await start({ total: 4, perNetwork: 4 });
    const calls = [attacker, attacker, "127.0.0.4", "127.0.0.5"].map((address) =>
      open(address).call("/held"),
    );
    while (held.length < 4) await new Promise((resolve) => setImmediate(resolve));
    expect(await open(stranger).call()).toBe("closed");
    await stop();
    expect(await Promise.all(calls)).toEqual(Array(4).fill("answered"));
  });

  it("of a proxy of ours count for no address", async () => {
    const { open, closed, stop } = await start({ total: 100, perNetwork: 1 });
    const sockets = Array.from({ length: 5 }, () => open(proxy));
    for (const { call } of sockets) expect(await call()).toBe("answered");
    expect(closed).toEqual([]);
    await stop();
  });

  it("with a few calls in advance each are closed once these are too many together", async () => {
    const { open, held, closed, stop } = await start({ total: 1_000, perNetwork: 1_000 });
    const sockets = Array.from({ length: 80 }, () => open(attacker));
    for (const { socket } of sockets) socket.write("GET /held HTTP/1.1\r\nhost: x\r\n\r\n".repeat(17));
    expect(await Promise.race(sockets.map(({ end }) => end))).toBe("closed");
    // A connection's first call is none in advance.
    expect(held.length).toBeLessThanOrEqual(1_024 + sockets.length);
    // Its network gets new ones one by one; others are not concerned.
    await Promise.all(Array.from({ length: 20 }, () => open(attacker).call()));
    expect(new Set(closed)).toEqual(new Set(["flood"]));
    expect(await open(stranger).call()).toBe("answered");
    await stop();
  });
});
