import { flushCompileCache } from "node:module";
import {
  ConfigurationError,
  countLines,
  createLog,
  createServiceMetrics,
  type Environment,
  runService,
} from "@receipts/service-kit";
import { startDatabase } from "./database.ts";
import { readStandaloneConfig } from "./standalone-config.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Starts everything, prints how to reach it, and runs until a signal. */
export async function runStandalone(env: Environment): Promise<void> {
  try {
    const config = readStandaloneConfig(env);
    const metrics = createServiceMetrics({ processMetrics: true });
    const log = createLog({ service: "standalone", level: config.LOG_LEVEL, onLine: countLines(metrics) });
    // The database starts while the code of the services is loaded, which takes about as long.
    const [database, { buildStandalone }] = await Promise.all([
      startDatabase(config),
      import("./build-standalone.ts"),
    ]);
    const standalone = await buildStandalone({ config, env, log, metrics, database });
    print(`Ready: ${standalone.apiUrl}`);
    print(`API key: ${standalone.apiKey}`);
    print(`Checkout key: ${standalone.checkoutKey}`);
    print(`Dashboard: ${standalone.demo.email} / ${standalone.demo.password}`);
    print(`Bank sandbox: ${standalone.sandboxUrl}`);
    const running = runService(standalone, { log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS });
    const { verifySample } = await import("./sample-verification.ts");
    print(await verifySample(standalone.apiUrl, standalone.apiKey));
    // Node.js writes the cache when it exits, which a killed process never does.
    flushCompileCache();
    const { drained } = await running;
    if (!drained) process.exit();
  } catch (error) {
    const known =
      error instanceof ConfigurationError ||
      (error instanceof Error && "code" in error && error.code === "EADDRINUSE");
    process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
    process.exit(1);
  }
}
