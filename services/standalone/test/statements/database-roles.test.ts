import { migrate, type ServiceRole, serviceGrants, serviceRoles } from "@receipts/database";
import { asService, database, roleOf, until, useTestDatabase } from "@receipts/testing";
import pg from "pg";
import { composedStatements } from "./composed-statements.ts";
import { isStatement, serviceStatements } from "./service-statements.ts";
import { type Need, needsOf } from "./statement-needs.ts";

/**
 * Each service connects as its own role, so an attacker who controls a service can do only what its statements do. A verifier,
 * which parses untrusted documents, cannot read password hashes or add credits.
 */
useTestDatabase();

async function as<T>(role: ServiceRole, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: asService(database.url, role) });
  await client.connect();
  return await use(client).finally(() => client.end());
}

/** Returns the needed privileges that the role lacks. */
function missing(role: ServiceRole, needs: readonly Need[]): string[] {
  return needs.flatMap(({ table, privilege, columns }) => {
    const granted = serviceGrants[role].tables[table]?.[privilege];
    if (granted === "all") return [];
    if (typeof columns === "string")
      return columns === "any" && granted !== undefined ? [] : [`${privilege} ${table}`];
    return columns
      .filter((column) => !granted?.includes(column))
      .map((column) => `${privilege} ${table}.${column}`);
  });
}

/** Plans every statement of a service as its role; returns the privileges needed, and the refusals. */
async function needsOfAll(role: ServiceRole) {
  const composed = (await composedStatements(role)).map(({ text }) => text);
  return await as(role, async (client) => {
    const needs: Need[] = [];
    const faults: string[] = [];
    for (const statement of serviceStatements().filter(({ runBy }) => runBy.includes(role))) {
      const { parts, at } = statement;
      const texts = parts.length === 1 ? parts : composed.filter((text) => isStatement(statement, text));
      if (texts.length === 0) faults.push(`${at} is composed by no call in composed-statements.ts`);
      for (const text of texts) {
        const found = await needsOf(client, text);
        needs.push(...found.needs);
        if (found.refusal !== undefined)
          faults.push(`${at}: ${found.refusal}; it needs ${missing(role, found.needs).join(", ")}`);
      }
    }
    return { needs, faults };
  });
}

/**
 * Needed within a function that runs with the privileges of its caller: `wait_for_booking`. Here is also the place of
 * privileges that only the release before needs, whose pods run during the migration.
 */
const withoutStatement: readonly string[] = [
  "verifier: update verification_requests.recheck_at",
  "verifier: update verification_requests.recheck_tries",
];

describe.each(serviceRoles)("the role of the %s", (role) => {
  it("may run every statement of its service, and has no unneeded privilege", async () => {
    const { needs, faults } = await needsOfAll(role);
    expect(faults).toEqual([]);
    expect(needs.length).toBeGreaterThan(0);
    const superfluous = Object.entries(serviceGrants[role].tables).flatMap(([table, privileges]) =>
      Object.entries(privileges).flatMap(([privilege, granted]) => {
        const those = needs.filter((need) => need.table === table && need.privilege === privilege);
        const needed = new Set(those.flatMap(({ columns }) => columns));
        // One column is enough to lock rows.
        const lock = needed.has("any") && granted.length === 1 ? granted : [];
        if (granted === "all") return those.length > 0 ? [] : [`${role}: ${privilege} ${table}`];
        return granted
          .filter((column) => !needed.has(column) && !lock.includes(column))
          .map((column) => `${role}: ${privilege} ${table}.${column}`);
      }),
    );
    expect(superfluous).toEqual(withoutStatement.filter((line) => line.startsWith(role)));
  });

  /** Reviewers read `service-grants.ts`; this test proves that it is complete. */
  it("has exactly the listed privileges on tables, columns, sequences and functions", async () => {
    const name = roleOf(process.env["RECEIPTS_TEST_TEMPLATE"] ?? "", role).name;
    const { rows } = await database.pool.query<{ may: string }>(
      `select format('%s %s', lower(privilege_type), table_name) as may
         from information_schema.table_privileges where grantee in ($1, 'PUBLIC') and table_schema = 'public'
        union all
       select format('%s %s.%s', lower(privilege_type), table_name, column_name)
         from information_schema.column_privileges c
        where grantee in ($1, 'PUBLIC') and table_schema = 'public'
          and not exists (select from information_schema.table_privileges t
                           where t.grantee = c.grantee and t.table_name = c.table_name
                             and t.table_schema = c.table_schema and t.privilege_type = c.privilege_type)
        union all
       select format('%s sequence %s', lower(privilege_type), object_name)
         from information_schema.usage_privileges
        where grantee in ($1, 'PUBLIC') and object_schema = 'public' and object_type = 'SEQUENCE'
        union all
       select format('execute %s', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege($1::name, oid, 'execute')
        union all
       select format('member of %s', roleid::regrole) from pg_auth_members where member = $1::regrole
        union all
       select 'create in public' where has_schema_privilege($1::name, 'public', 'create')
        union all
       select format('be %s', case when rolsuper then 'superuser' else 'more than a login' end)
         from pg_roles where rolname = $1 and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
      [name],
    );
    const { tables, functions } = serviceGrants[role];
    const listed = Object.entries(tables).flatMap(([table, privileges]) =>
      Object.entries(privileges).flatMap(([privilege, columns]) =>
        columns === "all"
          ? [`${privilege} ${table}`]
          : columns.map((column) => `${privilege} ${table}.${column}`),
      ),
    );
    const may = rows.map((row) => row.may).sort();
    expect(may).toEqual([...listed, ...functions.map((callable) => `execute ${callable}`)].sort());
  });
});

const forbidden: Readonly<Record<ServiceRole, readonly string[]>> = {
  gateway: [
    "update users set erased_at = now()",
    "update users set disabled_at = null",
    "delete from users",
    "update credit_transactions set amount = 1",
    "delete from credit_transactions",
    "delete from credit_accounts",
    "update credit_accounts set closed_at = null",
    "delete from verification_requests",
    "update verification_requests set user_id = 'usr_other'",
    "update deposits set amount = 1",
    "update deposits set token = ''",
    "delete from deposits",
    "update api_keys set permissions = '{}'",
    "update api_keys set user_id = 'usr_other'",
    "delete from webhook_deliveries",
    "update webhook_deliveries set user_id = 'usr_other'",
    "update webhook_endpoints set user_id = 'usr_other'",
    "insert into webhook_attempts (delivery_id, attempt, first_byte_ms, total_ms) values ('whd_1', 1, 1, 1)",
    "insert into invitations (id) values ('inv_1')",
    "select ciphertext from quarantined_documents",
    "select from quarantined_documents",
    "delete from quarantined_documents",
    "insert into bank_conditions (bank) values ('cbe')",
    "select make_attempt_partitions(1)",
    "select drop_attempt_partitions(1)",
  ],
  verifier: [
    "select password_hash from users",
    "select from users",
    "select key_hash from api_keys",
    "select from checkout_keys",
    "select from sessions",
    "select from invitations",
    "select ciphertext from webhook_secrets",
    "select from webhook_secrets",
    "select balance from credit_accounts",
    "update credit_accounts set balance = balance + 1",
    "insert into credit_accounts (user_id, balance) values ('usr_other', 1000)",
    `insert into credit_transactions (id, user_id, type, amount, balance_after) values ('ctx_1', 'usr_other', 'grant', 1, 1)`,
    "select from credit_transactions",
    "select from credit_purchases",
    "insert into audit_log (id, actor_kind, action) values ('aud_1', 'system', 'nothing.happened')",
    "select from audit_log",
    "select result from verification_requests",
    "insert into verification_requests (id) values ('ver_1')",
    "delete from verification_requests",
    "update verification_requests set user_id = 'usr_other'",
    "update verification_requests set webhook_url = 'http://127.0.0.1'",
    "update verification_requests set deadline_at = now()",
    "select customer from deposits",
    "select receipt from deposits",
    "update deposits set status = 'confirmed'",
    "select reference from deposit_submissions",
    "update deposit_submissions set settled_at = now()",
    "insert into deposit_events (id) values ('evt_1')",
    "update bank_accounts set account_number = '1'",
    "insert into bank_accounts (id) values ('acc_1')",
    "delete from receipt_confirmations",
    "select payload from webhook_deliveries",
    "update webhook_deliveries set state = 'pending'",
    "delete from webhook_deliveries",
    "select ciphertext from quarantined_documents",
    "update quarantined_documents set ciphertext = ''",
    "update bank_conditions set state = 'operational'",
    "insert into bank_incidents (bank) values ('cbe')",
    "select make_attempt_partitions(1)",
  ],
  dispatcher: [
    "select password_hash from users",
    "select from users",
    "select from api_keys",
    "select from sessions",
    "select balance from credit_accounts",
    "update credit_accounts set balance = 0",
    "select from credit_transactions",
    "select refund_requests(array['ver_1'], array['ctx_1'], 1)",
    "select from verification_requests",
    "update verification_requests set result = null",
    "select from deposits",
    "select from bank_accounts",
    "select from outbox",
    "select from audit_log",
    "select from quarantined_documents",
    "insert into webhook_deliveries (id) values ('whd_1')",
    "update webhook_deliveries set url = 'http://127.0.0.1'",
    "update webhook_deliveries set payload = ''",
    "delete from webhook_deliveries",
    "select from webhook_attempts",
    "delete from webhook_attempts",
    "insert into webhook_recoveries (id) values ('whr_1')",
    "update webhook_secrets set ciphertext = ''",
    "delete from webhook_secrets",
  ],
};

const forbiddenToAll: readonly string[] = [
  "update audit_log set action = 'nothing.happened'",
  "delete from audit_log",
  "update audit_details set after = '{}'",
  "delete from audit_details",
  "truncate audit_log, audit_details",
  "truncate verification_requests",
  "alter table audit_log disable trigger all",
  "drop trigger audit_log_append_only on audit_log",
  "drop trigger verification_requests_end_once on verification_requests",
  "create or replace function refund_requests(text[], text[], integer) returns bigint language sql as 'select 1::bigint'",
  "alter function refund_requests(text[], text[], integer) set search_path = pg_temp",
  "drop table outbox",
  "create table elsewhere (id text)",
  "create function elsewhere() returns int language sql as 'select 1'",
  "set session_replication_role = replica",
  "set role pg_read_all_data",
  "select from knex_migrations",
  "delete from knex_migrations",
  "select pg_read_file('/etc/passwd')",
  "copy outbox to program 'cat'",
  "create role elsewhere",
];

describe.each(serviceRoles)("statements refused to the role of the %s", (role) => {
  it.each([...forbidden[role], ...forbiddenToAll])("%s", async (statement) => {
    await as(role, (client) => expect(client.query(statement)).rejects.toMatchObject({ code: "42501" }));
  });
});

describe("npm run migrate with a role for each service", () => {
  const named = (role: ServiceRole) => roleOf(process.env["RECEIPTS_TEST_TEMPLATE"] ?? "", role).name;

  it("revokes privileges that the service does not need", async () => {
    await database.pool.query(`grant select, update (balance) on credit_accounts to ${named("verifier")}`);
    await database.pool.query(
      `grant execute on function make_attempt_partitions(integer) to ${named("verifier")}`,
    );
    const roles = Object.fromEntries(serviceRoles.map((role) => [role, named(role)]));
    await migrate(database.url, { roles });
    await as("verifier", async (client) => {
      for (const statement of ["select balance from credit_accounts", "select make_attempt_partitions(1)"])
        await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" });
      await client.query("select count(*) from receipt_confirmations");
    });
  });

  it("refuses a role shared by two services, a missing role, and a superuser", async () => {
    const refused = (roles: Partial<Record<ServiceRole, string>>, message: RegExp) =>
      expect(migrate(database.url, { roles })).rejects.toThrow(message);
    const one = named("gateway");
    await refused(
      { gateway: one, verifier: one },
      /^ {2}GATEWAY_DATABASE_ROLE: .* another service's role as well/m,
    );
    await refused(
      { verifier: "missing_role" },
      /^ {2}VERIFIER_DATABASE_ROLE: there is no role missing_role/m,
    );
    const owner = new URL(database.url).username;
    await refused({ dispatcher: owner }, /^ {2}DISPATCHER_DATABASE_ROLE: .* has all privileges/m);
  });

  describe("with a role that has other privileges", () => {
    const [mine, other] = [`${named("verifier")}_mine`, `${named("verifier")}_other`];
    const setUp = `create role ${mine} login; create role ${other}`;
    const tearDown = `drop owned by ${mine}, ${other}; drop role ${mine}, ${other}`;

    it.each([
      [
        "another role has granted it a table",
        `grant select on users to ${other} with grant option; set role ${other}; grant select on users to ${mine}; reset role`,
        /select users/,
      ],
      [
        "another role has granted it a column",
        `grant select (password_hash) on users to ${other} with grant option; set role ${other};
         grant select (password_hash) on users to ${mine}; reset role`,
        /select users\.password_hash/,
      ],
      [
        "another role has granted the one role of all services the audit log",
        `grant delete on audit_log to ${other} with grant option; set role ${other};
         grant delete on audit_log to ${mine}; reset role`,
        /delete audit_log/,
      ],
      [
        "it is a member of a role with more privileges",
        `grant update on credit_accounts to ${other}; grant ${other} to ${mine}`,
        /update credit_accounts/,
      ],
      [
        "it may become a role with more privileges",
        `grant update on credit_accounts to ${other}; alter role ${mine} noinherit; grant ${other} to ${mine}`,
        /update credit_accounts/,
      ],
      ["it may read everything", `grant pg_read_all_data to ${mine}`, /select api_keys.* and \d+ more/],
      [
        "it may become a superuser",
        `alter role ${other} superuser; grant ${other} to ${mine}`,
        /without them/,
      ],
      ["it may run programs of the server", `grant pg_execute_server_program to ${mine}`, /without them/],
      ["it may make roles", `alter role ${mine} createrole`, /without them/],
    ])("refuses it if %s", async (_what, statements, message) => {
      const owner = await database.pool.connect();
      try {
        await owner.query(setUp);
        const asRole = statements.includes("audit_log") ? { appRole: mine } : { roles: { verifier: mine } };
        await migrate(database.url, asRole);
        await owner.query(statements);
        await expect(migrate(database.url, asRole)).rejects.toThrow(message);
      } finally {
        await owner.query("reset role");
        await owner.query(tearDown);
        owner.release();
      }
    });
  });
});

describe("a verifier's refund", () => {
  const userId = "usr_buyer";
  beforeAll(async () => {
    await database.pool.query("insert into users (id, email, name) values ($1, 'buyer@example.test', '')", [
      userId,
    ]);
    await database.pool.query("insert into credit_accounts (user_id, balance) values ($1, 10)", [userId]);
  });

  /** Inserts a request that took a credit, in the given processing status. */
  async function ended(id: string, end: "completed" | "failed" | "running"): Promise<string> {
    const failed = end === "failed";
    const over = end === "running" ? "null" : "now()";
    await database.pool.query(
      `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status,
              failure_reason, result, completed_at, requeue_after, deadline_at, http_request_id)
       values ($1, $2, 'cbe', 'FT1', 'key', 'MISS', $3, $4, $5, $6, ${over}, now(), now(), 'req')`,
      [
        ...[id, userId, end],
        { completed: "not_found", failed: "failed", running: "pending" }[end],
        failed ? "bank_unavailable" : null,
        end === "running" ? null : {},
      ],
    );
    await database.pool.query(
      `insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id)
       values ($1, $2, 'debit', -1, 10, $3)`,
      [`ctx_${id}`, userId, id],
    );
    return id;
  }

  const refund = (client: pg.Client, id: string, line = `ctx_back_${id}`) =>
    client.query<{ count: number }>("select refund_requests(array[$1], array[$2], 1)::int as count", [
      id,
      line,
    ]);

  const balance = async () => {
    const { rows } = await database.pool.query<{ balance: string }>(
      "select balance from credit_accounts where user_id = $1",
      [userId],
    );
    return Number(rows[0]?.balance);
  };

  it("refunds a failed request once, in ledger and audit log", async () => {
    const before = await balance();
    const id = await ended("ver_failed", "failed");
    await as("verifier", async (client) => {
      expect((await refund(client, id)).rows).toEqual([{ count: 1 }]);
      await expect(refund(client, id, "ctx_again")).rejects.toMatchObject({ code: "23505" });
    });
    expect(await balance()).toBe(before + 1);
    const { rows } = await database.pool.query(
      `select amount::int, balance_after::int as after, action, d.after ->> 'balance' as audited
         from credit_transactions t join audit_log a on a.subject = t.verification_id join audit_details d on audit_id = a.id
        where verification_id = $1 and type = 'refund'`,
      [id],
    );
    expect(rows).toEqual([
      { amount: 1, after: before + 1, action: "credits.refunded", audited: String(before + 1) },
    ]);
  });

  it.each(["completed", "running"] as const)("refunds nothing for a %s request", async (end) => {
    const before = await balance();
    const id = await ended(`ver_${end}`, end);
    await as("verifier", async (client) => {
      expect((await refund(client, id)).rows).toEqual([{ count: 0 }]);
    });
    expect(await balance()).toBe(before);
  });

  it("refunds unknown numbers with unsure letters up to the limit of the day, beside any other of the batch", async () => {
    const before = await balance();
    const reading = (kind: string, unsureAt: number[]) => ({ kind, candidates: [{ unsureAt }], chosen: 0 });
    const readings = {
      ver_unsure_1: reading("recognized_text", [3]),
      ver_unsure_2: reading("recognized_text", [0, 9]),
      ver_unsure_3: reading("recognized_text", [1]),
      ver_sure: reading("recognized_text", []),
      ver_pdf: reading("pdf_text", [3]),
      ver_code: reading("qr", [3]),
    };
    for (const [id, input] of Object.entries(readings)) {
      await ended(id, "completed");
      await database.pool.query("update verification_requests set input = $2 where id = $1", [id, input]);
    }
    await ended("ver_failed_too", "failed");
    const ids = [...Object.keys(readings), "ver_failed_too"];
    const refundAll = async (some: readonly string[], limit: number) =>
      await as("verifier", async (client) => {
        const lines = some.map((id) => `ctx_back_${id}`);
        const text = "select refund_requests($1, $2, $3)::int as count";
        return (await client.query<{ count: number }>(text, [some, lines, limit])).rows[0]?.count;
      });
    expect(await refundAll(ids, 2)).toBe(3);
    expect(await refundAll(["ver_unsure_3"], 2)).toBe(0);
    expect(await refundAll(["ver_unsure_3"], 3)).toBe(1);
    expect(await balance()).toBe(before + 4);
    const { rows } = await database.pool.query(
      `select verification_id as id, note from credit_transactions
        where type = 'refund' and verification_id = any ($1) order by sequence`,
      [ids],
    );
    expect(rows).toEqual([
      { id: "ver_failed_too", note: null },
      { id: "ver_unsure_1", note: "unsure letters" },
      { id: "ver_unsure_2", note: "unsure letters" },
      { id: "ver_unsure_3", note: "unsure letters" },
    ]);
  });

  it("refunds nothing for a failed request that took no credit", async () => {
    const before = await balance();
    const id = await ended("ver_free", "failed");
    await database.pool.query("delete from credit_transactions where verification_id = $1", [id]);
    await as("verifier", async (client) => {
      expect((await refund(client, id)).rows).toEqual([{ count: 0 }]);
    });
    expect(await balance()).toBe(before);
  });

  /** Otherwise a verifier could turn every paid request into a failed one. */
  it("cannot be obtained by changing how a request ended", async () => {
    const id = await ended("ver_paid", "completed");
    await as("verifier", async (client) => {
      for (const change of [
        "processing_status = 'failed', status = 'failed', failure_reason = 'bank_unavailable'",
        "processing_status = 'queued', status = 'pending', completed_at = null, result = null",
      ])
        await expect(
          client.query(`update verification_requests set ${change} where id = $1`, [id]),
        ).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("ignores temporary tables of the same names", async () => {
    const before = await balance();
    await as("verifier", async (client) => {
      await client.query(
        `create temp table verification_requests as select 'ver_mine' as id, 'usr_buyer' as user_id, 'failed' as processing_status;
         create temp table credit_transactions as
           select 'ver_mine' as verification_id, 'debit' as type, -1000::bigint as amount;
         set search_path = pg_temp, public`,
      );
      expect((await refund(client, "ver_mine")).rows).toEqual([{ count: 0 }]);
    });
    expect(await balance()).toBe(before);
  });
});

/** Otherwise a compromised verifier could have any webhook signed and sent to any URL. */
describe("a verifier's webhooks", () => {
  const delivery = {
    id: "whd_1",
    user_id: "usr_merchant",
    verification_id: "ver_told",
    event: "verification.completed",
    url: "https://merchant.example/hooks",
    payload:
      '{"event":"verification.completed","requestId":"ver_told","type":"verification.completed","data":{}}',
    http_request_id: "req",
  };
  type Delivery = typeof delivery & { readonly endpoint_id: string };
  const insert = (client: pg.Client, change: Partial<Delivery> | { verification_id: null }) => {
    const row = { ...delivery, ...change };
    return client.query(
      `insert into webhook_deliveries (${Object.keys(row).join(", ")})
       values (${Object.keys(row).map((_column, index) => `$${index + 1}`)}) returning id`,
      Object.values(row),
    );
  };

  beforeAll(async () => {
    await database.pool.query(
      `insert into users (id, email, name) values ('usr_merchant', 'merchant@example.test', ''), ('usr_another', 'another@example.test', '')`,
    );
    await database.pool.query(
      `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status,
              webhook_url, requeue_after, deadline_at, http_request_id)
       select id, 'usr_merchant', 'cbe', 'FT1', 'key', 'MISS', 'running', 'pending', url, now(), now(), 'req'
         from (values ('ver_told', $1), ('ver_silent', null), ('ver_changing', null)) as v(id, url)`,
      [delivery.url],
    );
    await database.pool.query(
      `with endpoint as (
         insert into webhook_endpoints (id, user_id, url, types, enabled)
         select id, account, 'https://merchant.example/' || id, types, enabled
         from (values ('whe_chosen', 'usr_merchant', '{verification.*}'::text[], true),
                      ('whe_changing', 'usr_merchant', '{verification.completed}', true),
                      ('whe_other_types', 'usr_merchant', '{deposit.*}', true),
                      ('whe_disabled', 'usr_merchant', '{*}', false),
                      ('whe_foreign', 'usr_another', '{*}', true)) as e(id, account, types, enabled)
         returning id, user_id)
       insert into webhook_secrets (user_id, endpoint_id, ciphertext) select user_id, id, '' from endpoint`,
    );
  });
  const toEndpoint = (id: string) => ({ endpoint_id: id, url: `https://merchant.example/${id}` });

  it.each<[string, Partial<Delivery> | { verification_id: null; event: string }]>([
    ["to another URL", { url: "https://attacker.example/hooks" }],
    ["in the name of another account", { user_id: "usr_another" }],
    ["about an unknown request", { verification_id: "ver_none" }],
    ["about a request without a webhook", { verification_id: "ver_silent" }],
    ["to an endpoint of another account", toEndpoint("whe_foreign")],
    ["to a disabled endpoint", toEndpoint("whe_disabled")],
    ["to an endpoint for other events", toEndpoint("whe_other_types")],
    [
      "to another URL as an endpoint's",
      { ...toEndpoint("whe_chosen"), url: "https://attacker.example/hooks" },
    ],
    ["to the URL of the request as an endpoint's", { endpoint_id: "whe_chosen" }],
    [
      "whose type is about a deposit",
      { payload: '{"event":"verification.completed","requestId":"ver_told","type":"deposit.confirmed"}' },
    ],
    ["without a type", { payload: '{"event":"verification.completed","requestId":"ver_told","data":{}}' }],
    [
      "whose type is given twice",
      {
        payload:
          '{"event":"verification.completed","requestId":"ver_told","type":"verification.completed","data":{},"type":"deposit.confirmed"}',
      },
    ],
    ["of another kind", { event: "verification.other" }],
    ["about a deposit", { event: "deposit.confirmed", verification_id: null }],
    [
      "whose text is about a deposit",
      { payload: '{"event":"deposit.confirmed","requestId":"ver_told","type":"verification.completed"}' },
    ],
    [
      "whose text is about another request",
      { payload: '{"event":"verification.completed","requestId":"ver_x","type":"verification.completed"}' },
    ],
    [
      "whose text is about two things",
      {
        payload:
          '{"event":"verification.completed","requestId":"ver_told","type":"verification.completed","data":{},"event":"deposit.confirmed"}',
      },
    ],
  ])("are refused %s", async (_what, change) => {
    await as("verifier", (client) => expect(insert(client, change)).rejects.toMatchObject({ code: "42501" }));
  });

  it("are refused even if temporary tables and types pretend that they are valid", async () => {
    await as("verifier", async (client) => {
      await client.query(
        `create temp table verification_requests as
           select 'ver_none' as id, 'usr_merchant' as user_id, 'https://attacker.example/hooks' as webhook_url;
         create domain pg_temp.jsonb as pg_catalog.jsonb;
         set search_path = pg_temp, public`,
      );
      const change = { verification_id: "ver_none", url: "https://attacker.example/hooks" };
      await expect(
        insert(client, { ...change, payload: delivery.payload.replace("ver_told", "ver_none") }),
      ).rejects.toMatchObject({ code: "42501" });
    });
  });

  it("are accepted for a verdict, to the URL of its request", async () => {
    await as("verifier", async (client) => {
      expect((await insert(client, {})).rowCount).toBe(1);
      await expect(insert(client, { id: "whd_2" })).rejects.toMatchObject({ code: "23505" });
    });
  });

  it("are accepted to the URL of the request where the default endpoint with this URL takes no verdicts", async () => {
    await database.pool.query(
      `insert into webhook_endpoints (id, user_id, url, is_default, types)
       values ('whe_default', 'usr_merchant', $1, true, '{deposit.*}')`,
      [delivery.url],
    );
    await as("verifier", async (client) => {
      await database.pool.query("delete from webhook_deliveries where verification_id = 'ver_told'");
      const { rows } = await client.query(
        `insert into webhook_deliveries (id, user_id, verification_id, event, endpoint_id, url, payload, http_request_id)
         select webhook_delivery_id('whd_100', place), 'usr_merchant', 'ver_told', $2, endpoint_id, url, $3, 'req'
           from webhook_targets('usr_merchant', $2, $1) 
         returning id`,
        [delivery.url, delivery.event, delivery.payload],
      );
      // The others go to the two endpoints that chose it.
      expect(rows).toHaveLength(3);
    });
  });

  it("are accepted for a verdict, once to each endpoint that takes it", async () => {
    await as("verifier", async (client) => {
      const payload =
        '{"event":"verification.completed","requestId":"ver_silent","type":"verification.completed","data":{}}';
      const change = { ...toEndpoint("whe_chosen"), verification_id: "ver_silent", payload };
      expect((await insert(client, { ...change, id: "whd_4" })).rowCount).toBe(1);
      await expect(insert(client, { ...change, id: "whd_5" })).rejects.toMatchObject({ code: "23505" });
    });
  });

  /** Otherwise the verdict could not be stored until a retry. */
  it("are accepted to an endpoint whose URL changes while the verdict is stored", async () => {
    const owner = await database.pool.connect();
    await owner.query("select pg_advisory_lock(22)");
    await as("verifier", async (client) => {
      await client.query("begin");
      const stored = client.query(
        `insert into webhook_deliveries (id, user_id, verification_id, event, endpoint_id, url, payload, http_request_id)
         select 'whd_6', 'usr_merchant', 'ver_changing', 'verification.completed', endpoint_id, url,
                '{"event":"verification.completed","requestId":"ver_changing","type":"verification.completed","data":{}}', 'req'
           from webhook_targets('usr_merchant', 'verification.completed', null)
          where endpoint_id = 'whe_changing' and pg_advisory_xact_lock(22) is not null`,
      );
      await until(async () => {
        const { rows } = await owner.query(
          "select from pg_locks where locktype = 'advisory' and not granted",
        );
        return rows.length === 1;
      });
      await owner.query("update webhook_endpoints set url = url || '/moved' where id = 'whe_changing'");
      await owner.query("select pg_advisory_unlock(22)");
      expect((await stored).rowCount).toBe(1);
      await client.query("rollback");
    }).finally(() => owner.release());
  });

  it("cannot start as delivered, and messages go only to verification topics", async () => {
    await as("verifier", async (client) => {
      const message = (topic: string) =>
        `insert into outbox (topic, key, value, available_at) values ('${topic}', '', '{}', now())`;
      for (const topic of ["verification.requested.cbe", "verification.finished"])
        await client.query(message(topic));
      for (const refused of [
        message("deposit.confirmed"),
        message("verification.finished.dead-letter"),
        "insert into webhook_deliveries (id, state) values ('whd_3', 'delivered')",
      ])
        await expect(client.query(refused)).rejects.toMatchObject({ code: "42501" });
    });
  });
});
