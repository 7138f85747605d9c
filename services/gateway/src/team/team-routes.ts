import {
  teamRoutes as contracts,
  isId,
  type MemberAccess,
  type MemberView,
  type SignInRole,
} from "@receipts/contracts";
import type { Pool, PoolClient } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import { pause } from "@receipts/service-kit";
import type { Request } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import {
  type AttemptLimits,
  type CountMails,
  guardedBody,
  type MayMail,
  requireAttempt,
} from "../http/attempt-limits.ts";
import { KEY_CACHE_MS } from "../http/caller.ts";
import { clientNetwork } from "../http/client-address.ts";
import { parsePage, parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow } from "../http/owned-row.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import {
  disableEndpointsOf,
  endAccess,
  endManagement,
  readMemberAccess,
  revokeTillsOf,
  takeOverKeys,
} from "../members/member-access.ts";
import { signedInPersonOf } from "../sessions/prove-person.ts";
import { type SessionHandout, sendSession } from "../sessions/session-routes.ts";
import { endSessionsOfCashier } from "../tills/cashier-repository.ts";
import { createAcceptInvitation, createJoin, type Join } from "./accept-invitation.ts";
import { listInvitations, revokeInvitation } from "./invitation-repository.ts";
import { invite, tellHolder } from "./invite.ts";
import {
  findMember,
  findRole,
  listMembers,
  type MemberRow,
  removeMember,
  updateMember,
} from "./member-repository.ts";
import { requireBranch } from "./require-branch.ts";

export interface TeamRouteDeps extends SessionHandout {
  readonly pool: Pool;
  readonly hasher: Parameters<typeof createJoin>[0]["hasher"];
  readonly mayMail: MayMail;
  /** Invitations by mail from one network. */
  readonly mailsOfNetwork: CountMails;
  /** Invitations of one account. */
  readonly perAccount: RateLimiter;
  readonly joinLimits: Pick<AttemptLimits, "perAddress">;
  readonly requireSameOrigin: RequireSameOrigin;
  readonly onMailQueued: () => void;
  /** Without a mail server: the address of an invitation's token, which the person who invites passes on. */
  readonly invitationLink: ((token: string) => string) | undefined;
}

export function teamRoutesOf(deps: TeamRouteDeps): MountedRoute[] {
  const { pool } = deps;
  const accept = createAcceptInvitation({ pool });
  return [
    {
      contract: contracts.listMembers,
      handler: async (request, response) => {
        const query = parsePage(contracts.listMembers.query, request);
        const { userId, memberId } = signedInPersonOf(request);
        const { rows, total } = await listMembers(pool, userId, query);
        const views = rows.map((row) => viewOf(row, memberId));
        sendPage(response, "Members", views, { ...query, total });
      },
    },
    {
      contract: contracts.changeMember,
      handler: async (request, response) => {
        const change = parseWith(contracts.changeMember.body, request.body);
        const data = await inAccount(pool, request, (client) => changeMember(client, request, change));
        await pause(KEY_CACHE_MS);
        sendResult(response, "Member", data);
      },
    },
    {
      contract: contracts.removeMember,
      handler: async (request, response) => {
        const body = parseWith(contracts.removeMember.body, request.body);
        const ended = await inAccount(pool, request, (client) => endMembership(client, request, body));
        // As for a revoked key: until then a process may accept a key that it has just checked.
        await pause(KEY_CACHE_MS);
        sendResult(response, "Member removed", ended);
      },
    },
    {
      contract: contracts.getMemberAccess,
      handler: async (request, response) => {
        const { id } = await requireMember(pool, request);
        const access = await readMemberAccess(pool, signedInPersonOf(request).userId, id);
        sendResult(response, "Access of the member", access);
      },
    },
    {
      contract: contracts.invite,
      handler: async (request, response) => {
        const body = parseWith(contracts.invite.body, request.body);
        const linkOf = deps.invitationLink;
        const check = async () => {
          await requireAttempt(deps.perAccount.consume(signedInPersonOf(request).userId));
          if (linkOf === undefined) await requireMayInvite(deps, request, body.email);
        };
        const message =
          linkOf === undefined ? "Invitation sent" : "Invitation created: send its link yourself";
        const contract = contracts.invite;
        await repeatable(pool, request, response, { contract, check }, async (client) => ({
          message,
          data: await invite(client, request, { ...body, linkOf }),
        }));
        deps.onMailQueued();
      },
    },
    {
      contract: contracts.listInvitations,
      handler: async (request, response) => {
        const page = parseWalk(contracts.listInvitations.query, request);
        const found = await listInvitations(pool, signedInPersonOf(request).userId, page);
        sendPage(response, "Invitations", found.rows, { ...page, ...found });
      },
    },
    {
      contract: contracts.revokeInvitation,
      handler: async (request, response) => {
        await inAccount(pool, request, (client) => revoke(client, request));
        response.status(204).end();
      },
    },
    {
      contract: contracts.acceptInvitation,
      handler: async (request, response) => {
        const { token } = parseWith(contracts.acceptInvitation.body, request.body);
        sendResult(response, "Joined", { accountId: await accept(token, request) });
      },
    },
    joinRoute(deps, createJoin(deps)),
  ];
}

function joinRoute(deps: TeamRouteDeps, join: Join): MountedRoute {
  return {
    contract: contracts.join,
    readBody: guardedBody(deps.joinLimits, deps.requireSameOrigin),
    handler: async (request, response) => {
      const signedIn = await join(parseWith(contracts.join.body, request.body), request);
      await sendSession(deps, request, response, { signedIn, message: "Joined and signed in" });
    },
  };
}

/** An invitation without its mail would say what is not true. */
async function requireMayInvite(
  { mailsOfNetwork, mayMail }: Pick<TeamRouteDeps, "mailsOfNetwork" | "mayMail">,
  request: Request,
  email: string,
): Promise<void> {
  await requireAttempt(mailsOfNetwork(request));
  if (await mayMail(email, clientNetwork(request))) return;
  throw new ApiProblem("rate_limited", {
    message: "This address got many mails lately: invite it again later",
    retryAfterSeconds: 3_600,
  });
}

interface Change {
  readonly role?: SignInRole | undefined;
  readonly branchId?: string | null | undefined;
}

async function changeMember(client: PoolClient, request: Request, change: Change): Promise<object> {
  const { userId, memberId } = signedInPersonOf(request);
  const before = await requireMember(client, request);
  const role = change.role ?? before.role;
  const branchId = change.branchId === undefined ? before.branchId : change.branchId;
  if (role === before.role && branchId === before.branchId) return viewOf(before, memberId);
  await requireMayChange(client, request, { before, role });
  await requireBranch(client, userId, branchId === before.branchId ? null : branchId);
  const isChanged = await updateMember(client, userId, { id: before.id, by: memberId, role, branchId });
  // The rules of the statement are the same; only a change in between gets here.
  if (!isChanged) throw new ApiProblem("permission_denied", { message: "Your role has changed meanwhile" });
  if (role === "developer") await endManagement(client, userId, before.id);
  if (role === "owner" && before.role !== "owner") await tellHolder(client, userId);
  // As at `/api/cashiers`: a shift ends with its branch.
  if (before.role === "cashier") await endSessionsOfCashier(client, userId, before.id);
  await recordAct(client, request, {
    action: "member.changed",
    subject: before.id,
    before: { role: before.role, branchId: before.branchId },
    after: { role, branchId },
  });
  return viewOf({ ...before, role, branchId }, memberId);
}

async function endMembership(
  client: PoolClient,
  request: Request,
  {
    takeOverKeys: takesOver,
    revokeTills,
    disableEndpoints,
  }: { readonly takeOverKeys: boolean; readonly revokeTills: boolean; readonly disableEndpoints: boolean },
): Promise<MemberAccess> {
  const { userId, memberId } = signedInPersonOf(request);
  const before = await requireMember(client, request);
  await requireMayChange(client, request, { before, role: before.role });
  if (before.isHolder)
    throw new ApiProblem("invalid_state", { message: "The holder stays: the account is the holder's" });
  if (takesOver && (await findRole(client, memberId)) !== "owner")
    throw new ApiProblem("permission_denied", { message: "Only an owner takes keys over" });
  const ended = await readMemberAccess(client, userId, before.id);
  if (!(await removeMember(client, userId, { id: before.id, by: memberId })))
    throw new ApiProblem("permission_denied", { message: "Your role has changed meanwhile" });
  await endAccess(client, userId, before.id);
  // Before the keys, by which they are found, are another member's.
  if (disableEndpoints) await disableEndpointsOf(client, userId, before.id);
  if (takesOver) await takeOverKeys(client, userId, { from: before.id, to: memberId });
  if (revokeTills) await revokeTillsOf(client, userId, before.id);
  const { keys, sessions, tills, webhookEndpoints, ...more } = ended;
  const after = {
    sessionsEnded: sessions,
    ...more,
    keys: keys.map(({ id }) => id),
    keysTakenOver: takesOver,
    tillsRevoked: revokeTills ? tills.map(({ id }) => id) : [],
    endpointsDisabled: disableEndpoints ? webhookEndpoints.map(({ id }) => id) : [],
  };
  const { role } = before;
  await recordAct(client, request, { action: "member.removed", subject: before.id, before: { role }, after });
  return ended;
}

async function revoke(client: PoolClient, request: Request): Promise<void> {
  const { userId, memberId } = signedInPersonOf(request);
  const id = String(request.params["id"]);
  const byOwner = (await findRole(client, memberId)) === "owner";
  if (!isId("memberInvitation", id) || !(await revokeInvitation(client, userId, { id, byOwner })))
    throw new ApiProblem("not_found", { message: "There is no such open invitation that you may revoke" });
  await recordAct(client, request, { action: "invitation.revoked", subject: id });
}

/** Says why, in the order of the rules. */
async function requireMayChange(
  client: PoolClient,
  request: Request,
  { before, role }: { readonly before: MemberRow; readonly role: MemberRow["role"] },
): Promise<void> {
  const { memberId } = signedInPersonOf(request);
  const refuse = (message: string) => new ApiProblem("permission_denied", { message });
  if (before.id === memberId) throw refuse("Your own membership is changed by another owner: ask one");
  const concernsOwner = before.role === "owner" || role === "owner";
  if (concernsOwner && (await findRole(client, memberId)) !== "owner")
    throw refuse("Only an owner makes, changes or removes owners");
  if (before.isHolder && role !== "owner")
    throw new ApiProblem("invalid_state", { message: "The holder stays an owner" });
  if (before.email === null && role !== "cashier")
    throw new ApiProblem("invalid_state", { message: "A cashier has no sign-in: invite the person by mail" });
}

const requireMember = ownedRow("member", "There is no such member", findMember);

function viewOf(row: MemberRow, memberId: string): { [K in keyof MemberView]: unknown } {
  return { ...row, isYou: row.id === memberId };
}
