import type { Knex } from "knex";

/** A role that may do with the data what the services do, and no more. */
export class RoleUnusable extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** What the services call; whatever is not named here is the owner's. Triggers need no right to be called. */
const FUNCTIONS = [
  "iso_utc(timestamptz)",
  "now_ms()",
  "without_people(jsonb)",
  "erased_result(jsonb)",
  "erased_payload(text)",
  "erased_deposit(jsonb)",
  "erased_review(jsonb)",
  "make_attempt_partitions(integer)",
  "drop_attempt_partitions(integer)",
  "refund_failed(text[],text[])",
].join(", ");

/**
 * Gives the one role of all services what they need: rows, but not the schema; of the audit log only adding and reading, and of an
 * account all but its erasure, which would let the words of its audit rows be deleted. The role is made by the operator
 * (`create role … login password …`); this can run again at any time, and does after every migration.
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
    "revoke insert, update, delete on knex_migrations, knex_migrations_lock from ??",
  ];
  for (const statement of statements) await database.raw(statement, [role]);
}

/** All but the id and the erasure. */
async function columnsOfUsers(database: Knex | Knex.Transaction): Promise<string> {
  const { rows } = await database.raw<{ rows: { columns: string }[] }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'erased_at')`,
  );
  return rows[0]?.columns ?? "";
}

/** To a superuser or to the owner's own role nothing can be refused: then the grants would only look like a fence. */
export async function requireOrdinaryRole(
  database: Knex | Knex.Transaction,
  setting: string,
  role: string,
): Promise<void> {
  const { rows } = await database.raw<{ rows: { powerful: boolean }[] }>(
    `select rolsuper or pg_has_role(oid, current_user::regrole, 'member') as powerful from pg_roles where rolname = ?`,
    [role],
  );
  const [found] = rows;
  if (found === undefined) throw new RoleUnusable(`${setting}: there is no role ${role}`);
  if (found.powerful) {
    throw new RoleUnusable(
      `${setting}: ${role} may do everything that the migrating role may; make one that may not`,
    );
  }
}
