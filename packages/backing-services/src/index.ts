export { type BackingServices, backingSettings, createRedisReport } from "./open-backing-services.ts";
export { type ProcessContext, runProcess } from "./run-process.ts";
