import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { until } from "@receipts/testing";
import axios from "axios";
import {
  type RequestHandler,
  respondWith,
  startLocalBank,
  testEndpoint,
  useCertificate,
} from "../test/local-bank.ts";
import {
  type ConnectHandler,
  hangAfterHandshake,
  hangInHandshake,
  type LocalProxy,
  refuseWith,
  startLocalProxy,
  tunnel,
  tunnelFrom,
} from "../test/local-proxy.ts";
import { loadBankAdapter, type RelayHealth } from "./adapters.ts";
import type { BankEnvironment } from "./bank-adapter.ts";
import type { BankEndpoint } from "./bank-endpoint.ts";
import { BankUnavailable } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";
import { followRelays } from "./bank-relays.ts";
import { createOpenConnection } from "./racing-connections.ts";
import { createRelayMemory, type RelayOutcome } from "./relay-memory.ts";
import { createRelayedRequests } from "./relayed-requests.ts";

/** TLS 1.2, so that a proxy can detect the end of the handshake. */
const endpoint: BankEndpoint = {
  ...testEndpoint,
  timeoutMs: 20_000,
  keepAlive: false,
  maxTlsVersion: "TLSv1.2",
};

const { tls, caFile } = useCertificate();

const ignoreConnect: ConnectHandler = () => undefined;

/** Its connection queue is full: the next connection gets no response, as from a machine that is down. */
async function startDeafServer() {
  const code = `require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, function () {
    console.log(this.address().port);
  })`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const port = Number(String(line));
  child.kill("SIGSTOP");
  const waiting = Array.from({ length: 2 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(waiting.map((socket) => once(socket, "connect")));
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of waiting) socket.destroy();
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

interface Setup {
  readonly relays: readonly ConnectHandler[];
  readonly bank?: RequestHandler;
  readonly env?: BankEnvironment;
  /** Further relays after those. */
  readonly more?: readonly string[];
  readonly endpoint?: Partial<BankEndpoint>;
}

async function open(setup: Setup) {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(await startLocalBank(setup.bank ?? respondWith(200, "a receipt"), tls));
  const proxies: LocalProxy[] = [];
  for (const relay of setup.relays) proxies.push(opened.use(await startLocalProxy(relay)));
  const env = {
    BANK_TEST_BASE_URL: bank.url.replace("127.0.0.1", "localhost"),
    BANK_TEST_CA_FILE: caFile,
    BANK_TEST_PROXY_URL: [...proxies.map(({ url }) => url), ...(setup.more ?? [])]
      .map((url) => url.replace("//", "//operator:hidden@"))
      .join(","),
    ...setup.env,
  };
  const outcomes: string[] = [];
  const warned: object[] = [];
  const nameOf = (proxy: LocalProxy | undefined) => new URL(proxy?.url ?? "").host;
  const note = (relay: string, outcome: RelayOutcome) =>
    outcomes.push(`${proxies.findIndex((proxy) => nameOf(proxy) === relay)} ${outcome}`);
  const health = followRelays(env, note);
  const get = createBankHttpClient({ ...endpoint, ...setup.endpoint }, env, (event, fields) =>
    warned.push({ event, ...fields }),
  );
  const closers = opened.move();
  return {
    bank,
    proxies,
    outcomes,
    warned,
    usable: () => health().map(({ isUsable }: RelayHealth) => isUsable),
    send: (signal: AbortSignal = new AbortController().signal) =>
      get({ path: "/receipt", documentStatuses: [200], signal }),
    connections: () => proxies.map((proxy) => proxy.connections()),
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

describe("a bank with three relays, of which one refuses, one hangs after the handshake and one works", () => {
  it("serves every request, and gets hardly more than one for each", async () => {
    await using system = await open({
      relays: [refuseWith(403), hangAfterHandshake, tunnel],
      endpoint: { connectionRace: { parallel: 2, handshakeMs: 900, rounds: 4 } },
    });
    for (let count = 0; count < 100; count += 1) expect((await system.send()).status).toBe(200);
    // The hanging relay passes requests on until it is known after three. Then at most one request in 20 probes it.
    expect(system.bank.requests.length).toBeGreaterThanOrEqual(103);
    expect(system.bank.requests.length).toBeLessThanOrEqual(108);
    expect(system.usable()).toEqual([false, false, true]);
    const count = (outcome: string) => system.outcomes.filter((each) => each === outcome).length;
    expect(count("0 refused")).toBeGreaterThanOrEqual(1);
    expect(count("1 silent")).toBeGreaterThanOrEqual(3);
    expect(count("2 answered")).toBe(100);
  });

  it("leaves no connection open after its response", async () => {
    await using system = await open({ relays: [refuseWith(403), hangAfterHandshake, tunnel] });
    await Promise.all(Array.from({ length: 12 }, () => system.send()));
    await until(() => system.connections().every((count) => count === 0));
  });

  it("serves many at once before the relays are known", async () => {
    await using system = await open({ relays: [refuseWith(403), hangAfterHandshake, tunnel] });
    const responses = await Promise.all(Array.from({ length: 30 }, () => system.send()));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(system.bank.requests.length).toBeLessThanOrEqual(50);
  });
});

describe("a connection counts as ready when it can carry the request:", () => {
  it.each<[string, ConnectHandler]>([
    ["refuses", refuseWith(407)],
    ["cannot reach the bank", refuseWith(502)],
    ["hangs up", (_request, client) => client.destroy()],
    ["does not respond to CONNECT", ignoreConnect],
    ["hangs in the handshake", hangInHandshake],
  ])("a relay that %s loses no response and adds no request to the bank", async (_what, faulty) => {
    await using system = await open({ relays: [faulty, tunnel] });
    for (let count = 0; count < 8; count += 1) expect((await system.send()).status).toBe(200);
    expect(system.bank.requests).toHaveLength(8);
    expect(system.usable()).toEqual([false, true]);
    await until(() => system.connections().every((count) => count === 0));
  });

  /** Half of telebirr's handshakes stall by themselves: then the overtaken relay is the one that works. */
  it("an overtaken relay is used again when the winner is silent", async () => {
    let connections = 0;
    const stallsOnce: ConnectHandler = (request, client) => {
      connections += 1;
      return (connections === 1 ? hangInHandshake : tunnel)(request, client);
    };
    await using system = await open({ relays: [stallsOnce, hangAfterHandshake] });
    expect((await system.send()).status).toBe(200);
    expect(system.outcomes).toEqual(["0 answered", "1 silent"]);
    await until(() => system.connections().every((count) => count === 0));
  });

  it("a machine that accepts no connection is not a working relay, even when the others hang", async () => {
    await using unreachable = await startDeafServer();
    await using system = await open({
      relays: [hangInHandshake],
      env: { BANK_TEST_TIMEOUT_MS: "1500" },
      more: [unreachable.url],
    });
    await expect(system.send()).rejects.toThrow("in time");
    await until(() => !system.usable()[1]);
    expect(system.usable()).toEqual([true, false]);
  });

  it("working relays take turns", async () => {
    await using system = await open({ relays: [tunnel, tunnel, tunnel] });
    for (let count = 0; count < 9; count += 1) await system.send();
    expect(system.bank.requests).toHaveLength(9);
    for (const { requests } of system.proxies) expect(requests.length).toBeGreaterThanOrEqual(3);
    expect(system.usable()).toEqual([true, true, true]);
  });
});

describe("the bank's own response counts:", () => {
  it.each([429, 500, 503])("after a %i no other relay is used", async (status) => {
    await using system = await open({ relays: [tunnel, tunnel], bank: respondWith(status, "no") });
    await expect(system.send()).rejects.toThrow(`HTTP status ${status}`);
    expect(system.bank.requests).toHaveLength(1);
    expect(system.usable()).toEqual([true, true]);
  });

  /** A firewall that blocks one relay's address admits the others. */
  it("after a 403 another relay is used, and the blocked one is known after three", async () => {
    const blocked = "127.0.0.2";
    await using system = await open({
      relays: [tunnelFrom(blocked), tunnel],
      bank: (request, response) => {
        const status = request.socket.remoteAddress === blocked ? 403 : 200;
        respondWith(status, "a receipt")(request, response);
      },
    });
    for (let count = 0; count < 12; count += 1) expect((await system.send()).status).toBe(200);
    expect(system.outcomes.filter((each) => each === "0 blocked")).toHaveLength(3);
    expect(system.usable()).toEqual([false, true]);
  });

  it("when all relays are blocked the bank is blocked, and no relay is at fault", async () => {
    await using system = await open({ relays: [tunnel, tunnel], bank: respondWith(403, "no") });
    for (let count = 0; count < 4; count += 1) await expect(system.send()).rejects.toThrow("HTTP status 403");
    expect(system.usable()).toEqual([true, true]);
  });

  /** Three relays must not triple the load of a bank in trouble. */
  it("a bank that hangs gets about one query for each request, and no relay is at fault", async () => {
    await using system = await open({
      relays: [tunnel, tunnel, tunnel],
      bank: () => undefined,
      env: { BANK_TEST_TIMEOUT_MS: "4000" },
    });
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => system.send()));
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    // On a busy machine some requests do not reach the bank in time.
    expect(system.bank.requests.length).toBeGreaterThan(20);
    expect(system.bank.requests.length).toBeLessThanOrEqual(60);
    expect(system.usable()).toEqual([true, true, true]);
    await until(() => system.connections().every((count) => count === 0));
  });
});

describe("without a relay that works", () => {
  it("the bank is unavailable, and the relays are marked unusable", async () => {
    await using system = await open({ relays: [refuseWith(403), refuseWith(407)] });
    await expect(system.send()).rejects.toBeInstanceOf(BankUnavailable);
    expect(system.usable()).toEqual([false, false]);
  });

  it("each request tries all of them, so that the first recovered one is found at once", async () => {
    let isBack = false;
    await using system = await open({
      relays: [
        (request, client) => (isBack ? tunnel : refuseWith(403))(request, client),
        refuseWith(403),
        refuseWith(403),
      ],
    });
    await expect(system.send()).rejects.toBeInstanceOf(BankUnavailable);
    isBack = true;
    expect((await system.send()).status).toBe(200);
    expect(system.usable()).toEqual([true, false, false]);
    const names = system.proxies.map(({ url }) => new URL(url).host);
    expect(system.warned).toEqual([
      ...names.map((relay) => ({ event: "bank.relay_lost", relay, outcome: "refused" })),
      { event: "bank.relay_back", relay: names[0] },
    ]);
  });
});

describe("a relay that failed", () => {
  it("is probed with a separate request that delays no response, and rejoins the rotation", async () => {
    let isBack = false;
    await using bank = await startLocalBank(respondWith(200, "a receipt"), tls);
    await using broken = await startLocalProxy((request, client) =>
      (isBack ? tunnel : refuseWith(403))(request, client),
    );
    await using works = await startLocalProxy();
    let now = 0;
    const outcomes: string[] = [];
    const relays = [broken, works].map(({ url }, index) => ({ name: String(index), proxyUrl: url }));
    const memory = createRelayMemory(relays, {
      now: () => now,
      warn: () => undefined,
      onOutcome: ({ name }, outcome) => outcomes.push(`${name} ${outcome}`),
    });
    const relayed = createRelayedRequests({
      memory,
      open: createOpenConnection({ rejectUnauthorized: false }),
      timeoutMs: 15_000,
    });
    const { signal } = new AbortController();
    const send = () =>
      relayed(async (adapterFor, stop) => {
        const adapter = adapterFor({ maxBytes: 1_000, wantsBody: () => true });
        return (await axios.get(bank.url, { adapter, signal: stop })).status;
      }, signal);
    for (let count = 0; count < 22; count += 1) expect(await send()).toBe(200);
    expect(outcomes.filter((each) => each === "0 refused")).toHaveLength(1);
    now = 5_000;
    expect(await send()).toBe(200);
    await until(() => outcomes.filter((each) => each === "0 refused").length === 2);
    isBack = true;
    now = 400_000;
    expect(await send()).toBe(200);
    await until(() => outcomes.includes("0 answered"));
    expect(bank.requests).toHaveLength(25);
    await send();
    await send();
    expect(outcomes.filter((each) => each === "0 answered")).toHaveLength(2);
  });
});

describe("a request that is aborted", () => {
  it("closes every connection, and counts against no relay", async () => {
    await using system = await open({ relays: [hangInHandshake, ignoreConnect] });
    const taken = new AbortController();
    const pending = system.send(taken.signal);
    await until(() => system.proxies.every((proxy) => proxy.requests.length > 0));
    taken.abort(new Error("taken back"));
    await expect(pending).rejects.toBeInstanceOf(BankUnavailable);
    await until(() => system.connections().every((count) => count === 0));
    expect(system.usable()).toEqual([true, true]);
  });
});

describe("health of a bank's relays", () => {
  it("is reported by the adapter with host and port, and never a password", async () => {
    await using proxy = await startLocalProxy(refuseWith(403));
    const { host } = new URL(proxy.url);
    const outcomes: string[][] = [];
    const adapter = await loadBankAdapter(
      "cbe",
      { BANK_CBE_PROXY_URL: `http://operator:hidden@${host}, http://127.0.0.9` },
      { warn: () => undefined, onRelayOutcome: (...outcome) => outcomes.push(outcome) },
    );
    expect(adapter.relays()).toEqual([
      { name: host, isUsable: true },
      { name: "127.0.0.9:80", isUsable: true },
    ]);
    const aborted = new AbortController();
    const failure = adapter
      .fetchReceipt({ reference: "FT26061K3WQ8", suffix: "34561111", phone: null }, aborted.signal)
      .catch((error: unknown) => error);
    await until(() => outcomes.length > 0);
    aborted.abort();
    expect(await failure).toBeInstanceOf(BankUnavailable);
    expect(outcomes[0]).toEqual([host, "refused"]);
    expect(adapter.relays()[0]).toEqual({ name: host, isUsable: false });
  });

  it("is empty for a bank that is queried directly", async () => {
    expect((await loadBankAdapter("telebirr", {}, { warn: () => undefined })).relays()).toEqual([]);
  });
});

describe("the relay setting", () => {
  const read = (proxyUrls: string, baseUrl = "https://bank.invalid") =>
    createBankHttpClient(
      endpoint,
      { BANK_TEST_PROXY_URL: proxyUrls, BANK_TEST_BASE_URL: baseUrl },
      () => undefined,
    );

  it.each([
    "http://one.example:3128,",
    "http://one.example:3128,socks5://two.example",
    "http://a:b@one.example,http://c:d@one.example",
  ])("is rejected as %s, and is not printed", (urls) => {
    expect(() => read(urls)).toThrow("BANK_TEST_PROXY_URL");
    expect(() => read(urls)).not.toThrow(/example/);
  });

  it("accepts several only for an https host", () => {
    const two = "http://one.example:3128,http://two.example:3128";
    expect(() => read(two)).not.toThrow();
    expect(() => read(two, "http://bank.invalid")).toThrow("several proxies need an https host");
  });
});
