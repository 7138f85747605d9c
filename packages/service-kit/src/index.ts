export * from "./configuration.ts";
export * from "./health.ts";
export * from "./http-server.ts";
export * from "./log.ts";
export * from "./run-service.ts";
export * from "./service-metrics.ts";
export * from "./trace-context.ts";
export * from "./worker.ts";
