import { lookup } from "node:dns";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { selfSignedCertificate } from "@receipts/testing";
import { answering, startLocalBank } from "../test/local-bank.ts";
import type { BankEndpoint } from "./bank-endpoint.ts";
import { BankUnavailable } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";
import { createStaleLookup } from "./racing-connections.ts";

const endpoint: BankEndpoint = {
  hostSetting: "BANK_TEST",
  bankSetting: "BANK_TEST",
  title: "test receipts",
  baseUrl: "https://bank.invalid",
  timeoutMs: 20_000,
  keepAlive: false,
  connectionRace: { parallel: 2, handshakeMs: 500, rounds: 4 },
};

/** Takes every connection; those that `isLive` picks reach a bank, the others hear nothing for ever. */
async function startFlakyFront(isLive: (nth: number) => boolean) {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(
    await startLocalBank(answering(200, "receipt"), selfSignedCertificate("bank.test")),
  );
  const sockets: Socket[] = [];
  const front = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => socket.destroy());
    if (!isLive(sockets.length)) return;
    const behind = connect(Number(new URL(bank.url).port), "127.0.0.1");
    behind.on("error", () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  opened.defer(async () => {
    for (const socket of sockets) socket.destroy();
    front.close();
    await once(front, "close");
  });
  const address = front.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const closers = opened.move();
  return {
    ask: () =>
      createBankHttpClient(
        endpoint,
        { BANK_TEST_BASE_URL: `https://127.0.0.1:${port}`, BANK_TEST_TLS_VERIFY: "false" },
        () => {},
      )({ path: "/receipt", documentStatuses: [200], signal: new AbortController().signal }),
    requests: bank.requests,
    connections: () => sockets.length,
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

describe("a bank that leaves half of its connections hanging", () => {
  it("answers on the connection that is ready, and is asked once", async () => {
    await using front = await startFlakyFront((nth) => nth % 2 === 0);
    expect((await front.ask()).status).toBe(200);
    expect(front.requests).toHaveLength(1);
    expect(front.connections()).toBe(2);
  });

  it("is asked on fresh connections when all of a round hang", async () => {
    await using front = await startFlakyFront((nth) => nth > 3);
    expect((await front.ask()).status).toBe(200);
    expect(front.requests).toHaveLength(1);
    expect(front.connections()).toBe(4);
  });

  it("is unavailable when no round brings a connection", async () => {
    await using front = await startFlakyFront(() => false);
    await expect(front.ask()).rejects.toBeInstanceOf(BankUnavailable);
    expect(front.connections()).toBe(8);
  });
});

describe("looking up a host", () => {
  it("does not wait for the resolver once an address is known", async () => {
    let asked = 0;
    const stalling = ((...given: Parameters<typeof lookup>) => {
      asked += 1;
      if (asked === 1) lookup(...given);
    }) as typeof lookup;
    const staleLookup = createStaleLookup(stalling);
    const find = () =>
      new Promise((resolve) => staleLookup("localhost", {}, (_error, address) => resolve(address)));
    const first = await find();
    expect(await find()).toBe(first);
    expect(asked).toBe(1);
  });
});
