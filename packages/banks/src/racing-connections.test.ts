import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type LookupFunction, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate, until } from "@receipts/testing";
import axios from "axios";
import { respondWith, startLocalBank, testEndpoint } from "../test/local-bank.ts";
import { startLocalProxy } from "../test/local-proxy.ts";
import type { BankEnvironment } from "./bank-adapter.ts";
import type { BankEndpoint } from "./bank-endpoint.ts";
import { BankUnavailable } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";
import { createOpenConnection, freshConnections } from "./racing-connections.ts";
import { bank as telebirr } from "./telebirr/telebirr-bank.ts";

const endpoint: BankEndpoint = {
  ...testEndpoint,
  timeoutMs: 20_000,
  keepAlive: false,
  connectionRace: { parallel: 2, handshakeMs: 500, rounds: 4 },
};

/** Accepts every connection. Those that `isLive` selects reach a bank; the others never receive anything. */
async function startFlakyFront(isLive: (nth: number) => boolean, delayMs = 0) {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(
    await startLocalBank(respondWith(200, "receipt"), selfSignedCertificate("bank.test")),
  );
  const sockets: Socket[] = [];
  const front = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => socket.destroy());
    if (!isLive(sockets.length)) return;
    const upstream = connect(Number(new URL(bank.url).port), "127.0.0.1");
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    upstream.pipe(socket);
    setTimeout(() => socket.pipe(upstream), delayMs);
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
  const client = (env: BankEnvironment = {}) => {
    const get = createBankHttpClient(
      endpoint,
      { BANK_TEST_BASE_URL: `https://127.0.0.1:${port}`, BANK_TEST_TLS_VERIFY: "false", ...env },
      () => {},
    );
    return () => get({ path: "/receipt", documentStatuses: [200], signal: new AbortController().signal });
  };
  return {
    client,
    send: (env: BankEnvironment = {}) => client(env)(),
    handshakes: bank.handshakes,
    port,
    requests: bank.requests,
    connections: () => sockets.length,
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

describe("a bank that leaves half of its connections hanging", () => {
  it("responds on the connection that is ready, and gets one request", async () => {
    await using front = await startFlakyFront((nth) => nth % 2 === 0);
    expect((await front.send()).status).toBe(200);
    expect(front.requests).toHaveLength(1);
    expect(front.connections()).toBe(2);
  });

  it("gets the next request on the connection that was ready second, and reuses none", async () => {
    await using front = await startFlakyFront(() => true);
    const send = front.client();
    await send();
    await until(() => front.handshakes() === 2);
    await send();
    expect(front.connections()).toBe(2);
    await send();
    expect(front.connections()).toBe(4);
    expect(front.requests).toHaveLength(3);
    expect(new Set(front.requests.map(({ socket }) => socket)).size).toBe(3);
  });

  it("gets the request on new connections when a whole round hangs", async () => {
    await using front = await startFlakyFront((nth) => nth > 3);
    expect((await front.send()).status).toBe(200);
    expect(front.requests).toHaveLength(1);
    expect(front.connections()).toBe(4);
  });

  it("is unavailable when every round fails", async () => {
    await using front = await startFlakyFront(() => false);
    await expect(front.send({ BANK_TEST_HANDSHAKE_MS: "100" })).rejects.toBeInstanceOf(BankUnavailable);
    expect(front.connections()).toBe(8);
  });

  /** On a link that needs a second for a handshake, rounds of constant length would never succeed. */
  it("gets more time in every round", async () => {
    await using front = await startFlakyFront(() => true, 500);
    expect((await front.send({ BANK_TEST_HANDSHAKE_MS: "200" })).status).toBe(200);
    expect(front.connections()).toBeGreaterThan(2);
  });

  it("is given up when the attempt's time is over, even with rounds left", async () => {
    await using front = await startFlakyFront(() => false);
    const env = { BANK_TEST_HANDSHAKE_MS: "60000", BANK_TEST_TIMEOUT_MS: "300" };
    await expect(front.send(env)).rejects.toBeInstanceOf(BankUnavailable);
    expect(front.connections()).toBe(2);
  });

  describe("is queried through a proxy", () => {
    it("on the tunnel whose handshake is ready, once", async () => {
      await using proxy = await startLocalProxy();
      await using front = await startFlakyFront((nth) => nth > 3);
      const env = { BANK_TEST_PROXY_URL: proxy.url.replace("http://", "http://operator:p%40ss@") };
      expect((await front.send(env)).status).toBe(200);
      expect(front.requests).toHaveLength(1);
      expect(proxy.requests).toHaveLength(4);
      const basic = `Basic ${Buffer.from("operator:p@ss").toString("base64")}`;
      expect(new Set(proxy.authorizations)).toEqual(new Set([basic]));
    });

    it.each([407, 503])("that refuses with %i, and is unavailable then", async (status) => {
      await using proxy = await startLocalProxy((_request, client) =>
        client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nno`),
      );
      await using front = await startFlakyFront(() => true);
      await expect(front.send({ BANK_TEST_PROXY_URL: proxy.url })).rejects.toBeInstanceOf(BankUnavailable);
      expect(front.connections()).toBe(0);
    });
  });
});

describe("a bank whose address is slow to find", () => {
  /** The first lookup of a process may take seconds, independently of the bank's handshake. */
  it("loses no handshake time and no round to the lookup", async () => {
    await using front = await startFlakyFront((nth) => nth > 2);
    const race = { parallel: 2, handshakeMs: 500, rounds: 2 };
    const longerThanAnyRoundMs = 1_200;
    const slowLookup: LookupFunction = (_host, { all }, callback) =>
      void setTimeout(
        () => callback(null, all ? [{ address: "127.0.0.1", family: 4 }] : "127.0.0.1", 4),
        longerThanAnyRoundMs,
      );
    const open = createOpenConnection({ rejectUnauthorized: false }, race, slowLookup);
    const adapterFor = freshConnections((target, signal) => open(target, undefined, signal));
    const response = await axios.get(`https://localhost:${front.port}/receipt`, {
      adapter: adapterFor({ maxBytes: 1_000, wantsBody: () => true }),
      signal: AbortSignal.timeout(20_000),
    });
    expect(response.status).toBe(200);
    // Both of the first round, which hang; in the second, the working one may be ready before the other is opened.
    expect(front.connections()).toBeGreaterThan(2);
  });
});

/** A server in telebirr's place could forge receipts: the race must not bypass the certificate check. */
describe.each([
  ["directly", false],
  ["through a proxy's tunnels", true],
])("telebirr, which is raced, queried %s", (_how, isTunnelled) => {
  const ofLocalhost = selfSignedCertificate("localhost");
  const ofAnotherHost = selfSignedCertificate("another-bank.test");
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "bank-ca-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function send(certificate: typeof ofLocalhost, trusted?: typeof ofLocalhost) {
    await using proxy = await startLocalProxy();
    await using bank = await startLocalBank(respondWith(200, "receipt"), certificate);
    const caFile = join(folder, "ca.pem");
    if (trusted !== undefined) writeFileSync(caFile, trusted.cert);
    const env = {
      BANK_TELEBIRR_BASE_URL: bank.url.replace("127.0.0.1", "localhost"),
      ...(trusted !== undefined && { BANK_TELEBIRR_CA_FILE: caFile }),
      ...(isTunnelled && { BANK_TELEBIRR_PROXY_URL: proxy.url }),
    };
    const request = { path: "/receipt", documentStatuses: [200], signal: new AbortController().signal };
    const outcome = await createBankHttpClient(telebirr.endpoints[0], env, () => {})(request).catch(
      (error: unknown) => error,
    );
    expect(proxy.requests.length > 0).toBe(isTunnelled);
    return { outcome, requests: bank.requests.length };
  }

  it("is raced", () => {
    expect(telebirr.endpoints[0].connectionRace?.parallel).toBeGreaterThan(1);
  });

  it("is refused with an untrusted certificate, and receives nothing", async () => {
    const { outcome, requests } = await send(ofLocalhost);
    expect(outcome).toBeInstanceOf(BankUnavailable);
    expect(outcome).toHaveProperty("message", expect.stringContaining("DEPTH_ZERO_SELF_SIGNED_CERT"));
    expect(requests).toBe(0);
  });

  it("is trusted through its CA file", async () => {
    const { outcome, requests } = await send(ofLocalhost, ofLocalhost);
    expect(outcome).toMatchObject({ status: 200 });
    expect(requests).toBe(1);
  });

  it("is refused with a trusted certificate of another host, and receives nothing", async () => {
    const { outcome, requests } = await send(ofAnotherHost, ofAnotherHost);
    expect(outcome).toBeInstanceOf(BankUnavailable);
    expect(outcome).toHaveProperty("message", expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID"));
    expect(requests).toBe(0);
  });
});
