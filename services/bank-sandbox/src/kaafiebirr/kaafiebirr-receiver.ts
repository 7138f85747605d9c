import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const kaafiebirrReceiver: SandboxReceiver = {
  accountNumber: "0900127437",
  accountName: "Selam Demo Trading",
};
