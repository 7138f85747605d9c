import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const telebirrReceiver: SandboxReceiver = {
  accountNumber: "0900127436",
  accountName: "Selam Demo Trading",
};
