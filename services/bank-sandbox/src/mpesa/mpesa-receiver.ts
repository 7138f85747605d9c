import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const mpesaReceiver: SandboxReceiver = {
  accountNumber: "0700127436",
  accountName: "Selam Demo Trading",
};
