import { ConfigurationError } from "@receipts/service-kit";
import type { Knex } from "knex";

/** Functions that the services call; only the owner may call the others. Triggers need no privilege to run. */
const FUNCTIONS = [
  "iso_utc(timestamptz)",
  "now_ms()",
  "without_people(jsonb)",
  "erased_result(jsonb)",
  "erased_payload(text)",
  "origin_of(text)",
  "erased_deposit(jsonb)",
  "erased_review(jsonb)",
  "make_attempt_partitions(integer)",
  "drop_attempt_partitions(integer)",
  "refund_requests(text[],text[],integer)",
  "has_unsure_letters(jsonb)",
  "register_environment_key(text,bytea,bytea[])",
  "new_ulid()",
  "takes_event(text[],text)",
  "webhook_targets(text,text,text)",
  "webhook_delivery_id(text,integer)",
  "webhook_target(text,text)",
  "deposit_search_text(text,text,jsonb,jsonb,jsonb,jsonb)",
  "search_keys(text,text)",
  "payment_bucket(timestamptz)",
  "payment_decision(jsonb,text)",
  "payment_cents(jsonb)",
  "payment_differences(text)",
  "holder_of(text)",
  "payment_search_text(text,jsonb)",
  "payment_amount(jsonb)",
  "batch_counts(text)",
  "wait_for_booking(text,integer,integer,timestamptz,jsonb,jsonb,jsonb,integer)",
  "deposit_part_text(jsonb)",
  "telegram_turn(bigint)",
  "queue_telegram(text,text,text,jsonb)",
  "notify_credits_low(text,bigint,bigint)",
  "notify_telegram_of_verdicts(text[])",
].join(", ");

/**
 * Grants the one role of all services what they need: rows, but not the schema. The audit log is append-only. An
 * account cannot be erased, as its erasure would allow deleting the words of its audit rows. The operator creates the
 * role (`create role … login password …`). Idempotent; runs after every migration.
 */
export async function grantToAppRole(database: Knex | Knex.Transaction, role: string): Promise<void> {
  await requireOrdinaryRole(database, "APP_DATABASE_ROLE", role);
  const statements = [
    "grant usage on schema public to ??",
    "grant select, insert, update, delete on all tables in schema public to ??",
    "grant usage on all sequences in schema public to ??",
    "revoke execute on all functions in schema public from ??",
    `grant execute on function ${FUNCTIONS} to ??`,
    "revoke update on users from ??",
    `grant update (${await columnsOfUsers(database)}) on users to ??`,
    "revoke update, delete, truncate on audit_log, audit_details from ??",
    "revoke insert, update, delete on knex_migrations, knex_migrations_lock, environment_keys from ??",
  ];
  for (const statement of statements) await database.raw(statement, [role]);
  const withheld = /^(?:update users(?:\.(?:id|erased_at))?|(?:update|delete) audit_(?:log|details)\b.*)$/;
  const rows = /^(?:(?:select|insert|update|delete) |use sequence )/;
  const ofOwner = /^(?:insert|update|delete) (?:knex_migrations|environment_keys)/;
  const callable = FUNCTIONS.split(", ").map((name) => `execute ${name}`);
  await requireNoMoreThan(database, {
    setting: "APP_DATABASE_ROLE",
    role,
    mayHave: (may) => (rows.test(may) && !withheld.test(may) && !ofOwner.test(may)) || callable.includes(may),
  });
}

/** All but the id and the erasure. */
async function columnsOfUsers(database: Knex | Knex.Transaction): Promise<string> {
  const { rows } = await database.raw<{ rows: { columns: string }[] }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'erased_at')`,
  );
  return rows[0]?.columns ?? "";
}

/**
 * Refuses superusers and roles with the owner's privileges: nothing can be withheld from them, so the grants would be
 * of no use.
 */
export async function requireOrdinaryRole(
  database: Knex | Knex.Transaction,
  setting: string,
  role: string,
): Promise<void> {
  const { rows } = await database.raw<{ rows: { powerful: boolean }[] }>(
    `select exists (select from pg_roles reached
                     where pg_has_role(r.oid, reached.oid, 'member')
                       and (reached.rolsuper or reached.rolcreaterole or reached.rolcreatedb or reached.rolreplication
                            or reached.rolbypassrls or reached.oid = current_user::regrole
                            or reached.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
                   ) as powerful
       from pg_roles r where rolname = ?`,
    [role],
  );
  const [found] = rows;
  if (found === undefined) throw new ConfigurationError([`${setting}: there is no role ${role}`]);
  if (found.powerful) {
    throw new ConfigurationError([
      `${setting}: ${role} has all privileges of the migrating role, or more than any service needs, itself or as a member of another role; use a role without them`,
    ]);
  }
}

/**
 * A role also has the privileges that other roles or `public` granted, and those of the roles that it is a member of.
 * Grants do not remove these, so such a role is refused. `mayHave` takes a privilege as this query returns it, such as
 * `update users.name`.
 */
export async function requireNoMoreThan(
  database: Knex | Knex.Transaction,
  { setting, role, mayHave }: { setting: string; role: string; mayHave: (privilege: string) => boolean },
): Promise<void> {
  const { rows } = await database.raw<{ rows: { may: string }[] }>(
    `with reached as (select oid from pg_roles where pg_has_role(?::name, oid, 'member')),
          relation as (select oid, relname, relkind from pg_class
                        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')),
          whole as (select relation.oid, relname, privilege from relation
                      cross join unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) as privilege
                     where relkind <> 'S' and exists (select from reached where has_table_privilege(reached.oid, relation.oid, privilege)))
     select privilege || ' ' || relname as may from whole
      union all
     select privilege || ' ' || relname || '.' || attname
       from relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      cross join unnest('{select,insert,update,references}'::text[]) as privilege
      where relkind <> 'S'
        and not exists (select from whole where whole.oid = relation.oid and whole.privilege = privilege.privilege)
        and exists (select from reached where has_column_privilege(reached.oid, relation.oid, attnum, privilege))
      union all
     select 'use sequence ' || relname from relation
      where relkind = 'S' and exists (select from reached where has_sequence_privilege(reached.oid, relation.oid, 'usage, update'))
      union all
     select 'execute ' || p.oid::regprocedure from pg_proc p
      where p.pronamespace = 'public'::regnamespace and prosecdef
        and exists (select from reached where has_function_privilege(reached.oid, p.oid, 'execute'))
      union all
     select 'create in public' where exists (select from reached where has_schema_privilege(reached.oid, 'public', 'create'))
      order by may`,
    [role],
  );
  const more = rows.map(({ may }) => may).filter((may) => !mayHave(may));
  if (more.length === 0) return;
  const shown = more.slice(0, 5).join(", ") + (more.length > 5 ? ` and ${more.length - 5} more` : "");
  throw new ConfigurationError([
    `${setting}: ${role} has more privileges than it needs: ${shown}. Another role granted them, to ${role}, to a role that it is a member of, or to public; revoke them as that role`,
  ]);
}
