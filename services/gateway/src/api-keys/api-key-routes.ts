import { apiKeyRoutes, grantsIn } from "@receipts/contracts";
import { requireOpenBranch } from "../branches/branch-repository.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow } from "../http/owned-row.ts";
import { sendResult } from "../http/send-result.ts";
import { type ApiKeyRow, apiKeys } from "./api-key-repository.ts";
import { type KeyRouteDeps, keyRoutes } from "./key-routes.ts";

export function apiKeyRoutesOf(deps: KeyRouteDeps): MountedRoute[] {
  return [getOne(deps), ...apiKeyRoutesLikeOthers(deps)];
}

const requireKey = ownedRow("apiKey", "There is no such API key", apiKeys.find);

function getOne({ pool, keyPrefix }: KeyRouteDeps): MountedRoute {
  return {
    contract: apiKeyRoutes.getApiKey,
    handler: async (request, response) => {
      const key = await requireKey(pool, request);
      sendResult(response, "API key", { ...key, prefix: keyPrefix });
    },
  };
}

function apiKeyRoutesLikeOthers(deps: KeyRouteDeps): MountedRoute[] {
  return keyRoutes(
    {
      table: apiKeys,
      idKind: "apiKey",
      contracts: {
        create: apiKeyRoutes.createApiKey,
        list: apiKeyRoutes.listApiKeys,
        revoke: apiKeyRoutes.revokeApiKey,
        takeOver: apiKeyRoutes.takeOverApiKey,
      },
      grantsOf: ({ permissions }) => grantsIn(permissions),
      requireValid: (client, userId, { branchId }) => requireOpenBranch(client, userId, branchId),
      noun: ["API key", "API key"],
      audited: "api_key",
      auditedFields: auditedKey,
    },
    deps,
  );
}

/** The audited fields of a key. Its metadata belongs to the owner and may hold anything. */
export function auditedKey({ name, permissions, expiresAt, branchId }: ApiKeyRow) {
  return { name, permissions, expiresAt, ...(branchId === null ? {} : { branchId }) };
}
