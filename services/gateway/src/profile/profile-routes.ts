import {
  type ChangedProfile,
  type Profile,
  type ProfileChange,
  profileChangeSchema,
  profileRoutes,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { requireFreeEndpoint } from "../account-webhooks/endpoint-limit.ts";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf, outsideTurn } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { collectFaults, faultlessFields, parseWith } from "../http/validation.ts";
import { requireSafeWebhookUrl } from "../http/webhook-host-guard.ts";
import { droppedHeaders } from "../webhook-endpoints/dropped-headers.ts";
import { findDefaultEndpoint } from "../webhook-endpoints/endpoint-repository.ts";
import { createEndpointView, type EndpointView } from "../webhook-endpoints/endpoint-view.ts";
import { firstStepsRoute } from "./first-steps.ts";
import { logoRoutes } from "./logo-routes.ts";
import { findProfile, removeBusiness, updateProfile } from "./profile-repository.ts";
import { webhookSecretRoutes } from "./webhook-secret-routes.ts";

const announced = ["name", "businessName", "defaultWebhookUrl"] as const;
/** How numbers are shown is no news to an integrator. */
const changeable = [
  ...announced,
  "timeZone",
  "calendar",
  "clock",
  "oldPayments",
  "twoFactorRequired",
  "summaryMailHour",
] as const;
type ChangedField = (typeof changeable)[number];

/** Routes of the profile, its signing secret and its logo. */
export function profileRoutesOf(parts: GatewayParts): MountedRoute[] {
  const view = createEndpointView(parts.secretBox);
  return [
    {
      contract: profileRoutes.getProfile,
      handler: async (request, response) => {
        const data = await requireProfile(parts.pool, request);
        sendResult(response, "Profile", data);
      },
    },
    {
      contract: profileRoutes.changeProfile,
      handler: async (request, response) => {
        const change = await readChange(parts, request);
        requireMailServer(parts.config, change);
        const data = await inAccount(parts.pool, request, (client) =>
          changeProfile(client, request, change, view),
        );
        sendResult(response, "Profile", data);
      },
    },
    firstStepsRoute(parts),
    ...webhookSecretRoutes(parts),
    ...logoRoutes(parts),
  ];
}

/** DNS is queried before the transaction: no lock waits for a foreign name server. */
async function readChange(parts: GatewayParts, request: Request): Promise<ProfileChange> {
  const input: object = request.body;
  const faults = collectFaults();
  const change =
    faults.attempt(() => parseWith(profileChangeSchema, input)) ??
    faultlessFields(profileChangeSchema, input);
  const url = faults.attempt(() => safeUrl(change.defaultWebhookUrl, parts));
  const problem = faults.problem();
  if (problem !== undefined) throw problem;
  if (url === undefined) return change;
  await outsideTurn(request, () => parts.requireSafeWebhookHost(url, "defaultWebhookUrl"));
  return { ...change, defaultWebhookUrl: url };
}

function safeUrl(text: string | null | undefined, { config }: GatewayParts): string | undefined {
  if (text === undefined || text === null) return undefined;
  return requireSafeWebhookUrl("defaultWebhookUrl", text, config.WEBHOOK_ALLOW_PRIVATE);
}

async function changeProfile(
  client: Queryable,
  request: Request,
  change: ProfileChange,
  view: EndpointView,
): Promise<ChangedProfile> {
  const { userId, member } = callerOf(request);
  if (change.twoFactorRequired !== undefined && member?.role !== "owner") {
    throw new ApiProblem("permission_denied", { message: "Only an owner changes twoFactorRequired" });
  }
  const before = await requireProfile(client, request);
  // A rule that is kept is a choice too.
  const isNew = (field: ChangedField) =>
    change[field] !== before[field] || (field === "oldPayments" && !before.oldPaymentsChosen);
  const changed = changeable.filter((field) => change[field] !== undefined && isNew(field));
  if (changed.length === 0) return { ...before, droppedHeaders: [] };
  // The first default URL is a further endpoint.
  if (changed.includes("defaultWebhookUrl") && before.defaultWebhookUrl === null)
    await requireFreeEndpoint(client, userId);
  const personId = personOf(request);
  // The name of another person than the holder is no news of the account.
  const news = announced.filter(
    (field) => changed.includes(field) && (field !== "name" || personId === userId),
  );
  if (news.length > 0) {
    await queueAccountWebhook(
      client,
      contextOf(request),
      userId,
      { event: "profile.updated", data: { changed: news } },
      { toPresentUrl: changed.includes("defaultWebhookUrl") },
    );
  }
  const removesBusiness = change.businessName === null && changed.includes("businessName");
  if (removesBusiness && !(await removeBusiness(client, userId))) throw businessInUse();
  const dropped = changed.includes("defaultWebhookUrl")
    ? droppedHeaders(view, await findDefaultEndpoint(client, userId), change.defaultWebhookUrl ?? null)
    : [];
  await updateProfile(client, { userId, personId }, change);
  const after = await requireProfile(client, request);
  await recordAct(client, request, {
    action: "profile.updated",
    subject: userId,
    before: shown(before, changed),
    after: { ...shown(after, changed), ...(dropped.length > 0 && { droppedHeaders: dropped }) },
  });
  return { ...after, droppedHeaders: dropped };
}

/** Outside of production, mails are kept for the developer. */
function requireMailServer({ SMTP_URL, NODE_ENV }: GatewayParts["config"], change: ProfileChange): void {
  if (typeof change.summaryMailHour === "number" && SMTP_URL === undefined && NODE_ENV === "production")
    throw new ApiProblem("invalid_state", {
      message: "summaryMailHour: the operator has set up no mail server",
    });
}

function businessInUse(): ApiProblem {
  const message =
    "cannot be cleared while saved bank accounts have the owner business: set their owner to user, or delete them";
  return invalidPayload([{ field: "businessName", message }]);
}

/** Shows only the origin of a URL: integrators put tokens into paths and queries. */
function shown(profile: Profile, fields: readonly ChangedField[]): object {
  return Object.fromEntries(
    fields.map((field) => {
      const value = profile[field];
      const isUrl = field === "defaultWebhookUrl" && typeof value === "string";
      return [field, isUrl ? new URL(value).origin : value];
    }),
  );
}

/** The signed-in person; for a key, the holder. */
function personOf(request: Request): string {
  const { userId, member } = callerOf(request);
  return member?.personId ?? userId;
}

async function requireProfile(database: Queryable, request: Request): Promise<Profile> {
  const profile = await findProfile(database, callerOf(request).userId, personOf(request));
  if (profile === undefined) throw new Error("the caller has no account");
  return profile;
}
