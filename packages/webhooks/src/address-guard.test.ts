import { spawnSync } from "node:child_process";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { refusalOf } from "./address-guard.ts";
import { cloudAddresses, everyRefusedBlock } from "./special-purpose-addresses.ts";

function bigOf(bytes: readonly number[]): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function addressOf(value: bigint, byteCount: number): string {
  const bytes = Buffer.from(value.toString(16).padStart(byteCount * 2, "0"), "hex");
  return ipaddr.fromByteArray([...bytes]).toString();
}

function rangeOf(block: string): { first: bigint; last: bigint; byteCount: number } {
  const [network, bits] = ipaddr.parseCIDR(block);
  const bytes = network.toByteArray();
  const size = 1n << BigInt(bytes.length * 8 - bits);
  const first = bigOf(bytes);
  return { first, last: first + size - 1n, byteCount: bytes.length };
}

describe("the address guard", () => {
  it.each(everyRefusedBlock.map(({ block, name }): [string, string] => [block, name]))(
    "refuses the first, the last and any address of %s (%s)",
    (block) => {
      const { first, last, byteCount } = rangeOf(block);
      fc.assert(
        fc.property(fc.bigInt({ min: first, max: last }), (value) => {
          expect(refusalOf(addressOf(value, byteCount))).toBeDefined();
        }),
        { examples: [[first], [last]], numRuns: 20 },
      );
    },
  );

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255",
    "192.169.0.0",
    "196.188.1.1",
    "197.156.64.1",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "2606:4700:4700::1111",
    "2a00:1450:4009:80b::200e",
    "2c0f:fea0::1",
    "3ffe:ffff::1",
    "2606:4700::100:5efe:7f00:1",
    "2606:4700:0:5efe::1",
    // Google's, next to its private endpoints.
    "34.126.0.1",
    "199.36.153.3",
    "199.36.153.12",
    "2001:4860:8040::1",
    "2600:2d00:2:fff:ffff:ffff:ffff:ffff",
    "2600:2d00:2:1100::1",
    "2600:2d00:2:1fff:ffff:ffff:ffff:ffff",
    "2600:2d00:2:2100::1",
  ])("lets the public %s through", (address) => {
    expect(refusalOf(address)).toBeUndefined();
  });

  it.each([
    ["168.63.129.16", "Azure host agent and DNS"],
    ["169.254.169.254", "Cloud instance metadata"],
    ["100.100.100.200", "Alibaba Cloud instance metadata"],
    ["192.0.0.192", "Oracle Cloud instance metadata"],
    ["fd00:ec2::254", "AWS instance metadata"],
    ["fd20:ce::254", "Google Cloud instance metadata"],
    ["127.0.0.1", "Loopback"],
    ["0.0.0.0", "This host on this network"],
    ["255.255.255.255", "Limited Broadcast"],
    ["192.88.99.1", "Deprecated (6to4 Relay Anycast)"],
    ["224.0.0.1", "Multicast"],
    ["::", "Unspecified Address"],
    ["::1", "Loopback Address"],
    ["2001::7f00:1", "TEREDO"],
    ["2001:1ff:ffff::1", "IETF Protocol Assignments"],
    ["2002:7f00:1::", "6to4"],
    ["::ffff:127.0.0.1", "IPv4-mapped Address: Loopback"],
    ["::ffff:7f00:1", "IPv4-mapped Address: Loopback"],
    ["::ffff:8.8.8.8", "IPv4-mapped Address"],
    ["::127.0.0.1", "IPv4-mapped Address: Loopback"], // as ipaddr.js reads the deprecated form
    ["::7f00:1", "IPv4-compatible Address (deprecated): Loopback"],
    ["::ffff:0:10.0.0.1", "IPv4-translated Address (SIIT): Private-Use"],
    ["64:ff9b::169.254.169.254", "IPv4-IPv6 Translat.: Cloud instance metadata"],
    ["64:ff9b:1::a00:1", "IPv4-IPv6 Translat."],
    ["2606:4700::5efe:10.0.0.1", "ISATAP: Private-Use"],
    ["2606:4700::200:5efe:7f00:1", "ISATAP: Loopback"],
    ["2606:4700::5efe:8.8.8.8", "ISATAP"],
    ["2600:2d00:2:1000::", "Google restricted API endpoint"],
    ["2600:2d00:2:10ff:ffff:ffff:ffff:ffff", "Google restricted API endpoint"],
    ["2600:2d00:2:2000::", "Google private API endpoint"],
    ["2600:2d00:2:20ff:ffff:ffff:ffff:ffff", "Google private API endpoint"],
    ["1::1", "Outside global unicast"],
    ["4000::1", "Outside global unicast"],
    ["fbff::1", "Outside global unicast"],
  ])("refuses %s as %s", (address, reason) => {
    expect(refusalOf(address)).toBe(reason);
  });

  it.each([
    "",
    "example.com",
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "2130706433",
    "fe80::1%eth0",
    "2606:4700::1%1",
    "[::1]",
    "1.1.1.1:80",
    "1.1.1.1 ",
  ])("refuses %j, which no resolver gives", (address) => {
    expect(refusalOf(address)).toBe("Not an IP address");
  });

  it("refuses all of IPv6 outside 2000::/3", () => {
    const outside = fc.oneof(
      fc.bigInt({ min: 0n, max: (1n << 125n) - 1n }),
      fc.bigInt({ min: 1n << 126n, max: (1n << 128n) - 1n }),
    );
    fc.assert(fc.property(outside, (value) => expect(refusalOf(addressOf(value, 16))).toBeDefined()));
  });

  it("does not throw for any text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => void refusalOf(text)));
  });
});

/**
 * Blocks that we refuse and Python's `ipaddress` calls global, with the reason. Older versions of it call some of the
 * others global too.
 */
const widerThanPython: Readonly<Record<string, string>> = {
  "192.0.0.0/24":
    "Python exempts the globally reachable anycast addresses in it; none is an integrator's server",
  "192.31.196.0/24": "AS112: globally reachable, and a sink",
  "192.52.193.0/24": "AMT: globally reachable relays",
  "192.88.99.0/24": "6to4 relay anycast: deprecated, and no longer in Python's table",
  "192.175.48.0/24": "AS112: globally reachable, and a sink",
  "224.0.0.0/4": "multicast: Python has `is_multicast` for it",
  "ff00::/8": "multicast: Python has `is_multicast` for it",
  "64:ff9b::/96": "NAT64: globally reachable, and embeds any IPv4 address",
  "::/96": "IPv4-compatible: embeds any IPv4 address; not in the registry",
  "::ffff:0:0/96": "IPv4-mapped: newer versions of Python check the embedded address",
  "::ffff:0:0:0/96": "SIIT: embeds any IPv4 address; not in the registry",
  "2001::/23": "Python exempts the globally reachable blocks in it",
  "2620:4f:8000::/48": "AS112: globally reachable, and a sink",
  "100:0:0:1::/64": "registered in 2025",
  "5f00::/16": "registered in 2024",
  "3fff::/20": "registered in 2024",
  "64:ff9b:1::/48": "local-use NAT64",
  "2002::/16": "6to4: not classified in the registry; embeds any IPv4 address",
  "fec0::/10": "site-local: deprecated",
};

function edgesOf(block: string): string[] {
  const { first, last, byteCount } = rangeOf(block);
  const all = 1n << BigInt(byteCount * 8);
  return [first - 1n, first, (first + last + 1n) / 2n, last, last + 1n]
    .filter((value) => value >= 0n && value < all)
    .map((value) => addressOf(value, byteCount));
}

const isIn = (address: string, block: string) => {
  const parsed = ipaddr.parse(address);
  const [network, bits] = ipaddr.parseCIDR(block);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
};

/** Prints whether Python calls each edge of our blocks and of its own blocks global. */
const script = `
import ipaddress, json, sys
given = [ipaddress.ip_address(text) for text in json.load(sys.stdin)]
constants = [ipaddress._IPv4Constants, ipaddress._IPv6Constants]
for each in constants:
    for network in list(each._private_networks) + list(getattr(each, "_reserved_networks", [])):
        first, last = network.network_address, network.broadcast_address
        given += [first, last]
        if int(first) > 0: given.append(first - 1)
        if int(last) + 1 < 2 ** first.max_prefixlen: given.append(last + 1)
print(json.dumps([[str(a), a.is_global] for a in given]))
`;
const python = spawnSync("python3", ["-c", script], {
  input: JSON.stringify(everyRefusedBlock.flatMap(({ block }) => edgesOf(block))),
  encoding: "utf8",
});
/** In CI a missing Python fails. */
const withPython = python.status === 0 || process.env["CI"] !== undefined ? it : it.skip;

describe("the table, compared with Python's ipaddress", () => {
  const judged = (): [string, boolean][] => {
    if (python.status !== 0)
      throw new Error(`python3 with ipaddress is required: ${python.error ?? python.stderr}`);
    return JSON.parse(python.stdout);
  };

  withPython("refuses everything that Python does not call global", () => {
    const letThrough = judged().filter(
      ([address, isGlobal]) => !isGlobal && refusalOf(address) === undefined,
    );
    expect(letThrough).toEqual([]);
  });

  withPython("refuses addresses that Python calls global only for documented reasons", () => {
    const clouds = cloudAddresses.map(({ block }) => block);
    const explained = [...Object.keys(widerThanPython), ...clouds];
    const unexplained = judged().filter(
      ([address, isGlobal]) =>
        isGlobal &&
        refusalOf(address) !== undefined &&
        refusalOf(address) !== "Outside global unicast" &&
        !explained.some((block) => isIn(address, block)),
    );
    expect(unexplained).toEqual([]);
  });
});
