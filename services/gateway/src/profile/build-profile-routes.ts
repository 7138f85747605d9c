import { createSigningSecretStore, type SecretBox } from "@receipts/webhooks";
import type { MountedRoute } from "../http/mount-routes.ts";
import { logoRoutes } from "./logo-routes.ts";
import { type ProfileRouteDeps, profileOwnRoutes } from "./profile-routes.ts";
import { webhookSecretRoutes } from "./webhook-secret-routes.ts";

/** The profile with its signing secret and its logo. */
export function buildProfileRoutes(
  deps: ProfileRouteDeps & { readonly secretBox: SecretBox },
): MountedRoute[] {
  const { pool, secretBox } = deps;
  return [
    ...profileOwnRoutes(deps),
    ...webhookSecretRoutes({
      pool,
      signingSecretsIn: (database) => createSigningSecretStore({ database, secretBox }),
    }),
    ...logoRoutes({ pool }),
  ];
}
