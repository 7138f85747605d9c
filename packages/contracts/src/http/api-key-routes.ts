import { z } from "zod";
import { permissionsSchema } from "../permissions.ts";
import { rolesFor } from "../roles.ts";
import { roleSchema } from "./account-routes.ts";
import { branchIdField, branchIdInput } from "./branch-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { metadataSchema, plainText } from "./plain-text.ts";
import {
  countField,
  flagField,
  noStore,
  nullableTimeField,
  shownOnceField,
  textField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

export const expiresInDays = z
  .int()
  .min(1)
  .max(3_650)
  .optional()
  .meta({ description: "Days until the key expires. If absent, it does not expire.", examples: [365] });
export const keyName = { description: "Your own label of the key.", examples: ["Shop server"] };
export const keySecret = (example: string) =>
  shownOnceField("The whole key, shown only in this response. Store it.", example);
export const keyPrefix = (example: string) =>
  textField("First characters of every key of this kind.", example);
export const sha256Prefix = textField("First 12 hexadecimal digits of the key's SHA-256.", "41d07be89f2c");
export const keyEnabled = flagField(
  "True while the key works: neither revoked nor expired, and its maker has not left.",
  true,
);
export const keyUse = {
  requestCount: countField("Calls made with this key. Up to a second behind.", 4711),
  createdAt: timeField("When the key was created."),
  lastUsedAt: nullableTimeField("When the key last made a call. Null if never.", times.later),
  expiresAt: nullableTimeField("When the key stops working. Null if it does not expire.", times.nextYear),
  revokedAt: nullableTimeField("When the key was revoked. Null if it was not."),
};
export const keyMaker = z
  .object({
    memberId: textField("Id of the membership.", ids.member),
    name: textField("Name of the person.", "Sara Tadesse"),
    role: roleSchema,
    hasLeft: flagField(
      "True after the membership has ended: the key no longer works, unless an owner takes it over.",
      false,
    ),
  })
  .meta({
    id: "KeyMaker",
    description:
      "The person who made the key, which does no more than that person may. Null for a key of the operator, which may do what the holder may.",
  })
  .nullable();
const metadata = {
  description: "Up to 20 pairs of text of your own, returned unchanged.",
  examples: [{ environment: "production" }],
};

export const createApiKeyBodySchema = z
  .object({
    name: plainText(100).meta(keyName),
    permissions: permissionsSchema,
    expiresInDays,
    metadata: metadataSchema.optional().meta(metadata),
    branchId: branchIdInput.optional(),
  })
  .meta({ id: "CreateApiKeyBody", description: "Name, permissions and lifetime of the new key." });

const apiKeySchema = z
  .object({
    id: textField("Id of the key, with which you revoke it.", ids.apiKey),
    name: z.string().meta(keyName),
    prefix: keyPrefix("rvk_"),
    fingerprint: z
      .object({ sha256Prefix })
      .meta({ id: "ApiKeyFingerprint", description: "Identifies the key without revealing it." }),
    enabled: keyEnabled,
    permissions: permissionsSchema,
    metadata: z.record(z.string(), z.string()).meta(metadata),
    branchId: branchIdField,
    madeBy: keyMaker,
    ...keyUse,
  })
  .meta({ id: "ApiKey", description: "A key of the verification surface, without its secret." });
export type ApiKeyView = z.infer<typeof apiKeySchema>;

const createdApiKeySchema = z
  .object({ key: keySecret("rvk_<43 characters and a checksum of 6>"), apiKey: apiKeySchema })
  .meta({ id: "CreatedApiKey", description: "A new API key together with its secret." });

export const apiKeyRoutes = {
  createApiKey: {
    method: "post",
    path: "/api/api-keys",
    summary: "Create an API key. Its secret is shown once. An account can have 50 active keys",
    access: "session",
    roles: rolesFor.integration,
    needsFreshSignIn: true,
    body: createApiKeyBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description: "The new key with its secret.",
        schema: envelopeOf(createdApiKeySchema),
        headers: noStore,
      },
    },
  },
  listApiKeys: {
    method: "get",
    path: "/api/api-keys",
    summary: "List API keys, newest first, including revoked and expired ones",
    access: "session",
    roles: rolesFor.integration,
    query: z.object(pageQuery),
    responses: {
      200: { description: "One page of keys, without their secrets.", schema: listOf(apiKeySchema) },
    },
  },
  getApiKey: {
    method: "get",
    path: "/api/api-keys/{id}",
    summary: "Get an API key, even if it is revoked or expired",
    access: "session",
    roles: rolesFor.integration,
    responses: { 200: { description: "The key, without its secret.", schema: envelopeOf(apiKeySchema) } },
  },
  takeOverApiKey: {
    method: "post",
    path: "/api/api-keys/{id}/take-over",
    summary: "Become the maker of a key that is not revoked, so that it works after its maker has left",
    access: "session",
    roles: rolesFor.ownership,
    needsFreshSignIn: true,
    errors: ["invalid_state"],
    responses: { 200: { description: "The key, now the caller's.", schema: envelopeOf(apiKeySchema) } },
  },
  revokeApiKey: {
    method: "delete",
    path: "/api/api-keys/{id}",
    summary: "Revoke an API key. It stops working at once. A key that is already revoked returns 404",
    access: "session",
    roles: rolesFor.integration,
    responses: { 204: { description: "The key no longer works." } },
  },
} as const satisfies Record<string, RouteContract>;
