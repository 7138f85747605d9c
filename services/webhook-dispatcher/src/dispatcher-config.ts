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
    "Health and metrics of a process of its own",
  ),
  DATABASE_POOL_SIZE: integerSetting(
    { min: 2, max: 200, default: 10 },
    "PostgreSQL connections of one process; one of them looks for what is due",
  ),
  WEBHOOK_CONCURRENCY: integerSetting(
    { min: 2, max: 10_000, default: 512 },
    "Attempts in flight in one process",
  ),
  WEBHOOK_CONCURRENCY_PER_HOST: integerSetting(
    { min: 1, max: 64, default: 16 },
    "Of these to one host, once it answers; a host that nobody knows begins with 2",
  ),
  WEBHOOK_CONCURRENCY_PER_ACCOUNT: integerSetting(
    { min: 1, max: 10_000, default: 128 },
    "Of these for one account; always fewer than all",
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
    .describe("Delays before the attempts, from the first to the last"),
};

export type DispatcherConfig = ReturnType<typeof readDispatcherConfig>;

/** Called once, from `main.ts`. Throws `ConfigurationError` with every fault. */
export function readDispatcherConfig(env: Environment) {
  const config = readConfiguration(dispatcherSettings, env);
  refuseUnsafePrivateWebhooks(config);
  return config;
}
