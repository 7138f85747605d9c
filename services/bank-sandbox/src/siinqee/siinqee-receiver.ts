import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const siinqeeReceiver: SandboxReceiver = {
  accountNumber: "1014472903658",
  accountName: "Selam Demo Trading",
};
