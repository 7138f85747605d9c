import type { SandboxReceiver } from "../sandbox-receiver.ts";

export const dashenReceiver: SandboxReceiver = {
  accountNumber: "5047318296011",
  accountName: "Selam Demo Trading",
};
