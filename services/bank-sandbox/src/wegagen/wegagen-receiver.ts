import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const wegagenReceiver: SandboxReceiver = {
  accountNumber: "1113472903658",
  accountName: "Selam Demo Trading",
};
