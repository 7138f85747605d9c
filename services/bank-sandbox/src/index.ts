export { createSandboxApp, type SandboxOptions } from "./sandbox-app.ts";
export type { BankSamples, SampleIdentifiers } from "./sandbox-bank.ts";
export { type SandboxReceiver, sampleReferences, sandboxReceivers } from "./sandbox-banks.ts";
export { sandboxSettings } from "./sandbox-settings.ts";
export {
  type RunningBankSandbox,
  type StartBankSandboxOptions,
  startBankSandbox,
} from "./start-bank-sandbox.ts";
