import type { Request } from "express";
import { clientAddress, clientNetwork } from "./client-address.ts";

const from = (ip: string | undefined, remoteAddress = "192.0.2.1") =>
  ({ ip, socket: { remoteAddress } }) as Request;

describe("the client's address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7"],
    ["2001:DB8:0:1:aaaa::1", "2001:db8:0:1:aaaa::1", "2001:db8:0:0::/56"],
    ["2001:db8:0:ff::1", "2001:db8:0:ff::1", "2001:db8:0:0::/56"],
    ["2001:db8:0:100::1", "2001:db8:0:100::1", "2001:db8:0:1::/56"],
    ["2001:db8::1", "2001:db8::1", "2001:db8:0:0::/56"],
    ["2001:0db8:0000:0001::1", "2001:0db8:0000:0001::1", "2001:db8:0:0::/56"],
    ["::1", "::1", "0:0:0:0::/56"],
    ["fe80::1%eth0", "fe80::1", "fe80:0:0:0::/56"],
  ])("%s is %s and counts as %s", (ip, address, network) => {
    expect(clientAddress(from(ip))).toBe(address);
    expect(clientNetwork(from(ip))).toBe(network);
  });

  /** A proxy that forwards `address:port`, or a name, must neither fail the call nor get a new limit for each port. */
  it.each(["203.0.113.7:4711", "unknown", "", "x".repeat(1_000), undefined])(
    "is the proxy's own when it forwards %p",
    (ip) => {
      expect(clientAddress(from(ip))).toBe("192.0.2.1");
      expect(clientNetwork(from(ip))).toBe("192.0.2.1");
    },
  );
});
