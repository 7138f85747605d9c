import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const awashReceiver: SandboxReceiver = {
  accountNumber: "01320478129600",
  accountName: "Selam Demo Trading",
};
