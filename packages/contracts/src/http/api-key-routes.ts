import { z } from "zod";
import { permissionsSchema } from "../permissions.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { metadataSchema, plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

/** Of keys of both kinds. */
export const expiresInDays = z
  .int()
  .min(1)
  .max(3_650)
  .optional()
  .meta({ description: "Absent: the key does not expire" });
export const sha256Prefix = z
  .string()
  .meta({ description: "First 12 hexadecimal digits of the key's SHA-256" });
export const keyEnabled = z.boolean().meta({ description: "Neither revoked nor expired" });
export const keyUse = {
  requestCount: z.int().min(0).meta({ description: "Calls that named this key; a second behind at most" }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
};

export const createApiKeyBodySchema = z.object({
  name: plainText(100),
  permissions: permissionsSchema.meta({
    description: 'What the key may do, such as {"verification":["read","write"]}',
  }),
  expiresInDays,
  metadata: metadataSchema.optional(),
});

const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    fingerprint: z.object({
      sha256Prefix,
    }),
    enabled: keyEnabled,
    permissions: permissionsSchema,
    metadata: z.record(z.string(), z.string()),
    ...keyUse,
  })
  .meta({ id: "ApiKey" });
export type ApiKeyView = z.infer<typeof apiKeySchema>;

export const apiKeyRoutes = {
  createApiKey: {
    method: "post",
    path: "/api/api-keys",
    summary: "Make an API key; its secret is shown this once. An account may have 50 live ones",
    access: "session",
    body: createApiKeyBodySchema,
    responses: {
      201: {
        description: "The key, and its secret",
        schema: envelopeOf(z.object({ key: z.string(), apiKey: apiKeySchema })),
        headers: { "Cache-Control": "no-store" },
      },
    },
  },
  listApiKeys: {
    method: "get",
    path: "/api/api-keys",
    summary: "The account's keys, the newest first, revoked and expired ones too",
    access: "session",
    query: z.object(pageQuery),
    responses: { 200: { description: "The keys, without their secrets", schema: listOf(apiKeySchema) } },
  },
  getApiKey: {
    method: "get",
    path: "/api/api-keys/{id}",
    summary: "One key, revoked and expired ones too",
    access: "session",
    responses: { 200: { description: "The key, without its secret", schema: envelopeOf(apiKeySchema) } },
  },
  revokeApiKey: {
    method: "delete",
    path: "/api/api-keys/{id}",
    summary: "Revoke a key. No call that begins after the 204 passes; one that is revoked already is a 404",
    access: "session",
    responses: { 204: { description: "Revoked" } },
  },
} as const satisfies Record<string, RouteContract>;
