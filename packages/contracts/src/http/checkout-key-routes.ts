import { z } from "zod";
import { checkoutScopeSchema } from "../checkout-scopes.ts";
import { expiresInDays, keyEnabled, keyUse, sha256Prefix } from "./api-key-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

export const createCheckoutKeyBodySchema = z.object({
  name: plainText(100),
  scopes: z
    .array(checkoutScopeSchema)
    .min(1, "must give at least one scope")
    .max(10)
    .transform((scopes) => [...new Set(scopes)].sort())
    .meta({ description: "Give no more than what the key is for" }),
  expiresInDays,
});

const checkoutKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    fingerprint: z.object({
      last4: z.string().meta({ description: "The key's last 4 characters" }),
      sha256Prefix,
    }),
    enabled: keyEnabled,
    scopes: z.array(checkoutScopeSchema),
    ...keyUse,
  })
  .meta({ id: "CheckoutKey" });
export type CheckoutKeyView = z.infer<typeof checkoutKeySchema>;

export const checkoutKeyRoutes = {
  createCheckoutKey: {
    method: "post",
    path: "/api/checkout-keys",
    summary: "Make a checkout key; its secret is shown this once. An account may have 50 live ones",
    access: "session",
    body: createCheckoutKeyBodySchema,
    responses: {
      201: {
        description: "The key, and its secret",
        schema: envelopeOf(z.object({ key: z.string(), checkoutKey: checkoutKeySchema })),
        headers: { "Cache-Control": "no-store" },
      },
    },
  },
  listCheckoutKeys: {
    method: "get",
    path: "/api/checkout-keys",
    summary: "The account's checkout keys, the newest first, revoked and expired ones too",
    access: "session",
    query: z.object(pageQuery),
    responses: {
      200: { description: "The keys by their fingerprints", schema: listOf(checkoutKeySchema) },
    },
  },
  revokeCheckoutKey: {
    method: "delete",
    path: "/api/checkout-keys/{id}",
    summary: "Revoke a key: refused everywhere within a second. One that is revoked already is a 404",
    access: "session",
    responses: { 204: { description: "Revoked" } },
  },
} as const satisfies Record<string, RouteContract>;
