import { connect, type Socket } from "node:net";
import { until } from "@receipts/testing";
import { listen } from "./http-server.ts";
import { pause } from "./time-limits.ts";
import type { UnsentLimits } from "./unsent-bytes.ts";

const MIB = 1024 * 1024;
/** More than the kernel takes for a reader. */
const LARGE = Buffer.alloc(32 * MIB);
const proxy = "127.0.0.1";
const attacker = "127.0.0.2";
const stranger = "127.0.0.3";

const lenient: UnsentLimits = {
  ...{ perNetwork: 1_000 * MIB, total: 1_000 * MIB, everyMs: 20 },
  reader: { bytes: 0, checks: 1_000 },
};

async function start(limits: Partial<UnsentLimits>) {
  const closed: string[] = [];
  const written: string[] = [];
  const server = await listen(
    (request, response) => {
      written.push(request.url ?? "");
      if (request.url === "/events") {
        const timer = setInterval(() => response.write("event\n\n"), 5);
        response.once("close", () => clearInterval(timer));
      } else response.end(request.url === "/small" ? LARGE.subarray(0, 8 * MIB) : LARGE);
    },
    {
      ...{ port: 0, host: proxy, unsent: { ...lenient, ...limits } },
      connections: {
        ...{ total: 100, perNetwork: 100 },
        networkOf: (address) => (address === proxy ? undefined : address),
        onClosed: (limit) => closed.push(limit),
      },
    },
  );
  const sockets: Socket[] = [];
  /** Sends calls, and reads none of their responses. */
  const call = (localAddress: string, path = "/", calls = 1) => {
    const socket = connect({ port: server.port, host: proxy, localAddress }).pause();
    socket.on("error", () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(calls));
    sockets.push(socket);
    return socket;
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await server.close({ timeoutMs: 1 });
  };
  return { call, closed, written, stop };
}

/** Takes at most so many bytes in a turn of the event loop, until the socket closes. Returns the number of all. */
async function take(socket: Socket, bytesATurn: number): Promise<number> {
  let received = 0;
  socket.on("readable", () => undefined);
  while (!socket.destroyed && received < LARGE.length) {
    const bytes: Buffer | null = socket.read(Math.min(bytesATurn, socket.readableLength || 1));
    received += bytes?.length ?? 0;
    await pause(1);
  }
  return received;
}

const aClosed = { what: "a closed connection" };

describe("a response that waits for its reader", () => {
  // The kernel passes on nothing for some hundred kilobytes. The slow reader needs several rows of checks.
  const slow = { everyMs: 25, reader: { bytes: 1_024, checks: 40 } };

  it("ends when its reader takes it in a trickle; a slow reader gets all of it, as one chunk too", async () => {
    const { call, closed, stop } = await start(slow);
    const phone = take(call(stranger), 16 * 1024);
    void take(call(attacker), 1);
    await until(() => closed.length > 0, aClosed);
    expect(await phone).toBeGreaterThanOrEqual(LARGE.length);
    expect(closed).toEqual(["reader"]);
    await stop();
  });

  it("ends also if its reader took much before", async () => {
    const { call, closed, stop } = await start(slow);
    const socket = call(attacker);
    let received = 0;
    socket.on("data", (bytes: Buffer) => {
      received += bytes.length;
      if (received > 16 * MIB) socket.pause();
    });
    socket.resume();
    await until(() => closed.length > 0, aClosed);
    expect(received).toBeGreaterThan(16 * MIB);
    await stop();
  });

  it("is no stream whose reader keeps up", async () => {
    const { call, closed, stop } = await start(slow);
    const stream = call(stranger, "/events");
    let events = 0;
    stream.on("data", () => (events += 1)).resume();
    // The trickle has lost its connection, and so the stream has had its checks.
    void take(call(attacker), 1);
    await until(() => closed.length > 0, aClosed);
    const before = events;
    await until(() => events > before + 10, { what: "more events" });
    expect(closed).toEqual(["reader"]);
    await stop();
  });
});

describe("unsent bytes", () => {
  it("of one network are bounded: of its connections those with most are closed, others stay", async () => {
    const { call, closed, written, stop } = await start({ perNetwork: 80 * MIB });
    const small = call(attacker, "/small");
    const other = call(stranger);
    const [one, another] = [call(proxy), call(proxy)];
    for (let count = 0; count < 5; count += 1) call(attacker);
    await until(() => closed.length >= 3 && written.length === 9, { what: "three closed connections" });
    // Two of 32 MiB and the one of 8.
    expect(closed).toEqual(["unsent", "unsent", "unsent"]);
    for (const socket of [small, other, one, another]) expect(await isOpen(socket)).toBe(true);
    await stop();
  });

  it("of all are bounded: the network with most loses", async () => {
    const { call, closed, written, stop } = await start({ total: 100 * MIB });
    const other = call(stranger);
    await until(() => written.length === 1);
    for (let count = 0; count < 5; count += 1) call(attacker);
    await until(() => closed.length >= 3 && written.length === 6, { what: "three closed connections" });
    expect(closed).toEqual(["unsent", "unsent", "unsent"]);
    expect(await isOpen(other)).toBe(true);
    await stop();
  });

  it("count for calls that were sent before the response to the one in front of them", async () => {
    const { call, closed, stop } = await start({ perNetwork: 80 * MIB });
    call(attacker, "/", 8);
    await until(() => closed.length > 0, aClosed);
    expect(closed).toEqual(["unsent"]);
    await stop();
  });
});

/** Whether bytes still come beyond those that the kernel has taken. */
async function isOpen(socket: Socket): Promise<boolean> {
  let received = 0;
  socket.on("data", (bytes: Buffer) => (received += bytes.length)).resume();
  await until(() => socket.destroyed || received > 8 * MIB, { what: "the response or its end" });
  return received > 8 * MIB;
}
