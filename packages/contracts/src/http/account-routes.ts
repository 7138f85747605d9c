import { z } from "zod";
import { envelopeOf } from "./envelope.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

/**
 * One spelling of an address: without blanks around it, in lower case. None of the signs that separate or quote addresses in
 * a mail: `<a@b>` would be the mailbox of `a@b` under another name.
 */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .regex(
    /^[^@\s\p{C}<>()[\]\\,;:"]{1,64}@[^@\s\p{C}<>()[\]\\,;:"]{1,255}$/u,
    "must be an email address, such as name@example.com",
  );

export const newPasswordSchema = z.string().min(12).max(200);
/** Whatever somebody types: only its length is bounded, or hashing it would be work for nothing. */
const typedPasswordSchema = z.string().min(1).max(200);

export const personNameSchema = plainText(200);

export const registerBodySchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  name: personNameSchema,
  businessName: plainText(200).optional(),
  invitation: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Token of an invitation, where one is asked for" }),
});
export type RegisterBody = z.infer<typeof registerBodySchema>;

/** In the link of a mail: 32 bytes in base64url. */
const mailedTokenSchema = z
  .string()
  .regex(/^[\w-]{43}$/, "must be the token of a mailed link: 43 characters")
  .meta({ description: "What stands behind `#token=` in the mailed link" });

export const confirmBodySchema = z.object({
  token: mailedTokenSchema,
  password: typedPasswordSchema.optional().meta({
    description:
      "The password of the registration. A page for people asks for it: what a stranger has registered is then not confirmed",
  }),
});
export const forgotPasswordBodySchema = z.object({ email: emailSchema });
export const resetPasswordBodySchema = z.object({ token: mailedTokenSchema, password: newPasswordSchema });

export const loginBodySchema = z.object({ email: emailSchema, password: typedPasswordSchema });

export const changePasswordBodySchema = z.object({
  currentPassword: typedPasswordSchema,
  newPassword: newPasswordSchema,
});

const sessionSchema = z
  .object({
    user: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      businessName: z.string().nullable(),
    }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "Session" });

const noStore = { "Cache-Control": "no-store" };
const setsCookie = {
  ...noStore,
  "Set-Cookie":
    "svc_session; and svc_device, which opens nothing: it keeps this browser's attempts to sign in apart",
};
const mailed = {
  description: "The same for every address; what else there is to say is mailed to it",
  headers: noStore,
};
const ended = { description: "Done", headers: { "Set-Cookie": "svc_session, emptied" } };

export const accountRoutes = {
  register: {
    method: "post",
    path: "/api/auth/register",
    summary: "Register: a link is mailed to the address. There is no account before it is confirmed",
    access: "public",
    body: registerBodySchema,
    responses: {
      202: { ...mailed, schema: envelopeOf(z.object({ email: z.string(), name: z.string() })) },
    },
    errors: ["permission_denied", "origin_rejected", "rate_limited"],
  },
  confirm: {
    method: "post",
    path: "/api/auth/confirm",
    summary: "Confirm the address by the token of the mailed link: makes the account and signs in",
    access: "public",
    body: confirmBodySchema,
    responses: {
      200: {
        description: "Confirmed, and signed in",
        schema: envelopeOf(sessionSchema),
        headers: setsCookie,
      },
    },
    errors: ["permission_denied", "origin_rejected", "rate_limited"],
  },
  forgotPassword: {
    method: "post",
    path: "/api/auth/forgot",
    summary: "Forgotten password: a link to choose a new one is mailed to the address, if it has an account",
    access: "public",
    body: forgotPasswordBodySchema,
    responses: { 202: { ...mailed, schema: envelopeOf(z.object({ email: z.string() })) } },
    errors: ["origin_rejected", "rate_limited"],
  },
  resetPassword: {
    method: "post",
    path: "/api/auth/reset",
    summary: "Choose a new password by the token of the mailed link; every session of the account ends",
    access: "public",
    body: resetPasswordBodySchema,
    responses: { 204: { description: "Changed", headers: { ...noStore, "Set-Cookie": "svc_device" } } },
    errors: ["origin_rejected", "rate_limited"],
  },
  login: {
    method: "post",
    path: "/api/auth/login",
    summary: "Sign in: opens a session of 12 hours",
    access: "public",
    body: loginBodySchema,
    responses: {
      200: { description: "Signed in", schema: envelopeOf(sessionSchema), headers: setsCookie },
    },
    errors: ["unauthenticated", "origin_rejected", "rate_limited"],
  },
  logout: {
    method: "post",
    path: "/api/auth/logout",
    summary: "End this session",
    access: "session",
    responses: { 204: ended },
  },
  logoutEverywhere: {
    method: "post",
    path: "/api/auth/logout-everywhere",
    summary: "End every session of the account, this one included",
    access: "session",
    responses: { 204: ended },
  },
  getSession: {
    method: "get",
    path: "/api/auth/session",
    summary: "Who is signed in",
    access: "session",
    responses: {
      200: { description: "The session", schema: envelopeOf(sessionSchema), headers: noStore },
    },
  },
  changePassword: {
    method: "post",
    path: "/api/auth/password",
    summary: "Change the password; every other session of the account ends",
    access: "session",
    body: changePasswordBodySchema,
    responses: { 204: { description: "Changed" } },
  },
} as const satisfies Record<string, RouteContract>;
