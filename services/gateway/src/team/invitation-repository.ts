import { type MemberInvitationView, newId, type SignInRole } from "@receipts/contracts";
import { type AskedWalk, type ListPage, type Queryable, readNewestFirst } from "@receipts/database";

export const INVITATION_DAYS = 7;

export interface InvitationDraft {
  readonly userId: string;
  readonly email: string;
  readonly role: SignInRole;
  readonly branchId: string | null;
  /** Of the mail with the link; without a mail server the hash of the link's token. */
  readonly sentBy: { readonly mailId: string } | { readonly tokenHash: Buffer };
  /** Membership of the person who invites. */
  readonly invitedBy: string;
}

export interface InvitationRow extends Omit<MemberInvitationView, "createdAt" | "expiresAt"> {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const isOpen = "i.accepted_at is null and i.revoked_at is null and i.expires_at > now()";

const columns = `i.id, i.email, i.role, i.branch_id as "branchId", coalesce(m.name, p.name) as "invitedBy",
  i.created_at as "createdAt", i.expires_at as "expiresAt"`;
const tables =
  "member_invitations i join members m on m.id = i.invited_by left join users p on p.id = m.person_id";

export async function insertInvitation(database: Queryable, draft: InvitationDraft): Promise<InvitationRow> {
  const id = newId("memberInvitation");
  const { sentBy } = draft;
  const tokenHash = "tokenHash" in sentBy ? sentBy.tokenHash : null;
  await database.query(
    `insert into member_invitations (id, user_id, email, role, branch_id, mail_id, invited_by, expires_at, token_hash, is_by_link)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8), $9::bytea, $9::bytea is not null)`,
    [
      id,
      draft.userId,
      draft.email,
      draft.role,
      draft.branchId,
      "mailId" in sentBy ? sentBy.mailId : `unsent_${id}`,
      draft.invitedBy,
      INVITATION_DAYS,
      tokenHash,
    ],
  );
  const { rows } = await database.query<InvitationRow>(`select ${columns} from ${tables} where i.id = $1`, [
    id,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error("the new invitation was not found");
  return row;
}

export async function listInvitations(
  database: Queryable,
  userId: string,
  page: AskedWalk,
): Promise<ListPage<InvitationRow> & { readonly total: number }> {
  return await readNewestFirst<InvitationRow>(
    database,
    {
      columns,
      from: tables,
      where: `i.user_id = $1 and ${isOpen}`,
      values: [userId],
      time: "i.created_at",
      id: "i.id",
    },
    page,
  );
}

export async function countInvitations(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    `select count(*) as total from member_invitations i where i.user_id = $1 and ${isOpen}`,
    [userId],
  );
  return rows[0]?.total ?? 0;
}

/** Whether the account has an open invitation of this address. */
export async function isInvited(database: Queryable, userId: string, email: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from member_invitations i where i.user_id = $1 and lower(i.email) = lower($2) and ${isOpen}`,
    [userId, email],
  );
  return (rowCount ?? 0) > 0;
}

/** Returns whether the invitation was open. A manager does not revoke an owner's. */
export async function revokeInvitation(
  database: Queryable,
  userId: string,
  { id, byOwner }: { readonly id: string; readonly byOwner: boolean },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update member_invitations i set revoked_at = now()
      where i.id = $1 and i.user_id = $2 and ${isOpen} and (i.role <> 'owner' or $3)`,
    [id, userId, byOwner],
  );
  return rowCount === 1;
}

/** Called when its mail is sent. Returns whether the invitation is still open. */
export async function setInvitationToken(
  database: Queryable,
  mailId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update member_invitations i set token_hash = $2 where i.mail_id = $1 and ${isOpen}`,
    [mailId, tokenHash],
  );
  return rowCount === 1;
}

export interface OpenInvitation {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly role: SignInRole;
  readonly branchId: string | null;
  /** No mail brought the token, so it proves no address. */
  readonly isByLink: boolean;
}

/**
 * Undefined if it was used, revoked or has expired, or if the person who invited may no longer invite: a removed
 * manager's links end with the membership.
 */
export async function findOpenInvitation(
  database: Queryable,
  tokenHash: Buffer,
): Promise<OpenInvitation | undefined> {
  const { rows } = await database.query<OpenInvitation>(
    `select i.id, i.user_id as "userId", i.email, i.role, i.branch_id as "branchId", i.is_by_link as "isByLink"
       from member_invitations i join members m on m.id = i.invited_by join users p on p.id = m.person_id
              join users u on u.id = i.user_id
      where i.token_hash = $1 and ${isOpen} and u.erased_at is null and u.disabled_at is null
        and m.removed_at is null and p.erased_at is null and p.disabled_at is null and (m.role = 'owner' or (m.role = 'manager' and i.role <> 'owner'))`,
    [tokenHash],
  );
  return rows[0];
}

/** Of concurrent uses one succeeds. */
export async function useInvitation(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update member_invitations i set accepted_at = now() where i.id = $1 and ${isOpen}`,
    [id],
  );
  return rowCount === 1;
}
