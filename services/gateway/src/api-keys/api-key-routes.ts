import { type ApiKeyView, apiKeyRoutes, isId } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { parseWith } from "../http/validation.ts";
import {
  type ApiKeyRow,
  createApiKey,
  listApiKeys,
  MAX_LIVE_KEYS,
  revokeApiKey,
} from "./api-key-repository.ts";

export interface ApiKeyRouteDeps {
  readonly pool: Pool;
  readonly keyPrefix: string;
}

export function apiKeyRoutesOf(deps: ApiKeyRouteDeps): MountedRoute[] {
  return [create(deps), list(deps), revoke(deps)];
}

function create({ pool, keyPrefix }: ApiKeyRouteDeps): MountedRoute {
  return {
    contract: apiKeyRoutes.createApiKey,
    handler: async (request, response) => {
      const body = parseWith(apiKeyRoutes.createApiKey.body, request.body);
      const { userId } = callerOf(request);
      const created = await inTransaction(pool, async (client) => {
        const made = await createApiKey(client, { ...body, userId, prefix: keyPrefix });
        if (made === undefined) return undefined;
        await recordAudit(client, {
          userId,
          actor: actorOf(request),
          action: "api_key.created",
          subject: made.row.id,
          after: auditedKey(made.row),
        });
        return made;
      });
      if (created === undefined) throw tooManyKeys();
      response
        .status(201)
        .set("Cache-Control", "no-store")
        .json({
          success: true,
          message: "API key created. Copy it now: it is shown this once",
          data: { key: created.key, apiKey: viewOf(created.row, keyPrefix) },
        });
    },
  };
}

function list({ pool, keyPrefix }: ApiKeyRouteDeps): MountedRoute {
  return {
    contract: apiKeyRoutes.listApiKeys,
    handler: async (request, response) => {
      const { limit, offset } = parseWith(apiKeyRoutes.listApiKeys.query, request.query);
      const { rows, total } = await listApiKeys(pool, callerOf(request).userId, { limit, offset });
      response.json({
        success: true,
        message: "API keys",
        data: rows.map((row) => viewOf(row, keyPrefix)),
        meta: { total, limit, offset },
      });
    },
  };
}

function revoke({ pool }: ApiKeyRouteDeps): MountedRoute {
  return {
    contract: apiKeyRoutes.revokeApiKey,
    handler: async (request, response) => {
      const { userId } = callerOf(request);
      const id = String(request.params["id"]);
      const wasRevoked =
        isId("apiKey", id) &&
        (await inTransaction(pool, async (client) => {
          const revoked = await revokeApiKey(client, userId, id);
          if (revoked === undefined) return false;
          await recordAudit(client, {
            userId,
            actor: actorOf(request),
            action: "api_key.revoked",
            subject: id,
            before: { name: revoked.name },
          });
          return true;
        }));
      if (!wasRevoked) throw new ApiProblem("not_found", { message: "There is no such live API key" });
      response.status(204).end();
    },
  };
}

/** What the audit log tells of a key; its metadata is the owner's own and may hold anything. */
export function auditedKey({ name, permissions, expiresAt }: ApiKeyRow) {
  return { name, permissions, expiresAt };
}

function tooManyKeys(): ApiProblem {
  return invalidPayload([
    { field: "body", message: `an account may have ${MAX_LIVE_KEYS} live API keys; revoke one first` },
  ]);
}

function viewOf(row: ApiKeyRow, prefix: string): { [K in keyof ApiKeyView]: unknown } {
  return { ...row, prefix };
}
