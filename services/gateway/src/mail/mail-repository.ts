import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { MailKind } from "./mail-texts.ts";

export interface QueuedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly email: string;
  /** Null for kinds without figures. */
  readonly content: {
    readonly userId: string;
    readonly memberId: string;
    readonly from: string;
    readonly to: string;
  } | null;
  /** Includes the current attempt. */
  readonly attempts: number;
  /** Not positive: its link has ended. */
  readonly expiresInSeconds: number;
}

/** A crashed sender holds its mail for this time, which exceeds all SMTP timeouts together. */
const LEASE_SECONDS = 120;

/** Returns the id of the mail. */
export async function queueMail(
  database: Queryable,
  { kind, email, hours }: { readonly kind: MailKind; readonly email: string; readonly hours: number },
): Promise<string> {
  const id = newId("mail");
  await database.query(
    `insert into mails (id, kind, email, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 hour')`,
    [id, kind, email, hours],
  );
  return id;
}

/** Whether a mail of this kind to this address waits: another one would say the same. */
export async function isMailWaiting(
  database: Queryable,
  { kind, email }: { readonly kind: MailKind; readonly email: string },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "is_mail_waiting",
    // One that may soon be given up says nothing.
    text: "select from mails where kind = $1 and email = $2 and expires_at > now() + interval '1 day' limit 1",
    values: [kind, email],
  });
  return rowCount === 1;
}

/** Leases due mails to this sender. */
export async function leaseMails(database: Queryable, limit: number): Promise<QueuedMail[]> {
  const { rows } = await database.query<QueuedMail>({
    name: "lease_mails",
    text: `update mails
              set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
            where id in (select id from mails where next_attempt_at <= now()
                          -- Summaries are due all at once: they let notices pass.
                          order by kind = 'daily_summary', next_attempt_at limit $1 for update skip locked)
        returning id, kind, email, content, attempts, extract(epoch from expires_at - now())::float8 as "expiresInSeconds"`,
    values: [limit, LEASE_SECONDS],
  });
  return rows;
}

/** A mail that was leased again meanwhile has another number of attempts and stays. */
export async function deleteMail(database: Queryable, { id, attempts }: QueuedMail): Promise<void> {
  await database.query("delete from mails where id = $1 and attempts = $2", [id, attempts]);
}

export async function postponeMail(
  database: Queryable,
  { id, attempts }: QueuedMail,
  seconds: number,
): Promise<void> {
  await database.query(
    "update mails set next_attempt_at = now() + make_interval(secs => $3) where id = $1 and attempts = $2",
    [id, attempts, seconds],
  );
}

/** Postpones the mail without counting an attempt. */
export async function deferMail(
  database: Queryable,
  { id, attempts }: QueuedMail,
  seconds: number,
): Promise<void> {
  await database.query(
    `update mails set attempts = attempts - 1, next_attempt_at = now() + make_interval(secs => $3)
      where id = $1 and attempts = $2`,
    [id, attempts, seconds],
  );
}
