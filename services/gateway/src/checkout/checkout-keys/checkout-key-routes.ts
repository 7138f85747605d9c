import { checkoutKeyRoutes } from "@receipts/contracts";
import { type KeyRouteDeps, keyRoutes } from "../../api-keys/key-routes.ts";
import type { MountedRoute } from "../../http/mount-routes.ts";
import { checkoutKeys } from "./checkout-key-repository.ts";

/** Made, listed and revoked by a person who has signed in: on the surface of the dashboard. */
export function checkoutKeyRoutesOf(deps: KeyRouteDeps): MountedRoute[] {
  return keyRoutes(
    {
      table: checkoutKeys,
      idKind: "checkoutKey",
      contracts: {
        create: checkoutKeyRoutes.createCheckoutKey,
        list: checkoutKeyRoutes.listCheckoutKeys,
        revoke: checkoutKeyRoutes.revokeCheckoutKey,
      },
      noun: ["Checkout key", "checkout key"],
      audited: "checkout_key",
      auditedFields: ({ name, scopes, fingerprint, expiresAt }) => ({ name, scopes, fingerprint, expiresAt }),
    },
    deps,
  );
}
