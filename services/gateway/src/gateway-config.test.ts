import express from "express";
import { readGatewayConfig } from "./gateway-config.ts";

const key = Buffer.alloc(32, 1).toString("base64");
const read = (ranges: string) =>
  readGatewayConfig({
    DATABASE_URL: "postgresql://db",
    RECEIPT_HASH_KEY: key,
    SECRETS_ENCRYPTION_KEY: key,
    TRUSTED_PROXIES: ranges,
  }).TRUSTED_PROXIES;

describe("TRUSTED_PROXIES", () => {
  it.each(["10.0.0.0/8, ::1", "127.0.0.1/32", "0.0.0.0/1", "fd00::/8", "::ffff:10.0.0.0/104"])(
    "takes %s, and so does Express",
    (ranges) => {
      expect(() => express().set("trust proxy", read(ranges))).not.toThrow();
    },
  );

  it.each(["0.0.0.0/0", "::/0", "::ffff:0.0.0.0/96", "10.0.0.0/33", "proxy.example.test", "10.0.0.0/8/8"])(
    "names %s as a fault at the start",
    (ranges) => {
      expect(() => read(ranges)).toThrow(/TRUSTED_PROXIES: must be addresses or CIDRs of 1 bit and more/);
    },
  );
});
