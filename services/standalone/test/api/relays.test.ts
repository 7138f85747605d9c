import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer } from "node:tls";
import { selfSignedCertificate, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { buildVerifier, readVerifierConfig } from "@receipts/verifier";
import {
  hangAfterHandshake,
  type LocalProxy,
  refuseWith,
  startLocalProxy,
  tunnel,
} from "../../../../packages/banks/test/local-proxy.ts";
import { aReceipt, openSystem, type System } from "../system.ts";

let system: System;
let opened: AsyncDisposableStack;
let relays: LocalProxy[];
let password: string;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  system = await openSystem({ verifiers: [] });
  opened.defer(() => system.stop());
  const bankUrl = await startTlsFront(system.sandboxUrl, opened);
  relays = [];
  for (const relay of [refuseWith(403), hangAfterHandshake, tunnel])
    relays.push(opened.use(await startLocalProxy(relay)));
  password = "unseen-of-relays";
  const env = {
    ...system.environment,
    BANK: "telebirr",
    BANK_TELEBIRR_BASE_URL: bankUrl,
    BANK_TELEBIRR_TLS_VERIFY: "false",
    BANK_TELEBIRR_PROXY_URL: relays.map(({ url }) => url.replace("//", `//operator:${password}@`)).join(","),
  };
  const { bus, fastStore, metrics } = system;
  const config = readVerifierConfig(env);
  system.start(await buildVerifier({ config, bankEnvironment: env, bus, fastStore, metrics, log: testLog }));
});
afterAll(() => opened.disposeAsync());

/** Adds TLS to the sandbox: relays require it. */
async function startTlsFront(url: string, closers: AsyncDisposableStack): Promise<string> {
  const server = createServer(selfSignedCertificate("127.0.0.1"), (socket) => {
    const behind = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => behind.destroy());
    behind.on("error", () => socket.destroy());
    socket.on("close", () => behind.destroy());
    socket.pipe(behind).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.defer(async () => {
    server.close();
    await once(server, "close");
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const relaysShown = async (path: string) => {
  const { body } = await system.call("get", path).expect(200);
  return body.data.banks.map(({ bank, relays: counts }: { bank: string; relays: unknown }) => [bank, counts]);
};

describe("a bank with three relays, one of which works", () => {
  it("gives verdicts, and publishes the number of working relays without their names", async () => {
    const account = await system.account();
    const verify = () => system.verify(account, aReceipt(), { waitMs: 20_000 }).expect(200);
    // The relay that hangs needs three attempts to count as failed, in turn with the others.
    for (let count = 0; count < 6; count += 1) {
      const { body } = await verify();
      expect(body.data).toMatchObject([{ status: "success" }]);
    }
    await until(async () => {
      const shown = new Map(await relaysShown("/api/uptime/client/status"));
      return JSON.stringify(shown.get("telebirr")) === '{"configured":3,"usable":1}';
    });
    for (const path of ["/api/uptime/client/status", "/api/uptime/client/overview"])
      for (const [bank, counts] of await relaysShown(path))
        expect(counts).toEqual(bank === "telebirr" ? { configured: 3, usable: 1 } : null);
    // Errors of relays do not count against the bank.
    await until(async () => {
      const { body } = await system.call("get", "/api/uptime/client/overview").expect(200);
      const telebirr = body.data.banks.find(({ bank }: { bank: string }) => bank === "telebirr");
      return telebirr.state === "operational" && telebirr.availability["24h"] === 1;
    });
    const page = await (await fetch(`${system.url}/status?lang=en`)).text();
    expect(page.match(/1 of 3 relays to this bank works\./g)).toHaveLength(1);
    for (const { url } of relays) expect(page).not.toContain(new URL(url).host);
  });

  it("reports their health in the metrics by host and port, without passwords", async () => {
    const text = await system.metrics.registry.metrics();
    const [refuses, hangs, works] = relays.map(({ url }) => `bank="telebirr",relay="${new URL(url).host}"`);
    expect(text).toContain(`bank_relay_usable{${refuses}} 0\n`);
    expect(text).toContain(`bank_relay_usable{${hangs}} 0\n`);
    expect(text).toContain(`bank_relay_usable{${works}} 1\n`);
    expect(text).toMatch(new RegExp(`bank_relay_requests_total\\{${refuses},outcome="refused"\\} [1-9]`));
    expect(text).toMatch(new RegExp(`bank_relay_requests_total\\{${hangs},outcome="silent"\\} [1-9]`));
    expect(text).toMatch(new RegExp(`bank_relay_requests_total\\{${works},outcome="answered"\\} [1-9]`));
    expect(text).toContain(`bank_relay_requests_total{${works},outcome="blocked"} 0\n`);
    expect(text).not.toContain(password);
  });
});
