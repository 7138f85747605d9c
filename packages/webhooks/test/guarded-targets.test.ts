import { createGuardedClient } from "../src/guarded-client.ts";
import type { LookupHost } from "../src/resolve-host.ts";
import { everyRefusedBlock } from "../src/special-purpose-addresses.ts";
import { checkWebhookUrl, checkWebhookUrlByDns } from "../src/webhook-url.ts";

/**
 * Tests send nothing: a post that passes the guard would fail differently (`connect`, `timeout`) or reach the internet.
 */
const post = async (url: string, lookup: LookupHost) => {
  const client = createGuardedClient({ allowPrivate: false, lookup });
  try {
    return await client.post({ url, headers: {}, body: "{}", deadlineMs: 5_000 });
  } finally {
    await client.close();
  }
};
const resolvingTo =
  (...addresses: string[]): LookupHost =>
  async () =>
    addresses;
const refused = { kind: "failed", errorClass: "unsafe_address" };

const ipv4Inside = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1"];
const hexOf = (ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};
/** All IPv6 notations that embed an IPv4 address. */
const embeddings: Readonly<Record<string, (ipv4: string) => string>> = {
  "IPv4-mapped": (ipv4) => `::ffff:${ipv4}`,
  "IPv4-mapped, in hex": (ipv4) => `::ffff:${hexOf(ipv4)}`,
  "IPv4-compatible": (ipv4) => `::${ipv4}`,
  SIIT: (ipv4) => `::ffff:0:${hexOf(ipv4)}`,
  NAT64: (ipv4) => `64:ff9b::${hexOf(ipv4)}`,
  "local NAT64": (ipv4) => `64:ff9b:1::${hexOf(ipv4)}`,
  "6to4": (ipv4) => `2002:${hexOf(ipv4)}::1`,
  Teredo: (ipv4) => `2001:0:${hexOf(ipv4)}::1`,
};
const embedded = Object.entries(embeddings).flatMap(([how, embed]) =>
  ipv4Inside.map((ipv4): [string, string] => [how, embed(ipv4)]),
);
const firstOfEveryBlock = everyRefusedBlock.map(({ block, name }): [string, string] => [
  name,
  block.split("/")[0] ?? "",
]);

describe.each([...firstOfEveryBlock, ...embedded])("%s: %s", (_name, address) => {
  const literal = `https://${address.includes(":") ? `[${address}]` : address}/hook`;

  it("is refused as a literal and behind a name, by the check and at connection", async () => {
    expect(checkWebhookUrl(literal, { allowPrivate: false }).kind).toBe("unsafe");
    const options = { allowPrivate: false, lookup: resolvingTo(address), timeoutMs: 5_000 };
    expect((await checkWebhookUrlByDns(new URL("https://a.test/"), options)).kind).toBe("unsafe");
    expect(await post(literal, resolvingTo("8.8.8.8"))).toMatchObject(refused);
    expect(await post("https://a.test/", resolvingTo(address))).toMatchObject(refused);
  });
});

describe("odd spellings", () => {
  it.each([
    "https://0177.0.0.1/",
    "https://0x7f.0.0.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://127.1/",
    "https://127.0.1/",
    "https://127.0.0.1./",
    "https://127.0.0.1../",
    "https://%31%32%37.0.0.1/",
    "https://127%2E0%2E0%2E1/",
    "https://１２７.０.０.１/",
    "https://127。0。0。1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://[::ffff:7f00:1]/",
    "https://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[::1]./",
    "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "https://loc\u00adalhost/",
    "https://localhost%2e/",
    "https://LOCALHOST../",
    "https://user@127.0.0.1/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1\\@example.com/",
  ])("%s is refused by the check and at connection", async (url) => {
    expect(checkWebhookUrl(url, { allowPrivate: false }).kind).toBe("unsafe");
    expect(await post(url, resolvingTo("127.0.0.1"))).toMatchObject(refused);
  });
});

describe("hostile names", () => {
  it("are checked again at every connection, because the second lookup may differ", async () => {
    const responses = [["8.8.8.8"], ["127.0.0.1"]];
    const lookup: LookupHost = async () => responses.shift() ?? [];
    const options = { allowPrivate: false, lookup, timeoutMs: 5_000 };
    expect((await checkWebhookUrlByDns(new URL("https://a.test/"), options)).kind).toBe("ok");
    expect(await post("https://a.test/", lookup)).toMatchObject(refused);
  });

  it("are refused if one of their addresses is unsafe, in any order", async () => {
    const addresses = ["8.8.8.8", "2606:4700:4700::1111", "10.0.0.1"];
    for (let rotation = 0; rotation < addresses.length; rotation += 1) {
      addresses.push(addresses.shift() ?? "");
      expect(await post("https://a.test/", resolvingTo(...addresses))).toMatchObject(refused);
    }
  });
});

describe("public addresses", () => {
  it.each(["8.8.8.8", "1.1.1.1", "196.188.0.1", "2606:4700:4700::1111", "2a00:1450:4009:80b::200e"])(
    "%s is accepted, as a literal and behind a name",
    async (address) => {
      const literal = `https://${address.includes(":") ? `[${address}]` : address}/`;
      expect(checkWebhookUrl(literal, { allowPrivate: false }).kind).toBe("ok");
      const options = { allowPrivate: false, lookup: resolvingTo(address), timeoutMs: 5_000 };
      expect(await checkWebhookUrlByDns(new URL("https://a.test/"), options)).toEqual({ kind: "ok" });
    },
  );
});
