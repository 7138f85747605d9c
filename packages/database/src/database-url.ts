import { type Backend, ConfigurationError, insecureBackendFault, type Secret } from "@receipts/service-kit";
import pg from "pg";

/**
 * Throws `ConfigurationError` for a connection that is too weak, and if a file that the URL names cannot be read: the pool
 * would report that at each connection.
 *
 * Only `verify-full` counts as verified. Today pg takes `prefer`, `require` and `verify-ca` for it, but warns that its
 * next version will verify less with them, as PostgreSQL's own clients do.
 */
export function checkDatabaseUrl(config: {
  readonly DATABASE_URL: Secret;
  readonly SECURE_BACKENDS: readonly Backend[];
}): void {
  const url = config.DATABASE_URL.reveal();
  const { host } = clientFor(url);
  if (
    !config.SECURE_BACKENDS.includes("postgres") ||
    host.startsWith("/") ||
    sslModeOf(url) === "verify-full"
  )
    return;
  throw new ConfigurationError([
    insecureBackendFault("postgres", "DATABASE_URL", "have sslmode=verify-full"),
  ]);
}

/** Parsed by pg itself: it decides which host counts, and it reads the certificates. Nothing is connected. */
function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url });
  } catch (error) {
    if (error instanceof Error && "syscall" in error && "code" in error)
      throw new ConfigurationError([`DATABASE_URL: a file that it names cannot be read (${error.code})`]);
    throw new ConfigurationError(["DATABASE_URL: must be a postgresql:// URL"]);
  }
}

/** The last one counts for pg. */
function sslModeOf(url: string): string | undefined {
  return URL.parse(url)?.searchParams.getAll("sslmode").at(-1);
}
