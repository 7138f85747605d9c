import {
  ConfigurationError,
  countLines,
  createLog,
  createServiceMetrics,
  runService,
} from "@receipts/service-kit";
import { buildStandalone } from "./build-standalone.ts";
import { verifySample } from "./sample-verification.ts";
import { readStandaloneConfig } from "./standalone-config.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readStandaloneConfig(process.env);
  const metrics = createServiceMetrics({ processMetrics: true });
  const log = createLog({ service: "standalone", level: config.LOG_LEVEL, onLine: countLines(metrics) });
  const standalone = await buildStandalone({ config, env: process.env, log, metrics });
  print(`Ready: ${standalone.apiUrl}`);
  print(`API key: ${standalone.apiKey}`);
  print(`Checkout key: ${standalone.checkoutKey}`);
  print(`Dashboard: ${standalone.demo.email} / ${standalone.demo.password}`);
  print(`Bank sandbox: ${standalone.sandboxUrl}`);
  const running = runService(standalone, { log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS });
  print(await verifySample(standalone.apiUrl, standalone.apiKey));
  const { drained } = await running;
  if (!drained) process.exit();
} catch (error) {
  const known =
    error instanceof ConfigurationError ||
    (error instanceof Error && "code" in error && error.code === "EADDRINUSE");
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
