import type { Knex } from "knex";

/** A role that may do with the data what the services do, and no more. */
export class RoleUnusable extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * Gives the services' role what they need: rows, but not the schema, and of the audit log only adding and reading. The
 * role is made by the operator (`create role … login password …`); this can run again at any time, and does after every
 * migration.
 */
export async function grantToAppRole(database: Knex | Knex.Transaction, role: string): Promise<void> {
  await requireOrdinaryRole(database, role);
  const statements = [
    "grant usage on schema public to ??",
    "grant select, insert, update, delete on all tables in schema public to ??",
    "grant usage on all sequences in schema public to ??",
    "grant execute on all functions in schema public to ??",
    "revoke update, delete, truncate on audit_log, audit_details from ??",
    "revoke insert, update, delete on knex_migrations, knex_migrations_lock from ??",
  ];
  for (const statement of statements) await database.raw(statement, [role]);
}

/** To a superuser or to the owner's own role nothing can be refused: then the grants would only look like a fence. */
async function requireOrdinaryRole(database: Knex | Knex.Transaction, role: string): Promise<void> {
  const { rows } = await database.raw<{ rows: { powerful: boolean }[] }>(
    `select rolsuper or pg_has_role(oid, current_user::regrole, 'member') as powerful from pg_roles where rolname = ?`,
    [role],
  );
  const [found] = rows;
  if (found === undefined) throw new RoleUnusable(`APP_DATABASE_ROLE: there is no role ${role}`);
  if (found.powerful) {
    throw new RoleUnusable(
      `APP_DATABASE_ROLE: ${role} may do everything that the migrating role may; make one that may not`,
    );
  }
}
