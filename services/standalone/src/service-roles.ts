import { type Pool, type ServiceRole, serviceRoles } from "@receipts/database";

/** Names of the roles in the embedded PostgreSQL. */
export const roleNames = {
  gateway: "receipts_gateway",
  verifier: "receipts_verifier",
  dispatcher: "receipts_dispatcher",
} as const;

/** Creates missing service roles and sets a password for this start: nothing else connects as them. */
export async function createServiceRoles(pool: Pool, password: string): Promise<void> {
  for (const service of serviceRoles) {
    const name = roleNames[service];
    const { rowCount } = await pool.query("select from pg_roles where rolname = $1", [name]);
    await pool.query(`${rowCount === 0 ? "create" : "alter"} role ${name} login password '${password}'`);
  }
}

export function urlAs(service: ServiceRole, databaseUrl: string, password: string): string {
  return Object.assign(new URL(databaseUrl), { username: roleNames[service], password }).href;
}
