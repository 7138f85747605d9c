import { platformRoutes } from "@receipts/contracts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";

export interface CreditRouteDeps {
  readonly balanceOf: (userId: string) => Promise<number>;
}

export function creditRoutes(deps: CreditRouteDeps): MountedRoute[] {
  return [
    {
      contract: platformRoutes.getCreditBalance,
      handler: async (request, response) => {
        const balance = await deps.balanceOf(callerOf(request).userId);
        response.json({ success: true, message: "Credit balance", data: { balance } });
      },
    },
  ];
}
