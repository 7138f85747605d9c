import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const cbebirrReceiver: SandboxReceiver = {
  accountNumber: "251900127436",
  accountName: "Selam Demo Trading",
};
