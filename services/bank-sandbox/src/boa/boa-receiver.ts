import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const boaReceiver: SandboxReceiver = {
  accountNumber: "104273658",
  accountName: "Selam Demo Trading",
};
