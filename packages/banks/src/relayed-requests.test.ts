import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { until } from "@receipts/testing";
import axios from "axios";
import {
  type AnswerRequest,
  answering,
  startLocalBank,
  testEndpoint,
  useCertificate,
} from "../test/local-bank.ts";
import {
  type AnswerConnect,
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

/** TLS 1.2, so that a proxy can tell the end of the handshake. */
const endpoint: BankEndpoint = {
  ...testEndpoint,
  timeoutMs: 20_000,
  keepAlive: false,
  maxTlsVersion: "TLSv1.2",
};

const { tls, caFile } = useCertificate();

const ignoreConnect: AnswerConnect = () => undefined;

/** Its queue of connections is full: the next one hears nothing, as from a machine that is not there. */
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
  readonly relays: readonly AnswerConnect[];
  readonly bank?: AnswerRequest;
  readonly env?: BankEnvironment;
  /** Relays after those. */
  readonly more?: readonly string[];
  readonly endpoint?: Partial<BankEndpoint>;
}

async function open(setup: Setup) {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(await startLocalBank(setup.bank ?? answering(200, "a receipt"), tls));
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
    ask: (signal: AbortSignal = new AbortController().signal) =>
      get({ path: "/receipt", documentStatuses: [200], signal }),
    connections: () => proxies.map((proxy) => proxy.connections()),
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

describe("a bank with three relays, of which one refuses, one hangs after the handshake and one works", () => {
  it("answers every request, and is asked hardly more than once for each", async () => {
    await using system = await open({
      relays: [refuseWith(403), hangAfterHandshake, tunnel],
      endpoint: { connectionRace: { parallel: 2, handshakeMs: 900, rounds: 4 } },
    });
    for (let count = 0; count < 100; count += 1) expect((await system.ask()).status).toBe(200);
    // The relay that hangs passes requests on: it is known after three, and then tried with one request in 20 at most.
    expect(system.bank.requests.length).toBeGreaterThanOrEqual(103);
    expect(system.bank.requests.length).toBeLessThanOrEqual(108);
    expect(system.usable()).toEqual([false, false, true]);
    const count = (outcome: string) => system.outcomes.filter((each) => each === outcome).length;
    expect(count("0 refused")).toBeGreaterThanOrEqual(1);
    expect(count("1 silent")).toBeGreaterThanOrEqual(3);
    expect(count("2 answered")).toBe(100);
  }, 30_000);

  it("leaves no connection open when it has answered", async () => {
    await using system = await open({ relays: [refuseWith(403), hangAfterHandshake, tunnel] });
    await Promise.all(Array.from({ length: 12 }, () => system.ask()));
    await until(() => system.connections().every((count) => count === 0));
  });

  it("answers many at once, when nothing is known of the relays yet", async () => {
    await using system = await open({ relays: [refuseWith(403), hangAfterHandshake, tunnel] });
    const answers = await Promise.all(Array.from({ length: 30 }, () => system.ask()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(system.bank.requests.length).toBeLessThanOrEqual(50);
  });
});

describe("a connection is won when it can carry the request:", () => {
  it.each<[string, AnswerConnect]>([
    ["refuses", refuseWith(407)],
    ["cannot reach the bank", refuseWith(502)],
    ["hangs up", (_request, client) => client.destroy()],
    ["does not answer CONNECT", ignoreConnect],
    ["hangs in the handshake", hangInHandshake],
  ])("a relay that %s costs no answer, and the bank no request", async (_what, faulty) => {
    await using system = await open({ relays: [faulty, tunnel] });
    for (let count = 0; count < 8; count += 1) expect((await system.ask()).status).toBe(200);
    expect(system.bank.requests).toHaveLength(8);
    expect(system.usable()).toEqual([false, true]);
    await until(() => system.connections().every((count) => count === 0));
  });

  /** Half of telebirr's handshakes die by themselves: then the relay that was overtaken is the one that works. */
  it("a relay that was overtaken is asked again when the one that won is silent", async () => {
    let connections = 0;
    const stallsOnce: AnswerConnect = (request, client) => {
      connections += 1;
      return (connections === 1 ? hangInHandshake : tunnel)(request, client);
    };
    await using system = await open({ relays: [stallsOnce, hangAfterHandshake] });
    expect((await system.ask()).status).toBe(200);
    expect(system.outcomes).toEqual(["0 answered", "1 silent"]);
    await until(() => system.connections().every((count) => count === 0));
  });

  it("a machine that takes no connection is no relay that works, even when the others hang", async () => {
    await using gone = await startDeafServer();
    await using system = await open({
      relays: [hangInHandshake],
      env: { BANK_TEST_TIMEOUT_MS: "1500" },
      more: [gone.url],
    });
    await expect(system.ask()).rejects.toThrow("in time");
    await until(() => !system.usable()[1]);
    expect(system.usable()).toEqual([true, false]);
  });

  it("relays that work take turns", async () => {
    await using system = await open({ relays: [tunnel, tunnel, tunnel] });
    for (let count = 0; count < 9; count += 1) await system.ask();
    expect(system.bank.requests).toHaveLength(9);
    for (const { asked } of system.proxies) expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(system.usable()).toEqual([true, true, true]);
  });
});

describe("what the bank itself says counts:", () => {
  it.each([429, 500, 503])("after a %i no other relay is asked", async (status) => {
    await using system = await open({ relays: [tunnel, tunnel], bank: answering(status, "no") });
    await expect(system.ask()).rejects.toThrow(`HTTP status ${status}`);
    expect(system.bank.requests).toHaveLength(1);
    expect(system.usable()).toEqual([true, true]);
  });

  /** A firewall that has had enough of one relay's address lets the others through. */
  it("after a 403 another relay is, and the blocked one is known after three", async () => {
    const blocked = "127.0.0.2";
    await using system = await open({
      relays: [tunnelFrom(blocked), tunnel],
      bank: (request, response) => {
        const status = request.socket.remoteAddress === blocked ? 403 : 200;
        answering(status, "a receipt")(request, response);
      },
    });
    for (let count = 0; count < 12; count += 1) expect((await system.ask()).status).toBe(200);
    expect(system.outcomes.filter((each) => each === "0 blocked")).toHaveLength(3);
    expect(system.usable()).toEqual([false, true]);
  });

  it("when all are blocked it is, and no relay is blamed", async () => {
    await using system = await open({ relays: [tunnel, tunnel], bank: answering(403, "no") });
    for (let count = 0; count < 4; count += 1) await expect(system.ask()).rejects.toThrow("HTTP status 403");
    expect(system.usable()).toEqual([true, true]);
  });

  /** Three relays must not be three times the load for a bank that is in trouble. */
  it("a bank that hangs is asked about once for each request, and no relay is blamed", async () => {
    await using system = await open({
      relays: [tunnel, tunnel, tunnel],
      bank: () => undefined,
      env: { BANK_TEST_TIMEOUT_MS: "4000" },
    });
    const asked = await Promise.allSettled(Array.from({ length: 40 }, () => system.ask()));
    expect(asked.every(({ status }) => status === "rejected")).toBe(true);
    // On a busy machine some do not get as far as the bank within their time.
    expect(system.bank.requests.length).toBeGreaterThan(20);
    expect(system.bank.requests.length).toBeLessThanOrEqual(60);
    expect(system.usable()).toEqual([true, true, true]);
    await until(() => system.connections().every((count) => count === 0));
  });
});

describe("without a relay that works", () => {
  it("the bank is unavailable, and the relays are known to be unusable", async () => {
    await using system = await open({ relays: [refuseWith(403), refuseWith(407)] });
    await expect(system.ask()).rejects.toBeInstanceOf(BankUnavailable);
    expect(system.usable()).toEqual([false, false]);
  });

  it("each request tries all of them, so that the first one back is found at once", async () => {
    let isBack = false;
    await using system = await open({
      relays: [
        (request, client) => (isBack ? tunnel : refuseWith(403))(request, client),
        refuseWith(403),
        refuseWith(403),
      ],
    });
    await expect(system.ask()).rejects.toBeInstanceOf(BankUnavailable);
    isBack = true;
    expect((await system.ask()).status).toBe(200);
    expect(system.usable()).toEqual([true, false, false]);
    const names = system.proxies.map(({ url }) => new URL(url).host);
    expect(system.warned).toEqual([
      ...names.map((relay) => ({ event: "bank.relay_lost", relay, outcome: "refused" })),
      { event: "bank.relay_back", relay: names[0] },
    ]);
  });
});

describe("a relay that failed", () => {
  it("is tried again with a request of its own, which no answer waits for, and takes its turn again", async () => {
    let isBack = false;
    await using bank = await startLocalBank(answering(200, "a receipt"), tls);
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
    const ask = () =>
      relayed(async (adapterFor, stop) => {
        const adapter = adapterFor({ maxBytes: 1_000, wantsBody: () => true });
        return (await axios.get(bank.url, { adapter, signal: stop })).status;
      }, signal);
    for (let count = 0; count < 22; count += 1) expect(await ask()).toBe(200);
    expect(outcomes.filter((each) => each === "0 refused")).toHaveLength(1);
    now = 5_000;
    expect(await ask()).toBe(200);
    await until(() => outcomes.filter((each) => each === "0 refused").length === 2);
    isBack = true;
    now = 400_000;
    expect(await ask()).toBe(200);
    await until(() => outcomes.includes("0 answered"));
    expect(bank.requests).toHaveLength(25);
    await ask();
    await ask();
    expect(outcomes.filter((each) => each === "0 answered")).toHaveLength(2);
  });
});

describe("a request that is taken back", () => {
  it("closes every connection, and blames no relay", async () => {
    await using system = await open({ relays: [hangInHandshake, ignoreConnect] });
    const taken = new AbortController();
    const asked = system.ask(taken.signal);
    await until(() => system.proxies.every((proxy) => proxy.asked.length > 0));
    taken.abort(new Error("taken back"));
    await expect(asked).rejects.toBeInstanceOf(BankUnavailable);
    await until(() => system.connections().every((count) => count === 0));
    expect(system.usable()).toEqual([true, true]);
  });
});

describe("health of a bank's relays", () => {
  it("is known by the adapter, by host and port, and never with a password", async () => {
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
    const gone = new AbortController();
    const failure = adapter
      .fetchReceipt({ reference: "FT26061K3WQ8", suffix: "34561111", phone: null }, gone.signal)
      .catch((error: unknown) => error);
    await until(() => outcomes.length > 0);
    gone.abort();
    expect(await failure).toBeInstanceOf(BankUnavailable);
    expect(outcomes[0]).toEqual([host, "refused"]);
    expect(adapter.relays()[0]).toEqual({ name: host, isUsable: false });
  });

  it("is empty for a bank that is asked directly", async () => {
    expect((await loadBankAdapter("telebirr", {}, { warn: () => undefined })).relays()).toEqual([]);
  });
});

describe("the setting of the relays", () => {
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
  ])("is wrong as %s, and is not printed", (urls) => {
    expect(() => read(urls)).toThrow("BANK_TEST_PROXY_URL");
    expect(() => read(urls)).not.toThrow(/example/);
  });

  it("takes several for an https host alone", () => {
    const two = "http://one.example:3128,http://two.example:3128";
    expect(() => read(two)).not.toThrow();
    expect(() => read(two, "http://bank.invalid")).toThrow("several proxies need an https host");
  });
});
