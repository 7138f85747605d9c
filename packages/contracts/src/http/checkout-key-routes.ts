import { z } from "zod";
import { checkoutScopeSchema } from "../checkout-scopes.ts";
import { rolesFor } from "../roles.ts";
import {
  expiresInDays,
  keyEnabled,
  keyMaker,
  keyName,
  keyPrefix,
  keySecret,
  keyUse,
  sha256Prefix,
} from "./api-key-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import { noStore, textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

export const createCheckoutKeyBodySchema = z
  .object({
    name: plainText(100).meta(keyName),
    scopes: z
      .array(checkoutScopeSchema)
      .min(1, "must have at least one scope")
      .max(10)
      .transform((scopes) => [...new Set(scopes)].sort())
      .meta({
        description: "Grant only what the key needs.",
        examples: [["deposits:write", "deposits:read"]],
      }),
    expiresInDays,
  })
  .meta({ id: "CreateCheckoutKeyBody", description: "Name, scopes and lifetime of the new key." });

const checkoutKeySchema = z
  .object({
    id: textField("Id of the key, with which you revoke it.", ids.checkoutKey),
    name: z.string().meta(keyName),
    prefix: keyPrefix("sck_"),
    fingerprint: z
      .object({
        last4: textField("Final characters of the key.", "k3Zq"),
        sha256Prefix,
      })
      .meta({ id: "CheckoutKeyFingerprint", description: "Identifies the key without revealing it." }),
    enabled: keyEnabled,
    scopes: z.array(checkoutScopeSchema).meta({ description: "Everything that the key can do." }),
    madeBy: keyMaker,
    ...keyUse,
  })
  .meta({ id: "CheckoutKey", description: "A key of the checkout surface, without its secret." });
export type CheckoutKeyView = z.infer<typeof checkoutKeySchema>;

const createdCheckoutKeySchema = z
  .object({ key: keySecret("sck_<43 characters and a checksum of 6>"), checkoutKey: checkoutKeySchema })
  .meta({ id: "CreatedCheckoutKey", description: "A new checkout key together with its secret." });

export const checkoutKeyRoutes = {
  createCheckoutKey: {
    method: "post",
    path: "/api/checkout-keys",
    summary: "Create a checkout key. Its secret is shown once. An account can have 50 active keys",
    access: "session",
    roles: rolesFor.integration,
    needsFreshSignIn: true,
    body: createCheckoutKeyBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description: "The new key with its secret.",
        schema: envelopeOf(createdCheckoutKeySchema),
        headers: noStore,
      },
    },
  },
  listCheckoutKeys: {
    method: "get",
    path: "/api/checkout-keys",
    summary: "List checkout keys, newest first, including revoked and expired ones",
    access: "session",
    roles: rolesFor.integration,
    query: z.object(pageQuery),
    responses: {
      200: { description: "One page of keys, without their secrets.", schema: listOf(checkoutKeySchema) },
    },
  },
  takeOverCheckoutKey: {
    method: "post",
    path: "/api/checkout-keys/{id}/take-over",
    summary: "Become the maker of a key that is not revoked, so that it works after its maker has left",
    access: "session",
    roles: rolesFor.ownership,
    needsFreshSignIn: true,
    errors: ["invalid_state"],
    responses: {
      200: { description: "The key, now the caller's.", schema: envelopeOf(checkoutKeySchema) },
    },
  },
  revokeCheckoutKey: {
    method: "delete",
    path: "/api/checkout-keys/{id}",
    summary: "Revoke a checkout key. It stops working at once. A key that is already revoked returns 404",
    access: "session",
    roles: rolesFor.integration,
    responses: { 204: { description: "The key no longer works." } },
  },
} as const satisfies Record<string, RouteContract>;
