import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const amharaReceiver: SandboxReceiver = {
  accountNumber: "9900472903658",
  accountName: "Selam Demo Trading",
};
