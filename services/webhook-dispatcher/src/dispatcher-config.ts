import { checkDatabaseUrl } from "@receipts/database";
import {
  commonSettings,
  type Environment,
  integerSetting,
  readConfiguration,
  refuseUnsafePrivateWebhooks,
  webhookSettings,
} from "@receipts/service-kit";
import { z } from "zod";
import { defaultRetrySchedule, parseRetrySchedule } from "./retry-schedule.ts";

export const dispatcherSettings = {
  ...commonSettings,
  ...webhookSettings,
  METRICS_PORT: integerSetting(
    { min: 0, max: 65_535, default: 9_464 },
    "Port for health and metrics when the dispatcher runs as its own process",
  ),
  DATABASE_POOL_SIZE: integerSetting(
    { min: 2, max: 200, default: 10 },
    "PostgreSQL connections of one process; one of them polls for due deliveries",
  ),
  WEBHOOK_CONCURRENCY: integerSetting(
    { min: 2, max: 10_000, default: 512 },
    "Attempts in flight in one process",
  ),
  WEBHOOK_CONCURRENCY_PER_HOST: integerSetting(
    { min: 1, max: 64, default: 16 },
    "Attempts in flight to one host, and to one endpoint that responds; a new one starts with 2",
  ),
  WEBHOOK_CONCURRENCY_PER_ACCOUNT: integerSetting(
    { min: 1, max: 10_000, default: 128 },
    "Attempts in flight for one account; always fewer than WEBHOOK_CONCURRENCY",
  ),
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .default(defaultRetrySchedule)
    .transform((text, context) => {
      const schedule = parseRetrySchedule(text);
      if (schedule !== undefined) return schedule;
      context.addIssue({ code: "custom", message: "must be delays such as 0s,30s,2m" });
      return z.NEVER;
    })
    .describe("Delay before each attempt, first to last"),
};

export type DispatcherConfig = ReturnType<typeof readDispatcherConfig>;

/** Called once, from `main.ts`. Throws `ConfigurationError` with all errors. */
export function readDispatcherConfig(env: Environment) {
  const config = readConfiguration(dispatcherSettings, env);
  refuseUnsafePrivateWebhooks(config);
  checkDatabaseUrl(config);
  return config;
}
