import { checkoutKeyRoutes } from "@receipts/contracts";
import { type KeyRouteDeps, keyRoutes } from "../../api-keys/key-routes.ts";
import type { MountedRoute } from "../../http/mount-routes.ts";
import { checkoutKeys } from "./checkout-key-repository.ts";

/** Keys are created, listed and revoked by a signed-in person, so the routes are on the dashboard's surface. */
export function checkoutKeyRoutesOf(deps: KeyRouteDeps): MountedRoute[] {
  return keyRoutes(
    {
      table: checkoutKeys,
      idKind: "checkoutKey",
      contracts: {
        create: checkoutKeyRoutes.createCheckoutKey,
        list: checkoutKeyRoutes.listCheckoutKeys,
        revoke: checkoutKeyRoutes.revokeCheckoutKey,
        takeOver: checkoutKeyRoutes.takeOverCheckoutKey,
      },
      grantsOf: ({ scopes }) => scopes,
      noun: ["Checkout key", "checkout key"],
      audited: "checkout_key",
      auditedFields: ({ name, scopes, fingerprint, expiresAt }) => ({ name, scopes, fingerprint, expiresAt }),
    },
    deps,
  );
}
