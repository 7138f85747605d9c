import { isIP } from "node:net";
import { z } from "zod";
import { booleanSetting, integerSetting, type Secret, secret, secretSetting } from "./configuration.ts";
import { secureBackendsSetting } from "./secure-backends.ts";

/** Settings of every service. */
export const commonSettings = {
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("development")
    .describe("`production` turns the production rules on; any value but these three ends the start"),
  LOG_LEVEL: z
    .enum(["error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Lines below this level are not written"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must be a postgresql:// URL")
    .transform(secret)
    .describe("PostgreSQL connection URL; `?sslmode=verify-full` for TLS"),
  SECURE_BACKENDS: secureBackendsSetting,
  HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, "must be an IP address, such as 0.0.0.0")
    .optional()
    .describe("Address to listen on; unset, 127.0.0.1, in production every address of the host"),
  SHUTDOWN_TIMEOUT_MS: integerSetting(
    { min: 1_000, max: 600_000, default: 25_000 },
    "Time limit for a drain after SIGTERM; unfinished work is released then",
  ),
  SERVICE_VERSION: z
    .string()
    .max(100)
    .default("development")
    .describe("Running release, for the metric `rv_build_info`; set by the image"),
  SERVICE_REVISION: z
    .string()
    .max(100)
    .default("unknown")
    .describe("Commit of the release, for the same metric"),
};

export function buildVersionOf(config: {
  readonly SERVICE_VERSION: string;
  readonly SERVICE_REVISION: string;
}) {
  return { version: config.SERVICE_VERSION, revision: config.SERVICE_REVISION };
}

/** Keys that encrypt or hash: 32 bytes, so they cannot be guessed. */
const isKey = (value: Secret) => Buffer.from(value.reveal(), "base64").length >= 32;
const keySetting = (description: string) =>
  secretSetting(description).refine(isKey, "must be at least 32 bytes in base64");

/** Settings of every service that records verdicts; they must be the same in all. */
export const receiptSettings = {
  RECEIPT_HASH_KEY: keySetting(
    "Key of the receipt hash; without it, who has confirmed which receipt is lost",
  ),
  VERDICT_CACHE_TTL_MS: integerSetting(
    { min: 0, max: 604_800_000, default: 86_400_000 },
    "How long a success verdict is returned from the cache",
  ),
  PICTURE_REFUNDS_PER_DAY: integerSetting(
    { min: 0, max: 10_000, default: 20 },
    "Credits refunded to an account on a day (UTC) for numbers read with unsure letters that the bank does not know",
  ),
};

/** For the verifiers, which store documents, and the command line, which reads them. */
export const quarantineSettings = {
  QUARANTINE_KEY: keySetting("")
    .optional()
    .describe("Encrypts unreadable bank documents; unset, they are counted and not stored"),
};

/** Settings of every service that sends webhooks. */
export const webhookSettings = {
  SECRETS_ENCRYPTION_KEY: keySetting("Encrypts webhook signing secrets at rest"),
  SECRETS_ENCRYPTION_KEYS_PREVIOUS: z
    .string()
    .default("")
    .transform((text) => text.split(",").map((key) => key.trim()))
    .transform((keys) => keys.filter((key) => key !== "").map(secret))
    .refine((keys) => keys.every(isKey), "must be keys of at least 32 bytes in base64, separated by commas")
    .describe("Earlier values of SECRETS_ENCRYPTION_KEY; they only decrypt"),
  WEBHOOK_ALLOW_PRIVATE: booleanSetting(
    false,
    "Development only, and only on a loopback HOST: allows webhooks to http and private addresses",
  ),
  WEBHOOK_TIMEOUT_MS: integerSetting(
    { min: 500, max: 120_000, default: 30_000 },
    "Time limit of a webhook attempt, from DNS to last byte",
  ),
};
