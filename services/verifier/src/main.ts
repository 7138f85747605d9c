import { runProcess } from "@receipts/backing-services";
import { buildVerifier } from "./build-verifier.ts";
import { readVerifierConfig } from "./verifier-config.ts";

await runProcess({
  name: "verifier",
  env: process.env,
  readConfig: readVerifierConfig,
  build: (config, context) => buildVerifier({ ...context, config, bankEnvironment: process.env }),
  operationsPort: (config) => config.METRICS_PORT,
});
