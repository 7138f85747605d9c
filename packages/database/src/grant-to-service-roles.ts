import { ConfigurationError } from "@receipts/service-kit";
import type { Knex } from "knex";
import { requireNoMoreThan, requireOrdinaryRole } from "./grant-to-app-role.ts";
import { type ServiceRole, serviceGrants, serviceRoles } from "./service-grants.ts";

/** The role that each service connects as. */
export type ServiceRoles = Readonly<Partial<Record<ServiceRole, string | undefined>>>;

/**
 * Grants each service's role what its statements need, and revokes all else. The operator creates the roles, one for
 * each service. Idempotent; runs after every migration.
 */
export async function grantToServiceRoles(
  database: Knex | Knex.Transaction,
  roles: ServiceRoles,
): Promise<void> {
  const named = Object.values(roles).filter((role) => role !== undefined);
  for (const service of serviceRoles) {
    const role = roles[service];
    if (role === undefined) continue;
    const setting = `${service.toUpperCase()}_DATABASE_ROLE`;
    if (named.indexOf(role) !== named.lastIndexOf(role)) {
      throw new ConfigurationError([
        `${setting}: ${role} is another service's role as well; give each its own`,
      ]);
    }
    await requireOrdinaryRole(database, setting, role);
    const grants = grantsOf(service);
    for (const statement of [
      "revoke all on all tables in schema public from ??",
      "revoke all on all sequences in schema public from ??",
      "revoke all on all functions in schema public from ??",
      "grant usage on schema public to ??",
      ...grants.map(({ statement }) => statement),
    ])
      await database.raw(statement, [role]);
    const listed = new Set(grants.flatMap(({ may }) => may));
    await requireNoMoreThan(database, { setting, role, mayHave: (may) => listed.has(may) });
  }
}

/** The grant statements of a service, and the privileges that they give, in the names of `requireNoMoreThan`. */
function grantsOf(service: ServiceRole): { readonly statement: string; readonly may: readonly string[] }[] {
  const { tables, functions } = serviceGrants[service];
  return [
    ...Object.entries(tables).flatMap(([table, privileges]) =>
      Object.entries(privileges).map(([privilege, columns]) =>
        columns === "all"
          ? { statement: `grant ${privilege} on table ${table} to ??`, may: [`${privilege} ${table}`] }
          : {
              statement: `grant ${privilege} (${columns.join(", ")}) on table ${table} to ??`,
              may: columns.map((column) => `${privilege} ${table}.${column}`),
            },
      ),
    ),
    ...functions.map((name) => ({
      statement: `grant execute on function ${name} to ??`,
      may: [`execute ${name}`],
    })),
  ];
}
