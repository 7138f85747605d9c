import type { MemberAccess } from "@receipts/contracts";
import type { PoolClient, Queryable } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { endSessionsOf } from "../sessions/session-repository.ts";

/** For a key `k`. */
const isActive = "k.revoked_at is null and (k.expires_at is null or k.expires_at > now())";
const isOpenCode = "code_made_by = $2 and code_expires_at > now()";

/** A device that is a till `t` because of the person's code. */
const isTillOf =
  "t.user_id = $1 and t.code_made_by = $2 and t.enrolled_at is not null and t.revoked_at is null";

/** A webhook endpoint `e` that the person, or a key of the person, has set up. */
const isEndpointOf = `e.user_id = $1 and e.listening_until is null and e.enabled
  and exists (select from audit_log a left join audit_details d on d.audit_id = a.id
               where a.user_id = $1 and a.action = any('{webhook_endpoint.created,webhook_endpoint.updated,profile.updated}')
                 and (a.subject = e.id or e.is_default and d.after -> 'defaultWebhookUrl' is not null)
                 and (a.member_id = $2
                      or a.actor_id in (select id from api_keys where user_id = $1 and made_by = $2
                                         union all select id from checkout_keys where user_id = $1 and made_by = $2)))`;

/** Reads everything that ends with the membership, and what continues without it. */
export async function readMemberAccess(
  database: Queryable,
  userId: string,
  memberId: string,
): Promise<MemberAccess> {
  const { rows } = await database.query<MemberAccess>(
    `select coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'lastUsedAt', iso_utc(k.last_used_at))
                                      order by k.created_at, k.id)
                        from (select id, name, created_at, last_used_at, expires_at, revoked_at, made_by, user_id from api_keys
                               union all
                              select id, name, created_at, last_used_at, expires_at, revoked_at, made_by, user_id from checkout_keys) k
                       where k.user_id = $1 and k.made_by = $2 and ${isActive}), '[]') as keys,
            coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'lastSeenAt', iso_utc(t.last_seen_at))
                                      order by t.created_at, t.id)
                        from tills t where ${isTillOf}), '[]') as tills,
            coalesce((select json_agg(json_build_object('id', e.id, 'url', e.url) order by e.created_at, e.id)
                        from webhook_endpoints e where ${isEndpointOf}), '[]') as "webhookEndpoints",
            (select count(*) from sessions s
              where s.user_id = $1 and coalesce(s.member_id, holder_of(s.user_id)) = $2
                and s.ended_at is null and s.expires_at > now()) as sessions,
            (select count(*) from telegram_chats where user_id = $1 and member_id = $2 and blocked_at is null) as "telegramChats",
            (select count(*) from telegram_codes where user_id = $1 and member_id = $2 and expires_at > now())
              + (select count(*) from tills where user_id = $1 and ${isOpenCode}) as codes,
            (select count(*) from member_invitations
              where user_id = $1 and invited_by = $2 and accepted_at is null and revoked_at is null and expires_at > now()) as invitations`,
    [userId, memberId],
  );
  const [access] = rows;
  if (access === undefined) throw new Error("the access was not found");
  return access;
}

/** Ends what only owners and managers have: chats, codes and invitations. Call it under the account's lock. */
export async function endManagement(client: PoolClient, userId: string, memberId: string): Promise<void> {
  const ids = [userId, memberId];
  await client.query(
    `with gone as (delete from telegram_chats where user_id = $1 and member_id = $2 returning chat_id)
     delete from telegram_messages m using gone where m.chat_id = gone.chat_id`,
    ids,
  );
  await client.query("delete from telegram_codes where user_id = $1 and member_id = $2", ids);
  await client.query(
    `update tills set code_hash = null, code_expires_at = null where user_id = $1 and ${isOpenCode}`,
    ids,
  );
  await client.query(
    `update member_invitations set revoked_at = now()
      where user_id = $1 and invited_by = $2 and accepted_at is null and revoked_at is null`,
    ids,
  );
}

/** Ends everything that the membership gives; keys end with it. Call it under the account's lock. */
export async function endAccess(client: PoolClient, userId: string, memberId: string): Promise<void> {
  await endManagement(client, userId, memberId);
  await endSessionsOf(client, userId, memberId);
}

/**
 * Locks a person's own account and those that the person belongs to. In one order, so that two people who belong to each
 * other's accounts do not wait for each other. It comes before any other lock of the person's own row.
 */
export async function lockAccountsOf(client: PoolClient, personId: string): Promise<void> {
  await client.query(
    `select from users
      where id = $1 or id in (select user_id from members where person_id = $1 and removed_at is null)
      order by id for no key update`,
    [personId],
  );
}

/** Ends a person's memberships in others' accounts with everything that they give, and tells their audit logs. */
export async function endMembershipsOf(
  client: PoolClient,
  personId: string,
  actor: AuditActor,
): Promise<void> {
  await lockAccountsOf(client, personId);
  const { rows } = await client.query<{ id: string; userId: string }>(
    `update members set removed_at = now() where person_id = $1 and user_id <> $1 and removed_at is null
     returning id, user_id as "userId"`,
    [personId],
  );
  for (const { id, userId } of rows) {
    await endAccess(client, userId, id);
    await recordAudit(client, { userId, actor, action: "member.removed", subject: id });
  }
}

/** Revokes the devices that the person enrolled, maybe an own one. */
export async function revokeTillsOf(client: PoolClient, userId: string, memberId: string): Promise<void> {
  await client.query(`update tills t set revoked_at = now_ms() where ${isTillOf}`, [userId, memberId]);
}

export async function disableEndpointsOf(
  client: PoolClient,
  userId: string,
  memberId: string,
): Promise<void> {
  await client.query(
    `update webhook_endpoints e set enabled = false, updated_at = now_ms() where ${isEndpointOf}`,
    [userId, memberId],
  );
}

/** Makes the member's keys another member's, so that they go on working. */
export async function takeOverKeys(
  client: PoolClient,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const values = [userId, from, to];
  const text = "set made_by = $3 where user_id = $1 and made_by = $2 and revoked_at is null";
  await client.query(`update api_keys ${text}`, values);
  await client.query(`update checkout_keys ${text}`, values);
}
