import { z } from "zod";

/** Settings of the sandbox as a separate process. */
export const sandboxSettings = {
  NODE_ENV: z
    .enum(["", "production", "development", "test"], "must be production, development or test")
    .optional()
    .describe("Changes nothing here; a mistyped value ends the start, as of every process"),
  SANDBOX_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8090)
    .describe("Port of all banks; 0 takes a free one"),
  SANDBOX_HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  SANDBOX_LATENCY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe("Delay before every response"),
  SANDBOX_STRICT: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .describe("Only ordered payments have receipts, as for numbers that were read in a file"),
  SANDBOX_PAYMENTS_FILE: z.string().min(1).optional().describe("File for ordered payments, as JSON lines"),
};
