export { buildDispatcher, type DispatcherDeps } from "./build-dispatcher.ts";
export { type DispatcherConfig, dispatcherSettings, readDispatcherConfig } from "./dispatcher-config.ts";
