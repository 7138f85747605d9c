export { type BackingServices, backingSettings } from "./open-backing-services.ts";
export { type ProcessContext, runProcess } from "./run-process.ts";
