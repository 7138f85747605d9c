import { spawnSync } from "node:child_process";
import ipaddr from "ipaddr.js";
import { refusalOf } from "./address-guard.ts";
import {
  cloudAddresses,
  ipv4SpecialPurposeRegistry,
  ipv6SpecialPurposeRegistry,
  otherNonUnicastBlocks,
} from "./special-purpose-addresses.ts";

/**
 * Blocks that Python's `ipaddress` calls global and we refuse. Older versions of it call some of the others global too,
 * which is why only our own wideness is explained here and its narrowness is what the test is about.
 */
const widerThanPython: Readonly<Record<string, string>> = {
  "192.0.0.0/24":
    "Python excepts the globally reachable anycast addresses in it; none is an integrator's server",
  "192.31.196.0/24": "AS112: globally reachable, and a sink",
  "192.52.193.0/24": "AMT: globally reachable relays",
  "192.88.99.0/24": "6to4 relay anycast: deprecated, and no longer in Python's table",
  "192.175.48.0/24": "AS112: globally reachable, and a sink",
  "224.0.0.0/4": "multicast: Python asks that by `is_multicast`",
  "ff00::/8": "multicast: Python asks that by `is_multicast`",
  "64:ff9b::/96": "NAT64: globally reachable, and embeds any IPv4 address",
  "::/96": "IPv4-compatible: embeds any IPv4 address; not in the registry",
  "::ffff:0:0/96": "IPv4-mapped: newer versions of Python judge the address inside",
  "::ffff:0:0:0/96": "SIIT: embeds any IPv4 address; not in the registry",
  "2001::/23": "Python excepts the globally reachable blocks in it",
  "2620:4f:8000::/48": "AS112: globally reachable, and a sink",
  "100:0:0:1::/64": "registered in 2025",
  "5f00::/16": "registered in 2024",
  "3fff::/20": "registered in 2024",
  "64:ff9b:1::/48": "local-use NAT64",
  "2002::/16": "6to4: the registry says neither; embeds any IPv4 address",
  "fec0::/10": "site-local: deprecated",
};

const allBlocks = [
  ...ipv4SpecialPurposeRegistry,
  ...ipv6SpecialPurposeRegistry,
  ...otherNonUnicastBlocks,
  ...cloudAddresses,
].map(({ block }) => block);

function edgesOf(block: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(block);
  const bytes = network.toByteArray();
  const first = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  const all = 1n << BigInt(bytes.length * 8);
  const size = 1n << BigInt(bytes.length * 8 - bits);
  return [first - 1n, first, first + size / 2n, first + size - 1n, first + size]
    .filter((value) => value >= 0n && value < all)
    .map((value) => {
      const hex = value.toString(16).padStart(bytes.length * 2, "0");
      return ipaddr.fromByteArray([...Buffer.from(hex, "hex")]).toString();
    });
}

const isIn = (address: string, block: string) => {
  const parsed = ipaddr.parse(address);
  const [network, bits] = ipaddr.parseCIDR(block);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
};

/** Its own blocks, with the edges of ours and of its own: what does it call global? */
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
  input: JSON.stringify(allBlocks.flatMap(edgesOf)),
  encoding: "utf8",
});
/** In CI nothing is left out: without Python these fail there. */
const withPython = python.status === 0 || process.env["CI"] !== undefined ? it : it.skip;

describe("the table, beside Python's ipaddress", () => {
  const judged = (): [string, boolean][] => {
    if (python.status !== 0)
      throw new Error(`python3 must be there and know ipaddress: ${python.error ?? python.stderr}`);
    return JSON.parse(python.stdout);
  };

  withPython("refuses everything that Python does not call global", () => {
    const letThrough = judged().filter(
      ([address, isGlobal]) => !isGlobal && refusalOf(address) === undefined,
    );
    expect(letThrough).toEqual([]);
  });

  withPython("refuses what Python calls global only for the reasons that are written down", () => {
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
