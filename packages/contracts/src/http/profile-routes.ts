import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { envelopeOf } from "./envelope.ts";
import { times, webhookUrl } from "./examples/example-values.ts";
import { timeZoneInput } from "./period-query.ts";
import { plainText } from "./plain-text.ts";
import {
  flagField,
  noStore,
  nullableTextField,
  nullableTimeField,
  shownOnceField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const name = plainText(200);
const personName = {
  description: "Name of the signed-in person; for a key, of the account's holder.",
  examples: ["Sara Tadesse"],
};
const accountEmail = { description: "Address that signs in and gets mail.", examples: ["sara@example.com"] };
const accountBusiness = {
  description: "Name of the account's business. Null if it has none.",
  examples: ["Sara Coffee Trading"],
};

const timeZone = {
  description: "IANA time zone of the account's days.",
  examples: ["Africa/Addis_Ababa"],
};
export const accountTimeZoneSchema = z.string().meta(timeZone);
export const calendars = ["gregorian", "ethiopian"] as const;
export type Calendar = (typeof calendars)[number];
export const calendarSchema = z.enum(calendars).meta({
  id: "Calendar",
  description:
    "Calendar in which dates are shown, and whose months are counted. The API writes dates in ISO 8601.",
});
export const clocks = ["international", "ethiopian"] as const;
export type Clock = (typeof clocks)[number];
export const clockSchema = z.enum(clocks).meta({
  id: "Clock",
  description:
    "Clock on which pages and mails show hours. `ethiopian` counts twelve from 6:00 and twelve from 18:00. The API writes times in ISO 8601.",
});

/** The default of `oldPayments`. */
export const EVENING_RULE = "review_before_last_evening";
const MOST_HOURS = 8_760;
export const oldPaymentsSchema = z
  .union(
    [
      z
        .enum([EVENING_RULE, "off"])
        .meta({ id: "OldPaymentsRule", description: "A rule that is no number of hours." }),
      z.int().min(1).max(MOST_HOURS),
    ],
    `must be ${EVENING_RULE}, off, or hours from 1 to ${MOST_HOURS}`,
  )
  .meta({
    id: "OldPayments",
    description:
      "Which payments need a person's decision for their age, when people send the receipt at a till or in the dashboard. `review_before_last_evening`: made before 18:00 of the day before, in the account's time zone. A number: made more hours ago. `off`: none.",
    examples: [EVENING_RULE],
  });

const summaryMailHourSchema = z
  .int()
  .min(0)
  .max(23)
  .nullable()
  .meta({
    description:
      "Hour of the account's clock at which the caller gets the last day's payments by mail. Null for none.",
    examples: [20],
  });

export const profileSchema = z
  .object({
    name: z.string().meta(personName),
    email: z.string().meta(accountEmail),
    businessName: z.string().nullable().meta(accountBusiness),
    defaultWebhookUrl: nullableTextField(
      "Gets the webhooks of requests that name no URL. Null for none.",
      webhookUrl,
    ),
    webhookSecretConfigured: flagField(
      "True if the account has a signing secret, so that webhooks are signed.",
      true,
    ),
    webhookSecretRotationEndsAt: nullableTimeField(
      "Until then the previous secret signs too. Null without a rotation.",
    ),
    timeZone: accountTimeZoneSchema,
    calendar: calendarSchema,
    clock: clockSchema,
    oldPayments: oldPaymentsSchema,
    oldPaymentsChosen: flagField(
      "False for an account of before the setting, until a person sets `oldPayments`, also to the value that it has.",
      true,
    ),
    twoFactorRequired: flagField("True if every person of the account must sign in with a code."),
    summaryMailHour: summaryMailHourSchema,
    createdAt: timeField("When the account was created.", "2026-01-12T06:30:00.000Z"),
  })
  .meta({ id: "Profile", description: "The account that the caller belongs to." });
export type Profile = z.infer<typeof profileSchema>;

export const profileChangeSchema = z
  .object({
    name: name.optional().meta(personName),
    businessName: name
      .nullable()
      .optional()
      .meta({
        description:
          "Creates the account's business, or renames it. Null removes it, unless saved bank accounts have the owner `business`.",
        examples: ["Sara Coffee Trading"],
      }),
    defaultWebhookUrl: z
      .string()
      .max(2_048)
      .nullable()
      .optional()
      .meta({
        description: "Public https address for the webhooks of requests that name no URL. Null removes it.",
        examples: [webhookUrl],
      }),
    timeZone: timeZoneInput.optional().meta(timeZone),
    calendar: calendarSchema.optional(),
    clock: clockSchema.optional(),
    oldPayments: oldPaymentsSchema.optional(),
    summaryMailHour: summaryMailHourSchema.optional(),
    twoFactorRequired: z
      .boolean()
      .optional()
      .meta({
        description: "Requires two-factor sign-in of every person of the account. Only an owner changes it.",
        examples: [true],
      }),
  })
  .meta({
    id: "ChangeProfileBody",
    description:
      "A field that is absent or blank stays as it is. Null clears a field that may be empty: `businessName`, `defaultWebhookUrl` or `summaryMailHour`. It leaves the others as they are.",
  });
export type ProfileChange = z.infer<typeof profileChangeSchema>;

const changedProfileSchema = profileSchema
  .extend({
    droppedHeaders: z.array(z.string()).meta({
      description:
        "Names of the default endpoint's own headers that were removed, because the new URL has another scheme, host or port.",
      examples: [[]],
    }),
  })
  .meta({ id: "ChangedProfile", description: "The account after a change." });
export type ChangedProfile = z.infer<typeof changedProfileSchema>;

/** One week. */
const MAX_GRACE_SECONDS = 604_800;

export const webhookSecretBodySchema = z
  .object({
    gracePeriodSeconds: z
      .int()
      .min(0)
      .max(MAX_GRACE_SECONDS)
      .optional()
      .meta({
        description: "Seconds that the replaced secret keeps signing, up to a week. Default: a day.",
        examples: [86_400],
      }),
  })
  .meta({ id: "CreateWebhookSecretBody", description: "How long the replaced secret stays valid." });

export const logoContentTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoContentType = (typeof logoContentTypes)[number];

export const MAX_LOGO_BYTES = 512 * 1024;

const logoSchema = z
  .object({
    contentType: z.enum(logoContentTypes).meta({
      id: "LogoContentType",
      description: "Media type of the image, recognized by its content.",
    }),
    size: z
      .int()
      .min(1)
      .meta({ description: "Length of the image in bytes.", examples: [18_204] }),
    width: z
      .int()
      .min(1)
      .meta({ description: "Width of the image in pixels.", examples: [256] }),
    height: z
      .int()
      .min(1)
      .meta({ description: "Height of the image in pixels.", examples: [256] }),
  })
  .meta({ id: "Logo", description: "The stored image of the account." });

const webhookSecretSchema = z
  .object({
    secret: shownOnceField("The signing secret, shown only in this response. Store it.", "whsec_…"),
    rotationEndsAt: nullableTimeField(
      "Until then the replaced secret signs too. Null if there was none.",
      times.later,
    ),
  })
  .meta({ id: "WebhookSecret", description: "A new secret that signs webhooks." });

export const firstSteps = ["bank_account", "test_receipt", "till", "webhook", "person"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** A shop that has worked for long needs no advice about its start. */
export const DAYS_OF_START = 30;

const firstStepsSchema = z
  .object({
    isNew: flagField(`True in the first ${DAYS_OF_START} days of the account.`, true),
    steps: z
      .array(
        z
          .object({
            step: z.enum(firstSteps).meta({
              id: "FirstStep",
              description:
                "`bank_account`: an account to be paid to is saved. `test_receipt`: a receipt was verified. `till`: a till was set up. `webhook`: an address gets webhooks. `person`: the account has another person, or an open invitation.",
            }),
            done: flagField("True once the account has one.", true),
          })
          .meta({ id: "FirstStepState", description: "A step of the start, and whether it is done." }),
      )
      .meta({ description: "All steps, in the order that we advise." }),
  })
  .meta({ id: "FirstSteps", description: "How far a new account is." });

export const profileRoutes = {
  getFirstSteps: {
    method: "get",
    path: "/api/profile/first-steps",
    summary: "Get which first steps of a new account are done",
    access: "session",
    roles: rolesFor.people,
    responses: {
      200: { description: "Every step and whether it is done.", schema: envelopeOf(firstStepsSchema) },
    },
  },
  getProfile: {
    method: "get",
    path: "/api/profile",
    summary: "Get the profile of the account",
    access: "any_key",
    responses: { 200: { description: "The profile of the account.", schema: envelopeOf(profileSchema) } },
  },
  changeProfile: {
    method: "patch",
    path: "/api/profile",
    summary: "Change the own name, the business, the default webhook, the days or two-factor of the account",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: ["defaultWebhookUrl", "oldPayments", "twoFactorRequired"],
    body: profileChangeSchema,
    responses: {
      200: { description: "The profile after the change.", schema: envelopeOf(changedProfileSchema) },
    },
    errors: ["unsafe_webhook_url", "invalid_state"],
  },
  createWebhookSecret: {
    method: "post",
    path: "/api/profile/webhook-secret",
    summary: "Create or replace the secret that signs webhooks. It is shown once",
    access: "session",
    roles: rolesFor.integration,
    needsFreshSignIn: true,
    body: webhookSecretBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description: "The new secret, shown only here.",
        schema: envelopeOf(webhookSecretSchema),
        headers: noStore,
      },
    },
  },
  activateWebhookSecret: {
    method: "post",
    path: "/api/profile/webhook-secret/activate",
    summary: "End a rotation now, so that only the current secret signs",
    access: "session",
    roles: rolesFor.integration,
    needsFreshSignIn: true,
    responses: { 204: { description: "Only the current secret signs." } },
  },
  deleteWebhookSecret: {
    method: "delete",
    path: "/api/profile/webhook-secret",
    summary: "Delete the signing secret, so that webhooks are no longer signed",
    access: "session",
    roles: rolesFor.integration,
    needsFreshSignIn: true,
    responses: { 204: { description: "The account has no signing secret now." } },
  },
  getLogo: {
    method: "get",
    path: "/api/profile/logo",
    summary: "Get the logo of the account",
    access: "any_key",
    headers: {
      "if-none-match": {
        description: "The `ETag` of the image that you have. Returns 304 while it is unchanged.",
        example: '"3f2a91"',
      },
    },
    responses: {
      200: {
        description: "The logo image.",
        contentType: logoContentTypes,
        schema: z.string().meta({ format: "binary", description: "The bytes of the image." }),
        headers: { ETag: "Version of the image, for `If-None-Match`." },
      },
      304: { description: "The image is the one that `If-None-Match` names." },
    },
  },
  putLogo: {
    method: "put",
    path: "/api/profile/logo",
    summary: "Set the logo: a PNG, JPEG or WebP image of up to 512 KiB",
    access: "session",
    roles: rolesFor.management,
    bodyContentTypes: logoContentTypes,
    bodyDescription: "The bytes of the image. Its type is recognized by the content.",
    responses: { 200: { description: "The stored image.", schema: envelopeOf(logoSchema) } },
    errors: ["invalid_request", "payload_too_large", "unsupported_media_type", "invalid_payload"],
  },
  deleteLogo: {
    method: "delete",
    path: "/api/profile/logo",
    summary: "Delete the logo",
    access: "session",
    roles: rolesFor.management,
    responses: { 204: { description: "The account has no logo now." } },
  },
} as const satisfies Record<string, RouteContract>;
