import { runProcess } from "@receipts/backing-services";
import { buildVerifier } from "./build-verifier.ts";
import { readVerifierConfig } from "./verifier-config.ts";

await runProcess({
  name: "verifier",
  env: process.env,
  readConfig: readVerifierConfig,
  build: async (config, context) => {
    const fastStore = await context.openFastStore();
    return await buildVerifier({ ...context, fastStore, config, bankEnvironment: process.env });
  },
  operationsPort: (config) => config.METRICS_PORT,
});
