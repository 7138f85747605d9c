import { flushCompileCache } from "node:module";
import path from "node:path";
import {
  countLines,
  createLog,
  createServiceMetrics,
  type Environment,
  exitWithFault,
  runService,
} from "@receipts/service-kit";
import type { Demo, Standalone } from "./build-standalone.ts";
import { startDatabase } from "./database.ts";
import { DEMO_EMAIL, readStandaloneConfig } from "./standalone-config.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Starts everything, prints how to reach it, and runs until a signal. */
export async function runStandalone(env: Environment): Promise<void> {
  try {
    const config = readStandaloneConfig(env);
    const metrics = createServiceMetrics({ processMetrics: true });
    // Loading the code of the services takes about as long as starting the database, so both run at once.
    const [database, { buildStandalone }] = await Promise.all([
      startDatabase(config),
      import("./build-standalone.ts"),
    ]);
    const log = createLog({
      service: "standalone",
      level: config.LOG_LEVEL,
      onLine: countLines(metrics),
      // The database has made the folder, or there is none.
      ...(database.isEmbedded && { file: path.join(path.resolve(config.DATA_DIR), "standalone.log") }),
    });
    const standalone = await buildStandalone({ config, env, log, metrics, database });
    const { demo } = standalone;
    const lines = demo === undefined ? firstSteps(standalone) : accessLines(demo);
    // Handle signals before printing: a reader of "Ready" may stop the process at once.
    const running = runService(standalone, { log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS });
    print([`Ready: ${standalone.apiUrl}`, ...lines].join("\n"));
    if (demo !== undefined) {
      const { verifySample } = await import("./sample-verification.ts");
      print(await verifySample(standalone.apiUrl, demo.apiKey));
    }
    // Node.js writes the cache only at exit, which a killed process never reaches.
    flushCompileCache();
    const { drained } = await running;
    if (!drained) process.exit();
  } catch (error) {
    const { asStartFault } = await import("@receipts/database");
    exitWithFault(asStartFault(error));
  }
}

function accessLines(demo: Demo): readonly string[] {
  return [
    `API key: ${demo.apiKey}`,
    `Checkout key: ${demo.checkoutKey}`,
    `Dashboard: ${demo.email} / ${demo.password}`,
    `Bank sandbox: ${demo.sandboxUrl}`,
  ];
}

/** Production has no account with known credentials, so the operator creates the first one. */
function firstSteps({ accounts, apiUrl }: Standalone): readonly string[] {
  if (accounts.includes(DEMO_EMAIL)) {
    return [
      `Warning: the demo account is still open. End it: npm run admin -- user disable --user ${DEMO_EMAIL}`,
    ];
  }
  if (accounts.length > 0) return [];
  return [
    "No account yet. Create one, with a password of 12 characters or more on standard input:",
    "  npm run admin -- user create --email you@example.com --name 'Your Name' --credits 1000 --password-stdin",
    `Then sign in at ${apiUrl}/dashboard, save your bank accounts and create an API key.`,
  ];
}
