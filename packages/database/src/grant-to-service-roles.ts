import type { Knex } from "knex";
import { RoleUnusable, requireNoMoreThan, requireOrdinaryRole } from "./grant-to-app-role.ts";
import { serviceGrants } from "./service-grants.ts";

export const serviceRoles = ["gateway", "verifier", "dispatcher"] as const;

export type ServiceRole = (typeof serviceRoles)[number];

/** By service, the role that it connects as. */
export type ServiceRoles = Readonly<Partial<Record<ServiceRole, string | undefined>>>;

/**
 * Gives each service's role what the statements of that service need, and takes away what it had beside it. The roles are
 * made by the operator, one for each service; this can run again at any time, and does after every migration.
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
      throw new RoleUnusable(`${setting}: ${role} is another service's role as well; give each its own`);
    }
    await requireOrdinaryRole(database, setting, role);
    for (const statement of [
      "revoke all on all tables in schema public from ??",
      "revoke all on all sequences in schema public from ??",
      "revoke all on all functions in schema public from ??",
      "grant usage on schema public to ??",
      ...statementsOf(service),
    ])
      await database.raw(statement, [role]);
    const listed = privilegesOf(service);
    await requireNoMoreThan(database, { setting, role, mayHave: (may) => listed.has(may) });
  }
}

function privilegesOf(service: ServiceRole): ReadonlySet<string> {
  const { tables, functions } = serviceGrants[service];
  return new Set([
    ...Object.entries(tables).flatMap(([table, privileges]) =>
      Object.entries(privileges).flatMap(([privilege, columns]) =>
        columns === "all"
          ? [`${privilege} ${table}`]
          : columns.map((column) => `${privilege} ${table}.${column}`),
      ),
    ),
    ...functions.map((name) => `execute ${name}`),
  ]);
}

function statementsOf(service: ServiceRole): string[] {
  const { tables, functions } = serviceGrants[service];
  return [
    ...Object.entries(tables).flatMap(([table, privileges]) =>
      Object.entries(privileges).map(
        ([privilege, columns]) =>
          `grant ${privilege}${columns === "all" ? "" : ` (${columns.join(", ")})`} on table ${table} to ??`,
      ),
    ),
    ...functions.map((name) => `grant execute on function ${name} to ??`),
  ];
}
