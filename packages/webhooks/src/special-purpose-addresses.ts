/**
 * Blocks that never get a webhook. The names are IANA's.
 *
 * Contains both special-purpose registries as of 2025-10-09 (their last change; compared on 2026-07-27). Includes the
 * globally reachable blocks, because none of them is an integrator's server.
 *
 *   https://www.iana.org/assignments/iana-ipv4-special-registry
 *   https://www.iana.org/assignments/iana-ipv6-special-registry
 *
 * Blocks within a listed block are listed too, so that the table can be compared with the registries line by line.
 */
export interface SpecialPurposeBlock {
  readonly block: string;
  readonly name: string;
}

const ipv4SpecialPurposeRegistry: readonly SpecialPurposeBlock[] = [
  { block: "0.0.0.0/8", name: "This network" },
  { block: "0.0.0.0/32", name: "This host on this network" },
  { block: "10.0.0.0/8", name: "Private-Use" },
  { block: "100.64.0.0/10", name: "Shared Address Space" },
  { block: "127.0.0.0/8", name: "Loopback" },
  { block: "169.254.0.0/16", name: "Link Local" },
  { block: "172.16.0.0/12", name: "Private-Use" },
  { block: "192.0.0.0/24", name: "IETF Protocol Assignments" },
  { block: "192.0.0.0/29", name: "IPv4 Service Continuity Prefix" },
  { block: "192.0.0.8/32", name: "IPv4 dummy address" },
  { block: "192.0.0.9/32", name: "Port Control Protocol Anycast" },
  { block: "192.0.0.10/32", name: "Traversal Using Relays around NAT Anycast" },
  { block: "192.0.0.170/32", name: "NAT64/DNS64 Discovery" },
  { block: "192.0.0.171/32", name: "NAT64/DNS64 Discovery" },
  { block: "192.0.2.0/24", name: "Documentation (TEST-NET-1)" },
  { block: "192.31.196.0/24", name: "AS112-v4" },
  { block: "192.52.193.0/24", name: "AMT" },
  { block: "192.88.99.0/24", name: "Deprecated (6to4 Relay Anycast)" },
  { block: "192.88.99.2/32", name: "6a44-relay anycast address" },
  { block: "192.168.0.0/16", name: "Private-Use" },
  { block: "192.175.48.0/24", name: "Direct Delegation AS112 Service" },
  { block: "198.18.0.0/15", name: "Benchmarking" },
  { block: "198.51.100.0/24", name: "Documentation (TEST-NET-2)" },
  { block: "203.0.113.0/24", name: "Documentation (TEST-NET-3)" },
  { block: "240.0.0.0/4", name: "Reserved" },
  { block: "255.255.255.255/32", name: "Limited Broadcast" },
];

const ipv6SpecialPurposeRegistry: readonly SpecialPurposeBlock[] = [
  { block: "::1/128", name: "Loopback Address" },
  { block: "::/128", name: "Unspecified Address" },
  { block: "::ffff:0:0/96", name: "IPv4-mapped Address" },
  { block: "64:ff9b::/96", name: "IPv4-IPv6 Translat." },
  { block: "64:ff9b:1::/48", name: "IPv4-IPv6 Translat." },
  { block: "100::/64", name: "Discard-Only Address Block" },
  { block: "100:0:0:1::/64", name: "Dummy IPv6 Prefix" },
  { block: "2001::/23", name: "IETF Protocol Assignments" },
  { block: "2001::/32", name: "TEREDO" },
  { block: "2001:1::1/128", name: "Port Control Protocol Anycast" },
  { block: "2001:1::2/128", name: "Traversal Using Relays around NAT Anycast" },
  { block: "2001:1::3/128", name: "DNS-SD Service Registration Protocol Anycast" },
  { block: "2001:2::/48", name: "Benchmarking" },
  { block: "2001:3::/32", name: "AMT" },
  { block: "2001:4:112::/48", name: "AS112-v6" },
  { block: "2001:10::/28", name: "Deprecated (previously ORCHID)" },
  { block: "2001:20::/28", name: "ORCHIDv2" },
  { block: "2001:30::/28", name: "Drone Remote ID Protocol Entity Tags (DETs) Prefix" },
  { block: "2001:db8::/32", name: "Documentation" },
  { block: "2002::/16", name: "6to4" },
  { block: "2620:4f:8000::/48", name: "Direct Delegation AS112 Service" },
  { block: "3fff::/20", name: "Documentation" },
  { block: "5f00::/16", name: "Segment Routing (SRv6) SIDs" },
  { block: "fc00::/7", name: "Unique-Local" },
  { block: "fe80::/10", name: "Link-Local Unicast" },
];

/** Not in the special-purpose registries, and not public unicast either. */
const otherNonUnicastBlocks: readonly SpecialPurposeBlock[] = [
  { block: "224.0.0.0/4", name: "Multicast" },
  { block: "ff00::/8", name: "Multicast" },
  { block: "fec0::/10", name: "Site-Local Unicast (deprecated)" },
  { block: "::/96", name: "IPv4-compatible Address (deprecated)" },
  { block: "::ffff:0:0:0/96", name: "IPv4-translated Address (SIIT)" },
];

/**
 * Addresses that large clouds serve only inside their machines, by their documentation. Those within a block above are
 * listed too, so that a refusal names them. As of 2026-07-27, and Google's endpoints as of 2026-11-22. Those are "only
 * routable from within Google Cloud", as `/56`; older pages had `/64`.
 *
 *   https://cloud.google.com/vpc/docs/configure-private-google-access
 *   https://cloud.google.com/vpc-service-controls/docs/private-connectivity
 * Google's default domains (34.126.0.0/18 and 2001:4860:8040::/42 among them) are public, and not refused.
 */
export const cloudAddresses: readonly SpecialPurposeBlock[] = [
  { block: "168.63.129.16/32", name: "Azure host agent and DNS" },
  { block: "169.254.169.254/32", name: "Cloud instance metadata" },
  { block: "169.254.170.2/32", name: "AWS task credentials" },
  { block: "169.254.170.23/32", name: "AWS pod credentials" },
  { block: "fd00:ec2::254/128", name: "AWS instance metadata" },
  { block: "fd00:ec2::23/128", name: "AWS pod credentials" },
  { block: "fd20:ce::254/128", name: "Google Cloud instance metadata" },
  { block: "199.36.153.4/30", name: "Google restricted API endpoint" },
  { block: "199.36.153.8/30", name: "Google private API endpoint" },
  { block: "2600:2d00:2:1000::/56", name: "Google restricted API endpoint" },
  { block: "2600:2d00:2:2000::/56", name: "Google private API endpoint" },
  { block: "100.100.100.200/32", name: "Alibaba Cloud instance metadata" },
  { block: "192.0.0.192/32", name: "Oracle Cloud instance metadata" },
  { block: "161.26.0.0/16", name: "IBM Cloud infrastructure services" },
  { block: "166.8.0.0/14", name: "IBM Cloud service endpoints" },
];

/** All blocks above. */
export const everyRefusedBlock: readonly SpecialPurposeBlock[] = [
  ...cloudAddresses,
  ...ipv4SpecialPurposeRegistry,
  ...ipv6SpecialPurposeRegistry,
  ...otherNonUnicastBlocks,
];

/** All public unicast of IPv6 today (RFC 4291, section 2.4; the IANA address space registry). */
export const ipv6GlobalUnicast = "2000::/3";
