import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { createSpareConnections } from "./spare-connections.ts";

/** A connection, and the host's end of it. */
async function openPair() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const ours = connect(port, "127.0.0.1") as TLSSocket; // no TLS method is used
  const [theirs]: Socket[] = await once(server, "connection");
  await once(ours, "connect");
  return {
    ours,
    theirs,
    async [Symbol.asyncDispose]() {
      ours.destroy();
      theirs?.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

describe("a spare connection", () => {
  it("is taken once, and only for its host", async () => {
    await using pair = await openPair();
    const spares = createSpareConnections();
    spares.keep("bank.test:443", pair.ours);
    expect(spares.take("other.test:443")).toBeUndefined();
    expect(spares.take("bank.test:443")).toBe(pair.ours);
    expect(spares.take("bank.test:443")).toBeUndefined();
  });

  it("is not taken when the host has closed it", async () => {
    await using pair = await openPair();
    const spares = createSpareConnections();
    spares.keep("bank.test:443", pair.ours);
    pair.theirs?.end();
    await once(pair.ours, "close");
    expect(spares.take("bank.test:443")).toBeUndefined();
  });

  it("is closed if no request takes it in time, and stays open if one does", async () => {
    await using idle = await openPair();
    await using used = await openPair();
    jest.useFakeTimers();
    const spares = createSpareConnections();
    spares.keep("bank.test:443", used.ours);
    spares.take("bank.test:443");
    spares.keep("bank.test:443", idle.ours);
    jest.advanceTimersByTime(4_000);
    jest.useRealTimers();
    expect(idle.ours.destroyed).toBe(true);
    expect(used.ours.destroyed).toBe(false);
  });
});
