import { apiKeyRoutes } from "@receipts/contracts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { type ApiKeyRow, apiKeys } from "./api-key-repository.ts";
import { type KeyRouteDeps, keyRoutes } from "./key-routes.ts";

export function apiKeyRoutesOf(deps: KeyRouteDeps): MountedRoute[] {
  return keyRoutes(
    {
      table: apiKeys,
      idKind: "apiKey",
      contracts: {
        create: apiKeyRoutes.createApiKey,
        list: apiKeyRoutes.listApiKeys,
        revoke: apiKeyRoutes.revokeApiKey,
      },
      noun: ["API key", "API key"],
      audited: "api_key",
      auditedFields: auditedKey,
    },
    deps,
  );
}

/** What the audit log tells of a key; its metadata is the owner's own and may hold anything. */
export function auditedKey({ name, permissions, expiresAt }: ApiKeyRow) {
  return { name, permissions, expiresAt };
}
