import { randomBytes } from "node:crypto";
import { MAX_WEBHOOK_ENDPOINTS, MAX_WEBHOOK_LISTENERS } from "@receipts/contracts";
import { type GatewayConfig, readGatewayConfig } from "@receipts/gateway";
import { readPage } from "./page-blocks.ts";

const secret = () => randomBytes(32).toString("base64");
const config = readGatewayConfig({
  DATABASE_URL: "postgres://localhost/unused",
  RECEIPT_HASH_KEY: secret(),
  SECRETS_ENCRYPTION_KEY: secret(),
  QUARANTINE_KEY: secret(),
});
const rows = readPage("limits.md")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

const settings: readonly (readonly [string, keyof GatewayConfig, string])[] = [
  ["requests of one API key", "RATE_LIMIT_PER_MINUTE", "a minute"],
  ["sign-ins, by email and client address", "SIGN_IN_ATTEMPTS_PER_EMAIL", "in 15 minutes"],
  ["sign-ins, by email, all addresses", "SIGN_IN_ATTEMPTS_PER_EMAIL_ANYWHERE", "in 15 minutes"],
  ["sign-ins, by address, all emails", "SIGN_IN_ATTEMPTS_PER_ADDRESS", "in 15 minutes"],
  ["requests of one address to hosted", "CHECKOUT_ADDRESS_RATE_LIMIT_PER_MINUTE", "a minute"],
  ["test webhooks of an account", "TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE", "a minute"],
];

describe("the page of limits", () => {
  it.each(settings)("shows the limit of %s as the default of %s", (what, setting, unit) => {
    const row = rows.find(([, title]) => title?.startsWith(what));
    expect(row?.[2]).toBe(`${Number(config[setting]).toLocaleString("en")} ${unit}`);
  });

  it.each([
    ["endpoints of an account", MAX_WEBHOOK_ENDPOINTS],
    ["local webhook listeners of an account", MAX_WEBHOOK_LISTENERS],
  ])("shows the limit of %s", (what, limit) => {
    expect(rows.find(([, title]) => title?.startsWith(what))?.[2]).toBe(String(limit));
  });

  it.each(["purchases of credits that are not paid yet", "`metadata` of an API key"])("has %s", (what) => {
    expect(rows.filter(([, title]) => title?.startsWith(what))).toHaveLength(1);
  });
});
