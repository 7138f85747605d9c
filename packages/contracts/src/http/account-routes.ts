import { z } from "zod";
import { roles, rolesFor } from "../roles.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import { accountTimeZoneSchema, calendarSchema, clockSchema } from "./profile-routes.ts";
import { flagField, noStore, nullableTextField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** After these days, a closed account is erased. Until then an operator can enable it again. */
export const CLOSED_ACCOUNT_DAYS = 30;

/**
 * Trimmed and in lower case, so that an address has one spelling. Refuses characters that separate or quote addresses in
 * mails: `<a@b>` would be a second spelling of `a@b`.
 */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .regex(
    /^[^@\s\p{C}<>()[\]\\,;:"]{1,64}@[^@\s\p{C}<>()[\]\\,;:"]{1,255}$/u,
    "must be an email address, such as name@example.com",
  )
  .meta({ description: "Address that signs in and gets mail.", examples: ["sara@example.com"] });

export const newPasswordSchema = z
  .string()
  .min(12)
  .max(200)
  .meta({
    description: "New password of 12 to 200 characters.",
    examples: ["a sentence that is hard to guess"],
  });
/** Checked only for length, which bounds the cost of hashing. */
export const typedPasswordSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "The account's password as typed.", examples: ["a sentence that is hard to guess"] });

export const personNameSchema = plainText(200).meta({
  description: "Name of the person who owns the account.",
  examples: ["Sara Tadesse"],
});

export const registerBodySchema = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    name: personNameSchema,
    businessName: plainText(200)
      .optional()
      .meta({
        description: "Name of the account's business, if there is one.",
        examples: ["Sara Coffee Trading"],
      }),
    invitation: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Token of your invitation, if the installation requires one." }),
  })
  .meta({ id: "RegisterBody", description: "The person who wants an account." });
export type RegisterBody = z.infer<typeof registerBodySchema>;

/** Part of a mailed link: 32 bytes in base64url. */
export const mailedTokenSchema = z
  .string()
  .regex(/^[\w-]{43}$/, "must be the token of a mailed link: 43 characters")
  .meta({
    description: "The part after `#token=` in the mailed link.",
    examples: ["mU3kq0Yt7cWnVxLr2ZbPqTfGhJkLmN9oQsRtUvWxYz4"],
  });

export const confirmBodySchema = z
  .object({
    token: mailedTokenSchema,
    password: typedPasswordSchema.optional().meta({
      description:
        "Password of the registration. Pages for people ask for it, so that they do not confirm a stranger's registration.",
    }),
  })
  .meta({ id: "ConfirmBody", description: "Proof that the registered address is yours." });
export const forgotPasswordBodySchema = z
  .object({ email: emailSchema })
  .meta({ id: "ForgotPasswordBody", description: "The address of the account." });
export const resetPasswordBodySchema = z
  .object({ token: mailedTokenSchema, password: newPasswordSchema })
  .meta({ id: "ResetPasswordBody", description: "The mailed token and the new password." });

/** Of an app, or a recovery code. Spaces and hyphens are of no account. */
export const signInCodeSchema = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, "").toLowerCase())
  .pipe(z.string().regex(/^(?:\d{6}|[a-z2-7]{16})$/, "must be 6 digits, or a recovery code"))
  .meta({ description: "Code of the authenticator app, or a recovery code.", examples: ["287082"] });

export const loginBodySchema = z
  .object({
    email: emailSchema,
    password: typedPasswordSchema,
    code: signInCodeSchema.optional().meta({
      description: "Needed with two-factor sign-in: code of the authenticator app, or a recovery code.",
      examples: ["287082"],
    }),
  })
  .meta({ id: "LoginBody", description: "The address, password and code of a person." });
export const switchAccountBodySchema = z
  .object({ accountId: textField("Id of the account to act for.", ids.user) })
  .meta({ id: "SwitchAccountBody", description: "An account that the person belongs to." });
export const confirmPasswordBodySchema = z
  .object({ password: typedPasswordSchema, code: signInCodeSchema.optional() })
  .meta({
    id: "ConfirmPasswordBody",
    description: "The password again; with two-factor sign-in also a code.",
  });

export const closeAccountBodySchema = z
  .object({
    email: emailSchema.meta({ description: "Email of the account, which shows that its closing is meant." }),
    password: typedPasswordSchema,
    code: signInCodeSchema.optional(),
  })
  .meta({
    id: "CloseAccountBody",
    description: "The email of the account and the password; with two-factor sign-in also a code.",
  });

export const changePasswordBodySchema = z
  .object({
    currentPassword: typedPasswordSchema,
    code: signInCodeSchema.optional(),
    newPassword: newPasswordSchema,
  })
  .meta({
    id: "ChangePasswordBody",
    description: "The current password, with two-factor sign-in also a code, and the new password.",
  });

export const emailConfirmedField = flagField(
  "False after joining with a link that no mail brought: the person gets no mails and cannot reset a password.",
  true,
);

const sessionUserSchema = z
  .object({
    id: textField("Id of the account.", ids.user),
    email: textField("Address that signs in and gets mail.", "sara@example.com"),
    emailConfirmed: emailConfirmedField,
    name: textField("The person who signed in.", "Sara Tadesse"),
    businessName: nullableTextField(
      "Name of the account's business. Null if it has none.",
      "Sara Coffee Trading",
    ),
    timeZone: accountTimeZoneSchema,
    calendar: calendarSchema,
    clock: clockSchema,
  })
  .meta({ id: "SessionUser", description: "The person who is signed in." });

export const roleSchema = z
  .enum(roles)
  .meta({ id: "Role", description: "What a person may do for the account.", examples: ["manager"] });
const accountRef = {
  id: textField("Id of the account.", ids.user),
  name: textField("Name of the business, or of the holder.", "Sara Coffee Trading"),
};
export const sessionSchema = z
  .object({
    user: sessionUserSchema,
    account: z
      .object(accountRef)
      .meta({ id: "SessionAccount", description: "The account that the session acts for." }),
    member: z
      .object({
        id: textField("Id of the membership.", ids.member),
        role: roleSchema,
        branchId: nullableTextField("Branch of the person. Null for all branches.", ids.branch),
      })
      .meta({ id: "SessionMember", description: "The membership that the session acts by." }),
    accounts: z
      .array(
        z
          .object({ ...accountRef, role: roleSchema })
          .meta({ id: "OwnAccount", description: "An account that the person belongs to." }),
      )
      .meta({ description: "All accounts of the person, by name." }),
    twoFactor: z
      .object({
        enabled: flagField("The person signs in with a code.", false),
        enrollmentRequired: flagField(
          "Nothing else is allowed until the person has set up two-factor sign-in.",
          false,
        ),
      })
      .meta({ id: "SessionTwoFactor", description: "Two-factor sign-in of the person." }),
    expiresAt: timeField("When the person must sign in again.", "2026-03-02T20:15:30.120Z"),
  })
  .meta({ id: "Session", description: "A sign-in of a person, held by a cookie." });

const mailedToSchema = z
  .object({
    email: textField("Address that the mail goes to.", "sara@example.com"),
  })
  .meta({ id: "MailedTo", description: "Where to look for the mail." });
const registrationSchema = mailedToSchema
  .extend({
    name: textField("The person who wants the account.", "Sara Tadesse"),
  })
  .meta({ id: "Registration", description: "A registration that waits for its confirmation." });

export const setsCookie = {
  ...noStore,
  "Set-Cookie":
    "`svc_session`, which holds the session, and `svc_device`, which only counts this browser's attempts apart.",
};
const mailed = {
  description: "The same response for every address. Everything else is in the mail.",
  headers: noStore,
};
const openSessionSchema = z
  .object({
    id: textField("Id of the session.", ids.session),
    current: flagField("This call is made in it.", true),
    address: nullableTextField("IP address that signed in. Null if unknown.", "203.0.113.7"),
    person: z
      .object({
        memberId: textField("Id of the membership.", ids.member),
        name: textField("Name of the person.", "Sara Tadesse"),
        role: roleSchema,
      })
      .meta({ id: "SessionPerson", description: "Who is signed in." }),
    createdAt: timeField("When the person signed in.", times.asked),
    expiresAt: timeField("When the person must sign in again.", "2026-03-02T20:15:30.120Z"),
  })
  .meta({ id: "OpenSession", description: "A browser that is signed in to the account." });
export type OpenSessionView = z.infer<typeof openSessionSchema>;

const ended = {
  description: "The session has ended.",
  headers: { "Set-Cookie": "Empties `svc_session` in the browser." },
};

export const accountRoutes = {
  register: {
    method: "post",
    path: "/api/auth/register",
    summary: "Register. The account exists once the mailed link is confirmed",
    access: "public",
    body: registerBodySchema,
    responses: {
      202: { ...mailed, schema: envelopeOf(registrationSchema) },
    },
    errors: ["permission_denied", "origin_rejected", "rate_limited"],
  },
  confirm: {
    method: "post",
    path: "/api/auth/confirm",
    summary: "Confirm the address with the token of the mailed link. Creates the account and signs in",
    access: "public",
    body: confirmBodySchema,
    responses: {
      200: {
        description: "The account is created and signed in.",
        schema: envelopeOf(sessionSchema),
        headers: setsCookie,
      },
    },
    errors: ["permission_denied", "origin_rejected", "rate_limited"],
  },
  forgotPassword: {
    method: "post",
    path: "/api/auth/forgot",
    summary: "Request a mail with a link to choose a new password",
    access: "public",
    body: forgotPasswordBodySchema,
    responses: { 202: { ...mailed, schema: envelopeOf(mailedToSchema) } },
    errors: ["origin_rejected", "rate_limited"],
  },
  resetPassword: {
    method: "post",
    path: "/api/auth/reset",
    summary: "Choose a new password with the token of the mailed link. Ends every session of the person",
    access: "public",
    body: resetPasswordBodySchema,
    responses: {
      204: {
        description: "The password is changed.",
        headers: {
          ...noStore,
          "Set-Cookie": "`svc_device`, which only counts this browser's attempts apart.",
        },
      },
    },
    errors: ["origin_rejected", "rate_limited"],
  },
  login: {
    method: "post",
    path: "/api/auth/login",
    summary: "Sign in for 12 hours, in the account that was used last",
    access: "public",
    body: loginBodySchema,
    responses: {
      200: {
        description: "The person is signed in.",
        schema: envelopeOf(sessionSchema),
        headers: setsCookie,
      },
    },
    errors: [
      "unauthenticated",
      "two_factor_required",
      "permission_denied",
      "origin_rejected",
      "rate_limited",
    ],
  },
  logout: {
    method: "post",
    path: "/api/auth/logout",
    summary: "Sign out of this session",
    access: "session",
    isBeforeEnrollment: true,
    roles: rolesFor.everyone,
    responses: { 204: ended },
  },
  logoutEverywhere: {
    method: "post",
    path: "/api/auth/logout-everywhere",
    summary:
      "Sign out of every session of the person, this one included. An owner signs out the whole account",
    access: "session",
    isBeforeEnrollment: true,
    roles: rolesFor.people,
    responses: { 204: ended },
  },
  listSessions: {
    method: "get",
    path: "/api/sessions",
    summary: "List open sessions, newest first: an owner sees those of the account, others their own",
    access: "session",
    isBeforeEnrollment: true,
    roles: rolesFor.people,
    query: z.object(pageQuery),
    responses: {
      200: { description: "One page of open sessions.", schema: listOf(openSessionSchema) },
    },
  },
  endSession: {
    method: "delete",
    path: "/api/sessions/{id}",
    summary: "End a session of the list. It is signed out at once. One that has already ended returns 404",
    access: "session",
    isBeforeEnrollment: true,
    roles: rolesFor.people,
    responses: { 204: { description: "The session has ended." } },
  },
  getSession: {
    method: "get",
    path: "/api/auth/session",
    summary: "Get the session with its person",
    access: "session",
    isBeforeEnrollment: true,
    roles: rolesFor.everyone,
    responses: {
      200: { description: "The session of the caller.", schema: envelopeOf(sessionSchema), headers: noStore },
    },
  },
  changePassword: {
    method: "post",
    path: "/api/auth/password",
    summary: "Change the own password. Ends every other session of the person",
    access: "session",
    isBeforeEnrollment: true,
    roles: rolesFor.people,
    body: changePasswordBodySchema,
    responses: { 204: { description: "The password is changed." } },
    errors: ["two_factor_required"],
  },
  confirmPassword: {
    method: "post",
    path: "/api/auth/confirm-password",
    summary: "Prove your identity again. For 5 minutes the session can then create and widen access",
    access: "session",
    roles: rolesFor.people,
    isBeforeEnrollment: true,
    body: confirmPasswordBodySchema,
    responses: { 204: { description: "The session is fresh again." } },
    errors: ["two_factor_required"],
  },
  switchAccount: {
    method: "post",
    path: "/api/auth/switch-account",
    summary: "Act for another account of the person. Opens a new session and ends this one",
    access: "session",
    roles: rolesFor.people,
    isBeforeEnrollment: true,
    body: switchAccountBodySchema,
    responses: {
      200: {
        description: "The session in the other account.",
        schema: envelopeOf(sessionSchema),
        headers: setsCookie,
      },
    },
  },
  exportAccount: {
    method: "get",
    path: "/api/account/export",
    summary: "Get all data of the account as one JSON file, without secrets. Only its holder can",
    access: "session",
    roles: rolesFor.ownership,
    needsFreshSignIn: true,
    responses: {
      200: {
        description: "A list of rows for each kind of data.",
        schema: z
          .looseObject({})
          .meta({ id: "AccountExport", description: "The rows of each table, by its name." }),
        headers: { ...noStore, "Content-Disposition": "Name of the file." },
      },
    },
    errors: ["invalid_state"],
  },
  closeAccount: {
    method: "post",
    path: "/api/account/close",
    summary: `Close the account: all access ends now, and its data is erased after ${CLOSED_ACCOUNT_DAYS} days. Only its holder can`,
    access: "session",
    roles: rolesFor.ownership,
    body: closeAccountBodySchema,
    responses: { 204: { description: "The account is closed. A mail confirms it." } },
    errors: ["two_factor_required"],
  },
} as const satisfies Record<string, RouteContract>;
