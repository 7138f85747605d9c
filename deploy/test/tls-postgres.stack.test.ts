import { checkEnvironmentKeys, createPool } from "@receipts/database";
import { ConfigurationError, silentLog } from "@receipts/service-kit";
import { runProgram } from "./run-program.ts";
import { onThisMachine, tlsEnvironmentOf } from "./tls-overlay.ts";
import { readSecret, startTlsPostgres, type TlsServer } from "./tls-servers.ts";

let postgres: TlsServer;

beforeAll(async () => {
  postgres = await startTlsPostgres();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

function urlOf(role: string, change: (url: URL) => void = () => undefined): string {
  const url = new URL(onThisMachine(postgres.folder, readSecret(postgres.folder, `${role}-database-url`)));
  url.host = `localhost:${postgres.port}`;
  change(url);
  return url.href;
}

/** The settings of `migrate` in the overlay, with some changed. */
async function migrate(changed: Readonly<Record<string, string>> = {}) {
  const { DATABASE_URL_FILE: _file, ...settings } = tlsEnvironmentOf("migrate", postgres.folder);
  return await runProgram("packages/database/src/migrate-main.ts", {
    ...settings,
    DATABASE_URL: urlOf("owner"),
    ...changed,
  });
}

/** As a service at its start. */
async function connect(connectionString: string) {
  const pool = createPool({ connectionString, applicationName: "probe", maxConnections: 1 });
  try {
    await checkEnvironmentKeys(pool, silentLog);
    const { rows } = await pool.query(
      "select usename, ssl from pg_stat_ssl join pg_stat_activity using (pid) where pid = pg_backend_pid()",
    );
    return rows;
  } finally {
    await pool.end();
  }
}

const withoutTls = (url: URL) => {
  url.search = "";
};

const wrong: readonly [string, (url: URL) => void, RegExp][] = [
  [
    "another authority",
    (url) => url.searchParams.set("sslrootcert", postgres.otherAuthority),
    /^DATABASE_URL: none of the trusted authorities signed the server's certificate \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\); sslrootcert names the file of the authority$/,
  ],
  [
    "another host's certificate",
    (url) => {
      url.hostname = "127.0.0.2";
    },
    /^DATABASE_URL: the server's certificate is for another host: IP: 127.0.0.2 is not in the cert's list: 127.0.0.1$/,
  ],
  [
    "a wrong password",
    (url) => {
      url.password = "canary";
    },
    /^DATABASE_URL: PostgreSQL refused the login: password authentication failed for user "receipts_owner"$/,
  ],
  [
    "no TLS",
    withoutTls,
    /^DATABASE_URL: PostgreSQL refused the login: no pg_hba.conf entry for host "[^"]+", user "receipts_owner", database "receipts", no encryption$/,
  ],
];

describe("PostgreSQL with TLS and roles", () => {
  it("is migrated, and answers the gateway's role over TLS", async () => {
    expect(await migrate()).toMatchObject({ code: 0, stderr: "" });
    expect(await connect(urlOf("gateway"))).toEqual([{ usename: "receipts_gateway", ssl: true }]);
  });

  it.each(wrong)("ends a command and a service with one line for %s", async (_, change, line) => {
    const url = urlOf("owner", change);
    const { code, stdout, stderr } = await migrate({ DATABASE_URL: url, SECURE_BACKENDS: "" });
    const [head, fault, ...more] = stderr.split("\n");
    expect([code, stdout, head, more]).toEqual([1, "", "Bad configuration:", [""]]);
    expect(fault?.trim()).toMatch(line);
    const refused: unknown = await connect(url).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigurationError);
    expect((refused as ConfigurationError).faults).toEqual([expect.stringMatching(line)]);
  });

  it("is not connected without TLS where that is required", async () => {
    const { code, stderr } = await migrate({ DATABASE_URL: urlOf("owner", withoutTls) });
    expect([code, stderr]).toEqual([
      1,
      "Bad configuration:\n  DATABASE_URL: must have sslmode=verify-full, because SECURE_BACKENDS names postgres; where the network protects it, leave postgres out (in the chart: insecureBackends: [postgres])\n",
    ]);
  });
});
