import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const cbeReceiver: SandboxReceiver = {
  accountNumber: "1000412270936",
  accountName: "Selam Demo Trading",
};
