import { z } from "zod";
import { startBankSandbox } from "./start-bank-sandbox.ts";

const sandboxEnv = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8090).describe("Where the banks answer"),
  SANDBOX_HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  SANDBOX_LATENCY_MS: z.coerce.number().int().min(0).max(60_000).default(0).describe("Before every answer"),
  SANDBOX_PAYMENTS_FILE: z.string().min(1).optional().describe("JSON lines; keeps ordered payments"),
});

async function main(): Promise<void> {
  const config = sandboxEnv.safeParse(process.env);
  if (!config.success) throw new Error(`Bad configuration:\n${z.prettifyError(config.error)}`);
  const sandbox = await startBankSandbox({
    port: config.data.SANDBOX_PORT,
    host: config.data.SANDBOX_HOST,
    latencyMs: config.data.SANDBOX_LATENCY_MS,
    paymentsFile: config.data.SANDBOX_PAYMENTS_FILE,
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  // Last, so that whoever waits for this line may already send a signal.
  process.stdout.write(`Bank sandbox: ${sandbox.url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
