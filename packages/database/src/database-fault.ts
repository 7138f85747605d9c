import { asUnreachable, ConfigurationError, tlsFault } from "@receipts/service-kit";
import pg from "pg";

const NOT_NULL_VIOLATION = "23502";

/** PostgreSQL's invalid_authorization_specification, also without an entry in pg_hba.conf, and invalid_password. */
const refusedLogin = ["28000", "28P01"];

/** The reason on one line, if the server's answer shows that DATABASE_URL is wrong. Waiting does not help. */
export function databaseUrlFault(error: unknown): string | undefined {
  const inTls = tlsFault(error);
  if (inTls !== undefined)
    return `DATABASE_URL: ${inTls.text}${inTls.about === "authority" ? sslrootcert : ""}`;
  if (!(error instanceof Error)) return undefined;
  // Its message names user, database and host, never the password.
  if ("code" in error && refusedLogin.includes(String(error.code)))
    return `DATABASE_URL: PostgreSQL refused the login: ${error.message}`;
  if (error.message === "The server does not support SSL connections")
    return "DATABASE_URL: the server does not speak TLS";
  return undefined;
}

const sslrootcert = "; sslrootcert names the file of the authority";

/** An error that exits with one line if DATABASE_URL is wrong. */
export function asDatabaseFault(error: unknown): unknown {
  const fault = databaseUrlFault(error);
  return fault === undefined ? error : new ConfigurationError([fault]);
}

/** The same for a start that waits for no database: also if the server does not respond. */
export function asStartFault(error: unknown): unknown {
  return asUnreachable(asDatabaseFault(error), "DATABASE_URL", "PostgreSQL");
}

/** The constraint that a statement violated; for a null, its `table.column`, as PostgreSQL names no constraint then. */
export function violatedBy(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code === NOT_NULL_VIOLATION ? `${error.table}.${error.column}` : error.constraint;
}
