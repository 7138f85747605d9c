import {
  booleanSetting,
  commonSettings,
  type Environment,
  integerSetting,
  readConfiguration,
  secret,
} from "@receipts/service-kit";
import { z } from "zod";
import { DEFAULT_DATA_DIR } from "./data-dir.ts";

export const DEMO_EMAIL = "demo@example.com";

/** Its own settings; every setting of the services inside counts too. */
export const standaloneSettings = {
  NODE_ENV: commonSettings.NODE_ENV,
  HOST: commonSettings.HOST,
  SHUTDOWN_TIMEOUT_MS: commonSettings.SHUTDOWN_TIMEOUT_MS,
  LOG_LEVEL: z
    .enum(["error", "warn", "info", "debug", "silent"])
    .default("warn")
    .describe("Lines below this level are not written; `info` shows every step of a request"),
  PORT: integerSetting({ min: 0, max: 65_535, default: 8_080 }, "Port of the HTTP API"),
  SANDBOX_PORT: integerSetting({ min: 0, max: 65_535, default: 8_090 }, "Port of the bank sandbox"),
  SANDBOX_LATENCY_MS: integerSetting(
    { min: 0, max: 600_000, default: 0 },
    "Delays every response of the sandbox",
  ),
  SANDBOX_STRICT: booleanSetting(
    false,
    "The sandbox knows only ordered payments, as for numbers that were read in a file",
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default(DEFAULT_DATA_DIR)
    .describe("Folder of the embedded database, the demo's secrets and the compile cache"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must be a postgresql:// URL")
    .transform(secret)
    .optional()
    .describe("Used in place of the embedded PostgreSQL"),
  SECURE_BACKENDS: commonSettings.SECURE_BACKENDS,
  DEMO_CREDITS: integerSetting(
    { min: 0, max: 1_000_000_000, default: 10_000 },
    "Credits of the demo account at its first start",
  ),
};

export type StandaloneConfig = ReturnType<typeof readStandaloneConfig>;

export function readStandaloneConfig(env: Environment) {
  return readConfiguration(standaloneSettings, env);
}
