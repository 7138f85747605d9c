import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { VerificationRepository } from "../verification/verification-repository.ts";
import { deliveryRoutesOf } from "./delivery-routes.ts";
import { recoveryRoutes } from "./recovery-routes.ts";

export interface DeliveryAreaDeps {
  readonly pool: Pool;
  readonly verifications: Pick<VerificationRepository, "find">;
  readonly limiter: (name: string, points: number) => RateLimiter;
}

/** A minute, for an account. They cost no credit, and send to addresses that strangers chose. */
const REDELIVERIES = 60;
const RECOVERIES = 10;

/** What became of webhooks, and sending them again. The dispatcher finds what is due by itself, within a second. */
export function buildDeliveryRoutes({ pool, verifications, limiter }: DeliveryAreaDeps): MountedRoute[] {
  return [
    ...deliveryRoutesOf({ pool, verifications, redeliveries: limiter("redeliver", REDELIVERIES) }),
    ...recoveryRoutes({ pool, recoveries: limiter("recover", RECOVERIES) }),
  ];
}
