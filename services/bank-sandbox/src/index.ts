export { createSandboxApp, type SandboxOptions } from "./sandbox-app.ts";
export type { BankSamples, SampleIdentifiers } from "./sandbox-bank.ts";
export { type SandboxBankCode, sampleReferences } from "./sandbox-banks.ts";
export { type SandboxReceiver, sandboxReceivers } from "./sandbox-receivers.ts";
export {
  type RunningBankSandbox,
  type StartBankSandboxOptions,
  startBankSandbox,
} from "./start-bank-sandbox.ts";
