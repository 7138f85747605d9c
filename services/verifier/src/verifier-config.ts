import { bankCodes, isBankCode } from "@receipts/contracts";
import {
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
  BANK: z.enum(bankCodes).describe("The bank that this process asks"),
  METRICS_PORT: integerSetting(
    { min: 0, max: 65_535, default: 9_464 },
    "Health and metrics of a process of its own",
  ),
  DATABASE_POOL_SIZE: integerSetting(
    { min: 1, max: 200, default: 10 },
    "PostgreSQL connections of one process",
  ),
  VERIFIER_CONCURRENCY: integerSetting(
    { min: 1, max: 1_000, default: 16 },
    "Receipts in work at the same time",
  ),
  VERIFIER_READ_AHEAD: integerSetting(
    { min: 1, max: 100_000, default: 5_000 },
    "Messages held while accounts take turns; a fair share needs more than one account may have unfinished",
  ),
  BANK_ATTEMPTS: integerSetting(
    { min: 1, max: 10, default: 3 },
    "How often a bank that gives no answer is asked",
  ),
  BANK_BUDGET_MS: integerSetting(
    { min: 1_000, max: 120_000, default: 30_000 },
    "Time for all attempts of one request",
  ),
  CLAIM_LEASE_MS: integerSetting(
    { min: 1_000, max: 300_000, default: 15_000 },
    "A claim that is not renewed for so long is free: its process is taken for dead",
  ),
  BREAKER_VOLUME: integerSetting(
    { min: 1, max: 10_000, default: 20 },
    "Attempts within the window before the breaker may open",
  ),
  BREAKER_ERROR_PERCENT: integerSetting(
    { min: 1, max: 100, default: 50 },
    "Share of failed attempts that opens the breaker",
  ),
  BREAKER_WINDOW_MS: integerSetting(
    { min: 1_000, max: 600_000, default: 30_000 },
    "Window of the breaker's figures",
  ),
  BREAKER_RESET_MS: integerSetting(
    { min: 10, max: 600_000, default: 5_000 },
    "Time until an open breaker lets a probe through",
  ),
  BANK_SANDBOX_URL: z
    .url()
    .or(z.literal(""))
    .default("")
    .describe(
      "The sandbox's scheme, host and port, where banks' hosts are the sandbox: failures that were asked of it (references that end in `DN`) say nothing of a bank's uptime",
    ),
  CANARY_IDLE_MS: integerSetting(
    { min: 100, max: 70_000, default: 60_000 },
    "A bank that nobody has asked for so long is asked for its canary, where one is set",
  ),
};

export type VerifierConfig = ReturnType<typeof readVerifierConfig>;

/** Called once, from `main.ts`. Throws `ConfigurationError` with every fault, those of the bank's canary too. */
export function readVerifierConfig(env: Environment) {
  const bank = env["BANK"] ?? "";
  return readTogether({
    config: () => readConfiguration(verifierSettings, env),
    canary: () => (isBankCode(bank) ? readCanary(bank, env) : undefined),
  }).config;
}
