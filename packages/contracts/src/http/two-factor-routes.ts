import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { signInCodeSchema, typedPasswordSchema } from "./account-routes.ts";
import { envelopeOf } from "./envelope.ts";
import { noStore, textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const setupSchema = z
  .object({
    otpauthUrl: textField(
      "Address that authenticator apps read. Shown only in this response.",
      "otpauth://totp/…",
    ),
    secret: textField("The secret to type, in base32. Shown only in this response.", "…"),
    qrCode: textField("`otpauthUrl` as a QR code in SVG.", "<svg>…</svg>"),
  })
  .meta({ id: "TwoFactorSetup", description: "A secret that waits for its first code." });

const recoveryCodesSchema = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description: "Ten codes that replace the app once each. Shown only in this response.",
      examples: [["…"]],
    }),
  })
  .meta({ id: "RecoveryCodes", description: "Codes for a person without the authenticator app." });

export const startTwoFactorBodySchema = z
  .object({ password: typedPasswordSchema })
  .meta({ id: "StartTwoFactorBody", description: "The person's password." });
export const confirmTwoFactorBodySchema = z
  .object({
    code: z
      .string()
      .max(10)
      .transform((text) => text.replaceAll(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, "must be the 6 digits of the app"))
      .meta({ description: "Code of the authenticator app.", examples: ["287082"] }),
  })
  .meta({ id: "ConfirmTwoFactorBody", description: "The first code of the app." });
export const provenBodySchema = z
  .object({ password: typedPasswordSchema, code: signInCodeSchema })
  .meta({ id: "ProvenBody", description: "The person's password and a code." });

const shared = { access: "session", roles: rolesFor.people, isBeforeEnrollment: true } as const;
const codes = {
  description: "The recovery codes, shown only here.",
  schema: envelopeOf(recoveryCodesSchema),
  headers: noStore,
};

export const twoFactorRoutes = {
  startTwoFactor: {
    method: "post",
    path: "/api/auth/two-factor",
    summary: "Start two-factor sign-in (TOTP): scan the code, then confirm within 15 minutes",
    ...shared,
    body: startTwoFactorBodySchema,
    responses: {
      200: { description: "The secret, shown only here.", schema: envelopeOf(setupSchema), headers: noStore },
    },
    errors: ["invalid_state"],
  },
  confirmTwoFactor: {
    method: "post",
    path: "/api/auth/two-factor/confirm",
    summary: "Switch two-factor sign-in on with a first code. Ends every other session of the person",
    ...shared,
    body: confirmTwoFactorBodySchema,
    responses: { 200: codes },
    errors: ["invalid_state"],
  },
  endTwoFactor: {
    method: "delete",
    path: "/api/auth/two-factor",
    summary: "Switch two-factor sign-in off",
    ...shared,
    body: provenBodySchema,
    responses: { 204: { description: "Two-factor sign-in is off." } },
    errors: ["invalid_state"],
  },
  renewRecoveryCodes: {
    method: "post",
    path: "/api/auth/two-factor/recovery-codes",
    summary: "Replace the recovery codes. The previous ones no longer work",
    ...shared,
    body: provenBodySchema,
    responses: { 200: codes },
    errors: ["invalid_state"],
  },
} as const satisfies Record<string, RouteContract>;
