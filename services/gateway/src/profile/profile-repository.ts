import { newId, type Profile, type ProfileChange } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { setDefaultUrl } from "../webhook-endpoints/endpoint-repository.ts";

/** The account with the person who asks; for a key, with its holder. */
export async function findProfile(
  database: Queryable,
  userId: string,
  personId: string,
): Promise<Profile | undefined> {
  const { rows } = await database.query<Profile>({
    name: "find_profile",
    text: `select p.name, p.email, b.name as "businessName", e.url as "defaultWebhookUrl",
                  exists (select from webhook_secrets s where s.owner_id = u.id) as "webhookSecretConfigured",
                  (select iso_utc(s.previous_until) from webhook_secrets s
                    where s.owner_id = u.id and s.previous_until > now()) as "webhookSecretRotationEndsAt",
                  u.time_zone as "timeZone", u.calendar, u.clock, case when u.old_payments ~ '^[0-9]' then to_json(u.old_payments::int) else to_json(u.old_payments) end as "oldPayments",
                  u.old_payments_chosen as "oldPaymentsChosen", u.two_factor_required as "twoFactorRequired", iso_utc(u.created_at) as "createdAt",
                  (select m.summary_hour from members m
                    where m.user_id = u.id and m.person_id = p.id and m.removed_at is null) as "summaryMailHour"
             from users u join users p on p.id = $2 left join businesses b on b.user_id = u.id
             left join webhook_endpoints e on e.user_id = u.id and e.is_default
            where u.id = $1`,
    values: [userId, personId],
  });
  return rows[0];
}

export async function updateProfile(
  database: Queryable,
  { userId, personId }: { readonly userId: string; readonly personId: string },
  change: ProfileChange,
): Promise<void> {
  if (change.name !== undefined)
    await database.query("update users set name = $2 where id = $1", [personId, change.name]);
  await database.query({
    name: "update_profile",
    text: `update users set time_zone = coalesce($2, time_zone), calendar = coalesce($3, calendar), clock = coalesce($6, clock),
                  two_factor_required = coalesce($4, two_factor_required), old_payments = coalesce($5::text, old_payments),
                  old_payments_chosen = old_payments_chosen or $5::text is not null
            where id = $1`,
    values: [
      userId,
      change.timeZone ?? null,
      change.calendar ?? null,
      change.twoFactorRequired ?? null,
      change.oldPayments === undefined ? null : String(change.oldPayments),
      change.clock ?? null,
    ],
  });
  if (change.summaryMailHour !== undefined)
    await setSummaryHour(database, { userId, personId }, change.summaryMailHour);
  if (change.defaultWebhookUrl !== undefined) await setDefaultUrl(database, userId, change.defaultWebhookUrl);
  if (change.businessName === undefined || change.businessName === null) return;
  await database.query({
    name: "name_business",
    text: `insert into businesses (id, user_id, name) values ($1, $2, $3)
           on conflict (user_id) do update set name = excluded.name`,
    values: [newId("business"), userId, change.businessName],
  });
}

/** A new hour makes no summary due at once. */
async function setSummaryHour(
  database: Queryable,
  { userId, personId }: { readonly userId: string; readonly personId: string },
  hour: number | null,
): Promise<void> {
  await database.query({
    name: "set_summary_hour",
    text: `update members m
              set summary_hour = $3::smallint,
                  summarized_on = (now() at time zone u.time_zone - make_interval(hours => $3::int))::date
             from users u
            where u.id = m.user_id and m.user_id = $1 and m.person_id = $2 and m.removed_at is null
              and m.summary_hour is distinct from $3::smallint`,
    values: [userId, personId, hour],
  });
}

/** Returns false, without effect, if saved bank accounts belong to the business. */
export async function removeBusiness(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "remove_business",
    text: `delete from businesses
            where user_id = $1
              and not exists (select from bank_accounts where user_id = $1 and owner = 'business')`,
    values: [userId],
  });
  return rowCount === 1;
}
