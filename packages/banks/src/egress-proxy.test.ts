import { respondWith, startLocalBank, testEndpoint, useCertificate } from "../test/local-bank.ts";
import { startLocalProxy } from "../test/local-proxy.ts";
import type { BankEnvironment } from "./bank-adapter.ts";
import { BankUnavailable, ReceiptUnreadable } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";

const clientOf = (env: BankEnvironment) => createBankHttpClient(testEndpoint, env, () => undefined);
const receipt = {
  path: "/receipt?x=1",
  documentStatuses: [200, 404],
  signal: new AbortController().signal,
};

describe("a bank's egress proxy", () => {
  const { tls, caFile } = useCertificate();
  const startTlsBank = async () => {
    const bank = await startLocalBank(respondWith(200, "a receipt"), tls);
    const url = bank.url.replace("127.0.0.1", "localhost");
    return {
      bank,
      url,
      env: { BANK_TEST_BASE_URL: url, BANK_TEST_CA_FILE: caFile },
      [Symbol.asyncDispose]: () => bank[Symbol.asyncDispose](),
    };
  };

  it("opens a tunnel to an https host, and sees neither path nor document", async () => {
    await using proxy = await startLocalProxy();
    await using host = await startTlsBank();
    const get = clientOf({ ...host.env, BANK_TEST_PROXY_URL: proxy.url });
    const { document } = await get(receipt);
    expect(Buffer.from(document.body).toString()).toBe("a receipt");
    expect(proxy.requests).toEqual([`CONNECT ${new URL(host.url).host}`]);
    expect(host.bank.requests.map(({ url }) => url)).toEqual(["/receipt?x=1"]);
  });

  it("does not weaken the check of the bank's certificate", async () => {
    await using proxy = await startLocalProxy();
    await using host = await startTlsBank();
    const get = clientOf({ BANK_TEST_BASE_URL: host.url, BANK_TEST_PROXY_URL: proxy.url });
    await expect(get(receipt)).rejects.toBeInstanceOf(BankUnavailable);
    expect(host.bank.requests).toEqual([]);
  });

  it("leaves a host unverified if configured so", async () => {
    await using proxy = await startLocalProxy();
    await using host = await startTlsBank();
    const env = { BANK_TEST_BASE_URL: host.url, BANK_TEST_TLS_VERIFY: "false" };
    expect(await clientOf({ ...env, BANK_TEST_PROXY_URL: proxy.url })(receipt)).toMatchObject({
      status: 200,
    });
  });

  it("receives its own user and password, which the bank never sees", async () => {
    await using proxy = await startLocalProxy();
    await using host = await startTlsBank();
    const withPassword = proxy.url.replace("http://", "http://operator:p%40ss@");
    await clientOf({ ...host.env, BANK_TEST_PROXY_URL: withPassword })(receipt);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from("operator:p@ss").toString("base64")}`]);
    expect(host.bank.requests[0]?.headers["proxy-authorization"]).toBeUndefined();
  });

  it("forwards requests to an http host", async () => {
    await using proxy = await startLocalProxy();
    const env = { BANK_TEST_BASE_URL: "http://bank.invalid", BANK_TEST_PROXY_URL: proxy.url };
    const { document } = await clientOf(env)(receipt);
    expect(Buffer.from(document.body).toString()).toBe("by way of the proxy");
    expect(proxy.requests).toEqual(["GET http://bank.invalid/receipt?x=1"]);
  });

  /** A 404 of the proxy is not the bank's "no such receipt". */
  it.each([400, 404, 407, 500, 503])(
    "that refuses with %i is an outage, never the bank's response",
    async (status) => {
      await using proxy = await startLocalProxy((_request, client) =>
        client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 2\r\n\r\nno`),
      );
      const get = clientOf({ BANK_TEST_PROXY_URL: proxy.url });
      await expect(get(receipt)).rejects.toBeInstanceOf(BankUnavailable);
    },
  );

  it.each<[string, (client: { destroy(): void }) => void]>([
    ["hangs up", (client) => client.destroy()],
    ["says nothing", () => undefined],
  ])("that %s is an outage", async (_what, onConnect) => {
    await using proxy = await startLocalProxy((_request, client) => onConnect(client));
    const get = clientOf({ BANK_TEST_PROXY_URL: proxy.url, BANK_TEST_TIMEOUT_MS: "300" });
    await expect(get(receipt)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("that is down is an outage", async () => {
    const proxy = await startLocalProxy();
    await proxy[Symbol.asyncDispose]();
    const get = clientOf({ BANK_TEST_PROXY_URL: proxy.url });
    await expect(get(receipt)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is also used for redirects within the bank's host", async () => {
    await using proxy = await startLocalProxy();
    await using elsewhere = await startLocalBank(respondWith(200, "a receipt"));
    await using bank = await startLocalBank((request, response) => {
      const location = request.url === "/1" ? elsewhere.url : "/1";
      response.writeHead(302, { location }).end();
    }, tls);
    const url = bank.url.replace("127.0.0.1", "localhost");
    const env = { BANK_TEST_BASE_URL: url, BANK_TEST_TLS_VERIFY: "false" };
    const get = clientOf({ ...env, BANK_TEST_PROXY_URL: proxy.url });
    await expect(get(receipt)).rejects.toBeInstanceOf(ReceiptUnreadable);
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
    expect(proxy.requests).toHaveLength(2);
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    "socks5://proxy.example:1080",
    "https://proxy.example",
    "http://proxy.example/path",
    "proxy.example:3128",
    "http://a:%zz@proxy.example",
  ])("must have an http URL without a path, not %s", (url) => {
    expect(() => clientOf({ BANK_TEST_PROXY_URL: url })).toThrow("BANK_TEST_PROXY_URL");
    expect(() => clientOf({ BANK_TEST_PROXY_URL: url })).not.toThrow(/proxy\.example/);
  });
});
