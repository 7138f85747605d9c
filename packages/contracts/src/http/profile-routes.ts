import { z } from "zod";
import { envelopeOf } from "./envelope.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

const name = plainText(200);

export const profileSchema = z
  .object({
    name: z.string(),
    email: z.string(),
    businessName: z.string().nullable(),
    defaultWebhookUrl: z.string().nullable(),
    webhookSecretConfigured: z.boolean(),
    webhookSecretRotationEndsAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Until then the secret before the present one signs too; null for no rotation" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof profileSchema>;

export const profileChangeSchema = z
  .object({
    name: name.optional(),
    businessName: name
      .optional()
      .meta({ description: "Makes the account's business, or renames it; it cannot be taken away" }),
    defaultWebhookUrl: z
      .string()
      .max(2_048)
      .nullable()
      .optional()
      .meta({ description: "Where webhooks go whose request names no URL; null for nowhere" }),
  })
  .meta({
    description:
      "A field that is absent, null or blank stays as it is; `defaultWebhookUrl`, which may be null, is taken away by null",
  });
export type ProfileChange = z.infer<typeof profileChangeSchema>;

/** A week. */
const MAX_GRACE_SECONDS = 604_800;

export const webhookSecretBodySchema = z.object({
  gracePeriodSeconds: z
    .int()
    .min(0)
    .max(MAX_GRACE_SECONDS)
    .optional()
    .meta({ description: "How long the secret that is replaced goes on signing; a day unless told" }),
});

export const logoContentTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoContentType = (typeof logoContentTypes)[number];

export const MAX_LOGO_BYTES = 512 * 1024;

const logoSchema = z.object({
  contentType: z.enum(logoContentTypes),
  size: z.int().min(1).meta({ description: "Bytes" }),
  width: z.int().min(1),
  height: z.int().min(1),
});

export const profileRoutes = {
  getProfile: {
    method: "get",
    path: "/api/profile",
    summary: "The account that the caller belongs to",
    access: "any_key",
    responses: { 200: { description: "The profile", schema: envelopeOf(profileSchema) } },
  },
  changeProfile: {
    method: "patch",
    path: "/api/profile",
    summary: "Change the account's names or its default webhook",
    access: "session",
    body: profileChangeSchema,
    responses: { 200: { description: "The profile as it is now", schema: envelopeOf(profileSchema) } },
    errors: ["unsafe_webhook_url"],
  },
  createWebhookSecret: {
    method: "post",
    path: "/api/profile/webhook-secret",
    summary: "Make the secret that signs webhooks, or replace it; it is shown this once",
    access: "session",
    body: webhookSecretBodySchema,
    responses: {
      201: {
        description: "The secret",
        schema: envelopeOf(
          z.object({
            secret: z.string().meta({ examples: ["whsec_…"] }),
            rotationEndsAt: z.iso
              .datetime()
              .nullable()
              .meta({ description: "Until then the replaced secret signs too; null where there is none" }),
          }),
        ),
        headers: { "Cache-Control": "no-store" },
      },
    },
  },
  activateWebhookSecret: {
    method: "post",
    path: "/api/profile/webhook-secret/activate",
    summary: "End a rotation now: only the present secret signs from now on",
    access: "session",
    responses: { 204: { description: "There is no rotation under way now" } },
  },
  deleteWebhookSecret: {
    method: "delete",
    path: "/api/profile/webhook-secret",
    summary: "Webhooks are no longer signed",
    access: "session",
    responses: { 204: { description: "There is none now" } },
  },
  getLogo: {
    method: "get",
    path: "/api/profile/logo",
    summary: "The account's logo",
    access: "any_key",
    headers: {
      "if-none-match": { description: "An ETag: 304 while the logo is the same", example: '"3f2a91"' },
    },
    responses: {
      200: {
        description: "The image",
        contentType: logoContentTypes,
        schema: z.string().meta({ format: "binary" }),
        headers: { ETag: "Changes with the image" },
      },
      304: { description: "The image is the one of If-None-Match" },
    },
  },
  putLogo: {
    method: "put",
    path: "/api/profile/logo",
    summary: "Set the logo: a PNG, JPEG or WebP of 512 KiB at most, known by its content",
    access: "session",
    bodyContentTypes: logoContentTypes,
    responses: { 200: { description: "What was stored", schema: envelopeOf(logoSchema) } },
    errors: ["invalid_request", "payload_too_large", "unsupported_media_type", "invalid_payload"],
  },
  deleteLogo: {
    method: "delete",
    path: "/api/profile/logo",
    summary: "Remove the logo",
    access: "session",
    responses: { 204: { description: "There is none now" } },
  },
} as const satisfies Record<string, RouteContract>;
