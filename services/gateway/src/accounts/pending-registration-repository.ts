import { newId, type RegisterBody } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { AuditActor } from "../audit/audit-log.ts";

const VALID_HOURS = 24;

export interface RegistrationDraft extends Pick<RegisterBody, "email" | "name" | "businessName"> {
  readonly passwordHash: string;
  readonly invitationHash: Buffer | null;
  readonly actor: AuditActor;
  readonly traceparent: string;
}

/** Stores the registration and its mail: one statement, the same for every address. */
export async function putPendingRegistration(database: Queryable, draft: RegistrationDraft): Promise<void> {
  await database.query({
    name: "put_pending_registration",
    text: `with pending as (
             insert into pending_registrations (email, mail_id, name, business_name, password_hash, invitation_hash,
                                                request_id, traceparent, address, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(hours => $10))
             on conflict (email) do update
                set mail_id = excluded.mail_id, token_hash = null, name = excluded.name,
                    business_name = excluded.business_name, password_hash = excluded.password_hash,
                    invitation_hash = excluded.invitation_hash, request_id = excluded.request_id,
                    traceparent = excluded.traceparent, address = excluded.address,
                    created_at = now(), expires_at = excluded.expires_at
             returning email, mail_id, expires_at)
           insert into mails (id, kind, email, expires_at)
           select mail_id, 'confirm_registration', email, expires_at from pending`,
    values: [
      draft.email,
      newId("mail"),
      draft.name,
      draft.businessName ?? null,
      draft.passwordHash,
      draft.invitationHash,
      draft.actor.requestId,
      draft.traceparent,
      draft.actor.address,
      VALID_HOURS,
    ],
  });
}

export interface RegistrationAttempt {
  readonly email: string;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly address: string | null;
}

/** Undefined if a later registration replaced it, or its mail was for an address with an account. */
export async function findPendingRegistration(
  database: Queryable,
  mailId: string,
): Promise<RegistrationAttempt | undefined> {
  const { rows } = await database.query<RegistrationAttempt>(
    `select email, request_id as "requestId", traceparent, host(address) as address
       from pending_registrations where mail_id = $1`,
    [mailId],
  );
  return rows[0];
}

/** Returns whether the registration still existed. */
export async function setRegistrationToken(
  database: Queryable,
  mailId: string,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query(
    "update pending_registrations set token_hash = $2 where mail_id = $1",
    [mailId, tokenHash],
  );
  return rowCount === 1;
}

/** Deletes the registration, since the address has an account. Returns whether it still existed. */
export async function refusePendingRegistration(database: Queryable, mailId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `with refused as (delete from pending_registrations where mail_id = $1 returning mail_id)
     update mails set kind = 'registration_known' where id in (select mail_id from refused)`,
    [mailId],
  );
  return rowCount === 1;
}

/** Returns the password hash of the registration; undefined if the link has ended. */
export async function findRegistrationPassword(
  database: Queryable,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const { rows } = await database.query<{ hash: string }>(
    "select password_hash as hash from pending_registrations where token_hash = $1 and expires_at > now()",
    [tokenHash],
  );
  return rows[0]?.hash;
}

export interface PendingRegistration {
  readonly email: string;
  readonly name: string;
  readonly businessName: string | null;
  readonly passwordHash: string;
  readonly invitationHash: Buffer | null;
}

/** If two calls confirm at once, one gets the row. */
export async function consumePendingRegistration(
  database: Queryable,
  tokenHash: Buffer,
): Promise<PendingRegistration | undefined> {
  const { rows } = await database.query<PendingRegistration>(
    `delete from pending_registrations where token_hash = $1 and expires_at > now()
     returning email, name, business_name as "businessName", password_hash as "passwordHash",
               invitation_hash as "invitationHash"`,
    [tokenHash],
  );
  return rows[0];
}
