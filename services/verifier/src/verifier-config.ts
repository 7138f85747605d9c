import { bankCodes, isBankCode } from "@receipts/contracts";
import { checkDatabaseUrl } from "@receipts/database";
import {
  booleanSetting,
  commonSettings,
  type Environment,
  integerSetting,
  quarantineSettings,
  readConfiguration,
  readTogether,
  receiptSettings,
} from "@receipts/service-kit";
import { z } from "zod";
import { readCanary } from "./canary.ts";

export const verifierSettings = {
  ...commonSettings,
  ...receiptSettings,
  ...quarantineSettings,
  BANK: z.enum(bankCodes).describe("Bank that this process queries"),
  METRICS_PORT: integerSetting(
    { min: 0, max: 65_535, default: 9_464 },
    "Port for health and metrics when the verifier runs as its own process",
  ),
  DATABASE_POOL_SIZE: integerSetting(
    { min: 1, max: 200, default: 10 },
    "PostgreSQL connections of one process",
  ),
  VERIFIER_CONCURRENCY: integerSetting(
    { min: 1, max: 1_000, default: 16 },
    "Receipts in progress at the same time",
  ),
  VERIFIER_READ_AHEAD: integerSetting(
    { min: 1, max: 100_000, default: 10_000 },
    "Messages read ahead so that accounts take turns among them; at least QUEUE_CAPACITY",
  ),
  RECHECK_SHARE: integerSetting(
    { min: 1, max: 100_000, default: 500 },
    "Requests of an account that may wait until the bank has booked their receipts (`recheckForMinutes`)",
  ),
  BANK_ATTEMPTS: integerSetting(
    { min: 1, max: 10, default: 3 },
    "Attempts per request while the bank does not respond",
  ),
  BANK_BUDGET_MS: integerSetting(
    { min: 1_000, max: 120_000, default: 30_000 },
    "Time for all attempts of one request",
  ),
  CLAIM_LEASE_MS: integerSetting(
    { min: 1_000, max: 300_000, default: 15_000 },
    "A claim not renewed for this long expires: its process counts as dead",
  ),
  BREAKER_VOLUME: integerSetting(
    { min: 1, max: 10_000, default: 20 },
    "Attempts within the window before the breaker may open",
  ),
  BREAKER_ERROR_PERCENT: integerSetting(
    { min: 1, max: 100, default: 50 },
    "Share of failed attempts that opens the breaker: of all, and on average over the accounts that asked",
  ),
  BREAKER_WINDOW_MS: integerSetting(
    { min: 1_000, max: 600_000, default: 30_000 },
    "Window in which the breaker counts attempts",
  ),
  BREAKER_RESET_MS: integerSetting(
    { min: 10, max: 600_000, default: 5_000 },
    "Time until an open breaker lets a probe through",
  ),
  BANK_SANDBOX_URL: z
    .url()
    .or(z.literal(""))
    .default("")
    .describe("Origin of the bank sandbox: its failures (references ending in `DN`) do not count for uptime"),
  DAILY_BANK_PROBE: booleanSetting(
    true,
    "In production, ask the bank itself once a day for its canary, else for a receipt that cannot exist",
  ),
  CANARY_IDLE_MS: integerSetting(
    { min: 100, max: 70_000, default: 60_000 },
    "Time without an attempt at the bank before it is queried for its canary, if set",
  ),
};

export type VerifierConfig = ReturnType<typeof readVerifierConfig>;

/** Called once, from `main.ts`. Throws `ConfigurationError` with all errors, including the canary's. */
export function readVerifierConfig(env: Environment) {
  const bank = env["BANK"] ?? "";
  return readTogether({
    config: () => {
      const config = readConfiguration(verifierSettings, env);
      checkDatabaseUrl(config);
      return config;
    },
    canary: () => (isBankCode(bank) ? readCanary(bank, env) : undefined),
  }).config;
}
