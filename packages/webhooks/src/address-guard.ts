import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import {
  cloudAddresses,
  everyRefusedBlock,
  ipv6GlobalUnicast,
  type SpecialPurposeBlock,
} from "./special-purpose-addresses.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Block {
  readonly name: string;
  readonly network: Address;
  readonly bits: number;
  readonly embedsIpv4: boolean;
}

/** These have an IPv4 address in the last 32 bits, and a gateway may forward to it. */
const embeddingBlocks: readonly string[] = ["::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96"];

/** Ordered by the reason to report: cloud addresses first, then narrow blocks before wide ones. */
const refusedBlocks: readonly Block[] = [
  ...cloudAddresses.map(parseBlock),
  ...everyRefusedBlock.map(parseBlock).sort((left, right) => right.bits - left.bits),
];

/** Interface identifiers of RFC 5214: with any prefix, a tunnel ends at the IPv4 address in the last 32 bits. */
const isatapIdentifiers: readonly string[] = ["00005efe", "02005efe"];

const globalUnicast = parseBlock({ block: ipv6GlobalUnicast, name: "Global Unicast" });

/**
 * Returns why an address is refused, for our own logs; undefined if it is public unicast. Expects the notation of
 * resolvers and canonical URLs: any other (`0x7f.1`, a zone) is refused.
 */
export function refusalOf(address: string): string | undefined {
  if (isIP(address) === 0 || address.includes("%")) return "Not an IP address";
  const parsed = ipaddr.parse(address);
  const refused = refusedBlocks.find((block) => isIn(parsed, block));
  if (refused !== undefined)
    return refused.embedsIpv4 ? nameWithEmbedded(refused.name, parsed) : refused.name;
  if (isIsatap(parsed)) return nameWithEmbedded("ISATAP", parsed);
  const isPublic = parsed.kind() === "ipv4" || isIn(parsed, globalUnicast);
  return isPublic ? undefined : "Outside global unicast";
}

/** Refused with any IPv4 address; the embedded one's own reason shows the target of the attempt. */
function nameWithEmbedded(name: string, address: Address): string {
  const inner = refusalOf(address.toByteArray().slice(-4).join("."));
  return inner === undefined ? name : `${name}: ${inner}`;
}

function isIsatap(address: Address): boolean {
  const bytes = address.toByteArray();
  return bytes.length === 16 && isatapIdentifiers.includes(Buffer.from(bytes.slice(8, 12)).toString("hex"));
}

function isIn(address: Address, { network, bits }: Block): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function parseBlock({ block, name }: SpecialPurposeBlock): Block {
  const [network, bits] = ipaddr.parseCIDR(block);
  return { name, network, bits, embedsIpv4: embeddingBlocks.includes(block) };
}
