import { inspect } from "node:util";
import { ConfigurationError, secret } from "@receipts/service-kit";
import { checkDatabaseUrl } from "./database-url.ts";

const check = (url: string, secured = true) =>
  checkDatabaseUrl({
    DATABASE_URL: secret(url),
    SECURE_BACKENDS: secured ? ["postgres"] : ["kafka", "redis"],
  });

const refused =
  "DATABASE_URL: must have sslmode=verify-full, because SECURE_BACKENDS names postgres; where the network protects it, leave postgres out (in the chart: insecureBackends: [postgres])";

describe("a DATABASE_URL that must be secure", () => {
  it.each([
    "postgresql://db/receipts?sslmode=verify-full",
    "postgresql://app:canary@10.0.0.5:5432/receipts?application_name=a&sslmode=verify-full",
    "postgresql://db/receipts?sslmode=verify-full&uselibpqcompat=true",
    // Sockets of this machine.
    "postgresql://app:canary@%2Fvar%2Frun%2Fpostgresql/receipts",
    "postgresql://app:canary@/receipts?host=/var/run/postgresql",
  ])("may be %s", (url) => {
    expect(() => check(url)).not.toThrow();
  });

  it.each([
    "",
    "?sslmode=disable",
    "?sslmode=prefer",
    "?sslmode=no-verify",
    "?sslmode=verify-ca",
    "?sslmode=require",
    "?ssl=true",
    "?ssl=no-verify",
    "?sslmode=verify-full&sslmode=no-verify",
    "?host=other.example",
  ])("must not be one with `%s`", (query) => {
    const url = `postgresql://app:canary@db/receipts${query}`;
    let thrown: unknown;
    try {
      check(url);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigurationError);
    expect((thrown as ConfigurationError).faults).toEqual([refused]);
    expect(inspect(thrown)).not.toContain("canary");
    expect(() => check(url, false)).not.toThrow();
  });

  it("is refused if it names a file that cannot be read, also where nothing must be secure", () => {
    const url = "postgresql://db/receipts?sslmode=verify-full&sslrootcert=/no/such/file";
    for (const secured of [true, false])
      expect(() => check(url, secured)).toThrow("DATABASE_URL: a file that it names cannot be read (ENOENT)");
  });
});
