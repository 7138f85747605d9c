import type { LookupHost } from "./resolve-host.ts";
import { checkWebhookUrl, checkWebhookUrlByDns } from "./webhook-url.ts";

const publicOnly = { allowPrivate: false };
const development = { allowPrivate: true };

describe("a webhook URL as text", () => {
  it.each([
    "https://example.com/hook",
    "https://example.com:8443/hook?shop=1#part",
    "https://EXAMPLE.com",
    "https://example.com./hook",
    "https://xn--e1afmkfd.example/",
    "https://1.1.1.1/hook",
    "https://[2606:4700:4700::1111]/hook",
    "https://localhost.example.com/",
    "https://internal.example.com/",
    "https://mylocal/",
    `https://example.com/${"a".repeat(2_048 - 20)}`,
  ])("%s is accepted", (text) => {
    expect(checkWebhookUrl(text, publicOnly)).toEqual({ kind: "ok", url: new URL(text) });
  });

  it.each([
    ["", "must be a URL, such as https://example.com/hook"],
    ["example.com/hook", "must be a URL, such as https://example.com/hook"],
    ["https://", "must be a URL, such as https://example.com/hook"],
    ["https://256.1.1.1.1/", "must be a URL, such as https://example.com/hook"],
    ["http://example.com/hook", "must use https, such as https://example.com/hook"],
    ["ftp://example.com/hook", "must use https, such as https://example.com/hook"],
    ["file:///etc/passwd", "must use https, such as https://example.com/hook"],
    ["javascript:alert(1)", "must use https, such as https://example.com/hook"],
    ["https://user:pass@example.com/", "must not contain credentials"],
    ["https://user@example.com/", "must not contain credentials"],
    ["https://:pass@example.com/", "must not contain credentials"],
    ["https://example.com/a b", "must not contain spaces, control characters or backslashes"],
    [" https://example.com/", "must not contain spaces, control characters or backslashes"],
    ["https://exa\nmple.com/", "must not contain spaces, control characters or backslashes"],
    ["https://example.com\\@127.0.0.1/", "must not contain spaces, control characters or backslashes"],
    [`https://example.com/${"a".repeat(2_049 - 20)}`, "must have at most 2048 characters"],
  ])("%j is refused: %s", (text, message) => {
    expect(checkWebhookUrl(text, publicOnly)).toEqual({ kind: "unsafe", message });
  });

  it.each([
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.1/",
    "https://0177.0.0.1/",
    "https://0x7f.0.0.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://017700000001/",
    "https://１２７.0.0.1/",
    "https://127%2e0%2e0%2e1/",
    "https://①②⑦.0.0.1/",
    "https://0/",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://172.16.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://168.63.129.16/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:1.1.1.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://app.localhost/",
    "https://app.localhost./",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://internal/",
  ])("%s is refused, without details of our network", (text) => {
    const message = "must point to a public internet address";
    expect(checkWebhookUrl(text, publicOnly)).toEqual({ kind: "unsafe", message });
  });

  it.each([
    "http://127.0.0.1:9000/hook",
    "http://localhost/",
    "https://[::1]/",
    "https://10.0.0.1/",
    "http://a.internal/",
  ])("%s is accepted in development", (text) => {
    expect(checkWebhookUrl(text, development).kind).toBe("ok");
  });

  it.each(["ftp://localhost/", "http://user:pass@localhost/", "nonsense"])(
    "%s is refused in development too",
    (text) => {
      expect(checkWebhookUrl(text, development).kind).toBe("unsafe");
    },
  );
});

/** These servers could read a delivery as commands, or its failure could show that they exist. */
describe("a webhook URL with a port", () => {
  it.each([0, 22, 25, 465, 587, 993, 1433, 1521, 3306, 5432, 6379, 9042, 9092, 9200, 11211, 27017])(
    "%i is refused, in development too",
    (port) => {
      for (const options of [publicOnly, development]) {
        expect(checkWebhookUrl(`https://example.com:${port}/hook`, options)).toEqual({
          kind: "unsafe",
          message: `must not use port ${port}, which is used by databases, mail or other servers; use 443`,
        });
      }
    },
  );

  it.each([80, 443, 3000, 8000, 8080, 8443])("%i is accepted", (port) => {
    expect(checkWebhookUrl(`https://example.com:${port}/hook`, publicOnly).kind).toBe("ok");
  });
});

describe("a webhook URL by DNS", () => {
  const timeoutMs = 60_000;
  const answering =
    (...addresses: readonly string[]): LookupHost =>
    async () =>
      addresses;
  const url = new URL("https://hooks.example.com/");
  const notPublic = { kind: "unsafe", message: "must point to a public internet address" };
  const notFound = { kind: "unsafe", message: "must have a host that DNS can resolve" };

  it("is accepted when every address is public", async () => {
    const lookup = answering("1.1.1.1", "2606:4700:4700::1111");
    expect(await checkWebhookUrlByDns(url, { ...publicOnly, lookup, timeoutMs })).toEqual({ kind: "ok" });
  });

  it.each([
    ["the only address", ["10.0.0.1"]],
    ["the last of several", ["1.1.1.1", "8.8.8.8", "127.0.0.1"]],
    ["the IPv6 one", ["1.1.1.1", "::1"]],
    ["one that is no address", ["1.1.1.1", "localhost"]],
  ])("is refused when %s is not public, without naming the address", async (_which, addresses) => {
    const lookup = answering(...addresses);
    expect(await checkWebhookUrlByDns(url, { ...publicOnly, lookup, timeoutMs })).toEqual(notPublic);
  });

  it.each<[string, LookupHost]>([
    ["has no addresses", answering()],
    ["does not exist", () => Promise.reject(new Error("ENOTFOUND"))],
  ])("is refused when the name %s", async (_case, lookup) => {
    expect(await checkWebhookUrlByDns(url, { ...publicOnly, lookup, timeoutMs })).toEqual(notFound);
    expect(await checkWebhookUrlByDns(url, { ...development, lookup, timeoutMs })).toEqual(notFound);
  });

  it("is refused when DNS does not respond in time", async () => {
    const lookup = () => new Promise<never>(() => {});
    expect(await checkWebhookUrlByDns(url, { ...publicOnly, lookup, timeoutMs: 1 })).toEqual(notFound);
  });

  it("may have a private address in development", async () => {
    const lookup = answering("127.0.0.1");
    expect(await checkWebhookUrlByDns(url, { ...development, lookup, timeoutMs })).toEqual({ kind: "ok" });
  });

  it.each([
    ["https://1.1.1.1/", { kind: "ok" }],
    ["https://[::1]/", notPublic],
  ])("%s needs no DNS", async (text, expected) => {
    const lookup = () => Promise.reject(new Error("unexpected lookup"));
    expect(await checkWebhookUrlByDns(new URL(text), { ...publicOnly, lookup, timeoutMs })).toEqual(expected);
  });
});
