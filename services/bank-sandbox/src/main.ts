import { z } from "zod";
import { sandboxSettings } from "./sandbox-settings.ts";
import { startBankSandbox } from "./start-bank-sandbox.ts";

async function main(): Promise<void> {
  const config = z.object(sandboxSettings).safeParse(process.env);
  if (!config.success) throw new Error(`Bad configuration:\n${z.prettifyError(config.error)}`);
  const sandbox = await startBankSandbox({
    port: config.data.SANDBOX_PORT,
    host: config.data.SANDBOX_HOST,
    latencyMs: config.data.SANDBOX_LATENCY_MS,
    isStrict: config.data.SANDBOX_STRICT,
    paymentsFile: config.data.SANDBOX_PAYMENTS_FILE,
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
  // Last, so that a process that waits for this line can already send a signal.
  process.stdout.write(`Bank sandbox: ${sandbox.url}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
