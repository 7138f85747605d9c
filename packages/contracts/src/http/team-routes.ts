import { z } from "zod";
import { roles, rolesFor } from "../roles.ts";
import {
  emailConfirmedField,
  emailSchema,
  mailedTokenSchema,
  newPasswordSchema,
  roleSchema,
  sessionSchema,
  setsCookie,
} from "./account-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import {
  countField,
  flagField,
  nullableTextField,
  nullableTimeField,
  shownOnceField,
  textField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** A cashier has no sign-in, so this role is neither invited nor assigned. */
const signInRoleSchema = z
  .enum(roles)
  .exclude(["cashier"])
  .meta({ id: "SignInRole", description: "Role of a person who signs in.", examples: ["manager"] });
export type SignInRole = z.infer<typeof signInRoleSchema>;

const branchId = z
  .string()
  .max(40)
  .nullable()
  .meta({ description: "Branch of the person. Null for all branches.", examples: [ids.branch] });
const memberName = { description: "Name of the person.", examples: ["Sara Tadesse"] };

const memberSchema = z
  .object({
    id: textField("Id of the membership.", ids.member),
    name: z.string().meta(memberName),
    email: nullableTextField("Address that signs in. Null for a cashier.", "sara@example.com"),
    role: roleSchema,
    branchId,
    isHolder: flagField("Holds the account: stays an owner.", false),
    isYou: flagField("The caller's own membership.", false),
    twoFactor: flagField("Signs in with a code.", true),
    emailConfirmed: emailConfirmedField,
    createdAt: timeField("When the person joined.", times.asked),
    lastSignInAt: nullableTimeField("Newest session of the last weeks. Null if there is none.", times.asked),
  })
  .meta({ id: "Member", description: "A person who acts for the account." });
export type MemberView = z.infer<typeof memberSchema>;

const invitationSchema = z
  .object({
    id: textField("Id of the invitation.", ids.memberInvitation),
    email: textField("Address that was invited.", "hanna@example.com"),
    role: signInRoleSchema,
    branchId,
    invitedBy: textField("Name of the person who invited.", "Sara Tadesse"),
    createdAt: timeField("When the invitation was made.", times.asked),
    expiresAt: timeField("Until when its link can be used.", "2026-03-09T08:15:30.120Z"),
  })
  .meta({ id: "MemberInvitation", description: "An invitation that waits to be accepted." });
export type MemberInvitationView = z.infer<typeof invitationSchema>;

const newInvitationSchema = invitationSchema
  .extend({
    link: shownOnceField(
      "Where no mail server is set, the link, shown only here: send it yourself. Null if a mail has it.",
      null,
    ),
  })
  .meta({ id: "NewMemberInvitation", description: "An invitation that was just made." });

const memberAccessSchema = z
  .object({
    keys: z
      .array(
        z
          .object({
            id: textField("Id of the API key or checkout key.", ids.apiKey),
            name: textField("Label of the key.", "Shop server"),
            lastUsedAt: nullableTimeField("When the key last made a call. Null if never.", times.later),
          })
          .meta({ id: "MemberKey", description: "An active key that the person made." }),
      )
      .meta({ description: "Active keys that the person made: they stop, unless an owner takes them over." }),
    tills: z
      .array(
        z
          .object({
            id: textField("Id of the till.", ids.till),
            name: textField("Name of the till.", "Till 1"),
            lastSeenAt: nullableTimeField("When the device was last seen. Null if never.", times.later),
          })
          .meta({ id: "MemberTill", description: "A device that was enrolled with the person's code." }),
      )
      .meta({
        description:
          "Devices that were enrolled with a code of the person: they stay tills, unless `revokeTills` ends them.",
      }),
    webhookEndpoints: z
      .array(
        z
          .object({
            id: textField("Id of the webhook endpoint.", ids.endpoint),
            url: textField("Where it sends.", "https://shop.example/hooks"),
          })
          .meta({
            id: "MemberEndpoint",
            description: "A webhook endpoint that the person or a key of the person set up.",
          }),
      )
      .meta({
        description:
          "Webhook endpoints that the person, or a key that the person made, created or changed: they go on, unless `disableEndpoints` ends that.",
      }),
    sessions: countField("Open sessions of the person.", 1),
    telegramChats: countField("Linked chats of the person.", 1),
    codes: countField("Unused codes of the person for chats and tills."),
    invitations: countField("Open invitations by the person."),
  })
  .meta({
    id: "MemberAccess",
    description: "What ends with the membership, and what continues unless the removal ends it.",
  });
export type MemberAccess = z.infer<typeof memberAccessSchema>;

export const removeMemberBodySchema = z
  .object({
    takeOverKeys: z
      .boolean()
      .default(false)
      .meta({
        description:
          "True: the caller becomes the maker of the person's keys, so that they go on working. Only for owners.",
        examples: [true],
      }),
    disableEndpoints: z
      .boolean()
      .default(false)
      .meta({
        description: "True: disables the `webhookEndpoints` of the person's access.",
        examples: [true],
      }),
    revokeTills: z
      .boolean()
      .default(false)
      .meta({
        description: "True: the devices that were enrolled with a code of the person are tills no more.",
        examples: [false],
      }),
  })
  .meta({ id: "RemoveMemberBody", description: "What becomes of the person's keys, tills and webhooks." });

export const memberChangeSchema = z
  .object({ role: signInRoleSchema.optional(), branchId: branchId.optional() })
  .meta({ id: "ChangeMemberBody", description: "The new role or branch. An absent field stays as it is." });
export const inviteBodySchema = z
  .object({ email: emailSchema, role: signInRoleSchema, branchId: branchId.optional() })
  .meta({ id: "InviteBody", description: "Whom to invite, and the role. Only an owner invites owners." });
export const acceptInvitationBodySchema = z
  .object({ token: mailedTokenSchema })
  .meta({ id: "AcceptInvitationBody", description: "The token of the mailed invitation." });
export const joinBodySchema = z
  .object({
    token: mailedTokenSchema,
    name: plainText(200).meta(memberName),
    password: newPasswordSchema,
  })
  .meta({ id: "JoinBody", description: "A new sign-in for the invited address." });

export const teamRoutes = {
  listMembers: {
    method: "get",
    path: "/api/members",
    summary: "List the people of the account, cashiers included, oldest first",
    access: "session",
    roles: rolesFor.management,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of people.", schema: listOf(memberSchema) } },
  },
  changeMember: {
    method: "patch",
    path: "/api/members/{id}",
    summary: "Change the role or the branch of a person, not your own. Only an owner changes owners",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: memberChangeSchema,
    responses: { 200: { description: "The person after the change.", schema: envelopeOf(memberSchema) } },
    errors: ["invalid_state"],
  },
  getMemberAccess: {
    method: "get",
    path: "/api/members/{id}/access",
    summary: "List the access that ends when the person is removed",
    access: "session",
    roles: rolesFor.management,
    responses: { 200: { description: "The person's access.", schema: envelopeOf(memberAccessSchema) } },
  },
  removeMember: {
    method: "delete",
    path: "/api/members/{id}",
    summary:
      "Remove a person, and all access of the person to the account: keys, sessions, chats and codes. The holder stays",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: removeMemberBodySchema,
    bodyIsOptional: true,
    responses: {
      200: {
        description:
          "The person no longer acts for the account. This access has ended, or the keys are the caller's.",
        schema: envelopeOf(memberAccessSchema),
      },
    },
    errors: ["invalid_state"],
  },
  invite: {
    method: "post",
    path: "/api/invitations",
    summary: "Invite a person by mail. The link works once, within 7 days",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: inviteBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description:
          "The same for every address. The link is in the mail only, unless there is no mail server.",
        schema: envelopeOf(newInvitationSchema),
      },
    },
    errors: ["already_exists"],
  },
  listInvitations: {
    method: "get",
    path: "/api/invitations",
    summary: "List the invitations that wait to be accepted, newest first",
    access: "session",
    roles: rolesFor.management,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of invitations.", schema: listOf(invitationSchema) } },
  },
  revokeInvitation: {
    method: "delete",
    path: "/api/invitations/{id}",
    summary: "Revoke an invitation. Its link no longer works",
    access: "session",
    roles: rolesFor.management,
    responses: { 204: { description: "The invitation is revoked." } },
  },
  acceptInvitation: {
    method: "post",
    path: "/api/invitations/accept",
    summary: "Accept an invitation as the signed-in person. Switch to the account afterwards",
    access: "session",
    needsFreshSignIn: true,
    roles: rolesFor.people,
    isBeforeEnrollment: true,
    body: acceptInvitationBodySchema,
    responses: {
      200: {
        description: "The account that the person now belongs to.",
        schema: envelopeOf(
          z
            .object({ accountId: textField("Where to switch to.", ids.user) })
            .meta({ id: "AcceptedInvitation", description: "Where the person is a member now." }),
        ),
      },
    },
    errors: ["invalid_state"],
  },
  join: {
    method: "post",
    path: "/api/auth/join",
    summary: "Accept an invitation with a new sign-in. An address that has one signs in and accepts",
    access: "public",
    body: joinBodySchema,
    responses: {
      200: {
        description: "The person is signed in to the inviting account.",
        schema: envelopeOf(sessionSchema),
        headers: setsCookie,
      },
    },
    errors: ["already_exists", "origin_rejected", "rate_limited"],
  },
} as const satisfies Record<string, RouteContract>;
