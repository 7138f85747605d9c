import { flushCompileCache } from "node:module";
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
    const log = createLog({ service: "standalone", level: config.LOG_LEVEL, onLine: countLines(metrics) });
    // The database starts while the code of the services is loaded, which takes about as long.
    const [database, { buildStandalone }] = await Promise.all([
      startDatabase(config),
      import("./build-standalone.ts"),
    ]);
    const standalone = await buildStandalone({ config, env, log, metrics, database });
    const { demo } = standalone;
    const lines = demo === undefined ? firstSteps(standalone) : waysIn(demo);
    // First: who reads that it is ready may stop it at once.
    const running = runService(standalone, { log, shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS });
    print([`Ready: ${standalone.apiUrl}`, ...lines].join("\n"));
    if (demo !== undefined) {
      const { verifySample } = await import("./sample-verification.ts");
      print(await verifySample(standalone.apiUrl, demo.apiKey));
    }
    // Node.js writes the cache when it exits, which a killed process never does.
    flushCompileCache();
    const { drained } = await running;
    if (!drained) process.exit();
  } catch (error) {
    exitWithFault(error);
  }
}

function waysIn(demo: Demo): readonly string[] {
  return [
    `API key: ${demo.apiKey}`,
    `Checkout key: ${demo.checkoutKey}`,
    `Dashboard: ${demo.email} / ${demo.password}`,
    `Bank sandbox: ${demo.sandboxUrl}`,
  ];
}

/** Production has no account that anybody could know, so that the first one is made by hand. */
function firstSteps({ accounts, apiUrl }: Standalone): readonly string[] {
  if (accounts.includes(DEMO_EMAIL)) {
    return [
      `Warning: the demo account is still open. End it: npm run admin -- user disable --user ${DEMO_EMAIL}`,
    ];
  }
  if (accounts.length > 0) return [];
  return [
    "No account yet. Make one, with a password of 12 characters or more on standard input:",
    "  npm run admin -- user create --email you@example.com --name 'Your Name' --credits 1000 --password-stdin",
    `Then sign in at ${apiUrl}/dashboard, save your bank accounts and make an API key.`,
  ];
}
