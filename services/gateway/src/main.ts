import { runProcess } from "@receipts/backing-services";
import { buildGateway } from "./build-gateway.ts";
import { readGatewayConfig } from "./gateway-config.ts";

await runProcess({
  name: "gateway",
  env: process.env,
  readConfig: readGatewayConfig,
  build: async (config, context) => {
    const fastStore = await context.openFastStore();
    return await buildGateway({ ...context, fastStore, config, bankEnvironment: process.env });
  },
  readyLine: (service) => `Ready: ${service.name}${"port" in service ? ` on port ${service.port}` : ""}`,
});
