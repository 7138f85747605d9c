import { deliveryRoutes as contracts, isId, webhookEndpointRoutes } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { createRecoveryRepository, type Recovery, type RecoveryDraft } from "@receipts/webhooks";
import type { Request } from "express";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow } from "../http/owned-row.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";

const startedMessage = "The recovery has started";

/** A minute, for an account. */
const RECOVERIES = 10;

export function recoveryRoutes({ pool, limiter }: GatewayParts): MountedRoute[] {
  const recoveries = limiter("recover", RECOVERIES);
  return [
    {
      contract: contracts.recoverDeliveries,
      handler: async (request, response) => {
        const { since, until, host } = parseWith(contracts.recoverDeliveries.body, request.body);
        const { userId } = callerOf(request);
        await limitAccount(recoveries, userId, "recoveries a minute");
        const draft: RecoveryDraft = {
          userId,
          since: new Date(since),
          until: until === undefined ? undefined : new Date(until),
          host,
        };
        const contract = contracts.recoverDeliveries;
        await repeatable(pool, request, response, { contract }, async (client) => ({
          message: startedMessage,
          data: await start(client, request, draft),
        }));
      },
    },
    {
      contract: webhookEndpointRoutes.recoverWebhookEndpoint,
      handler: async (request, response) => {
        const { since, until } = parseWith(webhookEndpointRoutes.recoverWebhookEndpoint.body, request.body);
        const { userId } = callerOf(request);
        await limitAccount(recoveries, userId, "recoveries a minute");
        const endpointId = String(request.params["id"]);
        const period = { since: new Date(since), until: until === undefined ? undefined : new Date(until) };
        const contract = webhookEndpointRoutes.recoverWebhookEndpoint;
        await repeatable(pool, request, response, { contract }, async (client) => {
          await requireOpenEndpoint(client, { userId, endpointId });
          const data = await start(client, request, { userId, ...period, endpointId });
          return { message: startedMessage, data };
        });
      },
    },
    {
      contract: contracts.getRecovery,
      handler: async (request, response) => {
        sendResult(response, "Recovery", await requireRecovery(pool, request));
      },
    },
    {
      contract: webhookEndpointRoutes.getWebhookEndpointRecovery,
      handler: async (request, response) => {
        const recovery = await requireRecovery(pool, request, request.params["recoveryId"]);
        if (recovery.endpointId !== request.params["id"]) throw noSuchRecovery();
        sendResult(response, "Recovery", recovery);
      },
    },
  ];
}

const requireRecovery = ownedRow("webhookRecovery", "There is no such recovery", (database, userId, id) =>
  createRecoveryRepository(database).find(userId, id),
);

const noSuchRecovery = () => new ApiProblem("not_found", { message: "There is no such recovery" });

const MAX_RUNNING = 5;

/** The account is locked. */
async function requireFewRunning(client: PoolClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ running: number }>({
    name: "count_running_recoveries",
    text: "select count(*) as running from webhook_recoveries where user_id = $1 and state = 'running'",
    values: [userId],
  });
  if ((rows[0]?.running ?? 0) < MAX_RUNNING) return;
  throw new ApiProblem("rate_limited", {
    message: `${MAX_RUNNING} recoveries of the account are running: start this one after one of them`,
    retryAfterSeconds: 60,
  });
}

async function start(client: PoolClient, request: Request, draft: RecoveryDraft): Promise<Recovery> {
  const { since, until, host, endpointId } = draft;
  await requirePeriod(client, draft);
  await requireFewRunning(client, draft.userId);
  const recovery = await createRecoveryRepository(client).create(draft);
  const { matched, matchedIsExact } = recovery;
  await recordAct(client, request, {
    action: "webhook_recovery.started",
    subject: recovery.id,
    after: {
      since,
      until: until ?? null,
      host: host ?? null,
      matched,
      ...(matchedIsExact ? {} : { matchedIsExact }),
      ...(endpointId === undefined ? {} : { endpointId }),
    },
  });
  return recovery;
}

async function requireOpenEndpoint(
  client: PoolClient,
  { userId, endpointId }: { readonly userId: string; readonly endpointId: string },
): Promise<void> {
  const noSuchEndpoint = new ApiProblem("not_found", { message: "There is no such webhook endpoint" });
  if (!isId("webhookEndpoint", endpointId)) throw noSuchEndpoint;
  const { rows } = await client.query<{ open: boolean }>({
    name: "endpoint_is_open",
    text: `select enabled and (listening_until is null or listening_until > now()) as open
             from webhook_endpoints where id = $1 and user_id = $2`,
    values: [endpointId, userId],
  });
  const [endpoint] = rows;
  if (endpoint === undefined) throw noSuchEndpoint;
  if (!endpoint.open)
    throw new ApiProblem("invalid_state", { message: "The endpoint is disabled. Enable it first" });
}

/** By the clock that dates the deliveries. */
async function requirePeriod(client: PoolClient, { since, until }: RecoveryDraft): Promise<void> {
  if (until !== undefined) {
    if (since < until) return;
    throw invalidPayload([{ field: "until", message: "must be after since" }]);
  }
  const { rows } = await client.query<{ past: boolean }>("select $1::timestamptz < now() as past", [since]);
  if (rows[0]?.past !== true) throw invalidPayload([{ field: "since", message: "must be in the past" }]);
}
