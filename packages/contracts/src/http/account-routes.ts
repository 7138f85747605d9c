import { z } from "zod";
import { envelopeOf } from "./envelope.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

/** One spelling of an address: without blanks around it, in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .regex(/^[^@\s\p{C}]{1,64}@[^@\s\p{C}]{1,255}$/u, "must be an email address");

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
const setsCookie = { ...noStore, "Set-Cookie": "svc_session" };
const ended = { description: "Done", headers: { "Set-Cookie": "svc_session, emptied" } };

export const accountRoutes = {
  register: {
    operationId: "register",
    method: "post",
    path: "/api/auth/register",
    summary: "Make an account; the answer is the same when the email has one. Signing in is the next step",
    tag: "Session",
    access: "public",
    body: registerBodySchema,
    responses: {
      201: {
        description: "Registered, or registered already",
        schema: envelopeOf(z.object({ email: z.string(), name: z.string() })),
        headers: noStore,
      },
    },
    errors: ["permission_denied", "origin_rejected", "rate_limited"],
  },
  login: {
    operationId: "login",
    method: "post",
    path: "/api/auth/login",
    summary: "Sign in: opens a session of 12 hours",
    tag: "Session",
    access: "public",
    body: loginBodySchema,
    responses: {
      200: { description: "Signed in", schema: envelopeOf(sessionSchema), headers: setsCookie },
    },
    errors: ["unauthenticated", "origin_rejected", "rate_limited"],
  },
  logout: {
    operationId: "logout",
    method: "post",
    path: "/api/auth/logout",
    summary: "End this session",
    tag: "Session",
    access: "session",
    responses: { 204: ended },
    errors: [],
  },
  logoutEverywhere: {
    operationId: "logoutEverywhere",
    method: "post",
    path: "/api/auth/logout-everywhere",
    summary: "End every session of the account, this one included",
    tag: "Session",
    access: "session",
    responses: { 204: ended },
    errors: [],
  },
  getSession: {
    operationId: "getSession",
    method: "get",
    path: "/api/auth/session",
    summary: "Who is signed in",
    tag: "Session",
    access: "session",
    responses: {
      200: { description: "The session", schema: envelopeOf(sessionSchema), headers: noStore },
    },
    errors: [],
  },
  changePassword: {
    operationId: "changePassword",
    method: "post",
    path: "/api/auth/password",
    summary: "Change the password; every other session of the account ends",
    tag: "Session",
    access: "session",
    body: changePasswordBodySchema,
    responses: { 204: { description: "Changed" } },
    errors: [],
  },
} as const satisfies Record<string, RouteContract>;
