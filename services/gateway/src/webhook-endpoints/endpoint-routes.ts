import { isDeepStrictEqual } from "node:util";
import {
  type ChangeEndpointBody,
  type CreateEndpointBody,
  webhookEndpointRoutes as contracts,
  newId,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import {
  createSigningSecretStore,
  type RenewedSecret,
  readEndpointStatistics,
  type SigningSecretStore,
} from "@receipts/webhooks";
import type { Request } from "express";
import type { z } from "zod";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { requireFreeEndpoint } from "../account-webhooks/endpoint-limit.ts";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { recordSecretChange, renewAccountSecret } from "../account-webhooks/renew-account-secret.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { seesMoney } from "../http/caller.ts";
import { parsePage, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow } from "../http/owned-row.ts";
import { limitAccount } from "../http/rate-limits.ts";
import { callerOf, contextOf, outsideTurn } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { collectFaults, faultlessFields, parseWith } from "../http/validation.ts";
import { requireSafeWebhookUrl } from "../http/webhook-host-guard.ts";
import { droppedHeaders } from "./dropped-headers.ts";
import {
  changeReplayReceiver,
  deleteEndpoint,
  type EndpointRow,
  type EndpointSettings,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  markUpdated,
  type ReplayReceiver,
  startReplay,
  updateEndpoint,
} from "./endpoint-repository.ts";
import { createEndpointView, type EndpointView } from "./endpoint-view.ts";
import { queueSample } from "./queue-sample.ts";

/** An account has so few, as each can send all events of 90 days. */
const REPLAYS_PER_DAY = 10;
const DAY_SECONDS = 86_400;
const secretMessage = "The signing secret is shown this once";

/** The account's webhook endpoints. The profile owns the URL and the secret of the default one. */
export function endpointRoutesOf(parts: GatewayParts): MountedRoute[] {
  const { pool, secretBox } = parts;
  const view = createEndpointView(secretBox);
  const secretsIn = (database: Queryable) => createSigningSecretStore({ database, secretBox });
  const perAccount = parts.limiter("test-webhook", parts.config.TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE);
  const replays = parts.limiter("webhook-replay", REPLAYS_PER_DAY, DAY_SECONDS);
  return [
    {
      contract: contracts.getWebhookSources,
      handler: (_request, response) => {
        sendResult(response, "Addresses", { addresses: parts.config.WEBHOOK_SOURCE_ADDRESSES });
      },
    },
    {
      contract: contracts.listWebhookEndpoints,
      handler: async (request, response) => {
        const page = parsePage(contracts.listWebhookEndpoints.query, request);
        const { rows, total } = await listEndpoints(pool, callerOf(request).userId, page);
        sendPage(response, "Webhook endpoints", rows.map(view.shown), { ...page, total });
      },
    },
    {
      contract: contracts.createWebhookEndpoint,
      handler: async (request, response) => {
        const contract = contracts.createWebhookEndpoint;
        const { body: draft, check } = readSettings(parts, contract.body, request);
        const { secret: _secret, headers = {}, ...input } = draft;
        const call = { contract, check, input: { ...input, headers: Object.keys(headers).sort() } };
        await repeatable(pool, request, response, call, async (client) => {
          const { endpoint, secret } = await create(client, request, {
            ...{ view, secrets: secretsIn(client), draft, replays },
          });
          return { message: secretMessage, data: { endpoint: view.shown(endpoint), secret } };
        });
      },
    },
    {
      contract: contracts.getWebhookEndpoint,
      handler: async (request, response) => {
        sendResult(response, "Webhook endpoint", view.shown(await requireEndpoint(pool, request)));
      },
    },
    {
      contract: contracts.changeWebhookEndpoint,
      handler: async (request, response) => {
        // Before the URL is looked up, so that an unknown id is a 404 with any body.
        await requireEndpoint(pool, request);
        const { body: change, check } = readSettings(parts, contracts.changeWebhookEndpoint.body, request);
        await check();
        const { endpoint, dropped } = await inAccount(pool, request, (client) =>
          changeEndpoint(client, request, view, change),
        );
        sendResult(response, "Webhook endpoint", { ...view.shown(endpoint), droppedHeaders: dropped });
      },
    },
    {
      contract: contracts.deleteWebhookEndpoint,
      handler: async (request, response) => {
        await inAccount(pool, request, (client) => remove(client, request, view));
        response.status(204).end();
      },
    },
    {
      contract: contracts.rotateWebhookEndpointSecret,
      handler: async (request, response) => {
        const { gracePeriodSeconds } = parseWith(contracts.rotateWebhookEndpointSecret.body, request.body);
        const contract = contracts.rotateWebhookEndpointSecret;
        await repeatable(pool, request, response, { contract }, async (client) => ({
          message: secretMessage,
          data: await rotateSecret(client, request, secretsIn(client), gracePeriodSeconds),
        }));
      },
    },
    {
      contract: contracts.activateWebhookEndpointSecret,
      handler: async (request, response) => {
        await inAccount(pool, request, (client) => activateSecret(client, request, secretsIn(client)));
        response.status(204).end();
      },
    },
    {
      contract: contracts.getWebhookEndpointStatistics,
      handler: async (request, response) => {
        const { id } = await requireEndpoint(pool, request);
        const { userId } = callerOf(request);
        const statistics = await readEndpointStatistics(pool, { userId, endpointId: id });
        sendResult(response, "Statistics", statistics);
      },
    },
    {
      contract: contracts.testWebhookEndpoint,
      hasOwnLimits: true,
      handler: async (request, response) => {
        const { type } = parseWith(contracts.testWebhookEndpoint.body, request.body);
        await requireEndpoint(pool, request);
        await limitAccount(perAccount, callerOf(request).userId, "test webhooks a minute");
        const contract = contracts.testWebhookEndpoint;
        await repeatable(pool, request, response, { contract }, async (client, userId) => {
          const { id, url, enabled } = await requireEndpoint(client, request);
          if (!enabled)
            throw new ApiProblem("invalid_state", { message: "The endpoint is disabled: enable it first" });
          const after = { type };
          await recordAct(client, request, { action: "webhook_endpoint.tested", subject: id, after });
          const sample = { userId, endpointId: id, url, type };
          const data = await queueSample(client, contextOf(request), sample);
          return { message: "The sample is due now", data };
        });
      },
    },
  ];
}

/** `check` queries DNS; call it before the transaction: no lock waits for a foreign name server. */
function readSettings<Body extends { url?: string | undefined }>(
  parts: GatewayParts,
  schema: z.ZodType<Body>,
  request: Request,
): { readonly body: Body; readonly check: () => Promise<void> } {
  const input: object = request.body;
  const faults = collectFaults();
  const body = faults.attempt(() => parseWith(schema, input));
  const { url } = body ?? faultlessFields(contracts.changeWebhookEndpoint.body, input);
  const safeUrl = faults.attempt(() =>
    url === undefined ? undefined : requireSafeWebhookUrl("url", url, parts.config.WEBHOOK_ALLOW_PRIVATE),
  );
  const problem = faults.problem();
  if (problem !== undefined || body === undefined) throw problem;
  if (safeUrl === undefined) return { body, check: async () => {} };
  return {
    body: { ...body, url: safeUrl },
    check: () => outsideTurn(request, () => parts.requireSafeWebhookHost(safeUrl, "url")),
  };
}

interface Creation {
  readonly view: EndpointView;
  readonly secrets: SigningSecretStore;
  readonly draft: CreateEndpointBody;
  readonly replays: RateLimiter;
}

async function create(
  client: Queryable,
  request: Request,
  { view, secrets, draft, replays }: Creation,
): Promise<{ readonly endpoint: EndpointRow; readonly secret: string }> {
  const { userId } = callerOf(request);
  await requireFreeEndpoint(client, userId);
  const { url, description = null, types = ["*"], headers, maxPerSecond = null } = draft;
  const id = newId("webhookEndpoint");
  await insertEndpoint(client, userId, {
    id,
    url,
    description,
    types,
    maxPerSecond,
    headers: view.sealHeaders(id, headers),
  });
  const { secret } = await secrets.renew(id, { secret: draft.secret });
  const { replayFrom } = draft;
  if (replayFrom !== undefined) {
    // Last, so that a refusal for another reason uses up none.
    await limitAccount(replays, userId, "replays a day");
    await startReplay(client, { userId, endpointId: id, replayFrom }, receiverOf(request));
  }
  const endpoint = await requireEndpoint(client, request, id);
  const after = { ...view.audited(endpoint), ...(replayFrom !== undefined && { replayFrom }) };
  await recordAct(client, request, { action: "webhook_endpoint.created", subject: id, after });
  return { endpoint, secret };
}

async function changeEndpoint(
  client: Queryable,
  request: Request,
  view: EndpointView,
  change: ChangeEndpointBody,
): Promise<{ readonly endpoint: EndpointRow; readonly dropped: readonly string[] }> {
  const before = await requireEndpoint(client, request);
  const now = { ...before, headers: view.headersOf(before) };
  const dropped = change.headers === undefined ? droppedHeaders(view, before, change.url ?? before.url) : [];
  const next = merged(now, dropped.length === 0 ? change : { ...change, headers: null });
  const { enabled } = change;
  const changed = [
    ...settings.filter((field) => !isDeepStrictEqual(next[field], now[field])),
    ...(enabled === undefined || isAs(before, enabled) ? [] : (["enabled"] as const)),
  ];
  if (changed.length === 0) return { endpoint: before, dropped };
  if (changed.includes("url") && before.isDefault) await announceDefaultUrl(client, request);
  // Sealed again even with the same values: the trigger drops headers that did not come with a new origin.
  const areSent = change.headers !== undefined || changed.includes("headers");
  const sealed = areSent ? view.sealHeaders(before.id, next.headers) : before.headers;
  await updateEndpoint(client, before.id, { ...next, headers: sealed, enabled });
  if (changed.includes("url") || changed.includes("types"))
    await changeReplayReceiver(client, before.id, receiverOf(request));
  const after = await requireEndpoint(client, request);
  await recordAct(client, request, {
    action: "webhook_endpoint.updated",
    subject: before.id,
    before: view.audited(before, changed),
    after: {
      ...view.audited(after, changed),
      ...(dropped.length > 0 && { droppedHeaders: dropped }),
    },
  });
  return { endpoint: after, dropped };
}

function receiverOf(request: Request): ReplayReceiver {
  const caller = callerOf(request);
  return { seesMoney: seesMoney(caller), memberId: caller.member?.id ?? null, apiKeyId: caller.apiKeyId };
}

const settings = ["url", "description", "types", "maxPerSecond", "headers"] as const;
type Settings = Omit<EndpointSettings, "headers"> & { readonly headers: Readonly<Record<string, string>> };

function merged(now: Settings, change: ChangeEndpointBody): Settings {
  return {
    url: change.url ?? now.url,
    types: change.types ?? now.types,
    // Null removes these.
    description: change.description === undefined ? now.description : change.description,
    maxPerSecond: change.maxPerSecond === undefined ? now.maxPerSecond : change.maxPerSecond,
    headers: change.headers === undefined ? now.headers : (change.headers ?? {}),
  };
}

/** Whether a person's `enabled` has nothing to change: no failures to clear either. */
function isAs(endpoint: EndpointRow, enabled: boolean): boolean {
  const { disabledReason, failingSince } = endpoint;
  return endpoint.enabled === enabled && disabledReason === null && (!enabled || failingSince === null);
}

async function remove(client: Queryable, request: Request, view: EndpointView): Promise<void> {
  const endpoint = await requireEndpoint(client, request);
  if (endpoint.isDefault) await announceDefaultUrl(client, request);
  await deleteEndpoint(client, endpoint.id);
  const before = view.audited(endpoint);
  await recordAct(client, request, { action: "webhook_endpoint.deleted", subject: endpoint.id, before });
}

/** Notifies the present receiver, as a change of the profile does. Call it before the change. */
async function announceDefaultUrl(client: Queryable, request: Request): Promise<void> {
  await queueAccountWebhook(
    client,
    contextOf(request),
    callerOf(request).userId,
    { event: "profile.updated", data: { changed: ["defaultWebhookUrl"] } },
    { toPresentUrl: true },
  );
}

async function rotateSecret(
  client: Queryable,
  request: Request,
  secrets: SigningSecretStore,
  gracePeriodSeconds: number | undefined,
): Promise<RenewedSecret> {
  const { id, isDefault } = await requireEndpoint(client, request);
  if (isDefault) return await renewAccountSecret(client, request, secrets, gracePeriodSeconds);
  await markUpdated(client, id);
  await recordAct(client, request, { action: "webhook_endpoint.secret_replaced", subject: id });
  return await secrets.renew(id, { gracePeriodSeconds });
}

/** The default endpoint's secret is the account's. */
async function activateSecret(
  client: Queryable,
  request: Request,
  secrets: SigningSecretStore,
): Promise<void> {
  const { id, isDefault } = await requireEndpoint(client, request);
  const wasUnderWay = await secrets.activate(isDefault ? callerOf(request).userId : id);
  if (!wasUnderWay) return;
  if (isDefault) {
    await recordSecretChange(client, request, "webhook_secret.activated");
    return;
  }
  await markUpdated(client, id);
  await recordAct(client, request, { action: "webhook_endpoint.secret_activated", subject: id });
}

/** A listener is not found. */
const requireEndpoint = ownedRow("webhookEndpoint", "There is no such webhook endpoint", findEndpoint);
