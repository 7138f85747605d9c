import { runProcess } from "@receipts/backing-services";
import { buildDispatcher } from "./build-dispatcher.ts";
import { readDispatcherConfig } from "./dispatcher-config.ts";

await runProcess({
  name: "webhook-dispatcher",
  env: process.env,
  readConfig: readDispatcherConfig,
  build: (config, context) => buildDispatcher({ ...context, config }),
  operationsPort: (config) => config.METRICS_PORT,
});
