import { checkoutKeyRoutes, isId } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import { actorOf, recordAudit } from "../../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../../http/api-problem.ts";
import type { MountedRoute } from "../../http/mount-routes.ts";
import { callerOf } from "../../http/request-context.ts";
import { parseWith } from "../../http/validation.ts";
import {
  type CheckoutKeyRow,
  createCheckoutKey,
  listCheckoutKeys,
  MAX_LIVE_CHECKOUT_KEYS,
  revokeCheckoutKey,
} from "./checkout-key-repository.ts";

export interface CheckoutKeyRouteDeps {
  readonly pool: Pool;
  readonly keyPrefix: string;
}

/** Made, listed and revoked by a person who has signed in: on the surface of the dashboard. */
export function checkoutKeyRoutesOf(deps: CheckoutKeyRouteDeps): MountedRoute[] {
  return [create(deps), list(deps), revoke(deps)];
}

function create({ pool, keyPrefix }: CheckoutKeyRouteDeps): MountedRoute {
  return {
    contract: checkoutKeyRoutes.createCheckoutKey,
    handler: async (request, response) => {
      const body = parseWith(checkoutKeyRoutes.createCheckoutKey.body, request.body);
      const { userId } = callerOf(request);
      const created = await inTransaction(pool, async (client) => {
        const made = await createCheckoutKey(client, { ...body, userId, prefix: keyPrefix });
        if (made === undefined) return undefined;
        const { id, name, scopes, fingerprint, expiresAt } = made.row;
        await recordAudit(client, {
          userId,
          actor: actorOf(request),
          action: "checkout_key.created",
          subject: id,
          after: { name, scopes, fingerprint, expiresAt },
        });
        return made;
      });
      if (created === undefined) throw tooManyKeys();
      response
        .status(201)
        .set("Cache-Control", "no-store")
        .json({
          success: true,
          message: "Checkout key created. Copy it now: it is shown this once",
          data: { key: created.key, checkoutKey: viewOf(created.row, keyPrefix) },
        });
    },
  };
}

function list({ pool, keyPrefix }: CheckoutKeyRouteDeps): MountedRoute {
  return {
    contract: checkoutKeyRoutes.listCheckoutKeys,
    handler: async (request, response) => {
      const { limit, offset } = parseWith(checkoutKeyRoutes.listCheckoutKeys.query, request.query);
      const { rows, total } = await listCheckoutKeys(pool, callerOf(request).userId, { limit, offset });
      response.json({
        success: true,
        message: "Checkout keys",
        data: rows.map((row) => viewOf(row, keyPrefix)),
        meta: { total, limit, offset },
      });
    },
  };
}

function revoke({ pool }: CheckoutKeyRouteDeps): MountedRoute {
  return {
    contract: checkoutKeyRoutes.revokeCheckoutKey,
    handler: async (request, response) => {
      const { userId } = callerOf(request);
      const id = String(request.params["id"]);
      const wasRevoked =
        isId("checkoutKey", id) &&
        (await inTransaction(pool, async (client) => {
          const revoked = await revokeCheckoutKey(client, userId, id);
          if (revoked === undefined) return false;
          await recordAudit(client, {
            userId,
            actor: actorOf(request),
            action: "checkout_key.revoked",
            subject: id,
            before: { name: revoked.name },
          });
          return true;
        }));
      if (!wasRevoked) throw new ApiProblem("not_found", { message: "There is no such live checkout key" });
      response.status(204).end();
    },
  };
}

function tooManyKeys(): ApiProblem {
  return invalidPayload([
    {
      field: "body",
      message: `an account may have ${MAX_LIVE_CHECKOUT_KEYS} live checkout keys; revoke one first`,
    },
  ]);
}

function viewOf(row: CheckoutKeyRow, prefix: string) {
  return { ...row, prefix };
}
